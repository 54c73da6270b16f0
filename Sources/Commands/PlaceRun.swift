internal import Files
internal import Imaging
internal import Meshes
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw place` and `airdraw snapshot`.
struct PlaceRun {
    private let options: PlaceOptions
    private let console: any Console

    init(_ options: PlaceOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Replays the recording, puts things into it, and writes them where they stand in the end.
    func run() throws {
        setOpenCVThreads(1)
        for path in [options.out, options.preview] { try checkOutput(path, outside: options.recording) }
        if let out = options.out {
            let written = [out, OBJWriter.materialPath(for: out)].compactMap { realPath($0) }
            for model in options.models {
                let read = [model.path, OBJWriter.materialPath(for: model.path)].compactMap { realPath($0) }
                guard Set(written).isDisjoint(with: read) else {
                    throw CommandFailure(
                        "\(out) would take the place of the model \(model.path)", help: "choose another name for --out")
                }
            }
        }
        let recording = try Recording(opening: options.recording)
        var things = try PlacedThings(options.models, snapshots: options.snapshots, viewport: recording.viewport)
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        try start(session)
        let frames = try recording.frameCount()
        let preview = try options.preview.map { path in
            let renderer = try SceneRenderer(viewport: recording.viewport)
            let output = try RenderedOutput(
                path: path, moments: path.hasSuffix(".mp4") ? .film : .one(nil), frames: frames, rate: recording.frameRate(),
                size: renderer.size)
            return (renderer, output)
        }
        var last: (index: Int, time: Double)?
        var progress = ProgressLine("placing", unit: "frames", total: frames, on: console)
        while let frame = try session.next() {
            try Interruption.check()
            last = (frame.index, frame.timestamp)
            try things.follow(frame)
            if let (renderer, output) = preview, output.wants(frame.index, at: frame.timestamp, of: frames) {
                var scene = RenderedScene(frame.scene)
                try things.add(to: &scene)
                try output.add(renderer.picture(of: frame, scene), at: frame.timestamp)
            }
            progress.update(frame.index + 1)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        try things.finish()
        if let path = options.out {
            try writeMesh(
                try things.mesh(), to: path, comments: ["put into \(recording.header.name) with airdraw \(Tool.version)"], console
            )
        }
        try preview?.1.finish(last: last)
        if let path = options.preview { try console.writeLine("\(path): preview of \(frames) frames") }
        for line in things.lines { try console.writeLine(line) }
    }

    private func start(_ session: Session) throws {
        var configuration = SessionConfiguration.best(for: session.recording.header)
        guard configuration.tracking == .world else {
            throw CommandFailure(
                "\(options.recording) knows where the camera looks and not where it is (degrees_of_freedom is 3)",
                help: "what stands in the world needs a recording of six degrees of freedom")
        }
        if let planes = options.planes {
            configuration.sceneSource = planes
        } else if options.models.isEmpty {
            configuration.sceneSource = .recorded
        }
        try session.run(configuration)
        guard session.sceneSource == .pictures, !options.models.isEmpty else { return }
        if let obstacle = session.planeObstacle {
            throw CommandFailure(
                "no planes can be found in the pictures of \(options.recording): \(obstacle.problem)", help: obstacle.cure)
        }
        if options.planes == nil {
            console.note("Note: \(options.recording) holds no planes: they are looked for in the pictures")
        }
    }
}
