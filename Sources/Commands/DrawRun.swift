internal import AirDrawing
internal import Imaging
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw draw`.
struct DrawRun {
    private let request: DrawRequest
    private let console: any Console

    init(_ request: DrawRequest, _ console: any Console) {
        self.request = request
        self.console = console
    }

    /// Replays the recording, draws, writes what was asked for and says how it went.
    func run() throws {
        // Decoding has a thread of its own; what is left gains nothing by more, and they would cost time to feed.
        setOpenCVThreads(1)
        let recording = try open()
        for path in [request.out, request.mesh, request.preview] { try checkOutput(path, outside: request.recording) }
        let pictures = try RecordedPictures(of: recording)
        let session = try Session(replaying: recording, pictures: ReadAhead(pictures))
        try start(session)
        let pipeline = try DrawPipeline(session: session, options: request.options)
        let preview = try request.preview.map {
            try Preview(
                path: $0, viewport: pipeline.viewport, gate: request.options.effectiveGate, rate: recording.frameRate(),
                frames: recording.frameCount(), models: request.shapes.models())
        }
        var progress = ProgressLine("drawing", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        var planes: Set<String> = []
        while let frame = try pipeline.next() {
            try Interruption.check()
            if frame.session.interruptionEnded { interruption(at: frame, pipeline) }
            planes.formUnion(frame.session.planes.map(\.identifier))
            try preview?.add(frame, pipeline)
            count += 1
            progress.update(count)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        session.noteFocalLength(console)
        try preview?.finish()
        if let path = request.preview { try console.writeLine("\(path): preview of \(count) frames") }

        let drawing = pipeline.drawing()
        let summary = DrawSummary(drawing)
        guard drawing.pointCount > 0 else {
            if case .anchor(let name) = request.plane, !planes.contains(name) {
                throw CommandFailure(
                    "nothing was drawn: there is no plane \"\(name)\" in \(request.recording)",
                    help: planes.isEmpty ? "it has no planes at all" : "its planes are \(planes.sorted().joined(separator: ", "))"
                )
            }
            throw CommandFailure("nothing was drawn: \(summary.reason ?? "the recording has no frames")", help: summary.cure)
        }
        if let path = request.out { try drawing.write(to: path) }
        if let path = request.mesh { try request.shapes.write(drawing, to: path, console) }
        if let path = request.out { try console.writeLine("\(path): the drawing") }
        for line in summary.lines { try console.writeLine(line) }
    }

    /// Runs the session as was asked for, and says what is found anew.
    private func start(_ session: Session) throws {
        try session.run(try request.configuration(for: session.recording))
        if let note = request.note(on: session) { console.note("Note: " + note) }
    }

    /// Says what an interruption means, and starts anew where that was asked for.
    private func interruption(at frame: DrawnFrame, _ pipeline: DrawPipeline) {
        guard pipeline.strokes.contains(where: { !$0.points.isEmpty }) else { return }
        let when = "the session was interrupted until \(fixed(frame.session.timestamp, places: 2)) s"
        switch request.afterInterruption {
        case .keep:
            console.note("Note: \(when): what was drawn before may be off; --after-interruption restart leaves it out")
        case .restart:
            pipeline.restart()
            console.note("Note: \(when): what was drawn before is left out")
        }
    }

    private func open() throws -> Recording {
        let path = request.recording
        if isPlainFilm(path) {
            throw CommandFailure(
                "\(path) is a film, and a drawing needs to know where the camera and the table were",
                help:
                    "with a printed picture, a sheet of paper or a board on the table: airdraw import \(path) --out RECORDING --world "
                    + "reference:card.png:0.085; for a fixed camera that is known: --camera camera.json; 'airdraw help import' says more"
            )
        }
        return try Recording(opening: path)
    }
}

/// The preview that was asked for: a film of all frames, or one picture of the last.
private final class Preview {
    private let renderer: SceneRenderer
    private let output: RenderedOutput
    private let gate: Double
    private let frames: Int
    private var models: DrawingModels
    private var last: (index: Int, time: Double)?

    init(path: String, viewport: Viewport, gate: Double, rate: Double, frames: Int, models: DrawingModels) throws {
        renderer = try SceneRenderer(viewport: viewport)
        output = try RenderedOutput(
            path: path, moments: path.hasSuffix(".mp4") ? .film : .one(nil), frames: frames, rate: rate, size: renderer.size)
        self.gate = gate
        self.frames = frames
        self.models = models
    }

    func add(_ frame: DrawnFrame, _ pipeline: DrawPipeline) throws {
        last = (frame.session.index, frame.session.timestamp)
        guard output.wants(frame.session.index, at: frame.session.timestamp, of: frames),
            let current = pipeline.session.currentFrame
        else { return }
        var scene = RenderedScene(frame.session)
        let drawing = pipeline.drawing()
        scene.models = try models.models(of: drawing)
        scene.add(frame, viewport: renderer.canvas.viewport, gate: gate, points: drawing.pointCount)
        try output.add(renderer.picture(of: current, scene), at: frame.session.timestamp)
    }

    func finish() throws { try output.finish(last: last) }
}

/// Whether a path is a film rather than a recording.
func isPlainFilm(_ path: String) -> Bool {
    let endings = [".mp4", ".mov", ".m4v", ".mkv", ".avi", ".webm"]
    return path.hasPrefix("camera:") || endings.contains { path.lowercased().hasSuffix($0) }
}
