import Foundation
import TestSupport
import Testing

@testable import Studio

/// Makes requests that are wrong in one way or another, and now and then right.
private struct RequestMaker {
    var random: SeededGenerator
    let host: String

    private let pieces = [
        "GET", "POST", "HEAD", "PUT", "G", "", " ", "  ", "\t", "/", "//", "/../", "/%2e%2e/", "/%00", "/%", "/%zz", "/%C0%AF",
        "?", "&",
        "=", "#", "*", "http://", "http://evil.example/", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9999999999.1",
        "HTTP/1.1.1",
        "\r\n", "\n", "\r", "\r\n\r\n", ":", ": ", "Host", "Host: ", "Origin: ", "Content-Length: ", "Content-Length: 5",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
        "Connection: close",
        "Connection: keep-alive, close", "Expect: 100-continue", "Range: bytes=0-", "Range: bytes=-", "Range: bytes=9-1,2-3",
        "If-Range: \"",
        "If-None-Match: W/", "Cookie: airdraw-1=;;==", "X-AirDraw: studio", "Last-Event-ID: \u{0}", "0\r\n\r\n", "5\r\nabcde\r\n",
        "FFFFFFFFFFFFFFFF\r\n",
        "-1\r\n", "\u{0}", "\u{7F}", "é", "😀", " folded", "\t folded", "; ext=\"a\r\nb\"",
    ]

    /// One request.
    mutating func next() -> [UInt8] {
        var bytes = Array(good().utf8)
        switch random.below(8) {
        case 0: return bytes
        case 1: for _ in 0...random.below(4) where !bytes.isEmpty { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        case 2: bytes.removeSubrange(random.below(bytes.count)...)
        case 3:
            let from = random.below(bytes.count)
            bytes.removeSubrange(from..<min(bytes.count, from + random.below(20)))
        case 4: for _ in 0...random.below(4) { bytes.insert(contentsOf: piece().utf8, at: random.below(bytes.count + 1)) }
        case 5: bytes = (0..<1 + random.below(30)).flatMap { _ in Array(piece().utf8) }
        case 6: bytes = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
        default: bytes = Array(repeated().utf8)
        }
        return bytes
    }

    private mutating func piece() -> String { pieces[random.below(pieces.count)] }

    private mutating func good() -> String {
        let targets = [
            "/", "/a/b", "/ten?x=1&y=%20", "/file", "/%E2%82%AC", "/events", "/a%2Fb", "/..", "/" + piece(), "/?" + piece(),
        ]
        let isPost = random.below(3) == 0
        var lines = ["\(isPost ? "POST" : "GET") \(targets[random.below(targets.count)]) HTTP/1.1", "Host: \(host)"]
        if isPost { lines += ["Origin: http://\(host)", "X-AirDraw: studio", "Content-Length: \(random.below(2) * 3)"] }
        for _ in 0..<random.below(3) { lines.append(piece() + ": " + piece()) }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (isPost ? "abc" : "")
    }

    private mutating func repeated() -> String {
        let word = piece() + piece(), count = random.below(200)
        return "GET /" + String(repeating: word, count: count) + " HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    }
}

@Suite struct FuzzTests {
    /// Bytes of memory of this process.
    private func memory() throws -> Int {
        let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(words[1]) ?? 0) * 4096
    }

    /// Sends requests on several connections at once, many on each, until so many were answered or ended their connection.
    private func attack(_ server: TestServer, requests: Int, seed: UInt64) async {
        let port = server.port, host = server.host, workers = 4
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var maker = RequestMaker(random: .init(seed: seed &+ UInt64(worker)), host: host)
                    var left = requests / workers
                    while left > 0 {
                        // Too many connections that are ending; the next attempt comes through.
                        guard let client = try? RawClient(port: port) else { continue }
                        let batch = 1 + maker.random.below(16)
                        client.send((0..<batch).flatMap { _ in maker.next() })
                        client.endSending()
                        // What follows a request that ended the connection was not looked at, and does not count.
                        left -= max(1, answers(in: client.rest()))
                    }
                }
            }
        }
    }

    /// How many answers there are, by their first lines.
    private func answers(in bytes: [UInt8]) -> Int {
        let start = Array("HTTP/1.1 ".utf8)
        return bytes.indices.reduce(0) { count, index in
            bytes[index] == start[0] && bytes[index...].starts(with: start) ? count + 1 : count
        }
    }

    @Test("Malformed requests neither end the server nor fill its memory, and others are still served") func fuzz() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("airdraw-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // a folder left in /tmp harms no test
        let file = folder.path + "/ten.txt"
        try Data("0123456789".utf8).write(to: URL(fileURLWithPath: file))
        let server = try TestServer(folders: [folder.path]) { request in
            switch request.path.first {
            case "file": .file(file)
            case "events": .events(Brief())
            default: .json(request.path)
            }
        }
        // AIRDRAW_FUZZ counts damaged recordings; a request takes a tenth of the time of one.
        let asked = ProcessInfo.processInfo.environment["AIRDRAW_FUZZ"].flatMap { Int($0) } ?? 0
        let requests = max(4000, asked * 10)
        let seed: UInt64 = 8
        await attack(server, requests: requests / 4, seed: seed)
        let before = try memory()
        await attack(server, requests: requests - requests / 4, seed: seed &+ 100)
        waitUntil { server.server.connections == 0 }
        let growth = try memory() - before
        #expect(growth < 32 << 20, "memory grew by \(growth) bytes, seed \(seed)")
        #expect(try server.ask("GET /still/here").text == #"["still","here"]"#)
    }
}

/// Two events.
private final class Brief: EventStream, @unchecked Sendable {
    // Read from the thread of one connection alone.
    private var left = 2
    func next() throws -> ServerEvent? {
        left -= 1
        return left < 0 ? nil : ServerEvent(name: "a", data: "b")
    }
    func close() {}
}
