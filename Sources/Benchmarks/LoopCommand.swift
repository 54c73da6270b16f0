internal import Commands

/// What `airdraw-benchmark loop` was asked for.
struct LoopRequest: Hashable, Sendable {
    var recording: String
    var seconds: Double
    var out: String
}

/// `airdraw-benchmark loop`: a recording of any length.
enum LoopCommand: AirDrawCommand {
    static let recording = ValueArgument(
        "RECORDING", .path("RECORDING", completion: .folders), help: "the folder of the recording")
    static let out = ValueOption(
        "out", .path("RECORDING", completion: .folders), help: "the recording to write; it must not exist")

    static let spec = CommandSpec(
        name: "loop", summary: "Makes a long recording of a short one",
        discussion: [
            "Plays the first \(fixed(LoopedRecording.stretch, places: 0)) seconds after the first tap forth and back, "
                + "so that the finger never jumps. The pen is down all the time."
        ],
        arguments: [recording.spec], ownOptions: [BenchmarkOptions.seconds.spec, out.spec], required: ["out"],
        examples: ["loop recordings/square --seconds 30 --out long"])

    static func options(from arguments: ParsedArguments) throws -> LoopRequest {
        LoopRequest(
            recording: try arguments.value(recording), seconds: try arguments.value(BenchmarkOptions.seconds) ?? 30,
            out: try arguments.required(out))
    }

    static func run(_ request: LoopRequest, _ console: any Console) throws {
        try LoopedRecording(of: request.recording).write(seconds: request.seconds, to: request.out, console)
    }
}
