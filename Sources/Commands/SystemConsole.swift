internal import Files
internal import Glibc
internal import Synchronization

/// The standard output and the standard error of this process.
final class SystemConsole: Console {
    let dataIsTerminal = isatty(STDOUT_FILENO) != 0
    let messagesAreTerminal: Bool
    private let usesColour: Bool
    private let progressIsShown = Mutex(false)

    /// Makes a console; `NO_COLOR` and `TERM=dumb` switch off what is fancy.
    init(environment: [String: String]) {
        messagesAreTerminal = isatty(STDERR_FILENO) != 0 && environment["TERM"] != "dumb"
        usesColour = messagesAreTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    func write(_ text: String) throws {
        // A line of data must not land on the progress line.
        if dataIsTerminal { showProgress(nil) }
        let code = put(text, to: STDOUT_FILENO)
        if code == EPIPE { throw OutputClosed() }
        if code != 0 { throw FileFailure(path: "standard output", action: "write", code: code) }
    }

    func note(_ line: String) {
        showProgress(nil)
        _ = put(line + "\n", to: STDERR_FILENO)
    }

    func complain(_ line: String) {
        showProgress(nil)
        let word = line.prefix { $0 != ":" }
        let coloured = usesColour && word == "Error" ? "\u{1B}[1;31mError\u{1B}[0m" + line.dropFirst(word.count) : line
        _ = put(coloured + "\n", to: STDERR_FILENO)
    }

    func showProgress(_ line: String?) {
        guard messagesAreTerminal else { return }
        progressIsShown.withLock { shown in
            if let line {
                _ = put("\r" + line.prefix(terminalWidth() - 1) + "\u{1B}[K", to: STDERR_FILENO)
                shown = true
            } else if shown {
                _ = put("\r\u{1B}[K", to: STDERR_FILENO)
                shown = false
            }
        }
    }

    /// Writes all of a text and gives 0, or the system's error number.
    private func put(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return 0
    }

    private func terminalWidth() -> Int {
        var size = winsize()
        let known = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
        return known ? Int(size.ws_col) : 80
    }
}

/// The environment of this process.
func processEnvironment() -> [String: String] {
    var found: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
        let pair = unsafe String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2 { found[String(pair[0])] = String(pair[1]) }
        unsafe entry += 1
    }
    return found
}
