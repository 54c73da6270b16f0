@testable import Studio

/// A server of the studio on a free port, with routes of a test.
final class TestServer {
    let server: HTTPServer
    let port: UInt16
    let gate: Gate

    init(
        folders: [String] = [], needsToken: Bool = false, limits: HTTPLimits = .init(),
        upload: @escaping @Sendable (HTTPRequest) -> UploadDecision = { _ in .inMemory },
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let usual = Gate(listener, host: "127.0.0.1")
        gate = Gate(
            hosts: usual.hosts, acceptsNumbers: false, port: listener.port, token: needsToken ? Gate.randomToken() : nil)
        port = listener.port
        server = try HTTPServer(
            listener, routes: ClosureRoutes(answering: answer, uploading: upload), gate: gate,
            folders: folders.map(ServedFolder.init), limits: limits)
    }

    deinit { server.stop() }

    /// The name under which browsers reach it.
    var host: String { "127.0.0.1:\(port)" }

    /// A new connection.
    func client() throws -> RawClient { try RawClient(port: port) }

    /// A request as a browser sends it, without a body.
    func request(_ line: String, _ headers: [String] = []) -> String {
        (["\(line) HTTP/1.1", "Host: \(host)"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// A `POST` as the page sends it.
    func post(_ path: String, _ body: String, _ headers: [String] = []) -> String {
        request(
            "POST \(path)", ["Origin: http://\(host)", "X-AirDraw: studio", "Content-Length: \(body.utf8.count)"] + headers)
            + body
    }

    /// Asks on a connection of its own.
    func ask(_ line: String, _ headers: [String] = []) throws -> RawClient.Answer {
        let client = try client()
        client.send(request(line, headers))
        return try client.answer(toHead: line.hasPrefix("HEAD "))
    }
}

private struct ClosureRoutes: Routes {
    let answering: @Sendable (HTTPRequest) -> HTTPAnswer
    let uploading: @Sendable (HTTPRequest) -> UploadDecision
    func answer(_ request: HTTPRequest) -> HTTPAnswer { answering(request) }
    func upload(_ head: HTTPRequest) -> UploadDecision { uploading(head) }
}
