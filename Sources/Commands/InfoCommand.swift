/// What `airdraw info` was asked for.
struct InfoOptions: Hashable, Sendable {
    var recording: String
}

/// `airdraw info`: says what a recording holds and what it lacks.
enum InfoCommand: AirDrawCommand {
    static let recording = DrawCommand.recording

    static let spec = CommandSpec(
        name: "info", summary: "Says what a recording holds and what it lacks",
        discussion: [
            "Frames, rate, length, length of the camera's path, share of frames with normal tracking, planes and events."
        ],
        arguments: [recording.spec], ownOptions: [], examples: ["info recordings/square"])

    static func options(from arguments: ParsedArguments) throws -> InfoOptions {
        InfoOptions(recording: try arguments.value(recording))
    }

    static func run(_ options: InfoOptions, _ console: any Console) throws {
        throw CommandFailure("'info' is not built yet")
    }
}
