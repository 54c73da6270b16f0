/// Answers for imports: `/api/imports` and what is below it.
///
///     POST /api/imports?file=clip.mp4&…words             begins one; the body is the file. It runs at once, but with `more` or a folder's file
///     POST /api/imports/ID/files?file=card.png           adds a file
///     POST /api/imports/ID?…words                        lets it run, or run again
///     POST /api/imports/ID/drop                          gives it up, with what was sent
///     GET  /api/imports/ID                               its events
///     GET  /api/imports/ID/first.jpg                     the first picture of its film
struct ImportRoutes: APIRoutes {
    let desk: ImportDesk

    /// Names of a query that are no words of `airdraw import`.
    private static let own: Set<String> = ["file", "name", "more"]
    /// Words of `airdraw import` that are the studio's to say.
    private static let refused: Set<String> = ["out", "list", "quiet", "help", "q", "h"]

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        let path = request.path
        guard path.starts(with: ["api", "imports"]) else { return nil }
        return answering { () throws(LibraryFailure) in
            switch (path.count, request.method) {
            case (3, .post): return try run(path[2], request)
            case (4, .post) where path[3] == "drop":
                _ = try desk.task(path[2])
                desk.drop(path[2])
                return .json(ImportAccepted(id: path[2]))
            case (3, _):
                _ = try desk.task(path[2])
                let number = request.header("Last-Event-ID").flatMap { Int($0) } ?? 0
                return .events(ImportEventStream(desk: desk, id: path[2], after: number))
            case (4, .get) where path[3] == "first.jpg", (4, .head) where path[3] == "first.jpg":
                return .bytes(try desk.firstPicture(of: path[2]), .jpeg)
            case (2, .get), (2, .head): return .methodNotAllowed(allowed: .post)
            default: return .notFound(request)
            }
        }
    }

    func upload(_ head: HTTPRequest) -> UploadDecision? {
        let path = head.path
        guard path.starts(with: ["api", "imports"]) else { return nil }
        do throws(LibraryFailure) {
            switch (path.count, path.last) {
            case (2, _):
                guard let file = head.query("file") else { throw Self.noFile }
                // The files of a folder come one by one, and nobody knows which is the last.
                let waits = head.query("more") != nil || file.contains("/")
                let upload = try desk.begin(
                    file: file, wish: Self.wish(head), words: try Self.words(head), length: head.contentLength, runsAtOnce: !waits
                )
                return .take(UploadAnswer(upload, desk: desk))
            case (4, "files"):
                guard let file = head.query("file") else { throw Self.noFile }
                return .take(UploadAnswer(try desk.add(file, to: path[2], length: head.contentLength), desk: desk))
            case (3, _), (4, "drop"): return .inMemory
            default: return .refuse(.notFound(head))
            }
        } catch {
            let answer = HTTPAnswer.failure(error)
            // A browser that is still sending does not read an answer: a film that is not wanted is heard to its end and forgotten.
            let length = head.contentLength ?? 0
            return length > 0 && length <= UnwantedUpload.mostBytes ? .take(UnwantedUpload(answer)) : .refuse(answer)
        }
    }

    private func run(_ id: String, _ request: HTTPRequest) throws(LibraryFailure) -> HTTPAnswer {
        Self.answer(try desk.start(id, words: try Self.words(request), wish: Self.wish(request)), id)
    }

    /// What is answered to an import that was asked to run.
    static func answer(_ start: ImportStart, _ id: String) -> HTTPAnswer {
        switch start {
        case .accepted: return .json(ImportAccepted(id: id), status: .accepted)
        case .needsPlace(let failure, let width, let height):
            let needs = ImportNeeds(
                error: failure.description, help: failure.help, id: id, first: "/api/imports/\(id)/first.jpg",
                image: [width, height], choices: ImportChoice.all)
            return .json(needs, status: .unprocessable)
        }
    }

    private static let noFile = LibraryFailure(.wrong, "the file has no name", help: "add file=NAME to the address")

    private static func wish(_ request: HTTPRequest) -> String? {
        request.query("name").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The words of a query as they are typed.
    private static func words(_ request: HTTPRequest) throws(LibraryFailure) -> [String] {
        var words: [String] = []
        for item in request.query where !own.contains(item.name) {
            guard !refused.contains(item.name) else {
                throw .init(.wrong, "--\(item.name) is nothing that a page can say", help: "leave it out")
            }
            words.append(item.value.isEmpty ? "--" + item.name : "--" + item.name + "=" + item.value)
        }
        return words
    }
}

/// A file that comes through the server.
private final class UploadAnswer: UploadSink {
    private let upload: ImportUpload
    private let desk: ImportDesk

    init(_ upload: ImportUpload, desk: ImportDesk) {
        self.upload = upload
        self.desk = desk
    }

    var limit: Int { upload.limit }

    func write(_ bytes: [UInt8]) -> HTTPAnswer? {
        do {
            try upload.write(bytes)
            return nil
        } catch {
            return .failure(error)
        }
    }

    func finish() -> HTTPAnswer {
        answering { () throws(LibraryFailure) in
            try upload.finish()
            guard upload.next == .run else { return .json(ImportAccepted(id: upload.id), status: .accepted) }
            do throws(LibraryFailure) {
                return ImportRoutes.answer(try desk.start(upload.id), upload.id)
            } catch {
                // Nobody knows of this import: its answer is the failure.
                desk.drop(upload.id)
                throw error
            }
        }
    }

    func abandon() { upload.abandon() }
}

/// A file that is not wanted: nothing of it is kept, and its end is answered with the reason.
private final class UnwantedUpload: UploadSink {
    /// The most bytes that are heard for the sake of an answer.
    static let mostBytes = 1 << 32
    private let answer: HTTPAnswer

    init(_ answer: HTTPAnswer) { self.answer = answer }

    var limit: Int { Self.mostBytes }
    func write(_ bytes: [UInt8]) -> HTTPAnswer? { nil }
    func finish() -> HTTPAnswer { answer }
    func abandon() {}
}
