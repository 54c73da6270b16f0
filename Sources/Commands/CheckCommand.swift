/// What `airdraw check` was asked for.
struct CheckOptions: Hashable, Sendable {
    var recording: String
}

/// `airdraw check`: reads all of a recording, text and pictures, and says what is wrong.
enum CheckCommand: AirDrawCommand {
    static let recording = DrawCommand.recording

    static let spec = CommandSpec(
        name: "check", summary: "Reads all of a recording and says what is wrong with it",
        discussion: ["Every line of text is read and every picture opened."],
        arguments: [recording.spec], ownOptions: [], examples: ["check recordings/square"])

    static func options(from arguments: ParsedArguments) throws -> CheckOptions {
        CheckOptions(recording: try arguments.value(recording))
    }

    static func run(_ options: CheckOptions, _ console: any Console) throws {
        throw CommandFailure("'check' is not built yet")
    }
}
