import Synchronization
import Testing

@testable import Studio

/// Counts what comes, and refuses after so many bytes.
private final class CountingSink: UploadSink {
    let limit: Int
    private let refusesAfter: Int
    let state = Mutex((bytes: 0, sum: 0, finished: 0, abandoned: 0))

    init(limit: Int = 1 << 30, refusesAfter: Int = .max) {
        self.limit = limit
        self.refusesAfter = refusesAfter
    }

    func write(_ bytes: [UInt8]) -> HTTPAnswer? {
        let count = state.withLock { state in
            state.bytes += bytes.count
            state.sum &+= bytes.reduce(0) { $0 &+ Int($1) }
            return state.bytes
        }
        return count > refusesAfter ? .failure(.diskFull, error: "the disk is full", help: nil) : nil
    }

    func finish() -> HTTPAnswer {
        state.withLock { state in
            state.finished += 1
            return .json([state.bytes, state.sum], status: .accepted)
        }
    }

    func abandon() { state.withLock { $0.abandoned += 1 } }
    var ends: [Int] { state.withLock { [$0.finished, $0.abandoned] } }
}

@Suite struct UploadTests {
    private func server(_ decision: UploadDecision) throws -> TestServer {
        try TestServer(upload: { _ in decision }) { .bytes(Array("\($0.body.count) bytes".utf8), .plain) }
    }

    private func head(_ server: TestServer, _ headers: [String]) -> String {
        server.request("POST /api/imports", ["Origin: http://\(server.host)", "X-AirDraw: studio"] + headers)
    }

    @Test("A large body goes to its sink part by part, with or without a length") func streams() throws {
        let bytes = [UInt8](repeating: 3, count: 3_000_000)
        let counting = CountingSink()
        let server = try server(.take(counting))
        let client = try server.client()
        client.send(head(server, ["Content-Length: \(bytes.count)"]))
        client.send(bytes)
        let answer = try client.answer()
        #expect(answer.status == 202)
        #expect(answer.text == "[3000000,9000000]")
        #expect(counting.ends == [1, 0])
        client.send(head(server, ["Transfer-Encoding: chunked"]) + "3\r\nabc\r\n0\r\n\r\n")
        #expect(try client.answer().text == "[3000003,9000294]")
    }

    @Test("Who asks first whether the body is wanted is told so") func expectation() throws {
        let server = try server(.take(CountingSink()))
        let client = try server.client()
        client.send(head(server, ["Content-Length: 3", "Expect: 100-continue"]))
        #expect(try client.head().hasPrefix("HTTP/1.1 100"))
        client.send("abc")
        #expect(try client.answer().text == "[3,294]")
    }

    @Test("A body that is refused is not read when it is long, and the answer comes at once") func refused() throws {
        let server = try server(.refuse(.failure(.conflict, error: "it is there", help: nil)))
        let client = try server.client()
        client.send(head(server, ["Content-Length: 5000000000"]))
        #expect(try client.answer().status == 409)
        #expect(client.rest().isEmpty, "the connection ends")
        let other = try server.client()
        other.send(head(server, ["Content-Length: 3"]) + "abc" + server.request("GET /after"))
        #expect(try other.answer().status == 409)
        #expect(try other.answer().text == "0 bytes", "after a short one the connection lives on")
    }

    @Test("A body longer than its sink takes is refused before it comes, or when it is too much") func tooLong() throws {
        let counting = CountingSink(limit: 100)
        let server = try server(.take(counting))
        let client = try server.client()
        client.send(head(server, ["Content-Length: 101"]) + String(repeating: "x", count: 101))
        #expect(try client.answer().status == 413)
        #expect(counting.ends == [0, 1])
        let chunk = "40\r\n" + String(repeating: "x", count: 64) + "\r\n"
        let other = try server.client()
        other.send(head(server, ["Transfer-Encoding: chunked"]) + chunk)
        other.send(chunk + "0\r\n\r\n")
        #expect(try other.answer().status == 413)
        #expect(counting.ends == [0, 2])
    }

    @Test("A sink that fails in the middle is abandoned, and the client reads why") func failsInside() throws {
        let counting = CountingSink(limit: 10_000_000, refusesAfter: 100_000)
        let server = try server(.take(counting))
        let client = try server.client()
        client.send(head(server, ["Content-Length: 2000000"]))
        client.send([UInt8](repeating: 1, count: 2_000_000))
        #expect(try client.answer().status == 507)
        #expect(counting.ends == [0, 1])
    }

    @Test("A client that goes away in the middle leaves nothing behind") func goesAway() throws {
        let counting = CountingSink()
        let server = try server(.take(counting))
        do {
            let client = try server.client()
            client.send(head(server, ["Content-Length: 2000000"]))
            client.send([UInt8](repeating: 1, count: 500_000))
        }
        waitUntil { counting.ends == [0, 1] }
        waitUntil { server.server.connections == 0 }
    }

    @Test("A small body has its limit, whether its length is said or not") func small() throws {
        let server = try server(.inMemory)
        let client = try server.client()
        client.send(head(server, ["Content-Length: \(1 << 20)"]))
        client.send([UInt8](repeating: 1, count: 1 << 20))
        #expect(try client.answer().text == "1048576 bytes")
        let long = try server.client()
        long.send(head(server, ["Content-Length: \((1 << 20) + 1)"]))
        #expect(try long.answer().status == 413)
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        let chunked = try server.client()
        chunked.send(head(server, ["Transfer-Encoding: chunked"]) + String(repeating: chunk, count: 17) + "0\r\n\r\n")
        #expect(try chunked.answer().status == 413)
        let endless = try server.client()
        endless.send(head(server, ["Transfer-Encoding: chunked"]))
        var sent = 0
        while endless.send(chunk), sent < 1000 { sent += 1 }
        #expect(sent < 1000, "who sends for ever is cut off")
    }

    @Test("A length that is given twice, or beside chunks, is refused") func lengths() throws {
        let server = try server(.inMemory)
        for headers in [
            ["Content-Length: 3", "Transfer-Encoding: chunked"], ["Content-Length: 3", "Content-Length: 3"],
            ["Content-Length: -1"],
            ["Content-Length: 3x"], ["Content-Length: 99999999999999999999999"], ["Transfer-Encoding: gzip"],
        ] {
            let client = try server.client()
            client.send(head(server, headers) + "abc")
            client.endSending()
            let text = String(decoding: client.rest(), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.1 5"), "\(headers): \(text.prefix(200))")
        }
    }
}
