internal import Files
private import Glibc

/// A hidden folder in the library's folder for what is being uploaded, so that a finished recording only changes its name.
///
/// It is locked as long as the studio lives, and goes with it; one that nobody holds any more is removed by the next studio.
final class ImportStaging: Sendable {
    private static let prefix = ".airdraw-studio-"

    /// Where it is.
    let path: String
    private let lock: Int32

    /// Makes a folder and locks it.
    ///
    /// - Throws: `FileFailure` when the library's folder cannot be written.
    init(in folder: LibraryFolder) throws {
        let number = UInt32.random(in: .min ... .max)
        path = folder.file(Self.prefix + "\(getpid())-" + String(number, radix: 16))
        guard unsafe mkdir(path, 0o700) == 0 else {
            throw FileFailure(path: folder.path, action: "write into", code: errno)
        }
        lock = unsafe open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            removeTree(path)
            throw FileFailure(path: path, action: "lock", code: code)
        }
    }

    deinit {
        removeTree(path)
        close(lock)
    }

    /// The folder of one import.
    func folder(_ id: String) -> String { path + "/" + id }

    /// Removes what studios that no longer live have left in a folder.
    static func removeStale(in folder: LibraryFolder) {
        // Without the folder there is nothing to remove.
        guard let stream = unsafe opendir(folder.path) else { return }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        unsafe closedir(stream)
        for name in names where isStale(folder.file(name)) { removeTree(folder.file(name)) }
    }

    private static func isStale(_ path: String) -> Bool {
        let lock = unsafe open(path + "/lock", O_RDWR | O_CLOEXEC)
        guard lock >= 0 else {
            // Between its making and its lock a folder of a living studio has none for a moment.
            guard errno == ENOENT else { return false }
            var status = stat()
            return unsafe lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 60
        }
        defer { close(lock) }
        return flock(lock, LOCK_EX | LOCK_NB) == 0
    }

    /// Bytes that may still be written where a path is; nil when that is not known.
    static func freeBytes(at path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// Gives a folder a name that is free; nothing of that name is touched.
    ///
    /// - Returns: false when the name is taken.
    /// - Throws: `FileFailure`.
    static func move(_ folder: String, to target: String) throws -> Bool {
        // Making the folder takes the name in one step; renaming on to an empty folder replaces it in another.
        guard unsafe mkdir(target, 0o777) == 0 else {
            if errno == EEXIST { return false }
            throw FileFailure(path: target, action: "make", code: errno)
        }
        guard unsafe rename(folder, target) == 0 else {
            let failure = FileFailure(path: target, action: "write", code: errno)
            unsafe rmdir(target)
            throw failure
        }
        return true
    }
}
