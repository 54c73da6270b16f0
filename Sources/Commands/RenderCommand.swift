internal import Rendering
internal import Spaces

/// How many pictures a contact sheet has.
struct SheetChoice: Hashable, Sendable {
    /// Beside each other.
    var columns: Int
    /// Under each other.
    var rows: Int
}

/// What of a recording is written as a picture or film.
enum RenderedMoments: Hashable, Sendable {
    /// Every frame, as a film.
    case film
    /// One frame; nil for the last.
    case one(FrameChoice?)
    /// Several on one page.
    case sheet(SheetChoice)
}

/// What is laid over the pictures of a recording.
struct OverlayChoice: Hashable, Sendable {
    var drawing: String?
    var shapes = MeshOutput()
    var planes = false
    var axes = false
    var points = false
    var focusSquare = false
    var statistics = false
    var models: [ModelChoice] = []
    var snapshots: [Double] = []
}

/// What `airdraw render` was asked for.
struct RenderOptions: Hashable, Sendable {
    var recording: String
    var overlay: OverlayChoice
    var moments: RenderedMoments
    var out: String
}

/// `airdraw render`: the scene over the camera picture.
enum RenderCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let drawing = ValueOption(
        "drawing", .path("FILE", completion: .files(endings: ["json"])),
        help: "show this drawing, which 'airdraw draw --out' wrote, as it was drawn")
    static let planes = FlagOption("planes", help: "show the planes that are known at each moment")
    static let axes = FlagOption("axes", help: "show the axes of the world")
    static let points = FlagOption("points", help: "show the feature points")
    static let focusSquare = FlagOption("focus-square", help: "show where a tap in the middle of the view would land")
    static let statistics = FlagOption("statistics", help: "write counts, the camera's place and the light in a corner")
    static let model = ValueOption(
        "model", .model, repeatable: true, help: "set a model down where a tap lands, as 'airdraw place' does")
    static let snapshot = ValueOption(
        "snapshot", .seconds, repeatable: true, help: "leave the picture of that moment in the world, as 'airdraw snapshot' does")
    static let at = ValueOption("at", .seconds, help: "one picture: the first frame at or after this time")
    static let frame = ValueOption(
        "frame", .count("N", of: "the number of a frame"), help: "one picture: the frame with this number, from 0")
    static let sheet = ValueOption(
        "sheet", .sheet, help: "one page with so many moments beside and under each other, each with its time")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["mp4", "png", "jpg"]),
        help: "the film, or the picture: of the last frame where none is chosen")

    static let spec = CommandSpec(
        name: "render", summary: "Writes a film or picture of a recording with what is in its world",
        discussion: [
            "The view is the one the person had, turned as the phone was. Without anything to show the planes are shown.",
            "Drawings and models stand in the light of the recording, hide each other, and cast a shadow on their plane.",
        ],
        arguments: [recording.spec],
        ownOptions: [
            drawing.spec, planes.spec, axes.spec, points.spec, focusSquare.spec, statistics.spec, model.spec, snapshot.spec,
            at.spec, frame.spec, sheet.spec, out.spec,
        ] + StyleOptions.specs,
        alternatives: [["at", "frame", "sheet"]], required: ["out"],
        examples: [
            "render recordings/square --drawing square.json --out square.mp4",
            "render recordings/square --drawing square.json --style ribbon --material wood --out wood.mp4",
            "render recordings/square --planes --axes --at 2.5 --out moment.png",
            "render recordings/square --drawing square.json --sheet 4x3 --out sheet.png",
        ])

    static func options(from arguments: ParsedArguments) throws -> RenderOptions {
        let out = try arguments.required(out)
        let choice = try arguments.frameChoice(at: at, frame: frame)
        let page = try arguments.value(sheet)
        if let page, let choice {
            _ = page
            let typed = if case .seconds = choice { at.spec.typed } else { frame.spec.typed }
            throw UsageFailure.exclusive(sheet.spec.typed, typed)
        }
        let isFilm = out.hasSuffix(".mp4")
        if isFilm, choice != nil || page != nil {
            throw UsageFailure.other(
                "one picture cannot be written as \(quoted(out))", help: "--at, --frame and --sheet write a .png or .jpg")
        }
        try StyleOptions.check(arguments, belongTo: [drawing.spec], problem: "there is no drawing to show")
        var overlay = OverlayChoice(
            drawing: try arguments.value(drawing), shapes: try StyleOptions.output(from: arguments), planes: arguments[planes],
            axes: arguments[axes], points: arguments[points],
            focusSquare: arguments[focusSquare], statistics: arguments[statistics], models: try arguments.all(model),
            snapshots: try arguments.all(snapshot))
        // Somebody who asks for nothing wants to see what the recording knows.
        if overlay == OverlayChoice() { overlay.planes = true }
        return RenderOptions(
            recording: try arguments.value(recording), overlay: overlay,
            moments: isFilm ? .film : page.map(RenderedMoments.sheet) ?? .one(choice), out: out)
    }

    static func run(_ options: RenderOptions, _ console: any Console) throws { try RenderRun(options, console).run() }
}

extension ValueKind where Value == SheetChoice {
    /// Columns and rows.
    static let sheet = Self(
        "COLUMNSxROWS", accepted: "columns and rows of 1 to \(ContactSheet.most), such as 4x3"
    ) { text in
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(String(part)) : nil }
        guard numbers.count == 2, numbers.allSatisfy({ (1...ContactSheet.most).contains($0) }) else { return nil }
        return SheetChoice(columns: numbers[0], rows: numbers[1])
    }
}
