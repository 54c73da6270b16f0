/// A source of server-sent events for one client, read from one thread.
///
/// The server ends each stream after 2 s and the browser comes back with `Last-Event-ID`: browsers allow six connections to a host, so
/// that none may be held for long.
protocol EventStream: AnyObject, Sendable {
    /// The next event; nil at the end.
    ///
    /// Waits up to about a second for one, and then gives ``ServerEvent/keepAlive``.
    /// - Throws: what went wrong; the client gets it as an event `failed`, and the stream ends.
    func next() throws -> ServerEvent?

    /// Frees what the stream holds; called once, also when the client has gone.
    func close()
}

/// One server-sent event (HTML Living Standard §9.2).
struct ServerEvent: Hashable, Sendable {
    /// What kind of event it is; empty for none.
    var name: String
    /// What the client sends back as `Last-Event-ID` when it comes again.
    var id: String?
    /// The text.
    var data: String
    /// Milliseconds after which the client comes again when the stream ended.
    var retry: Int?

    /// Makes an event.
    init(name: String, id: String? = nil, data: String, retry: Int? = nil) {
        self.name = name
        self.id = id
        self.data = data
        self.retry = retry
    }

    /// Makes an event whose data is JSON, with names in snake_case.
    ///
    /// - Throws: `EncodingError`, such as for a number that is not finite.
    init(name: String, id: String? = nil, json value: some Encodable) throws {
        self.init(name: name, id: id, data: String(decoding: try jsonBytes(value), as: UTF8.self))
    }

    /// Nothing, said so that a client that has gone is noticed.
    static let keepAlive = ServerEvent(name: "", data: "")

    /// The event as it is sent.
    var wire: String {
        if self == .keepAlive { return ":\n\n" }
        var lines: [String] = []
        if let retry { lines.append("retry: \(retry)") }
        if !name.isEmpty { lines.append("event: " + Self.oneLine(name)) }
        if let id { lines.append("id: " + Self.oneLine(id)) }
        // By bytes: texts are long, and line ends are ASCII.
        let isOneLine = !data.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let texts = isOneLine ? [data] : data.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        lines += texts.map { "data: " + $0 }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// A text without what would end its line.
    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
    }
}
