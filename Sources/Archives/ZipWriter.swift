internal import CZip
internal import Files

/// A zip archive that is being written: its entries are stored as they are, and no time of the clock is in it.
///
/// The same entries give the same bytes. The file appears at ``finish()``; dropped before, nothing is left.
@safe public final class ZipWriter {
    private let staged: StagedPath
    private var handle: OpaquePointer?
    /// libzip reads the entries when it is closed; until then they are kept here.
    private var contents: [UnsafeMutableRawBufferPointer] = unsafe []

    /// Starts an archive.
    ///
    /// - Throws: `FileFailure` when the file cannot be written there, ``ArchiveFailure``.
    public init(path: String) throws {
        staged = try StagedPath(path: path)
        var code: Int32 = 0
        guard let opened = unsafe zip_open(staged.stagingPath, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw ArchiveFailure(path: path, problem: "the archive cannot be written (libzip error \(code))")
        }
        unsafe handle = opened
    }

    deinit {
        if let handle = unsafe handle { unsafe zip_discard(handle) }
        while let content = unsafe contents.popLast() { unsafe content.deallocate() }
    }

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, with slashes.
    ///   - bytes: what it holds.
    /// - Throws: ``ArchiveFailure``.
    public func append(_ name: String, _ bytes: [UInt8]) throws {
        guard let archive = unsafe handle else { preconditionFailure("nothing can be appended to a finished archive") }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        unsafe copy.copyBytes(from: bytes)
        unsafe contents.append(copy)
        guard let source = unsafe zip_source_buffer(archive, copy.baseAddress, UInt64(bytes.count), 0) else {
            throw failure(name)
        }
        let index = unsafe zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe zip_source_free(source)
            throw failure(name)
        }
        let entry = UInt64(index)
        // The first day that a zip archive can name: 1 January 1980.
        guard unsafe zip_set_file_compression(archive, entry, ZIP_CM_STORE, 0) == 0,
            unsafe zip_file_set_dostime(archive, entry, 0, 0x21, 0) == 0
        else { throw failure(name) }
    }

    /// Writes everything and gives the file its name.
    ///
    /// - Throws: ``ArchiveFailure`` when it could not be written, as on a full disk.
    public func finish() throws {
        guard let archive = unsafe handle else { preconditionFailure("an archive is finished once") }
        guard unsafe zip_close(archive) == 0 else { throw failure(nil) }
        unsafe handle = nil
        try staged.commit()
    }

    private func failure(_ entry: String?) -> ArchiveFailure {
        let words = unsafe handle.map { unsafe String(cString: zip_strerror($0)) } ?? "it is closed"
        return .init(path: staged.path, entry: entry, problem: "cannot be written: \(words)")
    }
}
