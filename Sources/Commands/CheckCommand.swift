internal import Imaging
internal import Recordings
internal import SceneUnderstanding

/// What `airdraw check` was asked for.
struct CheckOptions: Hashable, Sendable {
    var recording: String
}

/// `airdraw check`: reads all of a recording, text and pictures, and says what is wrong.
enum CheckCommand: AirDrawCommand {
    static let recording = DrawCommand.recording

    static let spec = CommandSpec(
        name: "check", summary: "Reads all of a recording and says what is wrong with it",
        discussion: ["Every line of text is read and every picture opened. Exit code 1 when it cannot be used as it is."],
        arguments: [recording.spec], ownOptions: [], examples: ["check recordings/square"])

    static func options(from arguments: ParsedArguments) throws -> CheckOptions {
        CheckOptions(recording: try arguments.value(recording))
    }

    static func run(_ options: CheckOptions, _ console: any Console) throws {
        let findings = checkText(options.recording)
        for finding in findings { try console.writeLine("\(finding)") }
        let errors = findings.filter { $0.severity == .error }.count
        guard errors == 0 else {
            throw CommandFailure(
                "\(options.recording): \(errors) error\(errors == 1 ? "" : "s") in the text; the pictures were not opened")
        }
        let recording = try Recording(opening: options.recording)
        if recording.header.pictures == .none {
            return try console.writeLine(
                "\(options.recording): \(try recording.frameCount()) frames, the text is in order; it has no pictures")
        }
        let count = try checkPictures(recording, console)
        try console.writeLine("\(options.recording): \(count) frames, text and pictures are in order")
    }

    /// Opens every picture, and gives their number.
    private static func checkPictures(_ recording: Recording, _ console: any Console) throws -> Int {
        let pictures = try RecordedPictures(of: recording)
        var progress = ProgressLine("checking", unit: "pictures", total: try recording.frameCount(), on: console)
        var count = 0
        while try pictures.next() != nil {
            try Interruption.check()
            count += 1
            progress.update(count)
        }
        progress.finish()
        return count
    }
}
