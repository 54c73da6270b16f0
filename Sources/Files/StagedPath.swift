import Glibc
import Synchronization

/// A name to write under until the work is complete, for writers that open files by themselves, such as encoders.
///
/// The ending is kept, because encoders choose the format by it. Dropped without ``commit()``, what was written is removed.
/// A device or pipe, such as `/dev/stdout`, is written as it is; a link is followed, and the file it leads to is replaced.
public final class StagedPath {
    /// The final name, as it was given.
    public let path: String
    /// The name to write under, in the same folder.
    public let stagingPath: String
    /// What is replaced: `path`, or the file that it leads to.
    private let target: String
    private var committed = false

    /// Chooses a name beside `path`.
    ///
    /// - Throws: ``FileFailure`` when `path` is a folder, or its folder is missing or cannot be written.
    public init(path: String) throws {
        self.path = path
        switch kind(of: path) {
        case .folder: throw FileFailure(path: path, action: "write", code: EISDIR)
        case .file where !isRegularFile(path):
            target = path
            stagingPath = path
            return
        case .file: target = isLink(path) ? realPath(path) ?? path : path
        case nil: target = path
        }
        stagingPath = try stagingName(for: target)
    }

    deinit {
        // Nothing can be done about a failure here, and the usual one is that nothing was written yet.
        if !committed, stagingPath != target { unsafe unlink(stagingPath) }
    }

    /// Gives what was written its final name, in place of what was there.
    public func commit() throws {
        if stagingPath != target {
            guard unsafe rename(stagingPath, target) == 0 else { throw FileFailure.last("write", path) }
        }
        committed = true
    }
}

/// Counts names, so that two writers of one process never share one.
private let written = Atomic<Int>(0)

/// A name beside `path` that no other writer uses.
func stagingName(for path: String) throws -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw FileFailure(path: path, action: "write", code: EISDIR) }
    switch kind(of: folder) {
    case .folder: break
    case .file: throw FileFailure(path: folder, action: "write into", code: ENOTDIR)
    case nil: throw FileFailure(path: folder, action: "write into", code: ENOENT)
    }
    guard unsafe access(folder, W_OK) == 0 else { throw FileFailure.last("write into", folder) }
    let number = written.add(1, ordering: .relaxed).newValue
    return (folder == "/" ? "/" : folder + "/") + ".airdraw-\(getpid())-\(number)-" + name
}

/// What a path leads to.
public enum FileKind: Sendable {
    /// A folder.
    case folder
    /// A file or a device.
    case file
}

/// What a path leads to, following links; nil, with `errno`, when there is nothing or it cannot be reached.
public func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
}

private func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// The path without links and dots; nil, with `errno`, when there is nothing.
public func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}
