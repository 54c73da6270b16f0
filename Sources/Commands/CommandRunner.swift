internal import Files

/// Runs `airdraw` as a main does, on the real standard output and standard error.
public func runAirDraw(arguments: [String]) -> Int32 { run(.airdraw, arguments: arguments) }

/// Runs a program as a main does, on the real standard output and standard error.
package func run(_ tool: Tool, arguments: [String]) -> Int32 {
    let environment = processEnvironment()
    return run(arguments: arguments, environment: environment, output: SystemConsole(environment: environment), tool: tool)
}

/// The exit codes.
enum ExitCode {
    /// Done.
    static let done: Int32 = 0
    /// Something failed when files were opened.
    static let failed: Int32 = 1
    /// A gate that was asked for was not met.
    static let gateNotMet: Int32 = 2
    /// The command line is wrong.
    static let usage: Int32 = 64
}

/// Runs one command line, without the name of the program, and gives the exit code.
func run(
    arguments: [String], environment: [String: String], output: any Console, tool: Tool = .airdraw
) -> Int32 {
    do {
        try dispatch(arguments, output, tool)
        output.showProgress(nil)
        return ExitCode.done
    } catch {
        return report(error, output)
    }
}

private func dispatch(_ arguments: [String], _ output: any Console, _ tool: Tool) throws {
    guard let first = arguments.first else { throw UsageFailure.noCommand }
    switch first {
    case "--help", "-h": return try output.write(Help.page(of: tool))
    case "--version": return try output.writeLine("\(tool.name) \(Tool.version)")
    default: break
    }
    if ParsedArguments.looksLikeOption(first) { throw UsageFailure.unknownOption(first, known: ["--help", "--version"]) }
    let (command, words) = try tool.command(at: arguments)
    let parsed = try ParsedArguments(Array(arguments.dropFirst(words)), of: command.spec, in: tool)
    if parsed.asksForHelp { return try output.write(Help.page(of: command.spec, tool: tool.name)) }
    try command.run(parsed, parsed.isQuiet ? QuietConsole(output) : output)
}

/// Says what went wrong and chooses the exit code.
private func report(_ error: any Error, _ output: any Console) -> Int32 {
    output.showProgress(nil)
    switch error {
    case is OutputClosed:
        return ExitCode.done
    case let stop as Interrupted:
        output.note("Stopped; nothing was left half written.")
        return stop.exitCode
    case let failure as UsageFailure:
        output.complain("Error: \(failure)")
        output.complain("Help:  \(failure.help)")
        return ExitCode.usage
    case let failure as CommandFailure:
        output.complain("Error: \(failure)")
        if let help = failure.help { output.complain("Help:  \(help)") }
        return ExitCode.failed
    case let gate as GateNotMet:
        output.complain("Error: \(gate)")
        return ExitCode.gateNotMet
    default:
        output.complain("Error: \(error)")
        return ExitCode.failed
    }
}
