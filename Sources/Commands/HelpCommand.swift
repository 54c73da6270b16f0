/// `airdraw help`: the help of the program or of one command.
package enum HelpCommand: AirDrawCommand {
    static let command = ValueArgument(
        "COMMAND", .path("COMMAND", completion: .none), optional: true, repeatable: true,
        help: "the command to explain; some have two words")

    package static let spec = CommandSpec(
        name: "help", summary: "Explains a command", arguments: [command.spec], ownOptions: [], examples: ["help draw"])

    package static func options(from arguments: ParsedArguments) throws -> (tool: Tool, words: [String]) {
        (arguments.tool, try arguments.all(command))
    }

    package static func run(_ request: (tool: Tool, words: [String]), _ console: any Console) throws {
        let tool = request.tool
        guard !request.words.isEmpty else { return try console.write(Help.page(of: tool)) }
        let (command, words) = try tool.command(at: request.words)
        if request.words.count > words {
            throw UsageFailure.unexpectedArgument(request.words[words], command: spec.name, takes: [self.command.spec.name])
        }
        try console.write(Help.page(of: command.spec, tool: tool.name))
    }
}
