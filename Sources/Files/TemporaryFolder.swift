import Glibc

/// A folder among the temporary files, which goes with its owner.
public final class TemporaryFolder {
    /// Where it is.
    public let path: String

    /// Makes a folder in `$TMPDIR`, or in `/tmp`.
    ///
    /// - Parameter purpose: a word in its name, by which a person knows whose it is.
    /// - Throws: ``FileFailure``.
    public init(for purpose: String) throws {
        let home = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let pattern = home + "/airdraw-\(purpose)-" + String(repeating: "X", count: 6)
        var name = Array(pattern.utf8CString)
        guard unsafe mkdtemp(&name) != nil else { throw FileFailure.last("make", pattern) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { removeTree(path) }

    /// The path of something in it.
    public func file(_ name: String) -> String { path + "/" + name }
}
