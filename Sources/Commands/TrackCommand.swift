internal import Imaging
internal import ObjectTracking
internal import Spaces

/// How `airdraw track` writes its boxes.
enum TrackFormat: String, CaseIterable, Sendable {
    case csv, jsonl, otb, vot
}

/// What is tracked.
enum TrackTarget: Hashable, Sendable {
    /// A box around this place of the view.
    case click(ViewPoint)
    /// This box, in pixels of the picture from its top left corner, as the output has it.
    case box(x: Double, y: Double, width: Double, height: Double)
}

/// What `airdraw track` was asked for; nil means that it was not said.
struct TrackOptions: Hashable, Sendable {
    var source: SourceChoice
    var target: TrackTarget?
    var boxSize: Double?
    var start: FrameChoice?
    var tracker: TrackerKind?
    var format: TrackFormat
    var out: String?
}

/// `airdraw track`: follows a box through pictures and writes where it is.
enum TrackCommand: AirDrawCommand {
    static let source = ValueArgument(
        "SOURCE", .source, help: "a recording, a film, a folder or pattern of pictures, or camera:N")
    static let click = ValueOption(
        "click", .viewPoint,
        help: "follow what is here, in view points; the view of a plain film is its picture; without it the first recorded tap")
    static let box = ValueOption("box", .box, help: "follow this box, in pixels from the top left corner of the picture")
    static let boxSize = DrawCommand.boxSize
    static let at = ValueOption("at", .seconds, help: "begin at this time")
    static let frame = ValueOption("frame", .count("N", of: "the number of a frame"), help: "begin at this frame; the first is 0")
    static let tracker = DrawCommand.tracker
    static let format = ValueOption(
        "format", ValueKind<TrackFormat>.oneOf("FORMAT"), help: "the way of writing: csv with a header, jsonl, otb or vot (csv)")
    static let out = ValueOption("out", .path("FILE"), help: "write there and not to the standard output")

    static let spec = CommandSpec(
        name: "track", summary: "Follows a box through a film and writes where it is",
        discussion: [
            "A line a frame: frame, time, x, y, w, h, confidence and state, which is seed, tracked, reacquired or lost. "
                + "The box is in pixels of the picture from its top left corner, and empty where lost."
        ],
        arguments: [source.spec],
        ownOptions: [click.spec, box.spec, boxSize.spec, at.spec, frame.spec, tracker.spec, format.spec, out.spec],
        alternatives: [["click", "box"], ["at", "frame"]],
        examples: ["track clip.mp4 --click 320,240 | head", "track clip.mp4 --box 300,220,40,40 --frame 27 --out boxes.csv"])

    static func options(from arguments: ParsedArguments) throws -> TrackOptions {
        if arguments.isGiven(box.spec), arguments.isGiven(boxSize.spec) { throw UsageFailure.exclusive("--box", "--box-size") }
        return TrackOptions(
            source: try arguments.value(source),
            target: try arguments.value(box) ?? arguments.value(click).map(TrackTarget.click),
            boxSize: try arguments.value(boxSize), start: try arguments.frameChoice(at: at, frame: frame),
            tracker: try arguments.value(tracker), format: try arguments.value(format) ?? .csv, out: try arguments.value(out))
    }

    static func run(_ options: TrackOptions, _ console: any Console) throws { try TrackRun(options, console).run() }
}

extension ValueKind where Value == TrackTarget {
    /// A box in pixels.
    static let box = Self("X,Y,W,H", accepted: "a box in pixels with a width and height above 0, such as 300,220,40,40") { text in
        guard let n = decimalNumbers(text, count: 4), n[2] > 0, n[3] > 0 else { return nil }
        return .box(x: n[0], y: n[1], width: n[2], height: n[3])
    }
}

extension ParsedArguments {
    /// Whether an option was given.
    func isGiven(_ option: OptionSpec) -> Bool { values[option.name] != nil }

    /// The frame chosen by a time or a number; nil when neither was given.
    ///
    /// - Throws: ``UsageFailure`` when the text is no value.
    func frameChoice(at: ValueOption<Double>, frame: ValueOption<Int>) throws -> FrameChoice? {
        try value(at).map(FrameChoice.seconds) ?? value(frame).map(FrameChoice.index)
    }
}
