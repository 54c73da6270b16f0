@testable import Commands

/// A console that nobody reads.
final class SilentConsole: Console {
    let dataIsTerminal = false
    let messagesAreTerminal = false
    func write(_ text: String) {}
    func note(_ line: String) {}
    func complain(_ line: String) {}
    func showProgress(_ line: String?) {}
}
