internal import Imaging

/// A console that keeps what is written as lines, for those who show them elsewhere.
final class CollectingConsole: Console {
    private let text = Monitor("")

    /// What was written so far.
    var lines: [String] { text.change { $0.split(separator: "\n").map(String.init) } }

    var dataIsTerminal: Bool { false }
    var messagesAreTerminal: Bool { false }
    func write(_ text: String) { self.text.change { $0 += text } }
    func note(_ line: String) {}
    func complain(_ line: String) {}
    func showProgress(_ line: String?) {}
}
