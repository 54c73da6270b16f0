/// `airdraw help`: the help of the program or of one command.
package enum HelpCommand: AirDrawCommand {
    static let command = ValueArgument(
        "COMMAND", .path("COMMAND", completion: .none), optional: true, repeatable: true, help: "the command to explain")

    package static let spec = CommandSpec(
        name: "help", summary: "Explains a command", arguments: [command.spec], ownOptions: [], examples: ["help draw"])

    package static func options(from arguments: ParsedArguments) throws -> (tool: Tool, name: String?) {
        let words = try arguments.all(command)
        return (arguments.tool, words.isEmpty ? nil : words.joined(separator: " "))
    }

    package static func run(_ request: (tool: Tool, name: String?), _ console: any Console) throws {
        let tool = request.tool
        guard let name = request.name else { return try console.write(Help.page(of: tool)) }
        guard let command = tool.command(named: name) else {
            if !tool.group(name).isEmpty { return try console.write(Help.page(ofGroup: name, tool: tool)) }
            throw UsageFailure.unknownCommand(name, known: name.contains(" ") ? tool.names : tool.firstWords)
        }
        try console.write(Help.page(of: command.spec, tool: tool.name))
    }
}
