internal import Files
internal import Recordings
internal import Synchronization

extension Library {
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
        return try turns.take("table " + recording.folder) { () throws(LibraryFailure) in try frameTable(recording) }
    }

    private func frameTable(_ recording: Recording) throws(LibraryFailure) -> String {
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

    /// What the list says of a recording.
    ///
    /// - Throws: ``LibraryFailure``.
    func facts(of path: String) throws(LibraryFailure) -> RecordingFacts {
        try turns.take("facts " + path) { () throws(LibraryFailure) in try read(path) }
    }

    private func read(_ path: String) throws(LibraryFailure) -> RecordingFacts {
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
        try turns.take("index " + recording.folder) { () throws(LibraryFailure) in try read(recording) }
    }

    private func read(_ recording: Recording) throws(LibraryFailure) -> FrameIndex {
        let key = recording.folder
        let signature = FileSignature(ofRecording: key)
        let known = caches.withLock { $0.indices.value(of: key) }
        if let known, known.signature == signature { return known.value }
        let index = try readable(key) { (_) throws(RecordingFailure) in try FrameIndex(of: recording) }
        caches.withLock { _ = $0.indices.keep(.init(signature: signature, value: index), of: key, cost: index.cost) }
        return index
    }
}
