internal import Imaging
internal import Recordings
internal import Synchronization

extension Library {
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
        return try turns.take("cover " + recording.folder) { () throws(LibraryFailure) in try cover(of: recording, name) }
    }

    private func cover(of recording: Recording, _ name: String) throws(LibraryFailure) -> (jpeg: [UInt8], tag: String) {
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

    /// What opening a film tells.
    func filmFact(_ path: String) -> FilmFact {
        let signature = FileSignature(of: [path])
        if let known = caches.withLock({ $0.rates.value(of: path) }), known.signature == signature { return known.value }
        let fact: FilmFact
        do {
            let film = try VideoFile(path: path)
            fact = .init(rate: film.framesPerSecond, problem: film.cutOff)
        } catch {
            fact = .init(problem: folder.words(error))
        }
        caches.withLock { _ = $0.rates.keep(.init(signature: signature, value: fact), of: path) }
        return fact
    }
}
