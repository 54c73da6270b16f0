/// Why the studio cannot do something: what is wrong, and the cure.
public struct StudioFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let problem: String
    /// What to do about it; nil where nothing more is known.
    public let cure: String?

    /// Makes a failure from its parts.
    public init(_ problem: String, cure: String? = nil) {
        self.problem = problem
        self.cure = cure
    }

    /// One line.
    public var description: String { cure.map { problem + "; " + $0 } ?? problem }
}
