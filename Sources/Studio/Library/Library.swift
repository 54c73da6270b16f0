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

    /// A value, and the files that it was made of.
    struct Dated<Value> {
        var signature: FileSignature
        var value: Value
    }

    /// What is kept, but for the facts.
    struct Caches: ~Copyable {
        var indices = BoundedCache<String, Dated<FrameIndex>>(mostCost: 32 << 20, mostEntries: 64)
        var covers = BoundedCache<String, Dated<[UInt8]>>(mostCost: 16 << 20, mostEntries: 1024)
        var tables = BoundedCache<String, Dated<String>>(mostEntries: Library.mostTables)
        var rates = BoundedCache<String, Dated<FilmFact>>(mostEntries: 256)
        var tablesMade = 0
        /// Holds the tables; it goes with the library.
        let temporary: TemporaryFolder
    }

    /// What opening a film told.
    struct FilmFact: Sendable {
        var rate: Double?
        var problem: String?
    }

    /// The folder.
    let folder: LibraryFolder
    /// Pictures of films.
    let films = FilmPictures()
    /// What the list says of each recording, by its folder.
    let facts = Mutex<[String: Dated<Result<RecordingFacts, LibraryFailure>>]>([:])
    /// What is kept, but for the facts.
    let caches: Mutex<Caches>
    /// The folder of the tables.
    let temporary: String
    /// Keeps many pages from making the same thing at the same time.
    let turns = Turns()

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

    // MARK: - What is wrong

    /// Reads something of a recording, and says what is wrong as pages are told.
    func readable<Value>(
        _ path: String, _ body: (String) throws(RecordingFailure) -> Value
    ) throws(LibraryFailure) -> Value {
        do {
            return try body(path)
        } catch {
            throw unusable(error)
        }
    }

    /// Makes a picture, and says what is wrong as pages are told.
    func pictured<Value>(_ body: () throws -> Value) throws(LibraryFailure) -> Value {
        do {
            return try body()
        } catch let failure as LibraryFailure {
            throw .init(failure.kind, folder.words(failure), help: failure.help)
        } catch {
            throw .init(.unusable, folder.words(error))
        }
    }

    /// What is wrong, as pages are told.
    func unusable(_ error: any Error) -> LibraryFailure {
        guard let failure = error as? RecordingFailure else { return .init(.unusable, folder.words(error)) }
        let bare = RecordingFailure(path: failure.path, line: failure.line, key: failure.key, problem: failure.problem)
        return .init(.unusable, folder.words(bare), help: failure.cure)
    }

    /// That a recording has no pictures.
    func noPictures(_ name: String) -> LibraryFailure {
        .init(.missing, "\"\(name)\" has no pictures, only the camera's path", help: "import it with its pictures")
    }
}
