import Files

/// The lines of a text file, with what files from other systems have in them: a byte order mark, CRLF, a cut-off end.
final class TextSource {
    /// Longest line, in bytes.
    static let longestLine = 1 << 20

    private var lines: LineReader
    private(set) var place: Place
    private var hasFailed = false
    /// Whether the last line given had its newline.
    var isComplete: Bool { lines.isComplete }

    init(path: String) throws(RecordingFailure) {
        do {
            lines = try LineReader(path: path, longestLine: Self.longestLine)
        } catch {
            throw failure(of: error, path: path)
        }
        place = .init(path)
    }

    /// Reads from memory; `name` is for messages.
    init(name: String, bytes: [UInt8]) {
        lines = LineReader(path: name, bytes: bytes, longestLine: Self.longestLine)
        place = .init(name)
    }

    /// The next line that is not blank; nil at the end, and after reading itself has failed.
    func next() throws(RecordingFailure) -> [UInt8]? {
        while !hasFailed {
            let read: [UInt8]?
            do {
                read = try lines.next()
            } catch {
                hasFailed = true
                throw failure(of: error, path: lines.path, line: lines.line + 1)
            }
            guard var line = read else { return nil }
            place.line = lines.line
            if lines.line == 1 {
                if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
                if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
                    throw place.failure("the text is UTF-16", cure: "save it as UTF-8")
                }
            }
            while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
            if !line.isEmpty { return line }
        }
        return nil
    }
}

private func failure(of error: any Error, path: String, line: Int? = nil) -> RecordingFailure {
    guard let error = error as? FileFailure else { return .init(path: path, line: line, problem: "\(error)") }
    if error.code == tooLarge {
        return .init(path: path, line: line, problem: "a line longer than \(TextSource.longestLine) bytes")
    }
    return .init(path: path, problem: error.description)
}

/// The text of a small file as a whole.
func readWhole(_ path: String, upTo limit: Int) throws(RecordingFailure) -> [UInt8] {
    do {
        var bytes = try Files.readFile(path, upTo: limit)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw RecordingFailure(path: path, problem: "the text is UTF-16", cure: "save it as UTF-8")
        }
        return bytes
    } catch let error as RecordingFailure {
        throw error
    } catch let error as FileFailure where error.code == tooLarge {
        throw .init(path: path, problem: "larger than \(limit) bytes")
    } catch {
        throw .init(path: path, problem: "\(error)")
    }
}
