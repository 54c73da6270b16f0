internal import Files

/// What the library cannot do: why, and what helps.
struct LibraryFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is, which decides how a page is answered.
    enum Kind: Hashable, Sendable {
        /// There is no such thing, or no longer.
        case missing
        /// What is there cannot be used as it is.
        case unusable
        /// The words of the request are wrong.
        case wrong
        /// Something of that name is there already, or the state does not allow it.
        case taken
        /// It is larger than what is accepted.
        case tooLarge
        /// The disk has no room for it.
        case noRoom
        /// Too many at a time.
        case busy
    }

    /// What kind of failure it is.
    let kind: Kind
    /// What is wrong, as one sentence without a full stop.
    let description: String
    /// What helps; nil when the description says it.
    var help: String?

    init(_ kind: Kind, _ description: String, help: String? = nil) {
        self.kind = kind
        self.description = description
        self.help = help
    }
}
