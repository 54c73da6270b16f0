internal import SceneUnderstanding

/// What `airdraw images track` was asked for.
struct ImagesTrackOptions: Hashable, Sendable {
    var recording: String
    var references: [ReferenceImageSource]
    var mode: ImagesMode
    var maximum: Int
    var removesAfter: Double?
    var format: ImagesFormat
    var preview: String?
    var content: String?
    var writes: Bool
    var replaces: Bool
}

/// Which of the two ways, or both to compare them.
enum ImagesMode: String, CaseIterable, Sendable {
    case detection, tracking, both
}

/// How anchors are printed.
enum ImagesFormat: String, CaseIterable, Sendable {
    case jsonl, csv
}

/// `airdraw images track`: finds printed pictures of known size in a recording, and follows them.
enum ImagesTrackCommand: AirDrawCommand {
    static let recording = DrawCommand.recording
    static let reference = ValueOption(
        "reference",
        ValueKind<String>("SOURCE", accepted: Self.accepted, completion: .files(endings: [])) { $0.isEmpty ? nil : $0 },
        repeatable: true,
        help: "a picture and the width of its print in metres (card.png:0.085), a folder with Contents.json as Xcode keeps it, "
            + "or a data set: a .json file or address with an array of {imageURL, name, width}")
    private static let accepted = "a picture with a width as in card.png:0.085, a folder, or a .json file or address"
    static let mode = ValueOption(
        "mode", ValueKind<ImagesMode>.oneOf("MODE"),
        help: "tracking follows images in every frame and lets go of those that leave; detection finds them now and then, and an "
            + "anchor stays where it was; both compares the two (tracking)")
    static let maximum = ValueOption(
        "maximum", .count("N", of: "how many images"), help: "how many images are followed at a time, 1 or more (1)")
    static let removeAfter = ValueOption(
        "remove-after", .seconds, help: "with detection: an anchor goes this long after its image was seen last")
    static let format = ValueOption(
        "format", ValueKind<ImagesFormat>.oneOf("FORMAT"), help: "jsonl, lines as in anchors.jsonl, or csv (jsonl)")
    static let preview = ValueOption("preview", .file("FILE", endings: ["mp4"]), help: "a film with the outlines and the content")
    static let content = ValueOption(
        "content", .file("FILE", endings: ["json"]), help: "with --preview: labels and pictures to show on the images")
    static let write = FlagOption("write", help: "add the anchors to the recording")
    static let replace = FlagOption("replace", help: "with --write: in place of image anchors that the recording has")

    static let spec = CommandSpec(
        name: "images track", summary: "Finds printed pictures of known size in a recording and follows them",
        discussion: [
            "Prints what happens to the anchors of the images, a line each time: it came, moved, is tracked or not, went.",
            "--mode both prints a table instead: how long until the first detection, in what share of frames the image was tracked, "
                + "the errors where the truth is known, how long a ghost stayed after the image had left, and the time a frame took.",
        ],
        arguments: [recording.spec],
        ownOptions: [
            reference.spec, mode.spec, maximum.spec, removeAfter.spec, format.spec, preview.spec, content.spec, write.spec,
            replace.spec,
        ],
        required: ["reference"],
        examples: [
            "images track recordings/card --reference recordings/card/card.png:0.12 --preview card.mp4",
            "images track desk --reference cards.json --maximum 4 --write",
            "images track recordings/card --reference recordings/card/card.png:0.12 --mode both",
        ])

    static func options(from arguments: ParsedArguments) throws -> ImagesTrackOptions {
        let mode = try arguments.value(mode) ?? .tracking
        if arguments[replace], !arguments[write] { throw UsageFailure.missingOption([write.spec.typed]) }
        if arguments.isGiven(content.spec), !arguments.isGiven(preview.spec) {
            throw UsageFailure.missingOption([preview.spec.typed])
        }
        for option in [write.spec, preview.spec, format.spec] where mode == .both && arguments.isGiven(option) {
            throw UsageFailure.exclusive("--mode both", option.typed)
        }
        if mode == .tracking, arguments.isGiven(removeAfter.spec) {
            throw UsageFailure.other("--remove-after is for detection: tracking keeps its anchors", help: "add --mode detection")
        }
        let maximum = try arguments.value(maximum) ?? 1
        guard maximum > 0 else {
            throw UsageFailure.badValue(of: "--maximum", typed: "0", accepted: "a whole number from 1 up", choices: [])
        }
        return ImagesTrackOptions(
            recording: try arguments.value(recording), references: try referenceSources(arguments.all(reference)), mode: mode,
            maximum: maximum, removesAfter: try arguments.value(removeAfter), format: try arguments.value(format) ?? .jsonl,
            preview: try arguments.value(preview), content: try arguments.value(content), writes: arguments[write],
            replaces: arguments[replace])
    }

    static func run(_ options: ImagesTrackOptions, _ console: any Console) throws {
        try ImagesTrackRun(options, console).run()
    }
}

/// The sources of reference images as they were typed.
///
/// - Throws: ``UsageFailure`` when a text is none.
func referenceSources(_ texts: [String]) throws -> [ReferenceImageSource] {
    try texts.map { text in
        do {
            return try ReferenceImageSource(text)
        } catch let failure as ReferenceImageFailure {
            throw UsageFailure.other("\(text) is no reference image", help: failure.message)
        }
    }
}
