internal import AirDrawing
internal import Imaging
internal import Spaces

/// What `airdraw frame` was asked for; nil means that it was not said.
struct FrameOptions: Hashable, Sendable {
    var source: SourceChoice
    var frame: FrameChoice
    var click: ViewPoint?
    var boxSize: Double?
    var out: String
}

/// `airdraw frame`: one picture of the view with a grid, to find the place to click.
enum FrameCommand: AirDrawCommand {
    static let source = TrackCommand.source
    static let at = ValueOption("at", .seconds, help: "the first frame at or after this time")
    static let frame = ValueOption("frame", .count("N", of: "the number of a frame"), help: "the frame with this number, from 0")
    static let click = ValueOption("click", .viewPoint, help: "show the box that a tap here would seed")
    static let boxSize = DrawCommand.boxSize
    static let out = ValueOption("out", .file("FILE", endings: ["png"]), help: "the picture to write")

    static let spec = CommandSpec(
        name: "frame", summary: "Writes a picture of the view, to find the place to click",
        discussion: ["A grid with numbers along the edges lies over it, in view points."],
        arguments: [source.spec], ownOptions: [at.spec, frame.spec, click.spec, boxSize.spec, out.spec],
        alternatives: [["at", "frame"]], required: ["at", "out"],
        examples: ["frame recordings/square --at 0.5 --click 200,300 --out where.png"])

    static func options(from arguments: ParsedArguments) throws -> FrameOptions {
        guard let choice = try arguments.frameChoice(at: at, frame: frame) else {
            throw UsageFailure.missingOption([at.spec.typed, frame.spec.typed])
        }
        return FrameOptions(
            source: try arguments.value(source), frame: choice, click: try arguments.value(click),
            boxSize: try arguments.value(boxSize), out: try arguments.required(out))
    }

    static func run(_ options: FrameOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let footage = try Footage(options.source)
        let frame = try footage.skip(to: options.frame)
        let sheet = try GridSheet(viewport: footage.viewport, picture: frame.picture)
        if let click = options.click {
            try sheet.mark(footage.viewport.seedBox(at: click, size: options.boxSize), click: click)
        }
        try sheet.picture().write(to: options.out)
        let size = footage.viewport.size
        console.note(
            "\(options.out): frame \(frame.index) at \(fixed(frame.time, places: 3)) s, a view of "
                + "\(plain(size.width)) × \(plain(size.height)) points")
    }
}
