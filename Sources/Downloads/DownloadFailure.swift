/// Why something could not be fetched.
public struct DownloadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Neither http nor https, at the start or after a redirect.
        case scheme
        /// The server answered that it has no such thing, or will not give it.
        case refused
        /// More bytes than are accepted.
        case tooLarge
        /// No answer in time.
        case timedOut
        /// The server sends on and on.
        case tooManyRedirects
        /// No such host, no connection, a broken answer.
        case unreachable
    }

    /// The kind of failure.
    public let code: Code
    /// What was asked for.
    public let url: String
    /// What is wrong, and what is accepted.
    public let message: String

    /// One line.
    public var description: String { "\(url): \(message)" }
}
