import Testing

@testable import Studio

@Suite struct LimitTests {
    private func quick() -> HTTPLimits {
        var limits = HTTPLimits()
        limits.headSeconds = 0.5
        limits.bodySeconds = 0.5
        limits.uploadRate = 1000
        return limits
    }

    @Test("A head that comes byte by byte is cut off, while others are served") func slowHeads() throws {
        let server = try TestServer(limits: quick()) { _ in .json("here") }
        let slow = try server.client()
        var bytes = Array(server.request("GET /", ["X-Long: " + String(repeating: "x", count: 4000)]).utf8)[...]
        while let byte = bytes.popFirst(), slow.send([byte]) {
            pause(0.01)
            #expect(try server.ask("GET /").status == 200)
        }
        #expect(!bytes.isEmpty)
    }

    @Test("A body that comes byte by byte is cut off") func slowBodies() throws {
        let server = try TestServer(limits: quick()) { _ in .json("here") }
        let slow = try server.client()
        slow.send(
            server.request("POST /", ["Origin: http://\(server.host)", "X-AirDraw: studio", "Content-Length: 100000"]))
        var sent = 0
        while slow.send("x"), sent < 3000 {
            sent += 1
            pause(0.01)
        }
        #expect(sent < 3000)
    }

    @Test("Connections that say nothing give way to those that ask, when there are too many") func crowd() throws {
        var limits = HTTPLimits()
        limits.connections = 24
        let server = try TestServer(limits: limits) { _ in .json("here") }
        // Begun, and never gone on with.
        let crowd = try (0..<100).map { _ in
            let client = try server.client()
            client.send("GET / HT")
            return client
        }
        for _ in 0..<5 { #expect(try server.ask("GET /").status == 200) }
        #expect(crowd.count == 100)
        waitUntil { server.server.connections <= 24 }
    }

    @Test("One address may have so many connections, where others reach the server too") func eachAddress() throws {
        var limits = HTTPLimits()
        limits.connectionsEach = 3
        let server = try TestServer(limits: limits) { _ in .json("here") }
        let clients = try (0..<3).map { _ in try server.client() }
        waitUntil { server.server.connections == 3 }
        #expect(throws: RawClient.Broken.self) { try server.ask("GET /") }
        clients[0].send(server.request("GET /"))
        #expect(try clients[0].answer().status == 200, "those that are there are served")
    }

    @Test("A client that does not read its answer holds up nobody else") func slowReaders() throws {
        let bytes = [UInt8](repeating: 65, count: 20_000_000)
        let server = try TestServer { request in request.path == ["large"] ? .bytes(bytes, .bytes) : .json("here") }
        let lazy = try (0..<5).map { _ in
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            client.send(server.request("GET /large"))
            _ = try client.head()
            return client
        }
        for _ in 0..<20 { #expect(try server.ask("GET /").status == 200) }
        #expect(try lazy[0].read(count: 1_000_000).allSatisfy { $0 == 65 }, "it is still served")
    }

    @Test("An answer that takes longer to make than a client may be silent still comes") func slowAnswers() throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try TestServer(limits: limits) { _ in
            pause(2.5)
            return .json("late")
        }
        #expect(try server.ask("GET /").text == "\"late\"")
    }

    @Test("A client that says nothing is closed") func silence() throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try TestServer(limits: limits) { _ in .json("here") }
        let client = try server.client()
        client.send("GET / HT")
        #expect(client.rest().isEmpty)
    }

    @Test("A client that goes away in the middle of an answer leaves nothing behind") func goesAway() throws {
        let bytes = [UInt8](repeating: 65, count: 20_000_000)
        let server = try TestServer { _ in .bytes(bytes, .bytes) }
        for _ in 0..<10 {
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            client.send(server.request("GET /"))
            _ = try client.head()
        }
        waitUntil { server.server.connections == 0 }
    }

    @Test("A head that is too large is refused") func largeHeads() throws {
        let server = try TestServer { _ in .json("here") }
        let fits = try server.client()
        fits.send(server.request("GET /", ["X-Long: " + String(repeating: "x", count: 8000)]))
        #expect(try fits.answer().status == 200)
        for long in [
            server.request("GET /", ["X-Long: " + String(repeating: "x", count: 200_000)]),
            server.request("GET /" + String(repeating: "x", count: 200_000)),
            server.request("GET /", (0..<20_000).map { "X-\($0): y" }),
        ] {
            let client = try server.client()
            client.send(long)
            let text = String(decoding: client.rest(), as: UTF8.self)
            #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(text.prefix(40))")
        }
    }

    @Test("Many clients at once each get their own answer") func many() async throws {
        let server = try TestServer { .bytes(Array($0.path.joined().utf8), .plain) }
        let port = server.port, host = server.host
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let client = try RawClient(port: port)
                    for turn in 0..<50 {
                        client.send("GET /\(number)/\(turn) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                        #expect(try client.answer().text == "\(number)\(turn)")
                    }
                }
            }
            try await group.waitForAll()
        }
        server.server.stop()
    }
}
