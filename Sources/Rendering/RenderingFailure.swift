/// What keeps a scene from being drawn.
public struct RenderingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let problem: String
    /// What helps; nil when nothing more is known.
    public let cure: String?

    /// One line.
    public var description: String { cure.map { "\(problem): \($0)" } ?? problem }

    init(_ problem: String, cure: String? = nil) {
        self.problem = problem
        self.cure = cure
    }
}
