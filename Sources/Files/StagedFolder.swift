import Glibc

/// A folder to fill under another name until the work is complete; dropped without ``commit()``, it is removed with all in it.
public final class StagedFolder {
    /// The final name.
    public let path: String
    /// The folder to write into, beside the final name.
    public let stagingPath: String
    private var committed = false

    /// Makes an empty folder beside `path`; what is at `path` stays until the commit.
    ///
    /// - Throws: ``FileFailure`` when the folder that is to hold it is missing or cannot be written.
    public init(path: String) throws {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        self.path = name
        stagingPath = try stagingName(for: name)
        removeTree(stagingPath)
        guard unsafe mkdir(stagingPath, 0o777) == 0 else { throw FileFailure.last("make", name) }
    }

    deinit {
        if !committed { removeTree(stagingPath) }
    }

    /// Gives the folder its final name, in place of what was there.
    ///
    /// Two folders cannot change places in one step here: between two renames there is none of this name for a moment, but
    /// what was there is removed only after the new one has its name.
    public func commit() throws {
        let retired = stagingPath + "-old"
        let isReplacing = kind(of: path) != nil
        if isReplacing {
            guard unsafe rename(path, retired) == 0 else { throw FileFailure.last("replace", path) }
        }
        guard unsafe rename(stagingPath, path) == 0 else {
            let failure = FileFailure.last("write", path)
            // The failure reported is the first one; what was there keeps its contents under either name.
            if isReplacing { unsafe rename(retired, path) }
            throw failure
        }
        committed = true
        if isReplacing { removeTree(retired) }
    }
}

/// Removes a file, or a folder with all in it; links are removed and not followed.
///
/// What cannot be removed stays.
public func removeTree(_ path: String) {
    guard unsafe unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
    if let folder = unsafe opendir(path) {
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        unsafe closedir(folder)
        for name in names { removeTree(path + "/" + name) }
    }
    unsafe rmdir(path)
}

/// Copies a file's bytes to a new name, which appears when they are complete.
///
/// - Throws: ``FileFailure``.
public func copyFile(from source: String, to target: String) throws {
    let descriptor = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.last("read", source) }
    defer { close(descriptor) }
    let file = try AtomicFile(path: target)
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while !file.hasFailed {
        let n = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if n < 0 {
            if errno == EINTR { continue }
            throw FileFailure.last("read", source)
        }
        if n == 0 { break }
        file.write(block[..<n])
    }
    try file.commit()
}
