/// What went wrong in a conversation over TraX: with whom, and what.
public struct TraxFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The other side: the command that was started, or `the client`.
    public let peer: String
    /// What is wrong, with what the other side last said where it is known.
    public let message: String

    /// Makes a failure.
    public init(peer: String, _ message: String) {
        self.peer = peer
        self.message = message
    }

    /// One line: with whom, and what is wrong.
    public var description: String { "\(peer): \(message)" }
}

/// What a message or a part of it cannot be, before it is known who said it.
struct TraxSyntax: Error, Hashable, Sendable {
    let message: String
    init(_ message: String) { self.message = message }
}

/// A piece of what the other side said, short and without control characters, to be quoted in a message.
func excerpt(_ bytes: some Collection<UInt8>, most: Int = 80) -> String {
    let text = String(decoding: bytes.prefix(most), as: UTF8.self)
    let shown = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
    return "'" + shown + (bytes.count > most ? "…" : "") + "'"
}
