internal import AirDrawing
internal import Imaging
internal import Recordings
internal import SceneUnderstanding

/// What `airdraw path record` was asked for.
struct PathRecordOptions: Hashable, Sendable {
    var recording: String
    var out: String
    var spacing: Double
}

/// `airdraw path record`: keeps the way of a recording's camera, so that somebody else can follow it.
enum PathRecordCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let out = ValueOption("out", .file("FILE", endings: ["airpath"]), help: "the path file to write")
    static let spacing = ValueOption(
        "spacing", .positive("METRES", of: "a distance in metres", example: "0.5"), help: "how far apart the points are (0.5)")

    static let spec = CommandSpec(
        name: "path record", summary: "Keeps the way of a recording's camera, for somebody else to follow",
        discussion: [
            "The file holds points of the way, the picture of its start with the points of the room seen in it, and how the camera "
                + "stood. It is one file that can be sent; 'airdraw path replay' leads along it.",
            "Look around a little at the start, or begin to walk: where the things in the start picture are is learned from the "
                + "first three metres.",
        ],
        arguments: [recording.spec], ownOptions: [out.spec, spacing.spec], required: ["out"],
        examples: ["path record recordings/walk --out walk.airpath", "path record hall --out hall.airpath --spacing 1"])

    static func options(from arguments: ParsedArguments) throws -> PathRecordOptions {
        PathRecordOptions(
            recording: try arguments.value(recording), out: try arguments.required(out),
            spacing: try arguments.value(spacing) ?? 0.5)
    }

    static func run(_ options: PathRecordOptions, _ console: any Console) throws {
        setOpenCVThreads(1)
        try checkOutput(options.out, outside: options.recording)
        let recording = try Recording(opening: options.recording)
        let session = try walkingSession(on: recording, findsPoints: true)
        var recorder = PathRecorder(of: recording.header, spacing: options.spacing)
        var progress = ProgressLine("following", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        while let frame = try session.next() {
            try Interruption.check()
            try recorder.add(frame)
            count += 1
            progress.update(count)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        guard let path = recorder.path() else {
            throw CommandFailure(
                "\(options.recording) was tracked in none of its \(count) frames",
                help: "'airdraw info' says how its frames were tracked")
        }
        try path.write(to: options.out)
        try console.writeLine(
            "\(options.out): \(metres(path.length)) in \(path.waypoints.count) points, \(path.breakCount) breaks, "
                + "\(path.start.landmarks.count) points of the start picture")
        if path.start.landmarks.count < StartPicture.leastAgreeing {
            console.note(
                "Note: too little of the start picture is known to correct a follower's start by it: look around at the start, at "
                    + "something with texture")
        }
    }
}

/// A session in which the camera's way is what counts.
///
/// - Parameter findsPoints: whether points of the room are looked for in the pictures.
func walkingSession(on recording: Recording, findsPoints: Bool) throws -> Session {
    func refusal(_ problem: String, _ help: String) -> CommandFailure {
        CommandFailure("\(recording.folder): \(problem)", help: help)
    }
    let header = recording.header
    guard header.degreesOfFreedom == .six else {
        throw refusal(
            "it knows where the camera looks and not where it is (degrees_of_freedom is 3)",
            "a way needs a recording of six degrees of freedom")
    }
    guard header.worldAlignment == .gravity || header.worldAlignment == .gravityAndHeading else {
        throw refusal(
            "which way is up in it is not known (world_alignment is \(header.worldAlignment.rawValue))",
            "import it again with --gravity X,Y,Z")
    }
    let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
    try session.run(
        .init(
            planeDetection: [], sceneSource: findsPoints ? .pictures : .recorded, isLightEstimationEnabled: false,
            worldAlignment: header.worldAlignment))
    return session
}

/// A length in metres, to the centimetre.
func metres(_ value: Double) -> String { fixed(value, places: 2) + " m" }
