internal import SceneUnderstanding

/// What `airdraw planes` was asked for.
struct PlanesOptions: Hashable, Sendable {
    var recording: String
    var detecting: PlaneDetection
    var until: Double?
    var out: String?
    var ply: String?
    var writes: Bool
    var replaces: Bool
}

/// `airdraw planes`: finds the planes of a recording in its pictures.
enum PlanesCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let horizontal = FlagOption("horizontal", help: "look for level planes; without --vertical for no others")
    static let vertical = FlagOption("vertical", help: "look for upright planes; without --horizontal for no others")
    static let until = ValueOption("until", .seconds, help: "stop at this time")
    static let out = ValueOption("out", .file("FILE", endings: ["json"]), help: "write the planes there")
    static let ply = ValueOption(
        "ply", .file("FILE", endings: ["ply"]), help: "write points and planes there, to look at")
    static let write = FlagOption("write", help: "add the planes and the feature points to the recording")
    static let replace = FlagOption("replace", help: "with --write: in place of those that the recording has")

    static let spec = CommandSpec(
        name: "planes", summary: "Finds the planes of a recording in its pictures",
        discussion: [
            "Corners are followed and triangulated with the recorded poses, and level and upright planes found among the points. "
                + "The recording's own planes and points are not looked at.",
            "A line a plane: its name, level or upright, its height (of the middle) in metres, the sides of its rectangle, its area, "
                + "the normal, the tilt in degrees of the points against it, how many points lie on it, when it was first seen, and "
                + "which plane took it over.",
        ],
        arguments: [recording.spec],
        ownOptions: [
            horizontal.spec, vertical.spec, until.spec, out.spec, ply.spec, write.spec, replace.spec,
        ],
        examples: [
            "planes recordings/square", "planes desk --out planes.json --ply cloud.ply", "planes desk --horizontal --write",
        ])

    static func options(from arguments: ParsedArguments) throws -> PlanesOptions {
        if arguments[replace], !arguments[write] { throw UsageFailure.missingOption([write.spec.typed]) }
        if arguments[write], arguments.isGiven(until.spec) {
            throw UsageFailure.exclusive(write.spec.typed, until.spec.typed)
        }
        // Both together, or none of them, is both.
        var detecting: PlaneDetection = []
        if arguments[horizontal] { detecting.insert(.horizontal) }
        if arguments[vertical] { detecting.insert(.vertical) }
        return PlanesOptions(
            recording: try arguments.value(recording), detecting: detecting.isEmpty ? [.horizontal, .vertical] : detecting,
            until: try arguments.value(until), out: try arguments.value(out), ply: try arguments.value(ply),
            writes: arguments[write], replaces: arguments[replace])
    }

    static func run(_ options: PlanesOptions, _ console: any Console) throws { try PlanesRun(options, console).run() }
}
