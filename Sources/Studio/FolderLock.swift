internal import Files
internal import Glibc

/// Holds a folder for one studio, from its making to its end.
///
/// The lock (`flock`) is on the folder itself and leaves nothing in it; the system frees it also when the program is killed. The address
/// of the studio that has it is kept in a file among the temporary ones.
final class FolderLock: Sendable {
    private let descriptor: Int32
    private let addressFile: String

    /// Takes the folder.
    ///
    /// - Throws: ``StudioFailure`` where another studio has it, with the address of that one where it may be seen.
    init(folder: String) throws(StudioFailure) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        var state = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &state) == 0 else {
            throw StudioFailure("\(FileFailure(path: folder, action: "open", code: errno))")
        }
        let addressFile = "/tmp/airdraw-studio-\(geteuid())-\(state.st_dev)-\(state.st_ino)"
        // A file system without locks, such as some of networks, lets two studios run; each file is still written whole.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            close(descriptor)
            let address = Self.text(of: addressFile)
            throw StudioFailure(
                "another studio runs on the folder \(folder)" + (address.map { ": \($0)" } ?? ""),
                cure: "open its address, or end it with Ctrl-C in its terminal")
        }
        self.descriptor = descriptor
        self.addressFile = addressFile
    }

    deinit {
        unsafe unlink(addressFile)
        close(descriptor)
    }

    /// Lets others know where the studio is; only the same user may read it, since it may hold a token.
    ///
    /// Where it cannot be written nothing else is lost.
    func announce(_ address: String) {
        unsafe unlink(addressFile)
        let file = unsafe open(addressFile, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        unsafe Array(address.utf8).withUnsafeBytes { unsafe _ = write(file, $0.baseAddress, $0.count) }
    }

    /// The text of a small file of this user's; nil where there is none.
    private static func text(of path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var state = stat()
        guard unsafe fstat(file, &state) == 0, state.st_uid == geteuid(), state.st_mode & S_IFMT == S_IFREG else { return nil }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { room in
            let count = unsafe read(file, room.baseAddress, room.count)
            let text = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: room[..<max(0, count)]), as: UTF8.self)
            return text.hasPrefix("http://") ? text : nil
        }
    }
}
