import Glibc

/// A file that appears under its name only when it is complete: written beside it and renamed by ``commit()``.
///
/// Dropped without a commit, it leaves nothing behind and what was there before stays. Writes are gathered into blocks of 1 MiB.
public final class AtomicFile: TextOutputStream {
    private let staged: StagedPath
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var failure: FileFailure?
    private var closed = false
    private static let block = 1 << 20
    /// From here on gathering costs more than a call of the system.
    private static let largeBlock = 1 << 16

    /// The final name.
    public var path: String { staged.path }

    /// Opens a file beside `path`.
    ///
    /// - Throws: ``FileFailure`` when the folder is missing or cannot be written.
    public init(path: String) throws {
        staged = try StagedPath(path: path)
        descriptor = unsafe open(staged.stagingPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileFailure.last("write", path) }
        buffer.reserveCapacity(Self.block + 4096)
    }

    deinit {
        if !closed { close(descriptor) }
    }

    /// Appends text as UTF-8; a failure is kept and thrown by ``commit()``.
    public func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.block { flush() }
    }

    /// Appends bytes; a failure is kept and thrown by ``commit()``.
    public func write(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.block { flush() }
    }

    /// Appends bytes of memory; a large block goes to the system as it is.
    ///
    /// A failure is kept and thrown by ``commit()``.
    public func write(contentsOf bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.largeBlock else { return unsafe write(bytes) }
        flush()
        guard failure == nil else { return }
        failure = unsafe store(bytes)
    }

    /// Asks for the place that the whole file will take, so that a full disk shows before anything is written, and writing is faster.
    ///
    /// Exactly so many bytes must then be written. Where the place cannot be had beforehand, such as in a pipe, nothing happens.
    public func reserve(_ size: Int) {
        guard failure == nil, size > 0 else { return }
        let code = posix_fallocate(descriptor, 0, off_t(size))
        if code == ENOSPC || code == EFBIG { failure = FileFailure(path: path, action: "write", code: code) }
    }

    /// Whether a write has failed, so that a long writer may stop early.
    public var hasFailed: Bool { failure != nil }

    /// Writes what is gathered and closes the file, which has no name yet; for several files that appear together.
    ///
    /// - Throws: ``FileFailure`` of the first write that failed.
    public func finish() throws {
        if !closed {
            flush()
            closed = true
            if close(descriptor) != 0, failure == nil { failure = .last("write", path) }
        }
        if let failure { throw failure }
    }

    /// Writes what is gathered and gives the file its name.
    ///
    /// - Throws: ``FileFailure`` of the first write that failed; the file is then gone.
    public func commit() throws {
        try finish()
        try staged.commit()
    }

    private func flush() {
        guard failure == nil else { return buffer.removeAll(keepingCapacity: true) }
        failure = unsafe buffer.withUnsafeBytes { unsafe store($0) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func store(_ bytes: UnsafeRawBufferPointer) -> FileFailure? {
        var done = 0
        while done < bytes.count {
            guard let base = bytes.baseAddress else { break }
            let n = unsafe Glibc.write(descriptor, base + done, bytes.count - done)
            if n < 0 {
                if errno == EINTR { continue }
                return FileFailure.last("write", path)
            }
            done += n
        }
        return nil
    }
}
