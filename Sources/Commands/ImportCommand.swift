internal import Imaging
internal import Recordings
internal import Spaces

/// What is imported.
enum ImportLayout: String, CaseIterable, Sendable {
    /// A plain film from a fixed camera.
    case video
}

/// A horizontal plane: its centre in the world, its width along x and its length along z, metres.
struct HorizontalPlaneChoice: Hashable, Sendable {
    var center: WorldPoint
    var width: Double
    var length: Double
}

/// What `airdraw import` was asked for; nil means that it was not said.
struct ImportOptions: Hashable, Sendable {
    var source: String
    var out: String
    var layout: ImportLayout
    /// A JSON file with what the other options say one by one.
    var camera: String?
    var intrinsics: Intrinsics?
    var distortion: LensDistortion?
    var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>?
    var planes: [HorizontalPlaneChoice]
    var viewport: ViewSize?
    var orientation: InterfaceOrientation?
    var framesPerSecond: Double?
    var tip: Vector<ViewSpace>?
    var name: String?
}

/// `airdraw import`: makes a recording of something else.
enum ImportCommand: AirDrawCommand {
    static let source = ValueArgument("SOURCE", .path("SOURCE"), help: "the film to make a recording of")
    static let out = ValueOption("out", .path("RECORDING", completion: .folders), help: "the folder to make; it must not exist")
    static let layout = ValueOption("layout", ValueKind<ImportLayout>.oneOf("NAME"), help: "what the source is: video (video)")
    static let camera = ValueOption(
        "camera", .file("FILE", endings: ["json"]), help: "read the camera and the planes from here; options overrule it")
    static let intrinsics = ValueOption("intrinsics", .intrinsics, help: "focal lengths and principal point of the picture")
    static let distortion = ValueOption("distortion", .distortion, help: "the lens, Brown-Conrady (straight)")
    static let pose = ValueOption(
        "pose", .pose, help: "the camera in the world, y up: the first three rows of world_from_camera, one after the other")
    static let plane = ValueOption(
        "plane", .horizontalPlane, repeatable: true,
        help: "a horizontal plane: its centre in the world, width along x, length along z")
    static let viewport = ValueOption("viewport", .viewport, help: "the size of the view in points (that of the picture)")
    static let orientation = ValueOption(
        "orientation", ValueKind<InterfaceOrientation>.oneOf("NAME"), help: "how the view lies (landscape_right)")
    static let rate = ValueOption(
        "fps", .positive("RATE", of: "a number of frames per second", example: "30"), help: "the frame rate (that of the film)")
    static let tip = DrawCommand.tip
    static let name = ValueOption(
        "name", ValueKind<String>("TEXT", accepted: "a name") { $0.isEmpty ? nil : $0 },
        help: "what to call it (the name of the folder)")

    static let spec = CommandSpec(
        name: "import", summary: "Makes a recording of a plain film from a fixed camera",
        discussion: [
            "Where the camera stands and how it sees comes from --camera, or from --intrinsics and --pose. "
                + "Without planes the table is the world's y = 0.",
            "The film is not turned, whatever its container says, so that the intrinsics keep fitting.",
        ],
        arguments: [source.spec],
        ownOptions: [
            out.spec, layout.spec, camera.spec, intrinsics.spec, distortion.spec, pose.spec, plane.spec, viewport.spec,
            orientation.spec, rate.spec, tip.spec, name.spec,
        ],
        required: ["out"],
        examples: [
            "import clip.mp4 --out recordings/desk --camera desk.json",
            "import clip.mp4 --out desk --intrinsics 600,600,319.5,239.5 --pose 1,0,0,0,0,0,1,0.5,0,-1,0,0 --plane 0,0,0,1,1",
        ])

    static func options(from arguments: ParsedArguments) throws -> ImportOptions {
        if !arguments.isGiven(camera.spec) {
            // Nothing can be drawn on a plane without knowing the camera.
            for needed in [intrinsics.spec, pose.spec] where !arguments.isGiven(needed) {
                throw UsageFailure.missingOption([camera.spec.typed, needed.typed])
            }
        }
        return ImportOptions(
            source: try arguments.value(source), out: try arguments.required(out),
            layout: try arguments.value(layout) ?? .video, camera: try arguments.value(camera),
            intrinsics: try arguments.value(intrinsics), distortion: try arguments.value(distortion),
            worldFromCamera: try arguments.value(pose), planes: try arguments.all(plane),
            viewport: try arguments.value(viewport), orientation: try arguments.value(orientation),
            framesPerSecond: try arguments.value(rate), tip: try arguments.value(tip), name: try arguments.value(name))
    }

    static func run(_ options: ImportOptions, _ console: any Console) throws {
        let description = try options.description()
        let film = try VideoFile(path: options.source)
        if let reason = film.cutOff { throw CommandFailure("\(options.source): \(reason)") }
        var progress = ProgressLine("counting", unit: "pictures", total: nil, on: console)
        var count = 0
        while try film.skip() {
            try Interruption.check()
            count += 1
            progress.update(count)
        }
        progress.finish()
        try importVideo(
            options.source, description: description, frameCount: count, imageSize: film.size,
            framesPerSecond: film.framesPerSecond, to: options.out)
        console.note("\(options.out): a recording of \(count) frames; 'airdraw frame' shows where to tap")
    }
}

extension ImportOptions {
    /// What the camera file says, with what the options say in its place.
    ///
    /// - Throws: `RecordingFailure` from the file, ``CommandFailure`` when neither says where the camera stands.
    func description() throws -> VideoDescription {
        var description: VideoDescription
        if let camera {
            description = try VideoDescription(opening: camera)
        } else if let intrinsics, let worldFromCamera {
            description = VideoDescription(intrinsics: intrinsics, worldFromCamera: worldFromCamera)
        } else {
            throw CommandFailure(
                "nothing says what the camera sees and where it stands",
                help: "give --camera FILE.json, or --intrinsics and --pose; the article on the recording format has an example")
        }
        if let intrinsics { description.intrinsics = intrinsics }
        if let worldFromCamera { description.worldFromCamera = worldFromCamera }
        if let distortion { description.distortion = distortion }
        if let viewport { description.viewportSize = viewport }
        if let orientation { description.orientation = orientation }
        if let tip { description.tipOffset = tip }
        if let name { description.name = name }
        if !planes.isEmpty {
            description.planes = planes.enumerated().map { i, plane in
                var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
                pose.translation = plane.center.coordinates
                return PlaneAnchorRecord(
                    id: "plane-\(i + 1)", worldFromAnchor: pose, extentX: plane.width, extentZ: plane.length)
            }
        }
        return description
    }
}
