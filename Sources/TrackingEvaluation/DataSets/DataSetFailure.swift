/// What is wrong with a data set: where, and what is accepted instead.
public struct DataSetFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// Line in the file, from 1; nil when the file as a whole is meant.
    public let line: Int?
    /// What is wrong, in words, with what was found.
    public let problem: String
    /// What to do about it; nil when the problem says it.
    public let cure: String?

    /// Makes a failure from its parts.
    public init(path: String, line: Int? = nil, problem: String, cure: String? = nil) {
        self.path = path
        self.line = line
        self.problem = problem
        self.cure = cure
    }

    /// One line, such as `David/groundtruth_rect.txt:12: expected 4 numbers, found 3`.
    public var description: String {
        let place = line.map { "\(path):\($0)" } ?? path
        return cure.map { "\(place): \(problem); \($0)" } ?? "\(place): \(problem)"
    }
}
