/// What is wrong with an archive: which entry, and what to do about it.
public struct ArchiveFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The archive, as it was named.
    public let path: String
    /// The entry, as the archive calls it; nil when the archive as a whole is meant.
    public let entry: String?
    /// What is wrong, in words.
    public let problem: String
    /// What to do about it; nil when the problem says it.
    public let cure: String?

    /// Makes a failure from its parts.
    public init(path: String, entry: String? = nil, problem: String, cure: String? = nil) {
        self.path = path
        self.entry = entry
        self.problem = problem
        self.cure = cure
    }

    /// One line, such as `a.zip: ../x: leads out of the archive`.
    public var description: String {
        path + ": " + (entry.map { visible($0) + ": " } ?? "") + problem + (cure.map { "; " + $0 } ?? "")
    }
}

/// A name with control characters replaced, at most 80 characters of it.
private func visible(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(80).map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : String($0) }
    return scalars.joined() + (name.unicodeScalars.count > 80 ? "…" : "")
}

/// How much an archive may unpack to: limits against archives made to fill a disk.
public struct ArchiveLimits: Hashable, Sendable {
    /// Most entries.
    public var entries = 1_000_000
    /// Most bytes that all entries together unpack to.
    public var bytes: UInt64 = 64 << 30
    /// Most times that an entry of more than a mebibyte may grow when it is unpacked.
    public var ratio: UInt64 = 200

    /// Makes limits that no recording of a phone reaches.
    public init() {}
}
