internal import Imaging
internal import Synchronization

/// What happens to a request, called by the library on the thread of its connection.
final class ServerCore: Sendable {
    let table: ConnectionTable
    private let routes: any Routes
    private let gate: Gate
    private let folders: [ServedFolder]
    private let limits: HTTPLimits
    private let isStopping = Atomic(false)

    init(routes: any Routes, gate: Gate, folders: [ServedFolder], limits: HTTPLimits) {
        self.routes = routes
        self.gate = gate
        self.folders = folders
        self.limits = limits
        table = ConnectionTable(limits)
    }

    /// The core that the library was given.
    static func of(_ context: UnsafeMutableRawPointer?) -> ServerCore {
        guard let context = unsafe context else { preconditionFailure("the library gives back what it was given") }
        return unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    }

    /// Ends streams of events.
    func stop() { isStopping.store(true, ordering: .relaxed) }

    /// The head of a request is there.
    func takeHead(_ wire: borrowing WireRequest) {
        table.answers(wire.connection)
        let exchange = judge(wire)
        wire.keep(exchange)
        // An answer before the body was read ends the connection: only where the body is too long to read and drop.
        switch exchange.body {
        case .broken(let answer): reply(answer, to: exchange, wire)
        case .unwanted(let answer, let most) where exchange.request.contentLength ?? 0 > most: reply(answer, to: exchange, wire)
        default: table.awaitsBody(wire.connection)
        }
    }

    /// A part of the body is there.
    func takeBody(_ wire: borrowing WireRequest, _ bytes: [UInt8]) {
        table.took(wire.connection, bytes: bytes.count)
        guard let exchange = wire.exchange, exchange.take(bytes, most: limits.bodyBytes) else { return wire.drop() }
    }

    /// All of the body is there.
    func complete(_ wire: borrowing WireRequest) {
        table.answers(wire.connection)
        guard let exchange = wire.exchange else { return wire.drop() }
        let body = exchange.body
        exchange.body = .inMemory
        switch body {
        case .inMemory: reply(routes.answer(exchange.request), to: exchange, wire)
        case .sink(let sink): reply(sink.finish(), to: exchange, wire)
        case .unwanted(let answer, _), .broken(let answer): reply(answer, to: exchange, wire)
        }
    }

    /// The request is over, one way or the other.
    func end(_ wire: borrowing WireRequest) {
        wire.release()?.abandon()
        table.awaitsHead(wire.connection)
    }

    /// Says what becomes of a request whose head is there.
    private func judge(_ wire: borrowing WireRequest) -> Exchange {
        let headers = wire.headers
        func refused(_ answer: HTTPAnswer, _ request: HTTPRequest? = nil) -> Exchange {
            let request = request ?? HTTPRequest(method: .get, path: [], headers: headers)
            return Exchange(request, body: .unwanted(answer, most: limits.bodyBytes))
        }
        if let doubt = Self.doubt(aboutLength: headers) {
            return Exchange(.init(method: .get, path: [], headers: headers), body: .broken(doubt))
        }
        guard let method = HTTPMethod(rawValue: wire.method) else { return refused(.methodNotAllowed(allowed: .get, .post)) }
        guard let target = RequestTarget(wire.target) else {
            return refused(.failure(.badRequest, error: "the address is malformed", help: nil))
        }
        let request = HTTPRequest(method: method, path: target.path, query: target.query, headers: headers)
        if let refusal = gate.refusal(of: request, authority: target.authority) { return refused(refusal, request) }
        let cookie = gate.cookie(for: request)
        switch method == .post ? routes.upload(request) : .inMemory {
        case .refuse(let answer): return refused(answer, request)
        case .take(let sink):
            guard request.contentLength ?? 0 <= sink.limit else {
                sink.abandon()
                return refused(Exchange.tooLarge(sink.limit), request)
            }
            return Exchange(request, cookie: cookie, body: .sink(sink))
        case .inMemory:
            guard request.contentLength ?? 0 <= limits.bodyBytes else {
                return refused(Exchange.tooLarge(limits.bodyBytes), request)
            }
            return Exchange(request, cookie: cookie)
        }
    }

    /// The answer where it is not sure how long the body is (RFC 9112 §6.1 and §6.3); nil where it is.
    private static func doubt(aboutLength headers: [HTTPHeader]) -> HTTPAnswer? {
        let fields = headers.filter { ["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
        guard fields.count <= 1 else {
            return .failure(.badRequest, error: "the length of the body is given twice", help: nil)
        }
        if let field = fields.first, field.name.lowercased() == "transfer-encoding", field.value.lowercased() != "chunked" {
            return .failure(.notImplemented, error: "a body comes as it is, or in chunks", help: nil)
        }
        return nil
    }

    private func reply(_ answer: HTTPAnswer, to exchange: Exchange, _ wire: borrowing WireRequest) {
        var answer = answer
        if let cookie = exchange.cookie { answer.headers.append(cookie) }
        let sent = WireAnswer.make(answer, for: exchange.request, in: folders) { [self] in isStopping.load(ordering: .relaxed) }
        guard let sent else { return wire.drop() }
        wire.send(sent)
    }
}
