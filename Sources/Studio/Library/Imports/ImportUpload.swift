internal import Files
internal import Imaging

/// A file that is coming: it is written beside its name, which it gets when it is complete.
final class ImportUpload: Sendable {
    /// What follows when the file is there.
    enum Next: Sendable {
        /// More files, or words.
        case wait
        /// The import.
        case run
    }

    /// The import that it is for.
    let id: String
    /// What follows when it is there.
    let next: Next
    /// Most bytes that are taken.
    let limit: Int
    private let desk: ImportDesk
    private let file: ImportFile
    private let isFirst: Bool
    private let path: String
    /// Nil once it is complete or dropped.
    private let target: Monitor<(file: AtomicFile, written: Int)?>

    /// Opens the file.
    ///
    /// - Throws: ``LibraryFailure`` when the disk has no room for it.
    init(
        desk: ImportDesk, id: String, file: ImportFile, to path: String, length: Int?, next: Next, isFirst: Bool
    ) throws(LibraryFailure) {
        self.desk = desk
        self.id = id
        self.file = file
        self.next = next
        self.isFirst = isFirst
        self.path = path
        // What is imported is written a second time, as a recording.
        let room = ImportStaging.freeBytes(at: desk.folder.path).map { max(($0 - ImportDesk.reserve) / 2, 0) } ?? .max
        limit = min(room, ImportDesk.mostBytes)
        if let length, length > limit {
            guard length > room else {
                throw .init(.tooLarge, "\(file.name) is larger than \(ImportDesk.mostBytes >> 30) GiB", help: "cut it")
            }
            throw Self.noRoom(file, "it has \(length >> 20) MiB, and \(room >> 20) MiB can be taken")
        }
        do {
            try makeFolders(for: path)
            target = Monitor((try AtomicFile(path: path), 0))
        } catch {
            throw Self.failure(file, error)
        }
    }

    /// Takes the next part.
    ///
    /// - Throws: ``LibraryFailure`` when the disk is full.
    func write(_ bytes: [UInt8]) throws(LibraryFailure) {
        let (isTooMuch, failure) = target.change { target -> (Bool, (any Error)?) in
            guard let open = target else { return (false, nil) }
            guard open.written <= limit - bytes.count else { return (true, nil) }
            open.file.write(bytes)
            target?.written += bytes.count
            guard open.file.hasFailed else { return (false, nil) }
            // The failure is told by the commit, which then does nothing else.
            do { try open.file.commit() } catch { return (false, error) }
            return (false, nil)
        }
        if isTooMuch { throw Self.noRoom(file, "more than \(limit >> 20) MiB came") }
        if let failure { throw Self.failure(file, failure) }
    }

    /// All is there.
    ///
    /// - Throws: ``LibraryFailure`` when the disk is full; the file is then dropped.
    func finish() throws(LibraryFailure) {
        let open = target.change { target in
            defer { target = nil }
            return target
        }
        do {
            try open?.file.commit()
        } catch {
            abandon()
            throw Self.failure(file, error)
        }
        desk.uploaded(file, to: id)
    }

    /// It will not come: what was written is removed, and with the first file the import.
    func abandon() {
        target.change { $0 = nil }
        if isFirst { desk.drop(id) } else { desk.endUpload(of: id) }
    }

    private static func noRoom(_ file: ImportFile, _ why: String) -> LibraryFailure {
        .init(
            .noRoom, "the disk has no room for \(file.name): \(why)", help: "make room; an import needs twice the file's length")
    }

    private static func failure(_ file: ImportFile, _ error: any Error) -> LibraryFailure {
        guard let failure = error as? FileFailure else { return .init(.unusable, "\(file.name): \(error)") }
        let isFull = failure.reason == "the disk is full"
        return .init(
            isFull ? .noRoom : .unusable, "\(file.name) cannot be stored: \(failure.reason)",
            help: isFull ? "make room, and send it again" : nil)
    }
}
