internal import Files
internal import Imaging
internal import Recordings
internal import Synchronization

/// The recordings of a folder, as pages ask for them.
///
/// What was read is kept, and read again when a file of it has changed. Kept are: the facts of each recording in the list (about a
/// kilobyte each), frame indices up to 32 MB, covers up to 16 MB, tables of frames in ``mostTables`` temporary files, and what
/// ``FilmPictures`` says.
final class Library: Sendable {
    /// The most tables of frames that are kept on the disk.
    static let mostTables = 8

    private struct Dated<Value> {
        var signature: FileSignature
        var value: Value
    }

    private struct Caches: ~Copyable {
        var indices = BoundedCache<String, Dated<FrameIndex>>(mostCost: 32 << 20, mostEntries: 64)
        var covers = BoundedCache<String, Dated<[UInt8]>>(mostCost: 16 << 20, mostEntries: 1024)
        var tables = BoundedCache<String, Dated<String>>(mostEntries: Library.mostTables)
        var rates = BoundedCache<String, Dated<FilmFact>>(mostEntries: 256)
        var tablesMade = 0
        /// Holds the tables; it goes with the library.
        let temporary: TemporaryFolder
    }

    /// What opening a film told.
    private struct FilmFact: Sendable {
        var rate: Double?
        var problem: String?
    }

    /// The folder.
    let folder: LibraryFolder
    /// Pictures of films.
    let films = FilmPictures()
    private let facts = Mutex<[String: Dated<Result<RecordingFacts, LibraryFailure>>]>([:])
    private let caches: Mutex<Caches>
    /// The folder of the tables.
    private let temporary: String

    /// Opens a folder, which need not be there yet.
    ///
    /// - Throws: `FileFailure` when no temporary folder can be made.
    init(folder: String) throws {
        self.folder = .init(folder)
        let folder = try TemporaryFolder(for: "studio")
        temporary = folder.path
        caches = Mutex(Caches(temporary: folder))
    }

    /// The folders with the files that answers are made of.
    var served: [ServedFolder] { [.init(path: folder.path), .init(path: temporary)] }

    // MARK: - Which there are

    /// The recordings, sorted by name: the folders with a `recording.json`, and the folder itself when it is one.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there.
    func entries() throws(LibraryFailure) -> [LibraryEntry] {
        let recordings = try places()
        var entries: [LibraryEntry] = []
        for place in recordings {
            if let problem = place.problem {
                entries.append(.init(name: place.name, problem: problem))
                continue
            }
            do {
                entries.append(.init(name: place.name, facts: try facts(of: place.path), words: folder.words))
            } catch {
                entries.append(.init(name: place.name, problem: error.description + (error.help.map { "; " + $0 } ?? "")))
            }
        }
        let living = Set(recordings.map(\.path))
        facts.withLock { facts in facts = facts.filter { living.contains($0.key) } }
        return entries
    }

    /// The names of the recordings that can be used or not, without reading them.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there.
    func names() throws(LibraryFailure) -> [String] { try places().map(\.name) }

    /// The folder of a recording, by its name in the list.
    ///
    /// - Throws: ``LibraryFailure`` when there is none of this name.
    func path(of name: String) throws(LibraryFailure) -> String {
        if name == ownName, isRecording(folder.path) { return folder.path }
        let path = try folder.subfolder(name)
        guard isRecording(path) else {
            throw .init(.missing, "\"\(name)\" is no recording: there is no recording.json in it", help: "was it removed?")
        }
        return path
    }

    /// Opens a recording by its name in the list.
    ///
    /// - Throws: ``LibraryFailure`` when there is none, or it cannot be used.
    func recording(_ name: String) throws(LibraryFailure) -> Recording {
        try readable(try path(of: name)) { (path) throws(RecordingFailure) in try Recording(opening: path) }
    }

    private func places() throws(LibraryFailure) -> [LibraryFolder.Entry] {
        var found = try folder.folders().filter { $0.problem != nil ? isRecording(folder.file($0.name)) : isRecording($0.path) }
        if isRecording(folder.path) { found.insert(.init(name: ownName, path: folder.path), at: 0) }
        return found
    }

    /// What the folder itself is called when it is a recording; a recording within it keeps its name.
    private var ownName: String {
        let name = folder.name
        return kind(of: folder.file(name)) == nil ? name : name + " (folder)"
    }

    private func isRecording(_ path: String) -> Bool { isRegularFile(path + "/recording.json") }

    // MARK: - What is in them

    /// What a player must know of a recording.
    ///
    /// - Throws: ``LibraryFailure``.
    func details(of name: String) throws(LibraryFailure) -> RecordingDetails {
        let recording = try recording(name)
        let facts = try facts(of: recording.folder)
        let index = try index(of: recording)
        let spans = try readable(recording.folder) { (_) throws(RecordingFailure) in
            try UserSpans(of: recording, end: index.times.last ?? 0)
        }
        guard let path = recording.filmPath else {
            return .init(name: name, facts: facts, spans: spans, film: nil, problem: nil)
        }
        let fact = filmFact(path)
        let film = RecordingDetails.Film(
            url: Address.recording(name, "film"), bytes: FileSignature(of: [path]).length, rate: fact.rate ?? facts.summary.rate)
        return .init(name: name, facts: facts, spans: spans, film: film, problem: fact.problem)
    }

    /// What happens in a recording and when.
    ///
    /// - Throws: ``LibraryFailure``.
    func timeline(of name: String) throws(LibraryFailure) -> RecordingTimeline {
        let recording = try recording(name)
        let index = try index(of: recording)
        return try readable(recording.folder) { (_) throws(RecordingFailure) in
            try RecordingTimeline(of: recording, index: index)
        }
    }

    /// A file with the table of a recording's frames.
    ///
    /// - Throws: ``LibraryFailure``.
    func frameTable(of name: String) throws(LibraryFailure) -> String {
        let recording = try recording(name)
        let key = recording.folder
        let signature = FileSignature(ofRecording: key)
        let (known, number) = caches.withLock { caches in
            caches.tablesMade += 1
            return (caches.tables.value(of: key), caches.tablesMade)
        }
        if let known, known.signature == signature { return known.value }
        let path = temporary + "/frames-\(number)"
        do {
            try FrameTable.write(recording, to: path)
        } catch let failure as FileFailure {
            throw .init(.noRoom, failure.description, help: "make room among the temporary files")
        } catch {
            throw unusable(error)
        }
        let gone = caches.withLock { $0.tables.keep(.init(signature: signature, value: path), of: key) }
        for table in gone { removeTree(table.value) }
        return path
    }

    /// The path of a recording's film.
    ///
    /// - Throws: ``LibraryFailure`` when it has none.
    func film(of name: String) throws(LibraryFailure) -> String {
        let recording = try recording(name)
        guard let path = recording.filmPath else {
            throw .init(.missing, "\"\(name)\" has no film", help: "its pictures are files, or it has none")
        }
        return path
    }

    /// A picture of a recording: a file, or the bytes of a JPEG file.
    enum PictureFile: Hashable, Sendable {
        case file(String)
        case jpeg([UInt8])
    }

    /// The picture of a frame, landscapeRight.
    ///
    /// - Parameters:
    ///   - frame: number of the frame.
    ///   - name: of the recording.
    /// - Throws: ``LibraryFailure``.
    func picture(_ frame: Int, of name: String) throws(LibraryFailure) -> PictureFile {
        let recording = try recording(name)
        let index = try index(of: recording)
        switch index.picture(frame) {
        case nil:
            throw .init(
                .missing, "there is no frame \(frame) in \"\(name)\"", help: "its frames are 0 to \(index.times.count - 1)")
        case .some(.none): throw noPictures(name)
        case .file(let file): return .file(recording.folder + "/" + file)
        case .videoFrame(let number):
            guard let film = recording.filmPath else { throw noPictures(name) }
            return .jpeg(try pictured { try films.jpeg(of: film, number: number) })
        }
    }

    /// The cover of a recording as the bytes of a JPEG file, and a text that is another when the cover is.
    ///
    /// - Throws: ``LibraryFailure``.
    func cover(of name: String) throws(LibraryFailure) -> (jpeg: [UInt8], tag: String) {
        let recording = try recording(name)
        let key = recording.folder
        var signature = FileSignature(ofRecording: key)
        if let film = recording.filmPath { signature = signature.adding(.init(of: [film])) }
        let known = caches.withLock { $0.covers.value(of: key) }
        if let known, known.signature == signature { return (known.value, signature.tag) }
        let index = try index(of: recording)
        let spans = try readable(key) { (_) throws(RecordingFailure) in try UserSpans(of: recording, end: 0) }
        let picture = index.picture(Cover.frame(of: index, taps: spans.taps))
        let bytes = try pictured {
            switch picture {
            case nil, .some(.none): throw noPictures(name)
            case .file(let file):
                return try films.working {
                    try Cover.jpeg(of: try Picture(contentsOf: recording.folder + "/" + file), in: recording.viewport)
                }
            case .videoFrame(let number):
                guard let film = recording.filmPath else { throw noPictures(name) }
                return try Cover.jpeg(of: try films.picture(of: film, number: number), in: recording.viewport)
            }
        }
        caches.withLock { _ = $0.covers.keep(.init(signature: signature, value: bytes), of: key, cost: bytes.count) }
        return (bytes, signature.tag)
    }

    // MARK: - What is kept

    private func facts(of path: String) throws(LibraryFailure) -> RecordingFacts {
        let signature = FileSignature(ofRecording: path)
        if let known = facts.withLock({ $0[path] }), known.signature == signature { return try known.value.get() }
        let found: Result<RecordingFacts, LibraryFailure>
        do throws(LibraryFailure) {
            found = .success(
                try readable(path) { (path) throws(RecordingFailure) in try RecordingFacts(of: try Recording(opening: path)) })
        } catch {
            found = .failure(error)
        }
        facts.withLock { $0[path] = .init(signature: signature, value: found) }
        return try found.get()
    }

    /// The frames of a recording.
    ///
    /// - Throws: ``LibraryFailure``.
    func index(of recording: Recording) throws(LibraryFailure) -> FrameIndex {
        let key = recording.folder
        let signature = FileSignature(ofRecording: key)
        let known = caches.withLock { $0.indices.value(of: key) }
        if let known, known.signature == signature { return known.value }
        let index = try readable(key) { (_) throws(RecordingFailure) in try FrameIndex(of: recording) }
        caches.withLock { _ = $0.indices.keep(.init(signature: signature, value: index), of: key, cost: index.cost) }
        return index
    }

    private func filmFact(_ path: String) -> FilmFact {
        let signature = FileSignature(of: [path])
        if let known = caches.withLock({ $0.rates.value(of: path) }), known.signature == signature { return known.value }
        let fact: FilmFact
        do {
            let film = try films.working { try VideoFile(path: path) }
            fact = .init(rate: film.framesPerSecond, problem: film.cutOff)
        } catch {
            fact = .init(problem: folder.words(error))
        }
        caches.withLock { _ = $0.rates.keep(.init(signature: signature, value: fact), of: path) }
        return fact
    }

    // MARK: - What is wrong

    private func readable<Value>(
        _ path: String, _ body: (String) throws(RecordingFailure) -> Value
    ) throws(LibraryFailure) -> Value {
        do {
            return try body(path)
        } catch {
            throw unusable(error)
        }
    }

    private func pictured<Value>(_ body: () throws -> Value) throws(LibraryFailure) -> Value {
        do {
            return try body()
        } catch let failure as LibraryFailure {
            throw .init(failure.kind, folder.words(failure), help: failure.help)
        } catch {
            throw .init(.unusable, folder.words(error))
        }
    }

    private func unusable(_ error: any Error) -> LibraryFailure {
        guard let failure = error as? RecordingFailure else { return .init(.unusable, folder.words(error)) }
        let bare = RecordingFailure(path: failure.path, line: failure.line, key: failure.key, problem: failure.problem)
        return .init(.unusable, folder.words(bare), help: failure.cure)
    }

    private func noPictures(_ name: String) -> LibraryFailure {
        .init(.missing, "\"\(name)\" has no pictures, only the camera's path", help: "import it with its pictures")
    }
}
