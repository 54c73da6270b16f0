/// What is wrong with a recording: where, and what is accepted instead.
public struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder, as it was named.
    public let path: String
    /// Line in the file, from 1; nil when the file as a whole is meant.
    public let line: Int?
    /// The key, such as `fx` or `frame_defaults.fx`; nil when no single one is meant.
    public let key: String?
    /// What is wrong, in words, with what was found.
    public let problem: String
    /// What to do about it; nil when the problem says it.
    public let cure: String?

    /// Makes a failure from its parts.
    public init(path: String, line: Int? = nil, key: String? = nil, problem: String, cure: String? = nil) {
        self.path = path
        self.line = line
        self.key = key
        self.problem = problem
        self.cure = cure
    }

    /// One line, such as `square/frames.jsonl:12: key fx: expected a number greater than 0, found -3`.
    public var description: String {
        var text = path
        if let line { text += ":\(line)" }
        text += ": "
        if let key { text += "key \(key): " }
        text += problem
        if let cure { text += "; \(cure)" }
        return text
    }
}

/// A file and line, to make failures of.
struct Place: Hashable, Sendable {
    let path: String
    var line: Int?

    init(_ path: String, line: Int? = nil) {
        self.path = path
        self.line = line
    }

    func failure(_ problem: String, key: String? = nil, cure: String? = nil) -> RecordingFailure {
        .init(path: path, line: line, key: key, problem: problem, cure: cure)
    }

    func missing(_ key: String, cure: String? = nil) -> RecordingFailure {
        failure("is missing", key: key, cure: cure)
    }

    func wrong(_ key: String, expected: String, found: some CustomStringConvertible) -> RecordingFailure {
        failure("expected \(expected), found \(shortened(found.description))", key: key)
    }
}

/// Text for a message: at most 40 characters of it, control characters left out.
func shortened(_ text: String, to limit: Int = 40) -> String {
    var out = ""
    var count = 0
    for scalar in text.unicodeScalars {
        guard count < limit else { return out + "…" }
        out.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
        count += 1
    }
    return out
}
