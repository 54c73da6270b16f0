import Synchronization

@testable import Commands

/// A console that keeps what is written.
final class TestConsole: Console {
    let dataIsTerminal = false
    let messagesAreTerminal: Bool
    private let kept = Mutex((data: "", messages: "", progress: [String?]()))
    private let isClosed: Bool

    init(terminal: Bool = false, closed: Bool = false) {
        messagesAreTerminal = terminal
        isClosed = closed
    }

    var data: String { kept.withLock { $0.data } }
    var messages: String { kept.withLock { $0.messages } }
    var progress: [String?] { kept.withLock { $0.progress } }

    func write(_ text: String) throws {
        if isClosed { throw OutputClosed() }
        kept.withLock { $0.data += text }
    }
    func note(_ line: String) { kept.withLock { $0.messages += line + "\n" } }
    func complain(_ line: String) { kept.withLock { $0.messages += line + "\n" } }
    func showProgress(_ line: String?) { kept.withLock { $0.progress.append(line) } }
}

/// Runs one command line, words between spaces, and gives what came of it.
func outcome(_ line: String, tool: Tool = .airdraw) -> (code: Int32, data: String, messages: String) {
    let console = TestConsole()
    let code = run(arguments: line.split(separator: " ").map(String.init), environment: [:], output: console, tool: tool)
    return (code, console.data, console.messages)
}
