/// The words of a command line, sorted by the options of one command.
package struct ParsedArguments: Sendable {
    /// The program whose command line it is.
    let tool: Tool
    /// The command whose table was used.
    let spec: CommandSpec
    /// Values by option name, in the order typed; a flag has an empty text.
    private(set) var values: [String: [String]] = [:]
    /// Arguments without a name.
    private(set) var positionals: [String] = []
    /// Whether help was asked for; nothing else counts then.
    private(set) var asksForHelp = false
    /// Whether notes and progress are to be left out.
    var isQuiet: Bool { values["quiet"] != nil }

    /// Sorts the words after the name of the command.
    ///
    /// `--name value`, `--name=value`, `-h`; after `--` nothing is an option. A word that begins with a dash and a digit
    /// is a number and no option.
    ///
    /// - Throws: ``UsageFailure``.
    init(_ words: [String], of spec: CommandSpec, in tool: Tool = .airdraw) throws {
        self.spec = spec
        self.tool = tool
        // Help wins over mistakes elsewhere on the line: who asks for it wants to see what is right.
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            asksForHelp = true
            return
        }
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positionals += rest
                break
            }
            guard Self.looksLikeOption(word) else {
                positionals.append(word)
                continue
            }
            try take(word, &rest)
        }
        try checkCounts()
    }

    /// Whether a word is an option: it begins with a dash that does not begin a number, and is more than a dash.
    static func looksLikeOption(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return !(second == "." || (second.isASCII && second.isNumber))
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws {
        let equals = word.firstIndex(of: "=")
        let name = String(equals.map { word[..<$0] } ?? word[...])
        let attached = equals.map { String(word[word.index(after: $0)...]) }
        let found: OptionSpec? =
            if name.hasPrefix("--") {
                spec.option(named: String(name.dropFirst(2)))
            } else if name.count == 2, let letter = name.last { spec.option(short: letter) } else { nil }
        guard let option = found else { throw UsageFailure.unknownOption(name, known: spec.options.map(\.typed)) }
        guard option.valueName != nil else {
            if let attached { throw UsageFailure.valueOfFlag(option: option.typed, value: attached) }
            values[option.name] = [""]
            return
        }
        if !option.isRepeatable, values[option.name] != nil { throw UsageFailure.givenTwice(option: option.typed) }
        if let attached {
            values[option.name, default: []].append(attached)
        } else if let next = rest.first, !Self.looksLikeOption(next) {
            values[option.name, default: []].append(next)
            rest.removeFirst()
        } else {
            throw UsageFailure.missingValue(option: option.typed, accepted: option.accepted)
        }
    }

    private func checkCounts() throws {
        if positionals.count > spec.arguments.count, spec.arguments.last?.isRepeatable != true {
            throw UsageFailure.unexpectedArgument(
                positionals[spec.arguments.count], command: spec.name, takes: spec.arguments.map(\.name))
        }
        for (index, argument) in spec.arguments.enumerated() where index >= positionals.count && !argument.isOptional {
            throw UsageFailure.missingArgument(argument.name, help: argument.help)
        }
        for group in spec.alternatives {
            let given = group.filter { values[$0] != nil }
            if given.count > 1 { throw UsageFailure.exclusive("--" + given[0], "--" + given[1]) }
        }
        for name in spec.required {
            // A required option may have an alternative, as --at and --frame.
            let group = spec.alternatives.first { $0.contains(name) } ?? [name]
            if group.allSatisfy({ values[$0] == nil }) { throw UsageFailure.missingOption(group.map { "--" + $0 }) }
        }
    }
}

extension ParsedArguments {
    /// Whether a flag was given.
    package subscript(flag: FlagOption) -> Bool { values[flag.spec.name] != nil }

    /// The value of an option; nil when it was not given.
    ///
    /// - Throws: ``UsageFailure`` when the text is no value.
    package func value<Value>(_ option: ValueOption<Value>) throws -> Value? { try all(option).last }

    /// The values of an option that may be repeated, in the order typed.
    ///
    /// - Throws: ``UsageFailure`` when a text is no value.
    func all<Value>(_ option: ValueOption<Value>) throws -> [Value] {
        try (values[option.spec.name] ?? []).map { try Self.parse($0, option.kind, place: option.spec.typed) }
    }

    /// The value of a required option.
    ///
    /// - Throws: ``UsageFailure`` when it is missing or its text is no value.
    package func required<Value>(_ option: ValueOption<Value>) throws -> Value {
        guard let value = try value(option) else { throw UsageFailure.missingOption([option.spec.typed]) }
        return value
    }

    /// The value of an argument; nil when it was left out.
    ///
    /// - Throws: ``UsageFailure`` when the text is no value.
    package func optional<Value>(_ argument: ValueArgument<Value>) throws -> Value? {
        guard let index = spec.arguments.firstIndex(of: argument.spec), index < positionals.count else { return nil }
        return try Self.parse(positionals[index], argument.kind, place: argument.spec.name)
    }

    /// The value of an argument that must be there.
    ///
    /// - Throws: ``UsageFailure`` when it is missing or its text is no value.
    package func value<Value>(_ argument: ValueArgument<Value>) throws -> Value {
        guard let value = try optional(argument) else {
            throw UsageFailure.missingArgument(argument.spec.name, help: argument.spec.help)
        }
        return value
    }

    /// The values of an argument that may be repeated, which is the last of its command.
    ///
    /// - Throws: ``UsageFailure`` when a text is no value.
    func all<Value>(_ argument: ValueArgument<Value>) throws -> [Value] {
        guard let index = spec.arguments.firstIndex(of: argument.spec) else { return [] }
        return try positionals.dropFirst(index).map { try Self.parse($0, argument.kind, place: argument.spec.name) }
    }

    private static func parse<Value>(_ text: String, _ kind: ValueKind<Value>, place: String) throws -> Value {
        if let value = kind.parse(text) { return value }
        let choices: [String] = if case .words(let words) = kind.completion { words } else { [] }
        throw UsageFailure.badValue(of: place, typed: text, accepted: kind.accepted, choices: choices)
    }
}
