internal import Files
internal import Glibc

/// A folder for clips and results, which goes with its owner.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes a folder in `$TMPDIR`, or in `/tmp`.
    ///
    /// - Throws: `FileFailure`.
    init() throws {
        let home = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let pattern = home + "/airdraw-benchmark-XXXXXX"
        var name = Array(pattern.utf8CString)
        guard unsafe mkdtemp(&name) != nil else { throw FileFailure(path: pattern, action: "make", code: errno) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { removeTree(path) }

    /// The path of something in it.
    func file(_ name: String) -> String { path + "/" + name }
}
