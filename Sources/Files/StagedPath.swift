import Glibc

/// A name to write under until the work is complete, for writers that open files by themselves, such as encoders.
///
/// The ending is kept, because encoders choose the format by it. Dropped without ``commit()``, what was written is removed.
public final class StagedPath {
    /// The final name.
    public let path: String
    /// The name to write under, in the same folder.
    public let stagingPath: String
    private var committed = false

    /// Chooses a name beside `path`.
    ///
    /// - Throws: ``FileFailure`` when `path` is a folder, or its folder is missing or cannot be written.
    public init(path: String) throws {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        self.path = path
        stagingPath = (folder == "/" ? "/" : folder + "/") + ".airdraw-\(getpid())-" + name
        guard !name.isEmpty else { throw FileFailure(path: path, action: "write", code: EISDIR) }
        switch kind(of: path) {
        case .folder: throw FileFailure(path: path, action: "write", code: EISDIR)
        case .file, .none: break
        }
        guard kind(of: folder) == .folder else { throw FileFailure(path: folder, action: "write into", code: ENOENT) }
        guard unsafe access(folder, W_OK) == 0 else { throw FileFailure.last("write into", folder) }
    }

    deinit {
        // Nothing can be done about a failure here, and the usual one is that nothing was written yet.
        if !committed { unsafe unlink(stagingPath) }
    }

    /// Gives what was written its final name, in place of what was there.
    public func commit() throws {
        guard unsafe rename(stagingPath, path) == 0 else { throw FileFailure.last("write", path) }
        committed = true
    }
}

/// What a path leads to.
public enum FileKind: Sendable {
    /// A folder.
    case folder
    /// A file or a device.
    case file
}

/// What a path leads to, following links; nil when there is nothing or it cannot be reached.
public func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
}
