/// What is wrong with a command line, judged from the command line alone; exit code 64.
enum UsageFailure: Error, Hashable, Sendable {
    /// No command was given.
    case noCommand
    /// There is no command of this name.
    case unknownCommand(String, known: [String])
    /// A group of commands was named without one of them, or with a word that is none; the words as typed.
    case unknownMember([String], known: [String])
    /// The command has no such option; the name as typed, with its dashes.
    case unknownOption(String, known: [String])
    /// An option that takes a value stands without one.
    case missingValue(option: String, accepted: String)
    /// A flag was given a value.
    case valueOfFlag(option: String, value: String)
    /// An option was given twice that can be given once.
    case givenTwice(option: String)
    /// The value is not what the option or argument takes.
    case badValue(of: String, typed: String, accepted: String, choices: [String])
    /// An argument is missing.
    case missingArgument(String, help: String)
    /// More arguments than the command takes.
    case unexpectedArgument(String, command: String, takes: [String])
    /// None of these options was given, and one is needed.
    case missingOption([String])
    /// Two options that exclude each other.
    case exclusive(String, String)
    /// Anything else, with its own words.
    case other(String, help: String)
}

/// The one place where a wrong command line becomes sentences.
extension UsageFailure: CustomStringConvertible {
    /// What is wrong, quoting what was typed.
    var description: String {
        switch self {
        case .noCommand: "no command was given"
        case .unknownCommand(let name, _): "there is no command \(quoted(name))"
        case .unknownMember(let words, _):
            words.count == 1
                ? "\(quoted(words[0])) is several commands, and which one was not said"
                : "there is no command \(quoted(words.joined(separator: " ")))"
        case .unknownOption(let name, _): "there is no option \(quoted(name))"
        case .missingValue(let option, _): "\(quoted(option)) has no value"
        case .valueOfFlag(let option, let value): "\(quoted(option)) takes no value, but was given \(quoted(value))"
        case .givenTwice(let option): "\(quoted(option)) was given more than once"
        case .badValue(let place, let typed, _, _): "\(quoted(typed)) is no value for \(place)"
        case .missingArgument(let name, _): "\(name) is missing"
        case .unexpectedArgument(let typed, _, _): "\(quoted(typed)) is one argument too many"
        case .missingOption(let options): "\(options.joined(separator: " or ")) is missing"
        case .exclusive(let a, let b): "\(a) and \(b) exclude each other"
        case .other(let message, _): message
        }
    }

    /// What is accepted instead, and what was probably meant.
    var help: String {
        switch self {
        case .noCommand: "'--help' lists the commands"
        case .unknownCommand(let name, let known):
            suggestion(nearMiss(name, among: known)) + "the commands are " + known.joined(separator: ", ")
        case .unknownMember(let words, let known):
            suggestion(nearMiss(words.joined(separator: " "), among: known)) + "the commands are " + known.joined(separator: ", ")
        case .unknownOption(let name, let known):
            suggestion(nearMiss(name, among: known)) + "the options are " + known.joined(separator: ", ")
        case .missingValue(let option, let accepted): "\(option) takes \(accepted)"
        case .valueOfFlag(let option, _): "write \(option) alone"
        case .givenTwice(let option): "give \(option) once"
        case .badValue(let place, let typed, let accepted, let choices):
            suggestion(nearMiss(typed, among: choices)) + "\(place) takes \(accepted)"
        case .missingArgument(let name, let help): "\(name) is \(help)"
        case .unexpectedArgument(_, let command, let takes):
            takes.isEmpty ? "'\(command)' takes options only" : "'\(command)' takes \(takes.joined(separator: " ")) and options"
        case .missingOption(let options): options.count == 1 ? "add \(options[0])" : "add one of them"
        case .exclusive: "give one of them"
        case .other(_, let help): help
        }
    }

    private func suggestion(_ word: String?) -> String { word.map { "did you mean '\($0)'? " } ?? "" }
}

/// The text between quotes, with control characters made visible, so that what was typed cannot steer the terminal.
func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
    }
    return "'" + shown.joined() + "'"
}
