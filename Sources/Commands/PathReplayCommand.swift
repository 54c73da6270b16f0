internal import AirDrawing
internal import Recordings
internal import Spaces

/// What `airdraw path replay` was asked for.
struct PathReplayOptions: Hashable, Sendable {
    var path: String
    var recording: String
    var out: String?
    var json: String?
    var preview: String?
    var usesPicture: Bool
}

/// `airdraw path replay`: leads a follower along a way that was kept.
enum PathReplayCommand: AirDrawCommand {
    static let path = ValueArgument(
        "PATH", .path("PATH", completion: .files(endings: ["airpath"])), help: "a path file that 'airdraw path record' wrote")
    static let recording = DrawCommand.recording
    static let out = ValueOption(
        "out", .file("FILE", endings: MeshOutput.solidEndings),
        help: "write the arrows and both ways as a mesh, in the follower's world")
    static let json = ValueOption(
        "json", .file("FILE", endings: ["json"]), help: "write way points and the follower's track, with what was told at each")
    static let preview = ValueOption(
        "preview", .file("FILE", endings: ["mp4", "png"]),
        help: "show the arrows over the camera picture, as a film or as a page of moments")
    static let noPicture = FlagOption("no-picture", help: "do not look for the start picture: start point and heading alone")

    static let spec = CommandSpec(
        name: "path replay", summary: "Leads a follower along a way that was kept",
        discussion: [
            "The follower's world is laid on that of the way: start point on start point and heading on heading. When the picture of "
                + "the start is found in the follower's first pictures, that takes the place of both.",
            "Printed are how the worlds lie, how far from the end of the way the follower ended, how the distance off the way grows, "
                + "and a line for each metre: what is left of the way, how far off it, and where to turn.",
        ],
        arguments: [path.spec, recording.spec], ownOptions: [out.spec, json.spec, preview.spec, noPicture.spec],
        examples: [
            "path replay walk.airpath recordings/walk-follow",
            "path replay walk.airpath follower --out arrows.obj --json walk.json",
            "path replay walk.airpath recordings/walk-follow --preview walk.mp4",
        ])

    static func options(from arguments: ParsedArguments) throws -> PathReplayOptions {
        PathReplayOptions(
            path: try arguments.value(path), recording: try arguments.value(recording), out: try arguments.value(out),
            json: try arguments.value(json), preview: try arguments.value(preview), usesPicture: !arguments[noPicture])
    }

    static func run(_ options: PathReplayOptions, _ console: any Console) throws { try PathReplayRun(options, console).run() }
}
