internal import Meshes
internal import SceneUnderstanding
internal import Spaces

/// What `airdraw place` and `airdraw snapshot` were asked for: what is put into the world, and what is written.
struct PlaceOptions: Hashable, Sendable {
    var recording: String
    var models: [ModelChoice]
    var snapshots: [Double]
    var planes: SessionConfiguration.SceneSource?
    var out: String?
    var preview: String?
}

/// `airdraw place`: a model at its real size on what a tap meets.
enum PlaceCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let model = ValueArgument(
        "MODEL", .path("MODEL", completion: .files(endings: MeshScene.modelEndings)),
        help: "the model, in metres: .obj, .glb, .gltf, .stl, .ply, .dae, .3ds or .off")
    static let click = ValueOption(
        "click", .tap, repeatable: true, help: "set it down where this tap lands, at a time or as soon as a plane is found there")
    static let planes = DrawCommand.planes
    static let out = ValueOption(
        "out", .file("FILE", endings: MeshOutput.solidEndings),
        help: "write the model where it stands in the world; its colours go beside it as .mtl")
    static let preview = ValueOption(
        "preview", .file("FILE", endings: ["mp4", "png", "jpg"]),
        help: "write the film, or its last picture, with the model in it")

    static let spec = CommandSpec(
        name: "place", summary: "Sets a model down in the world of a recording",
        discussion: [
            "It stands upright on the plane that the tap meets, at its real size, its front (+Z) toward the camera, and goes with the "
                + "plane when that turns out to be higher or lower. Several --click set it down several times.",
            "'airdraw frame' shows where to tap. 'airdraw render --model' shows several models in one film.",
        ],
        arguments: [recording.spec, model.spec], ownOptions: [click.spec, planes.spec, out.spec, preview.spec],
        required: ["click"],
        examples: ["place recordings/square cup.glb --click 190,330@1 --out cup-on-table.obj --preview cup.mp4"])

    static func options(from arguments: ParsedArguments) throws -> PlaceOptions {
        let taps = try arguments.all(click)
        guard !taps.isEmpty else { throw UsageFailure.missingOption([click.spec.typed]) }
        let path = try arguments.value(model)
        let options = PlaceOptions(
            recording: try arguments.value(recording), models: taps.map { ModelChoice(path: path, tap: $0) }, snapshots: [],
            planes: try arguments.value(planes), out: try arguments.value(out), preview: try arguments.value(preview))
        guard options.out != nil || options.preview != nil else {
            throw UsageFailure.missingOption([out.spec.typed, preview.spec.typed])
        }
        return options
    }

    static func run(_ options: PlaceOptions, _ console: any Console) throws { try PlaceRun(options, console).run() }
}

/// `airdraw snapshot`: the view's picture, left in the world.
enum SnapshotCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let at = ValueOption(
        "at", .seconds, repeatable: true, help: "leave the picture of the first frame at or after this time")
    static let out = ValueOption(
        "out", .file("FILE", endings: MeshOutput.solidEndings),
        help: "write the picture as a surface where it stands in the world")
    static let preview = ValueOption(
        "preview", .file("FILE", endings: ["mp4", "png", "jpg"]),
        help: "write the film, or its last picture, with the snapshots in it")

    static let spec = CommandSpec(
        name: "snapshot", summary: "Leaves pictures of the view in the world of a recording",
        discussion: [
            "Each stands 10 cm before the camera of its moment and faces it, unlit, as large in metres as the view is in points "
                + "divided by 6000: the first program of the introductions to ARKit."
        ],
        arguments: [recording.spec], ownOptions: [at.spec, out.spec, preview.spec], required: ["at"],
        examples: ["snapshot recordings/square --at 1 --at 3 --out snapshots.obj --preview snapshots.mp4"])

    static func options(from arguments: ParsedArguments) throws -> PlaceOptions {
        let times = try arguments.all(at)
        guard !times.isEmpty else { throw UsageFailure.missingOption([at.spec.typed]) }
        let options = PlaceOptions(
            recording: try arguments.value(recording), models: [], snapshots: times, planes: nil,
            out: try arguments.value(out), preview: try arguments.value(preview))
        guard options.out != nil || options.preview != nil else {
            throw UsageFailure.missingOption([out.spec.typed, preview.spec.typed])
        }
        return options
    }

    static func run(_ options: PlaceOptions, _ console: any Console) throws { try PlaceRun(options, console).run() }
}
