/// Where a command's words go: data to the standard output, everything else to the standard error.
package protocol Console: AnyObject, Sendable {
    /// Whether the data is read by a person.
    var dataIsTerminal: Bool { get }
    /// Whether the messages are read by a person, so that colour and a progress line make sense.
    var messagesAreTerminal: Bool { get }

    /// Writes data as it is.
    ///
    /// - Throws: ``OutputClosed`` when the reader has gone, `FileFailure` when the disk is full.
    func write(_ text: String) throws

    /// Writes a line that is good to know.
    func note(_ line: String)

    /// Writes a line about what went wrong.
    func complain(_ line: String)

    /// Draws the one line that is drawn over; nil wipes it.
    func showProgress(_ line: String?)

    /// Hears how far the work is, in numbers, for who shows it in another way than by a line; most do not.
    ///
    /// - Parameters:
    ///   - title: what is being done.
    ///   - done: how much of it.
    ///   - total: how much there is; nil when that is not known.
    func hearProgress(_ title: String, done: Int, total: Int?)
}

extension Console {
    /// Does nothing.
    package func hearProgress(_ title: String, done: Int, total: Int?) {}

    /// Writes a line of data.
    ///
    /// - Throws: as ``write(_:)``.
    package func writeLine(_ line: String) throws { try write(line + "\n") }
}

/// The reader of the standard output has gone, as `head` does; no failure.
struct OutputClosed: Error {}

/// A console that leaves out notes and progress.
final class QuietConsole: Console {
    private let inner: any Console
    /// Wraps another console.
    init(_ inner: any Console) { self.inner = inner }
    var dataIsTerminal: Bool { inner.dataIsTerminal }
    var messagesAreTerminal: Bool { false }
    func write(_ text: String) throws { try inner.write(text) }
    func note(_ line: String) {}
    func complain(_ line: String) { inner.complain(line) }
    func showProgress(_ line: String?) {}
}
