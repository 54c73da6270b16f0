import Files
import Glibc
import Testing

@testable import Commands

/// A command that ends in the way its argument says.
private enum EndingCommand: AirDrawCommand {
    static let how = ValueArgument("HOW", .path("HOW"), help: "the way to end")
    static let spec = CommandSpec(name: "end", summary: "Ends", arguments: [how.spec], ownOptions: [])

    static func options(from arguments: ParsedArguments) throws -> String { try arguments.value(how) }

    static func run(_ how: String, _ console: any Console) throws {
        console.note("a note")
        switch how {
        case "file": throw FileFailure(path: "a.obj", action: "write", code: 28)
        case "failure": throw CommandFailure("a.obj has no points", help: "draw some")
        case "gate": throw GateNotMet(description: "0.4 is below 0.5")
        case "interrupted": throw Interrupted(signal: 2)
        case "closed": throw OutputClosed()
        default: try console.writeLine("done")
        }
    }
}

private let tool = Tool(name: "test", summary: "Tests", commands: [EndingCommand.self])

@Suite("Running commands")
struct CommandRunnerTests {
    @Test(
        "gives the exit code and the words of each ending",
        arguments: [
            ("well", 0, "done\n", "a note\n"),
            ("file", 1, "", "a note\nError: cannot write a.obj: the disk is full\n"),
            ("failure", 1, "", "a note\nError: a.obj has no points\nHelp:  draw some\n"),
            ("gate", 2, "", "a note\nError: 0.4 is below 0.5\n"),
            ("interrupted", 130, "", "a note\nStopped; nothing was left half written.\n"),
            ("closed", 0, "", "a note\n"),
        ] as [(String, Int32, String, String)])
    func endings(_ how: String, _ code: Int32, _ data: String, _ messages: String) {
        let result = outcome("end \(how)", tool: tool)
        #expect(result.code == code)
        #expect(result.data == data)
        #expect(result.messages == messages)
    }

    @Test("leaves out notes when asked to be quiet, and never errors")
    func quiet() {
        #expect(outcome("end well -q", tool: tool).messages.isEmpty)
        #expect(outcome("end failure --quiet", tool: tool).messages == "Error: a.obj has no points\nHelp:  draw some\n")
    }

    @Test("explains and completes the program that was called, and no other")
    func otherProgram() {
        let other = Tool(
            name: "other", summary: "Is another", commands: [EndingCommand.self, HelpCommand.self, CompletionCommand.self])
        #expect(outcome("help", tool: other).data == Help.page(of: other))
        #expect(outcome("help end", tool: other).data.contains("Usage: other end HOW"))
        #expect(outcome("help draw", tool: other).code == 64)
        #expect(outcome("completion bash", tool: other).data.contains("complete -o filenames -F _other other"))
    }

    @Test("ends quietly when the reader of help has gone")
    func closedHelp() {
        let console = TestConsole(closed: true)
        #expect(run(arguments: ["--help"], environment: [:], output: console) == 0)
        #expect(console.messages.isEmpty)
    }
}

@Suite("Progress")
struct ProgressLineTests {
    @Test(
        "says how far, how fast and how long",
        arguments: [
            (50, 200, 10.0, "Tracking: 50 of 200 frames, 5.0/s, 30 s left"),
            (3000, 90000, 60.0, "Tracking: 3000 of 90000 frames, 50/s, 29:00 min left"),
            (10, nil, 2.0, "Tracking: 10 frames, 5.0/s"),
            (0, 10, 2.0, "Tracking: 0 of 10 frames, 0.0/s"),
            (1, 100_000, 1.0, "Tracking: 1 of 100000 frames, 1.0/s, 27:46 h left"),
        ] as [(Int, Int?, Double, String)])
    func line(_ done: Int, _ total: Int?, _ seconds: Double, _ wanted: String) {
        #expect(ProgressLine.line("Tracking", unit: "frames", done: done, total: total, after: seconds) == wanted)
    }

    @Test("is drawn at most ten times a second, from half a second on")
    func rate() {
        let console = TestConsole(terminal: true)
        var now = Duration.zero
        var progress = ProgressLine("Tracking", unit: "frames", total: 3000, on: console) { now }
        for frame in 0..<3000 {
            now = .milliseconds(frame)
            progress.update(frame)
        }
        #expect(console.progress.count == 25)
    }

    @Test("is not drawn where no person reads")
    func noTerminal() {
        let console = TestConsole()
        var progress = ProgressLine("Tracking", unit: "frames", total: 10, on: console) { .seconds(9) }
        progress.update(5)
        #expect(console.progress.isEmpty)
    }

    @Test(
        "Numbers with fixed places",
        arguments: [
            (0, 0, "0"), (1.25, 1, "1.3"), (-0.04, 1, "0.0"), (-2.5, 2, "-2.50"), (0.007, 3, "0.007"), (99.96, 1, "100.0"),
        ]
            as [(Double, Int, String)])
    func fixedPlaces(_ value: Double, _ places: Int, _ wanted: String) { #expect(fixed(value, places: places) == wanted) }
}

@Suite("Interruption", .serialized)
struct InterruptionTests {
    @Test(
        "A signal makes the check throw, with the exit code that shells expect",
        arguments: [(2, 130), (15, 143)] as [(Int32, Int32)])
    func check(_ signal: Int32, _ code: Int32) async {
        #expect(Interrupted(signal: signal).exitCode == code)
        // In a process of its own, because the request holds for all that runs at the same time.
        await #expect(processExitsWith: .success) { [signal] in
            try Interruption.check()
            Interruption.request(signal: signal)
            #expect(Interruption.isRequested)
            #expect(throws: Interrupted(signal: signal)) { try Interruption.check() }
        }
    }

    @Test("A first Ctrl-C asks, a second one ends the program")
    func twice() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            // The test library starts the process with signals held back.
            var all = sigset_t()
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
            Interruption.listen()
            raise(SIGINT)
            guard Interruption.isRequested else { exit(7) }
            raise(SIGINT)
        }
    }

    @Test("A closed pipe does not end the program")
    func closedPipe() async {
        await #expect(processExitsWith: .success) {
            var all = sigset_t()
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
            Interruption.listen()
            raise(SIGPIPE)
        }
    }
}
