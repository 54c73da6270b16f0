internal import Recordings
internal import Spaces

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
    /// Nil to guess it.
    var layout: ImportLayout?
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
    /// The size of the pictures that the intrinsics are for.
    var imageSize: PixelSize?
    /// The direction of the source's world that points down.
    var gravity: WorldVector?
    /// What of known size lies on the table of a film; the camera's path is found with it.
    var world: WorldChoice?
    /// How long the table alone may carry the camera, seconds.
    var bridge: Double?
}

/// What `airdraw import` was asked to do.
enum ImportRequest: Hashable, Sendable {
    /// Say what can be imported.
    case list
    /// Import a plain film from a fixed camera.
    case film(ImportOptions)
    /// Import what another recorder wrote.
    case recorder(ImportOptions)
}

/// `airdraw import`: makes a recording of a film, or of what another recorder wrote.
enum ImportCommand: AirDrawCommand {
    static let source = ValueArgument(
        "SOURCE", .path("SOURCE"), optional: true, help: "what to make a recording of: a folder, a zip archive, or a film")
    static let film = ValueArgument(
        "FILM", .path("FILM"), optional: true, help: "the film, when SOURCE is the word video: 'import video clip.mp4'")
    static let out = ValueOption("out", .path("RECORDING", completion: .folders), help: "the folder to make; it must not exist")
    static let list = FlagOption("list", help: "list the layouts, with the files that each needs")
    static let layout = ValueOption(
        "layout", ValueKind<ImportLayout>.oneOf("NAME"), help: "what the source is, as --list calls it (guessed from its files)")
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
        help: "what to call it (the name of the source)")
    static let imageSize = ValueOption(
        "image-size", .imageSize,
        help: "the size of the pictures that the intrinsics are for, where the source does not say; needed where it has none")
    static let gravity = ValueOption(
        "gravity", .direction,
        help:
            "which direction of the source's world points down; the world is turned upright. With --world of the card: x along its "
            + "width, y out of it, z down its length (0,-1,0: it lies level)")
    static let world = ValueOption(
        "world", .world,
        help: "something of known size that lies on the table of the film: the world is made from it, the camera may move")
    static let bridge = ValueOption(
        "bridge", .seconds,
        help:
            "how long the table round the card may carry the camera while the card is not seen; longer, and tracking is limited (1)"
    )

    static let spec = CommandSpec(
        name: "import", summary: "Makes a recording of a film, or of what another recorder wrote",
        discussion: [
            "Recordings of other apps and data sets are recognized by their files; --list shows them. Poses get ARKit's axes, "
                + "times begin at 0, and the intrinsics are fitted to the pictures as they are stored.",
            "For a plain film from a fixed camera, where it stands and how it sees comes from --camera, or from --intrinsics and "
                + "--pose. Without planes the table is the world's y = 0.",
            "A film needs neither, and its camera may move, when something of known size lies on the table: --world "
                + "reference:card.png:0.085 is a printed picture and the width of its print, sheet:a4:X,Y,X,Y,X,Y,X,Y a sheet of paper "
                + "with its corners in the first frame, board:charuco:5x7:0.03:0.022:6X6_250 a board ('airdraw board' writes one). Its "
                + "plane becomes the table, its middle the origin. Without --camera or --intrinsics the focal length is estimated.",
            "Films and pictures are not turned, whatever a tag in them says, so that the intrinsics keep fitting.",
        ],
        arguments: [source.spec, film.spec],
        ownOptions: [
            out.spec, list.spec, layout.spec, camera.spec, intrinsics.spec, distortion.spec, pose.spec, plane.spec,
            world.spec, bridge.spec, imageSize.spec, gravity.spec, viewport.spec, orientation.spec, rate.spec, tip.spec,
            name.spec,
        ],
        alternatives: [["out", "list"]],
        required: ["out"],
        examples: [
            "import --list", "import scan.r3d --out recordings/desk",
            "import clip.mp4 --out recordings/desk --camera desk.json",
            "import clip.mp4 --out desk --world reference:card.png:0.085 --camera phone.json",
            "import clip.mp4 --out desk --world sheet:a4:320,90,860,130,900,600,280,560",
            "import clip.mp4 --out desk --world board:charuco:5x7:0.03:0.022:6X6_250",
            "import clip.mp4 --out desk --intrinsics 600,600,319.5,239.5 --pose 1,0,0,0,0,0,1,0.5,0,-1,0,0 --plane 0,0,0,1,1",
        ])

    static func options(from arguments: ParsedArguments) throws -> ImportRequest {
        if arguments[list] { return .list }
        var source = try arguments.value(source)
        var layout = try arguments.value(layout)
        if let film = try arguments.optional(film) {
            guard source == "video", layout == nil || layout == .video else {
                throw UsageFailure.unexpectedArgument(film, command: spec.name, takes: [self.source.spec.name])
            }
            (source, layout) = (film, .video)
        }
        let options = ImportOptions(
            source: source, out: try arguments.required(out),
            layout: layout, camera: try arguments.value(camera),
            intrinsics: try arguments.value(intrinsics), distortion: try arguments.value(distortion),
            worldFromCamera: try arguments.value(pose), planes: try arguments.all(plane),
            viewport: try arguments.value(viewport), orientation: try arguments.value(orientation),
            framesPerSecond: try arguments.value(rate), tip: try arguments.value(tip), name: try arguments.value(name),
            imageSize: try arguments.value(imageSize), gravity: try arguments.value(gravity),
            world: try arguments.value(world), bridge: try arguments.value(bridge))
        if arguments.isGiven(bridge.spec), !arguments.isGiven(world.spec) { throw UsageFailure.missingOption([world.spec.typed]) }
        let ofFilms = [camera.spec, pose.spec, plane.spec, world.spec]
        let ofRecorders = options.world == nil ? [imageSize.spec, gravity.spec] : [imageSize.spec]
        guard options.isFilm(having: ofFilms.contains { arguments.isGiven($0) }) else {
            if let layout = options.layout, let wrong = ofFilms.first(where: { arguments.isGiven($0) }) {
                throw UsageFailure.other(
                    "\(wrong.typed) is for plain films, and --layout is \(layout.rawValue)", help: "leave one of them out")
            }
            return .recorder(options)
        }
        if let wrong = ofRecorders.first(where: { arguments.isGiven($0) }) {
            throw UsageFailure.other("\(wrong.typed) is not for plain films", help: "leave it out")
        }
        if options.world != nil {
            if arguments.isGiven(distortion.spec), options.camera == nil, options.intrinsics == nil {
                throw UsageFailure.missingOption([camera.spec.typed, intrinsics.spec.typed])
            }
            // The card says where the camera is and where the table.
            for known in [pose.spec, plane.spec] where arguments.isGiven(known) {
                throw UsageFailure.exclusive(world.spec.typed, known.typed)
            }
        } else if !arguments.isGiven(camera.spec) {
            // Nothing can be drawn on a plane without knowing the camera.
            for needed in [intrinsics.spec, pose.spec] where !arguments.isGiven(needed) {
                throw UsageFailure.missingOption([world.spec.typed, camera.spec.typed, needed.typed])
            }
        }
        return .film(options)
    }

    static func run(_ request: ImportRequest, _ console: any Console) throws {
        switch request {
        case .list:
            for layout in ImportLayout.allCases {
                let name = layout.rawValue
                let gap = String(repeating: " ", count: max(1, 20 - name.count))
                try console.writeLine(name + gap + layout.title)
                try console.writeLine(String(repeating: " ", count: 20) + "needs " + layout.needs)
            }
        case .film(let options):
            if let world = options.world {
                try WorldImportRun(options, world, console).run()
            } else {
                try ImportRun(options, console).runFilm()
            }
        case .recorder(let options): try ImportRun(options, console).runRecorder()
        }
    }
}

extension ImportOptions {
    /// Whether the source is a plain film: its layout says so, or its ending, or the options that only films have.
    func isFilm(having hasFilmOptions: Bool) -> Bool {
        guard layout == nil else { return layout == .video }
        return isPlainFilm(source) || hasFilmOptions
    }

    /// What is said beside the files of a recorder.
    var settings: ImportSettings {
        var settings = ImportSettings()
        settings.name = name
        settings.intrinsics = intrinsics
        settings.distortion = distortion
        settings.imageSize = imageSize
        settings.viewportSize = viewport
        settings.orientation = orientation
        settings.framesPerSecond = framesPerSecond
        settings.tipOffset = tip
        settings.gravity = gravity
        return settings
    }

    /// What the camera file says, with what the options say in its place; nil when nothing is said of the camera.
    ///
    /// - Throws: `RecordingFailure` from the file.
    func description() throws -> VideoDescription? {
        var description: VideoDescription
        if let camera {
            description = try VideoDescription(opening: camera, needsPlace: world == nil && worldFromCamera == nil)
        } else if let intrinsics {
            description = VideoDescription(intrinsics: intrinsics, worldFromCamera: worldFromCamera ?? .identity)
        } else {
            return nil
        }
        if let intrinsics { description.intrinsics = intrinsics }
        if let worldFromCamera { description.worldFromCamera = worldFromCamera }
        if let distortion { description.distortion = distortion }
        complete(&description)
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

    /// Adds what options say of the recording beside the camera.
    func complete(_ description: inout VideoDescription) {
        if let viewport { description.viewportSize = viewport }
        if let orientation { description.orientation = orientation }
        if let tip { description.tipOffset = tip }
        if let name { description.name = name }
        if let framesPerSecond { description.framesPerSecond = framesPerSecond }
    }
}
