internal import Archives
internal import Files
internal import Imaging
internal import Recordings
internal import Spaces

/// What came of asking for an import to run.
enum ImportStart: Hashable, Sendable {
    /// It waits for its turn, or runs.
    case accepted
    /// It is a film, and nobody said where its camera stands.
    case needsPlace(StudioImportFailure, width: Int, height: Int)
}

extension ImportDesk {
    /// Lets an import run, when its words can be accepted.
    ///
    /// - Parameters:
    ///   - id: of the import.
    ///   - words: options as they are typed; nil for those it began with.
    ///   - wish: what the recording is to be called; nil for what was said before.
    /// - Throws: ``LibraryFailure`` when the words are wrong, or the film cannot be decoded; the import is then kept for other words.
    func start(_ id: String, words: [String]? = nil, wish: String? = nil) throws(LibraryFailure) -> ImportStart {
        if let wish { try checkName(wish) }
        let staging = try staging()
        var task = try task(id)
        guard task.uploads == 0 else { throw .init(.taken, "files of this import are still coming", help: "wait for them") }
        guard task.stage == .open || task.stage == .failed else { throw Self.underWay }
        guard !task.files.isEmpty else { throw .init(.wrong, "this import has no files", help: "send one first") }
        if let words { task.words = words }
        if let wish { task.wish = wish }
        if let needs = try needsOfFilm(task, staging) { return needs }
        let chosen = task
        let isTaken = state.change { state in
            guard let now = state.tasks[id], now.stage == .open || now.stage == .failed, now.uploads == 0 else { return false }
            state.tasks[id]?.words = chosen.words
            state.tasks[id]?.wish = chosen.wish
            state.tasks[id]?.stage = .queued
            state.tasks[id]?.events.restart()
            state.queue.append(id)
            return true
        }
        guard isTaken else { throw Self.underWay }
        startWorking()
        return .accepted
    }

    /// The first picture of an import's film as the bytes of a JPEG file.
    ///
    /// - Throws: ``LibraryFailure`` when it is no film that can be decoded.
    func firstPicture(of id: String) throws(LibraryFailure) -> [UInt8] {
        let task = try task(id)
        let folder = files(of: id, in: try staging())
        do {
            return try films.working {
                guard let picture = try VideoFile(path: folder + "/" + task.first.path).next() else {
                    throw LibraryFailure(.unusable, "\(task.first.name): there is no picture in it")
                }
                return try picture.encoded(as: .jpeg, quality: 90)
            }
        } catch let failure as LibraryFailure {
            throw failure
        } catch {
            throw .init(.unusable, words(error, folder))
        }
    }

    /// Judges the words; what a film needs when it lacks the place of its camera, nil when all is well.
    private func needsOfFilm(_ task: ImportTask, _ staging: ImportStaging) throws(LibraryFailure) -> ImportStart? {
        let folder = files(of: task.id, in: staging)
        do {
            guard case .foreign(let source) = try UploadedSource(of: task, in: folder) else { return nil }
            do throws(StudioImportFailure) {
                try importer.check(request(task, source: source, staging))
                return nil
            } catch {
                guard error.needsPlace else {
                    throw LibraryFailure(.wrong, words(error, folder), help: error.help)
                }
                // A film that cannot be decoded needs no words.
                let film = try films.working { try VideoFile(path: source) }
                return .needsPlace(error, width: Int(film.size.width), height: Int(film.size.height))
            }
        } catch let failure as LibraryFailure {
            throw failure
        } catch {
            throw .init(.unusable, words(error, folder))
        }
    }

    private func request(_ task: ImportTask, source: String, _ staging: ImportStaging) -> StudioImport {
        let files = files(of: task.id, in: staging)
        let folder = self.folder
        // A word may name a file that came with the import, or one of the library's folder.
        let words = task.words + (task.wish.map { ["--name=" + $0] } ?? [])
        return .init(source: source, out: outFolder(task.id, staging), words: words) { name in
            LibraryFolder(files).regularFile(name) ?? folder.regularFile(name)
        }
    }

    private func outFolder(_ id: String, _ staging: ImportStaging) -> String { staging.folder(id) + "/made" }

    // MARK: - The work

    private func startWorking() {
        let starts = state.change { state in
            guard !state.isWorking else { return false }
            state.isWorking = true
            return true
        }
        guard starts else { return }
        let thread = JoinableThread { [self] in
            while let id = nextInQueue() { work(on: id) }
        }
        guard let thread else {
            // Without a thread of its own it runs in that of the request.
            while let id = nextInQueue() { work(on: id) }
            return
        }
        thread.detach()
    }

    private func nextInQueue() -> String? {
        state.change { state in
            while !state.queue.isEmpty {
                let id = state.queue.removeFirst()
                guard state.tasks[id] != nil else { continue }
                state.tasks[id]?.stage = .running
                return id
            }
            state.isWorking = false
            return nil
        }
    }

    private func work(on id: String) {
        let listener = ImportListener(desk: self, id: id)
        do {
            let task = try task(id)
            let staging = try staging()
            do {
                let name = try make(task, staging, listener)
                removeTree(staging.folder(id))
                finish(id, stage: .done(name), .done(name: name))
            } catch let failure as StudioImportFailure {
                throw LibraryFailure(.unusable, words(failure, files(of: id, in: staging)), help: failure.help)
            } catch let failure as RecordingFailure {
                let bare = RecordingFailure(path: failure.path, line: failure.line, key: failure.key, problem: failure.problem)
                throw LibraryFailure(.unusable, words(bare, files(of: id, in: staging)), help: failure.cure)
            } catch {
                throw LibraryFailure(.unusable, words(error, files(of: id, in: staging)))
            }
        } catch {
            let failure = error as? LibraryFailure
            finish(id, stage: .failed, .failed(error: failure?.description ?? folder.words(error), help: failure?.help))
        }
    }

    private func finish(_ id: String, stage: ImportTask.Stage, _ what: ImportEvents.What) {
        state.change { state in
            state.tasks[id]?.stage = stage
            state.tasks[id]?.used = .now
            state.tasks[id]?.events.add(what)
        }
    }

    /// Makes the recording, and gives its name.
    private func make(_ task: ImportTask, _ staging: ImportStaging, _ listener: ImportListener) throws -> String {
        let made: String
        switch try UploadedSource(of: task, in: files(of: task.id, in: staging)) {
        case .recording(let folder):
            listener.progress("checking", done: 0, total: nil)
            try checkUploaded(folder)
            made = folder
        case .packed(let archive, let inner):
            let place = outFolder(task.id, staging)
            removeTree(place)
            try unpackRecording(archive, folder: inner, into: place) { listener.progress("unpacking", done: $0, total: $1) }
            made = inner.isEmpty ? place : place + "/" + inner
            try checkUploaded(made)
        case .foreign(let source):
            made = outFolder(task.id, staging)
            removeTree(made)
            try importer.run(request(task, source: source, staging), listener: listener)
        }
        return try name(made, task)
    }

    /// Gives what was made a name that is free.
    private func name(_ made: String, _ task: ImportTask) throws -> String {
        let base = task.wish ?? task.first.recordingName
        for number in 1...1000 {
            let name = number == 1 ? base : base + "-\(number)"
            if try ImportStaging.move(made, to: folder.file(name)) { return name }
        }
        throw LibraryFailure(.taken, "every name like \"\(base)\" is taken", help: "give another name")
    }

    /// Words in which nothing is left of where the files lie for the while.
    func words(_ error: any Error, _ files: String) -> String { shown("\(error)", files) }

    /// The same of a text.
    func shown(_ text: String, _ files: String) -> String {
        let made = String(files.dropLast("files".count)) + "made"
        return text.replacing(files + "/", with: "").replacing(files, with: "the files").replacing(made + "/", with: "")
            .replacing(made, with: "the recording").replacing(folder.path + "/", with: "")
    }
}

/// Hears an import for the desk.
final class ImportListener: StudioImportListener {
    private let desk: ImportDesk
    private let id: String

    init(desk: ImportDesk, id: String) {
        self.desk = desk
        self.id = id
    }

    func progress(_ title: String, done: Int, total: Int?) {
        desk.state.change { $0.tasks[id]?.events.add(.progress(title: title, done: done, total: total)) }
    }

    func note(_ line: String) {
        // The hidden folder may have been made anew in between; the words are then shown as they are.
        let staging = desk.state.change { $0.staging }
        let text = staging.map { desk.shown(line, desk.files(of: id, in: $0)) } ?? line
        desk.state.change { $0.tasks[id]?.events.add(.note(text)) }
    }
}
