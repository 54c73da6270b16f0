/// The article of the documentation that lists every command, made from the option tables.
enum ReferencePage {
    /// The whole article, in DocC's Markdown.
    static func markdown(of tool: Tool) -> String {
        var text = """
            # The commands of \(tool.name)

            What each command takes, made from the tables that parse the command line.

            ## Overview

            Exit code 0 means done, 1 that something failed when files were opened, 2 that a gate was not met, 64 that the
            command line is wrong, 130 that Ctrl-C ended it.

            """
        for command in tool.commands {
            let spec = command.spec
            text += "\n### \(spec.name)\n\n\(spec.summary).\n\n"
            text += "```\n" + Help.usage(of: spec, tool: tool.name) + "\n```\n"
            for paragraph in spec.discussion { text += "\n\(paragraph)\n" }
            let arguments = spec.arguments.map { "- `\($0.name)`: \($0.help).\n" }
            let options = spec.ownOptions.map { "- `\($0.usage)`: \($0.help)\($0.isRepeatable ? "; may be repeated" : "").\n" }
            if !(arguments + options).isEmpty { text += "\n" + (arguments + options).joined() }
            if !spec.examples.isEmpty {
                text += "\n```\n" + spec.examples.map { "\(tool.name) \($0)\n" }.joined() + "```\n"
            }
        }
        text += "\nEvery command also takes "
        text += CommandSpec.common.map { "`\($0.usage)`" }.joined(separator: " and ") + ".\n"
        return text
    }
}
