/// One subcommand: its table, the way from words to options, and the work.
package protocol AirDrawCommand: Sendable {
    /// What the words of the command line become.
    associatedtype Options: Sendable

    /// The table of arguments and options.
    static var spec: CommandSpec { get }

    /// Turns words into options, before anything is opened.
    ///
    /// - Throws: ``UsageFailure``.
    static func options(from arguments: ParsedArguments) throws -> Options

    /// Does the work.
    ///
    /// - Throws: whatever goes wrong; ``UsageFailure`` exits with 64, ``GateNotMet`` with 2, anything else with 1.
    static func run(_ options: Options, _ console: any Console) throws
}

extension AirDrawCommand {
    /// Parses and runs.
    static func run(_ arguments: ParsedArguments, _ console: any Console) throws { try run(options(from: arguments), console) }
}

/// A failure with a cure: one line that says what is wrong, and one that says what helps.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, naming the file.
    package let description: String
    /// What helps; nil when nothing more is known.
    var help: String?

    /// Makes a failure.
    package init(_ description: String, help: String? = nil) {
        self.description = description
        self.help = help
    }
}

/// A gate that was asked for was not met; exit code 2.
package struct GateNotMet: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which one, with the numbers.
    package let description: String

    /// Makes the error.
    package init(description: String) { self.description = description }
}

/// A program: its name and its commands.
package struct Tool: Sendable {
    /// The name under which it is typed.
    let name: String
    /// What it does, as one sentence without a full stop.
    let summary: String
    /// The commands, in the order of help.
    let commands: [any AirDrawCommand.Type]

    /// Makes a program.
    package init(name: String, summary: String, commands: [any AirDrawCommand.Type]) {
        self.name = name
        self.summary = summary
        self.commands = commands
    }

    /// The names of the commands.
    var names: [String] { commands.map { $0.spec.name } }
    /// The words that may come first: the commands, and the groups of those with names of two words.
    var firstWords: [String] {
        var words: [String] = []
        for name in names {
            let word = String(name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }
    /// The words that are groups.
    var groups: [String] { firstWords.filter { !group($0).isEmpty } }
    /// The commands of a group, such as `path`; none for a word that is no group.
    func group(_ word: String) -> [any AirDrawCommand.Type] { commands.filter { $0.spec.name.hasPrefix(word + " ") } }
    /// The command with a name.
    func command(named name: String) -> (any AirDrawCommand.Type)? { commands.first { $0.spec.name == name } }

    /// The program `airdraw`.
    static let airdraw = Tool(
        name: "airdraw", summary: "Draws in the air with a finger, from recordings",
        commands: [
            DrawCommand.self, TrackCommand.self, FrameCommand.self, ExportCommand.self, EditCommand.self,
            MergeCommand.self, InfoCommand.self, CheckCommand.self,
            ImportCommand.self, CalibrateCommand.self, BoardCommand.self, PlanesCommand.self, ImagesTrackCommand.self,
            ImagesScoreCommand.self, RenderCommand.self, PlaceCommand.self, SnapshotCommand.self,
            PathRecordCommand.self, PathReplayCommand.self, StudioCommand.self,
            EvaluateCommand.self, ScoreCommand.self, CompareCommand.self,
            ReportCommand.self,
            TraxCommand.self,
            CompletionCommand.self, HelpCommand.self,
        ])

    /// The version of the program, as in the change log.
    static let version = "0.1.0"
}
