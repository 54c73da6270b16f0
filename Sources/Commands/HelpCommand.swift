/// `airdraw help`: the help of the program or of one command.
enum HelpCommand: AirDrawCommand {
    static let command = ValueArgument(
        "COMMAND", .path("COMMAND", completion: .none), optional: true, help: "the command to explain")

    static let spec = CommandSpec(
        name: "help", summary: "Explains a command", arguments: [command.spec], ownOptions: [], examples: ["help draw"])

    static func options(from arguments: ParsedArguments) throws -> String? { try arguments.optional(command) }

    static func run(_ name: String?, _ console: any Console) throws {
        let tool = Tool.airdraw
        guard let name else { return try console.write(Help.page(of: tool)) }
        guard let command = tool.command(named: name) else { throw UsageFailure.unknownCommand(name, known: tool.names) }
        try console.write(Help.page(of: command.spec, tool: tool.name))
    }
}
