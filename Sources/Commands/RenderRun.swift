internal import AirDrawing
internal import Imaging
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw render`.
struct RenderRun {
    private let options: RenderOptions
    private let console: any Console

    init(_ options: RenderOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Replays the recording, renders what was asked for and writes it.
    func run() throws {
        // As in 'draw': decoding and coding have threads of their own, and so has the driver.
        setOpenCVThreads(1)
        try checkOutput(options.out, outside: options.recording)
        let recording = try Recording(opening: options.recording)
        let overlay = options.overlay
        let drawing = try overlay.drawing.map { try Drawing(contentsOf: $0) }
        if let drawing, drawing.name != recording.header.name {
            console.note(
                "Note: \(overlay.drawing ?? "") was drawn in \"\(drawing.name)\", and this recording is "
                    + "\"\(recording.header.name)\": places may be off")
        }
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        try start(session)
        let renderer = try SceneRenderer(viewport: recording.viewport)
        let frames = try recording.frameCount()
        let output = try RenderedOutput(
            path: options.out, moments: options.moments, frames: frames, rate: recording.frameRate(), size: renderer.size)
        var things = try PlacedThings(overlay.models, snapshots: overlay.snapshots, viewport: recording.viewport)
        var models = try overlay.shapes.models()
        var square = FocusSquare()
        var last: (index: Int, time: Double)?
        var progress = ProgressLine("rendering", unit: "frames", total: frames, on: console)
        while !output.isComplete, let frame = try session.next() {
            try Interruption.check()
            last = (frame.index, frame.timestamp)
            try things.follow(frame)
            if overlay.focusSquare { square.update(in: frame.scene, recording.viewport) }
            if output.wants(frame.index, at: frame.timestamp, of: frames) {
                var scene = RenderedScene(frame.scene)
                if overlay.planes { for plane in frame.planes { scene.add(plane) } }
                if overlay.axes { scene.addWorldAxes() }
                if overlay.points { scene.add(frame.rawFeaturePoints) }
                if overlay.focusSquare { scene.add(square) }
                if let drawing {
                    scene.models += try models.models(of: drawing, until: frame.timestamp)
                    scene.count(drawing, until: frame.timestamp)
                }
                try things.add(to: &scene)
                // On a page each picture has its time in a corner, and is too small for a bar.
                if case .sheet = options.moments { scene.status = nil }
                if overlay.statistics { scene.addStatistics(of: frame.scene) }
                try output.add(renderer.picture(of: frame, scene), at: frame.timestamp)
            }
            progress.update(frame.index + 1)
        }
        progress.finish()
        // A picture of an earlier moment does not wait for what comes later.
        if !output.isComplete { try things.finish() }
        try output.finish(last: last)
        for warning in session.warnings { console.note("Note: \(warning)") }
        session.noteFocalLength(console)
        try console.writeLine(summary(output, size: renderer.size, last: last))
    }

    private func summary(_ output: RenderedOutput, size: PixelSize, last: (index: Int, time: Double)?) -> String {
        let pixels = "\(Int(size.width)) × \(Int(size.height))"
        switch options.moments {
        case .film: return "\(options.out): \(output.count) frames of \(pixels)"
        case .sheet: return "\(options.out): \(output.count) moments"
        case .one:
            let frame = last.map { "frame \($0.index) at \(fixed($0.time, places: 3)) s, " } ?? ""
            return "\(options.out): \(frame)\(pixels)"
        }
    }

    /// Runs the session as far as what is shown needs it.
    private func start(_ session: Session) throws {
        let overlay = options.overlay
        var configuration = SessionConfiguration.best(for: session.recording.header)
        guard configuration.tracking == .world else {
            throw CommandFailure(
                "\(options.recording) knows where the camera looks and not where it is (degrees_of_freedom is 3)",
                help: "what stands in the world needs a recording of six degrees of freedom")
        }
        configuration.findsFeaturePoints = overlay.points || overlay.focusSquare
        // Only what shows or meets planes needs them looked for where the recording holds none.
        let needsPlanes = overlay.planes || overlay.focusSquare || !overlay.models.isEmpty
        if !needsPlanes, !overlay.points { configuration.sceneSource = .recorded }
        try session.run(configuration)
        guard session.sceneSource == .pictures, needsPlanes else { return }
        if let obstacle = session.planeObstacle {
            console.note(
                "Note: no planes can be found in the pictures of \(options.recording): \(obstacle.problem); \(obstacle.cure)")
        } else {
            console.note("Note: \(options.recording) holds no planes: they are looked for in the pictures")
        }
    }
}

extension RenderedScene {
    /// Says how much of a drawing is there.
    fileprivate mutating func count(_ drawing: Drawing, until time: Double) {
        let count = drawing.strokes.reduce(0) { sum, stroke in
            sum + stroke.points.reduce(0) { $0 + ($1.time <= time ? 1 : 0) }
        }
        status?.left += count == 1 ? "   1 point" : "   \(count) points"
    }
}
