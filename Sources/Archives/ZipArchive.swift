internal import CZip
internal import Files
private import Glibc

/// A zip archive that is unpacked into a folder, after all of its entries were found to be harmless.
@safe public final class ZipArchive {
    /// A file of the archive.
    public struct Entry: Hashable, Sendable {
        /// Its path in the archive, with slashes.
        public let name: String
        /// Its length when unpacked, bytes.
        public let size: UInt64
        let index: UInt64
    }

    /// The archive, as it was named.
    public let path: String
    /// Its files, in its order; folders are not among them.
    public private(set) var entries: [Entry] = []
    private let handle: OpaquePointer

    /// Whether a file begins as a zip archive does.
    public static func isArchive(_ path: String) -> Bool {
        // What cannot be read is no archive here; whoever reads it next says why.
        guard isRegularFile(path), let start = try? firstBytes(of: path) else { return false }
        return start == [0x50, 0x4B, 0x03, 0x04] || start == [0x50, 0x4B, 0x05, 0x06]
    }

    /// Opens an archive and looks at all of its entries, without unpacking any.
    ///
    /// - Parameters:
    ///   - path: the archive.
    ///   - limits: how much it may hold.
    /// - Throws: ``ArchiveFailure``: cut off or damaged, encrypted, too large, or with entries that lead out of it.
    public init(opening path: String, limits: ArchiveLimits = .init()) throws {
        self.path = path
        var code: Int32 = 0
        guard let opened = unsafe zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code) else {
            throw ArchiveFailure.opening(path, code)
        }
        unsafe handle = opened
        // All is set, so that a failure from here on closes the archive as the end of its life does.
        try look(limits)
    }

    deinit { unsafe zip_discard(handle) }

    private func look(_ limits: ArchiveLimits) throws {
        let count = unsafe zip_get_num_entries(handle, 0)
        guard count >= 0, count <= limits.entries else {
            throw ArchiveFailure(path: path, problem: "it has \(count) entries, and at most \(limits.entries) are unpacked")
        }
        var total: UInt64 = 0
        for index in 0..<UInt64(count) {
            guard let entry = try entry(index, limits) else { continue }
            let (sum, overflow) = total.addingReportingOverflow(entry.size)
            guard !overflow, sum <= limits.bytes else {
                throw ArchiveFailure(path: path, problem: "it unpacks to more than \(limits.bytes >> 20) MiB, which is refused")
            }
            total = sum
            entries.append(entry)
        }
    }

    /// Looks at one entry; nil for a folder.
    private func entry(_ index: UInt64, _ limits: ArchiveLimits) throws -> Entry? {
        var status = unsafe zip_stat_t()
        guard unsafe zip_stat_index(handle, index, 0, &status) == 0, let raw = unsafe status.name else {
            throw ArchiveFailure(path: path, problem: "entry \(index) cannot be read: \(words)")
        }
        let name = unsafe String(cString: raw)
        func refuse(_ problem: String, cure: String? = nil) -> ArchiveFailure {
            .init(path: path, entry: name, problem: problem, cure: cure)
        }
        var parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isFolder = parts.last == ""
        if isFolder { parts.removeLast() }
        guard !name.contains("\\"), !name.contains(":"), !parts.isEmpty,
            !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), name.utf8.count <= 1024,
            !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw refuse("leads out of the archive, or is no path: it is refused") }
        var system: UInt8 = 0
        var attributes: UInt32 = 0
        guard unsafe zip_file_get_external_attributes(handle, index, 0, &system, &attributes) == 0 else {
            throw refuse("cannot be read: \(words)")
        }
        let kind = attributes >> 16 & S_IFMT
        if system == UInt8(ZIP_OPSYS_UNIX), kind != 0, kind != S_IFREG, kind != S_IFDIR {
            throw refuse("is a link or a device, which is refused")
        }
        if isFolder { return nil }
        let (size, packed) = unsafe (status.size, status.comp_size)
        guard unsafe status.encryption_method == UInt16(ZIP_EM_NONE) else {
            throw refuse("is encrypted", cure: "unpack the archive with its password, and import the folder")
        }
        guard size <= 1 << 20 || size / limits.ratio <= packed else {
            throw refuse("grows from \(packed) to \(size) bytes, which is refused: more than \(limits.ratio) times")
        }
        return Entry(name: name, size: size, index: index)
    }

    /// Unpacks one entry into a file, whose folders are made.
    ///
    /// - Parameters:
    ///   - entry: one of ``entries``.
    ///   - folder: where it goes, under its name.
    /// - Throws: ``ArchiveFailure`` when it is damaged or cut off, `FileFailure` when it cannot be written.
    public func unpack(_ entry: Entry, into folder: String) throws {
        var parent = folder
        for part in entry.name.split(separator: "/").dropLast() {
            parent += "/" + part
            guard unsafe mkdir(parent, 0o777) == 0 || errno == EEXIST else {
                throw FileFailure(path: parent, action: "make", code: errno)
            }
        }
        let file = try AtomicFile(path: folder + "/" + entry.name)
        try read(entry) { file.write($0) }
        try file.commit()
    }

    private func read(_ entry: Entry, _ take: (ArraySlice<UInt8>) -> Void) throws {
        guard let source = unsafe zip_fopen_index(handle, entry.index, 0) else {
            throw ArchiveFailure(path: path, entry: entry.name, problem: "cannot be unpacked: \(words)")
        }
        defer { unsafe zip_fclose(source) }
        var block = [UInt8](repeating: 0, count: 1 << 18)
        var done: UInt64 = 0
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe zip_fread(source, $0.baseAddress, UInt64($0.count)) }
            guard count >= 0 else {
                let reason = unsafe String(cString: zip_error_strerror(zip_file_get_error(source)))
                throw ArchiveFailure(
                    path: path, entry: entry.name, problem: "cannot be unpacked (\(reason))", cure: "copy the archive anew")
            }
            if count == 0 { break }
            done += UInt64(count)
            // What the list of entries says is what the limits were held against.
            guard done <= entry.size else { break }
            take(block[..<Int(count)])
        }
        guard done == entry.size else {
            throw ArchiveFailure(
                path: path, entry: entry.name, problem: "has another length than the archive says", cure: "copy the archive anew")
        }
    }

    private var words: String { unsafe String(cString: zip_strerror(handle)) }
}

extension ArchiveFailure {
    /// Why an archive cannot be opened, from libzip's number.
    fileprivate static func opening(_ path: String, _ code: Int32) -> Self {
        switch code {
        case ZIP_ER_EXISTS: return .init(path: path, problem: "two of its entries have one name, which is refused")
        case ZIP_ER_NOENT: return .init(path: path, problem: "it does not exist")
        case ZIP_ER_NOZIP, ZIP_ER_INCONS, ZIP_ER_EOF:
            return .init(path: path, problem: "the archive is cut off or damaged", cure: "copy it anew")
        default:
            var error = unsafe zip_error_t()
            unsafe zip_error_init_with_code(&error, code)
            defer { unsafe zip_error_fini(&error) }
            return .init(path: path, problem: unsafe "it cannot be opened: \(String(cString: zip_error_strerror(&error)))")
        }
    }
}

private func firstBytes(of path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(path: path, action: "read", code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, 4) }
    return Array(bytes.prefix(max(0, count)))
}
