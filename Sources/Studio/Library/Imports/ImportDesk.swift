internal import Files
internal import Imaging

/// Takes in uploads and makes recordings of them, one at a time.
///
/// At most ``mostTasks`` are kept. One that nobody works on or asks for is dropped after ``patience``, with its files.
final class ImportDesk: Sendable {
    /// The most imports that are known at a time.
    static let mostTasks = 32
    /// The most files of one import.
    static let mostFiles = 50_000
    /// The most bytes of one file: 64 GiB.
    static let mostBytes = 1 << 36
    /// Bytes that stay free on the disk.
    static let reserve = 128 << 20
    /// How long an import is kept that nobody asks for.
    static let patience = Duration.seconds(600)

    struct State: Sendable {
        var tasks: [String: ImportTask] = [:]
        var queue: [String] = []
        var isWorking = false
        var isSweeping = false
        var staging: ImportStaging?
    }

    let folder: LibraryFolder
    let importer: any StudioImporter
    let films: FilmPictures
    let state = Monitor(State())

    /// Prepares to import, and removes what a studio before has left half done.
    ///
    /// - Parameters:
    ///   - folder: where recordings go.
    ///   - importer: makes them.
    ///   - films: decodes first pictures.
    init(folder: LibraryFolder, importer: any StudioImporter, films: FilmPictures) {
        self.folder = folder
        self.importer = importer
        self.films = films
        ImportStaging.removeStale(in: folder)
    }

    // MARK: - Uploads

    /// Begins an import with its first file.
    ///
    /// - Parameters:
    ///   - file: its path among the files of the import.
    ///   - wish: what the recording is to be called; nil for the file's name.
    ///   - words: options as they are typed.
    ///   - length: bytes that will come; nil when not known.
    ///   - runsAtOnce: whether nothing more comes.
    /// - Throws: ``LibraryFailure``.
    func begin(
        file: String, wish: String?, words: [String], length: Int?, runsAtOnce: Bool
    ) throws(LibraryFailure) -> ImportUpload {
        guard let first = ImportFile(file) else { throw Self.wrongFile(file) }
        if let wish { try checkName(wish) }
        // Wrong words are told before the bytes come.
        if runsAtOnce { try judge(words, of: first) }
        let staging = try staging()
        sweep()
        let id = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
        let isTaken = state.change { state in
            if state.tasks.count >= Self.mostTasks {
                // Those that are done are known only for pages that come late.
                let done = state.tasks.values.filter { if case .done = $0.stage { true } else { false } }
                if let oldest = done.min(by: { $0.used < $1.used }) { state.tasks[oldest.id] = nil }
            }
            guard state.tasks.count < Self.mostTasks else { return false }
            state.tasks[id] = ImportTask(id: id, first: first, wish: wish, words: words, uploads: 1, used: .now)
            return true
        }
        guard isTaken else {
            throw .init(.busy, "\(Self.mostTasks) imports are open already", help: "wait for one to end, or for ten minutes")
        }
        startSweeping()
        do {
            return try .init(
                desk: self, id: id, file: first, to: filePath(first, of: id, in: staging), length: length,
                next: runsAtOnce ? .run : .wait, isFirst: true)
        } catch {
            drop(id)
            throw error
        }
    }

    /// Adds a file to an import.
    ///
    /// - Throws: ``LibraryFailure``.
    func add(_ file: String, to id: String, length: Int?) throws(LibraryFailure) -> ImportUpload {
        guard let file = ImportFile(file) else { throw Self.wrongFile(file) }
        let staging = try staging()
        let problem = state.change { state -> LibraryFailure? in
            guard var task = state.tasks[id] else { return Self.unknown(id) }
            guard task.stage == .open || task.stage == .failed else { return Self.underWay }
            guard !task.files.contains(file.path) else {
                return .init(.taken, "there is a file \"\(file.path)\" in this import already", help: "send each file once")
            }
            guard task.files.count + task.uploads < Self.mostFiles else {
                return .init(.tooLarge, "an import has at most \(Self.mostFiles) files", help: "drop a film, or an archive")
            }
            task.uploads += 1
            task.used = .now
            state.tasks[id] = task
            return nil
        }
        if let problem { throw problem }
        do {
            return try .init(
                desk: self, id: id, file: file, to: filePath(file, of: id, in: staging), length: length, next: .wait,
                isFirst: false)
        } catch {
            endUpload(of: id)
            throw error
        }
    }

    /// A file is there.
    func uploaded(_ file: ImportFile, to id: String) {
        state.change { state in
            state.tasks[id]?.files.insert(file.path)
            state.tasks[id]?.uploads -= 1
            state.tasks[id]?.used = .now
        }
    }

    /// A file will not come.
    func endUpload(of id: String) {
        state.change { state in
            state.tasks[id]?.uploads -= 1
            state.tasks[id]?.used = .now
        }
    }

    // MARK: - Asking

    /// What happened next to an import; nil when nothing did for a while.
    ///
    /// - Parameters:
    ///   - id: of the import.
    ///   - number: of what is known already.
    ///   - seconds: how long to wait.
    /// - Throws: ``LibraryFailure`` when there is no such import.
    func event(of id: String, after number: Int, seconds: Double) throws(LibraryFailure) -> (
        number: Int, what: ImportEvents.What
    )? {
        enum Found {
            case event(number: Int, what: ImportEvents.What)
            case unknown
        }
        // Asking counts as caring for it.
        state.change { $0.tasks[id]?.used = .now }
        let found = state.wait(seconds: seconds) { state -> Found? in
            guard let task = state.tasks[id] else { return .unknown }
            return task.events.next(after: number).map { .event(number: $0.number, what: $0.what) }
        }
        switch found {
        case .event(let number, let what): return (number, what)
        case .unknown: throw Self.unknown(id)
        case nil: return nil
        }
    }

    /// The import of an id.
    ///
    /// - Throws: ``LibraryFailure`` when there is none.
    func task(_ id: String) throws(LibraryFailure) -> ImportTask {
        let task = state.change { state in
            state.tasks[id]?.used = .now
            return state.tasks[id]
        }
        guard let task else { throw Self.unknown(id) }
        return task
    }

    /// How many imports are known.
    var count: Int { state.change { $0.tasks.count } }

    // MARK: - What is wrong

    static let underWay = LibraryFailure(.taken, "this import is under way already", help: "wait for its end")

    static func unknown(_ id: String) -> LibraryFailure {
        .init(
            .missing, "there is no import \(id)", help: "it was dropped after ten minutes without a question; send the file again"
        )
    }

    static func wrongFile(_ file: String) -> LibraryFailure {
        .init(
            .wrong, "\"\(file)\" is no path for a file of an import",
            help: "file=NAME, or file=FOLDER/NAME; names do not begin with a point")
    }
}
