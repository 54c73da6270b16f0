internal import AirDrawing
internal import Imaging
internal import Recordings
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
        for path in [request.out, request.obj, request.preview] { try checkOutput(path, outside: request.recording) }
        let pictures = try RecordedPictures(of: recording)
        let session = try Session(replaying: recording, pictures: ReadAhead(pictures))
        var configuration = SessionConfiguration.best(for: recording.header)
        if let planes = request.planes {
            configuration.sceneSource = planes
        } else if !request.needsPlanes {
            // What is given need not be looked for.
            configuration.sceneSource = .recorded
        }
        try session.run(configuration)
        if session.sceneSource == .pictures, request.planes == nil, request.needsPlanes {
            console.note(
                session.canDetectPlanes
                    ? "Note: \(request.recording) holds no planes: they are looked for in the pictures"
                    : "Note: \(request.recording) holds no planes, and which way is up in it is not known, so that none can be found: "
                        + "import it again with --gravity, or draw with --hit featurePoint")
        }
        let pipeline = try DrawPipeline(session: session, options: request.options)
        let preview = try request.preview.map {
            try Preview(path: $0, viewport: pipeline.viewport, gate: request.options.effectiveGate, rate: recording.frameRate())
        }
        var progress = ProgressLine("drawing", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        while let frame = try pipeline.next() {
            try Interruption.check()
            if frame.interruptionEnded { interruption(at: frame, pipeline) }
            try preview?.add(frame, strokes: pipeline.strokes)
            count += 1
            progress.update(count)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        session.noteFocalLength(console)
        try preview?.finish(strokes: pipeline.strokes)
        if let path = request.preview { try console.writeLine("\(path): preview of \(count) frames") }

        let drawing = pipeline.drawing()
        let summary = DrawSummary(drawing)
        guard drawing.pointCount > 0 else {
            throw CommandFailure("nothing was drawn: \(summary.reason ?? "the recording has no frames")", help: summary.cure)
        }
        if let path = request.out { try drawing.write(to: path) }
        if let path = request.obj { try writeMesh(of: drawing, to: path, console) }
        if let path = request.out { try console.writeLine("\(path): the drawing") }
        for line in summary.lines { try console.writeLine(line) }
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
                help: "for a fixed camera: airdraw import \(path) --out RECORDING --camera camera.json; "
                    + "'airdraw help import' says what the file holds")
        }
        return try Recording(opening: path)
    }
}

extension DrawnFrame {
    /// Whether the session goes on with this frame after it stood still.
    fileprivate var interruptionEnded: Bool { session.userEvents.contains { $0.kind == .interruption(false) } }
}

extension DrawRequest {
    /// Whether what is drawn on is to be found; a level that was given is not.
    fileprivate var needsPlanes: Bool { if case .height = plane { false } else { true } }

    /// The request as the pipeline takes it.
    var options: AirDrawing.DrawOptions {
        var options = AirDrawing.DrawOptions()
        if !clicks.isEmpty { options.taps = clicks.map { .init(point: $0.place, time: $0.seconds) } }
        options.boxSize = boxSize
        switch (pen, tip) {
        case (.center, _): options.pen = .screenCenter
        case (.finger, .offset(let offset)): options.pen = .finger(.offset(offset))
        case (.finger, .place(let place)): options.pen = .finger(.at(place))
        case (.finger, nil): options.pen = .finger(.recorded)
        }
        if let tracker { options.tracker = tracker }
        options.gate = gate
        if !draw.isEmpty { options.drawRanges = draw.map { $0.start...$0.end } }
        options.extrudeRanges = extrude.map { [$0.start...$0.end] }
        options.height = height
        if !hits.isEmpty { options.hits = hits.compactMap { HitTestResult.ResultType(name: $0.rawValue) } }
        switch plane {
        case .anchor(let name): options.surface = .plane(name)
        case .height(let y): options.surface = .level(y)
        case nil: options.surface = .anyPlane
        }
        options.smooths = smooths
        options.tutorialExact = isTutorialExact
        return options
    }
}

/// The preview that was asked for: a film of all frames, or one picture of the last.
private final class Preview {
    private let painter: PreviewPainter
    private let path: String
    private let film: VideoWriter?
    private var last: DrawnFrame?

    init(path: String, viewport: Viewport, gate: Double, rate: Double) throws {
        painter = PreviewPainter(viewport: viewport, gate: gate)
        self.path = path
        film =
            path.hasSuffix(".mp4")
            ? try VideoWriter(
                path: path, framesPerSecond: rate,
                size: .init(width: Double(painter.canvas.width), height: Double(painter.canvas.height))) : nil
    }

    func add(_ frame: DrawnFrame, strokes: [Stroke]) throws {
        // The strokes are not kept: the pipeline would have to copy them all before it adds a point.
        if let film { try film.append(painter.picture(of: frame, strokes: strokes)) } else { last = frame }
    }

    func finish(strokes: [Stroke]) throws {
        try film?.finish()
        if let last { try painter.picture(of: last, strokes: strokes).write(to: path) }
    }
}

/// Whether a path is a film rather than a recording.
func isPlainFilm(_ path: String) -> Bool {
    let endings = [".mp4", ".mov", ".m4v", ".mkv", ".avi", ".webm"]
    return path.hasPrefix("camera:") || endings.contains { path.lowercased().hasSuffix($0) }
}
