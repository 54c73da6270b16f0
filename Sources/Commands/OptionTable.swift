/// What a shell offers for a value.
package enum ValueCompletion: Hashable, Sendable {
    /// Nothing can be offered.
    case none
    /// Files and folders; of the files those with one of the endings, all without endings.
    case files(endings: [String])
    /// Folders.
    case folders
    /// One of a few words.
    case words([String])
}

/// One option of a command, as parsing, help, the documentation and shell completion see it.
package struct OptionSpec: Hashable, Sendable {
    /// The long name without its dashes.
    let name: String
    /// A one-letter form, if there is one.
    var short: Character?
    /// What the value is called in help; nil for a flag, which takes none.
    var valueName: String?
    /// Whether it may be given several times.
    var isRepeatable = false
    /// What it does, as one sentence without a full stop.
    let help: String
    /// What the value may be, to follow "takes".
    var accepted = ""
    /// What a shell offers for the value.
    var completion = ValueCompletion.none

    /// The option as it is typed, such as `--click`.
    var typed: String { "--" + name }
    /// The option with its value, such as `--click X,Y[@SECONDS]`.
    var usage: String { valueName.map { typed + " " + $0 } ?? typed }
}

/// One argument without a name, such as the recording.
package struct ArgumentSpec: Hashable, Sendable {
    /// What it is called in help, in capitals.
    let name: String
    /// Whether it may be left out.
    var isOptional = false
    /// Whether any number of them may follow each other; the last argument of a command alone.
    var isRepeatable = false
    /// What it is, as one sentence without a full stop.
    let help: String
    /// What a shell offers for it.
    var completion = ValueCompletion.none

    /// The argument as a usage line shows it, such as `DATASET...`.
    var usage: String { (isOptional ? "[\(name)]" : name) + (isRepeatable ? "..." : "") }
}

/// One command: the table from which its parsing, help, documentation and completion are made.
package struct CommandSpec: Hashable, Sendable {
    /// The word that chooses it.
    let name: String
    /// What it does, as one sentence without a full stop.
    let summary: String
    /// What is good to know, in paragraphs; may be empty.
    var discussion: [String] = []
    /// The arguments without a name, in order.
    var arguments: [ArgumentSpec] = []
    /// The options of this command alone.
    package let ownOptions: [OptionSpec]
    /// Groups of options of which at most one may be given, for the usage line.
    var alternatives: [[String]] = []
    /// Options without which the command does not start.
    var required: [String] = []
    /// Command lines that work, to copy; without the name of the program.
    var examples: [String] = []

    /// Makes a table.
    package init(
        name: String, summary: String, discussion: [String] = [], arguments: [ArgumentSpec] = [], ownOptions: [OptionSpec],
        alternatives: [[String]] = [], required: [String] = [], examples: [String] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.ownOptions = ownOptions
        self.alternatives = alternatives
        self.required = required
        self.examples = examples
    }

    /// All options: those of the command and those that every command has.
    var options: [OptionSpec] { ownOptions + CommandSpec.common }

    /// What every command understands.
    static let common = [
        OptionSpec(name: "quiet", short: "q", help: "Write no progress and no notes; errors are still written"),
        OptionSpec(name: "help", short: "h", help: "Show this help"),
    ]

    /// The option with a long name.
    func option(named name: String) -> OptionSpec? { options.first { $0.name == name } }
    /// The option with a one-letter name.
    func option(short: Character) -> OptionSpec? { options.first { $0.short == short } }
}

/// An option with a value, tied to the way its text becomes one.
package struct ValueOption<Value: Sendable>: Sendable {
    /// The row of the table.
    package let spec: OptionSpec
    /// How text becomes a value.
    let kind: ValueKind<Value>

    /// Makes an option; the name of the value comes from the kind unless it is given.
    package init(
        _ name: String, _ kind: ValueKind<Value>, valueName: String? = nil, repeatable: Bool = false, help: String
    ) {
        self.kind = kind
        spec = OptionSpec(
            name: name, valueName: valueName ?? kind.name, isRepeatable: repeatable, help: help, accepted: kind.accepted,
            completion: kind.completion)
    }
}

/// An option that is there or is not.
package struct FlagOption: Sendable {
    /// The row of the table.
    package let spec: OptionSpec

    /// Makes a flag.
    package init(_ name: String, help: String) { spec = OptionSpec(name: name, help: help) }
}

/// An argument without a name, tied to the way its text becomes a value.
package struct ValueArgument<Value: Sendable>: Sendable {
    /// The row of the table.
    package let spec: ArgumentSpec
    /// How text becomes a value.
    let kind: ValueKind<Value>

    /// Makes an argument.
    package init(_ name: String, _ kind: ValueKind<Value>, optional: Bool = false, repeatable: Bool = false, help: String) {
        self.kind = kind
        spec = ArgumentSpec(
            name: name, isOptional: optional, isRepeatable: repeatable, help: help, completion: kind.completion)
    }
}
