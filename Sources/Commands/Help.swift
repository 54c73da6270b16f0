/// The help pages, made from the option tables.
enum Help {
    /// The page of the whole program.
    static func page(of tool: Tool) -> String {
        let width = (tool.names.map(\.count).max() ?? 0) + 2
        var text = "\(tool.summary).\n\nUsage: \(tool.name) COMMAND [ARGUMENT]... [OPTION]...\n\nCommands:\n"
        for command in tool.commands { text += row(command.spec.name, command.spec.summary, indent: 2, width: width) }
        text += "\nOptions:\n"
        text += row("-h, --help", "Show this help, or that of a command", indent: 2, width: 13)
        text += row("--version", "Show the version", indent: 2, width: 13)
        text += "\n'\(tool.name) help COMMAND' explains a command.\n"
        return text
    }

    /// The page of a group of commands, such as `path`.
    static func page(ofGroup word: String, tool: Tool) -> String {
        let group = tool.group(word)
        let width = (group.map { $0.spec.name.count }.max() ?? 0) + 2
        var text = "Usage: \(tool.name) \(word) COMMAND [ARGUMENT]... [OPTION]...\n\nCommands:\n"
        for command in group { text += row(command.spec.name, command.spec.summary, indent: 2, width: width) }
        text += "\n'\(tool.name) help \(word) COMMAND' explains a command.\n"
        return text
    }

    /// The page of one command.
    static func page(of spec: CommandSpec, tool: String) -> String {
        var text = wrapped(spec.summary + ".", indent: 0) + "\nUsage: "
        text += wrapped(usageParts(of: spec, tool: tool), indent: 7).dropFirst(7)
        for paragraph in spec.discussion { text += "\n" + wrapped(paragraph, indent: 0) }
        if !spec.arguments.isEmpty {
            text += "\nArguments:\n"
            let width = (spec.arguments.map(\.name.count).max() ?? 0) + 2
            for argument in spec.arguments { text += row(argument.name, sentence(argument.help), indent: 2, width: width) }
        }
        text += "\nOptions:\n"
        for option in spec.options { text += entry(of: option) }
        if !spec.examples.isEmpty {
            text += "\nExamples:\n"
            for example in spec.examples { text += "  \(tool) \(example)\n" }
        }
        return text
    }

    /// The line that shows how a command is typed.
    static func usage(of spec: CommandSpec, tool: String) -> String { usageParts(of: spec, tool: tool).joined(separator: " ") }

    /// The parts of the usage line that are not torn apart.
    private static func usageParts(of spec: CommandSpec, tool: String) -> [String] {
        var parts = [tool, spec.name]
        parts += spec.arguments.map(\.usage)
        var shown: Set<String> = []
        for option in spec.ownOptions where !shown.contains(option.name) {
            // Alternatives stand together, at the place of the first.
            let names = spec.alternatives.first { $0.contains(option.name) } ?? [option.name]
            shown.formUnion(names)
            let forms = names.compactMap { spec.option(named: $0) }.map { $0.usage + ($0.isRepeatable ? "..." : "") }
            let isRequired = names.contains { spec.required.contains($0) }
            let joined = forms.joined(separator: " | ")
            parts.append(isRequired ? (forms.count > 1 ? "(\(joined))" : joined) : "[\(joined)]")
        }
        return parts
    }

    /// The lines of one option.
    private static func entry(of option: OptionSpec) -> String {
        let head = (option.short.map { "-\($0), " } ?? "") + option.usage
        return "  \(head)\n" + wrapped(sentence(option.help) + (option.isRepeatable ? "; may be repeated" : ""), indent: 6)
    }

    private static func row(_ head: String, _ text: String, indent: Int, width: Int) -> String {
        let lines = wrapped(text, indent: indent + width)
        return String(repeating: " ", count: indent) + head
            + String(repeating: " ", count: max(1, width - head.count)) + lines.dropFirst(indent + width)
    }

    /// The text with a capital first letter.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// The text in lines of at most 80 columns, each indented; ends in a newline.
    static func wrapped(_ text: String, indent: Int, columns: Int = 80) -> String {
        wrapped(text.split(separator: " ").map(String.init), indent: indent, columns: columns)
    }

    /// The words in lines of at most 80 columns, each indented; ends in a newline.
    static func wrapped(_ words: [String], indent: Int, columns: Int = 80) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in words {
            if !line.isEmpty, indent + line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.map { margin + $0 + "\n" }.joined()
    }
}
