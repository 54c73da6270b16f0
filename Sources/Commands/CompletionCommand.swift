/// A shell that can complete.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh
}

/// `airdraw completion`: the script that teaches a shell the commands and options.
enum CompletionCommand: AirDrawCommand {
    static let shell = ValueArgument("SHELL", ValueKind<Shell>.oneOf("SHELL"), help: "bash or zsh")

    static let spec = CommandSpec(
        name: "completion", summary: "Writes the completion script of a shell",
        discussion: [
            "For bash: source <(airdraw completion bash), for example in ~/.bashrc. "
                + "For zsh: write it to a file named _airdraw in a folder of $fpath, or source it after compinit."
        ],
        arguments: [shell.spec], ownOptions: [], examples: ["completion bash"])

    static func options(from arguments: ParsedArguments) throws -> (tool: Tool, shell: Shell) {
        (arguments.tool, try arguments.value(shell))
    }

    static func run(_ request: (tool: Tool, shell: Shell), _ console: any Console) throws {
        try console.write(Completion.script(of: request.tool, for: request.shell))
    }
}
