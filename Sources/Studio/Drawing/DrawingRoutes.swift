internal import AirDrawing
internal import Files
internal import Recordings

/// Answers for drawings: `/api/recordings/NAME/draw`, `drawing`, `mesh.glb`, `command` and `save`.
struct DrawingRoutes: APIRoutes {
    let library: Library
    let words: any StudioWords
    let pool: RunPool
    /// The folder in which files are saved.
    let folder: LibraryFolder

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        guard request.path.count == 4, request.path.starts(with: ["api", "recordings"]) else { return nil }
        let kinds: [String: (HTTPMethod, (HTTPRequest) throws -> HTTPAnswer)] = [
            "draw": (.get, draw), "drawing": (.get, drawing), "mesh.glb": (.get, mesh), "command": (.get, command),
            "save": (.post, save),
        ]
        guard let (method, kind) = kinds[request.path[3]] else { return nil }
        guard request.method == method || (method == .get && request.method == .head) else {
            return .methodNotAllowed(allowed: method)
        }
        do {
            return try kind(request)
        } catch let failure as LibraryFailure {
            return .failure(failure)
        } catch let failure as FileFailure where failure.isFull {
            return .failure(
                .diskFull, error: "\(failure)",
                help: "nothing was written, and the drawing is still here: make room, and save again")
        } catch {
            let failure = StudioFailure(telling: error)
            return .failure(.unprocessable, error: failure.problem, help: failure.cure)
        }
    }

    /// The largest mesh that a page gets, bytes; a file that is saved may be larger.
    private static let mostMeshBytes = 1 << 29

    /// What a request asks to be drawn.
    private struct Question {
        let recording: Recording
        let words: [StudioWord]
        let plan: any DrawPlan
    }

    private func question(_ request: HTTPRequest) throws -> Question {
        let recording = try library.recording(request.path[2])
        let words = request.query.filter { $0.name != "file" }.map { StudioWord(name: $0.name, value: $0.value) }
        return Question(recording: recording, words: words, plan: try self.words.plan(words, recording: recording.folder))
    }

    private func lease(_ question: Question) throws -> RunLease {
        try pool.lease(question.recording, plan: question.plan) { try library.index(of: question.recording).times }
    }

    /// The whole drawing as it was drawn, waited for.
    private func drawn(_ question: Question) throws -> Drawing {
        let run = try lease(question)
        let restarts = question.plan.restartsAfterInterruption
        var drawer = try FrameDrawer(of: question.recording, options: question.plan.options)
        var count = 0
        while true {
            let progress = try run.run.frames(from: count, most: 1024, waiting: 1)
            for frame in progress.frames { _ = drawer.draw(frame, restartingAfterInterruption: restarts) }
            count += progress.frames.count
            if progress.isDone { return drawer.drawing() }
        }
    }

    // MARK: - Answers

    private func draw(_ request: HTTPRequest) throws -> HTTPAnswer {
        let question = try question(request)
        guard request.method == .get else { return .init() }
        let last = request.header("Last-Event-ID").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        return .events(
            try DrawStream(
                question.recording, plan: question.plan, words: question.words, lease: try lease(question), after: last))
    }

    private func drawing(_ request: HTTPRequest) throws -> HTTPAnswer {
        let question = try question(request)
        return .bytes(Array(try DrawingPage(of: drawn(question), plan: question.plan).text.utf8), .json)
    }

    private func mesh(_ request: HTTPRequest) throws -> HTTPAnswer {
        let question = try question(request)
        let drawing = try question.plan.edited(drawn(question), dropping: true)
        let folder = try TemporaryFolder(for: "studio")
        let path = folder.file("drawing.glb")
        _ = try question.plan.write(drawing, to: path)
        return .bytes(try readFile(path, upTo: Self.mostMeshBytes), .glb)
    }

    private func command(_ request: HTTPRequest) throws -> HTTPAnswer {
        struct Lines: Encodable { var lines: [String] }
        let file = request.query.last { $0.name == "file" }?.value
        let path = try file.map { try place(of: $0) }
        return .json(Lines(lines: try question(request).plan.commands(writing: path)))
    }

    private func save(_ request: HTTPRequest) throws -> HTTPAnswer {
        let order = try SaveOrder(request.body)
        let question = try question(request)
        let path = try place(of: order.file)
        let commands = try question.plan.commands(writing: path)
        try checkFree(path, order)
        let drawing = try question.plan.edited(drawn(question), dropping: true)
        guard drawing.pointCount > 0 else {
            let reason = question.plan.reason(of: drawing)
            throw StudioFailure("nothing was drawn: \(reason?.reason ?? "there is nothing to save")", cure: reason?.cure)
        }
        let lines = try question.plan.write(drawing, to: path)
        return .json(
            Saved(
                file: order.file, url: "/api/files/" + Address.component(order.file), bytes: FileSignature(of: [path]).length,
                lines: lines, command: commands))
    }

    // MARK: - Files

    /// Where a file of this name is saved.
    ///
    /// - Throws: ``LibraryFailure`` when it cannot be the name of a file, or its ending is not known.
    private func place(of file: String) throws(LibraryFailure) -> String {
        guard LibraryFolder.isNewName(file) else {
            throw .init(
                .wrong, "\"\(file)\" cannot be the name of a file here", help: "a name without slashes, such as drawing.obj")
        }
        let ending = file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() } ?? ""
        guard words.endings.contains(ending), file.count > ending.count + 1 else {
            throw .init(
                .wrong, "\(file) ends in no format that is known", help: "known are ." + words.endings.joined(separator: ", ."))
        }
        return folder.file(file)
    }

    private func checkFree(_ path: String, _ order: SaveOrder) throws(LibraryFailure) {
        switch kind(of: path) {
        case nil: return
        case .folder: throw .init(.wrong, "\(order.file) is a folder", help: "choose another name")
        default: break
        }
        guard !order.replace else { return }
        throw .init(.taken, "there is a file \(order.file) already", help: "replace it, or choose another name")
    }
}

/// What was saved.
private struct Saved: Encodable {
    var file: String
    var url: String
    var bytes: Int
    var lines: [String]
    var command: [String]
}
