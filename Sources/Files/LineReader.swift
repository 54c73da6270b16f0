import Glibc

/// Reads a text file line by line, holding one block of it.
public struct LineReader: ~Copyable {
    /// The file, as it was named.
    public let path: String
    /// Number of the line that ``next()`` gave last; the first is 1.
    public private(set) var line = 0
    /// Whether the last line given ended in a newline; the last line of a file that was cut off does not.
    public private(set) var isComplete = true
    /// Longest line that is read, in bytes; longer ones are refused instead of filling the memory.
    public let longestLine: Int
    private let descriptor: Int32
    private var block: [UInt8] = []
    private var start = 0
    private var atEnd = false

    /// Opens a file.
    ///
    /// - Throws: ``FileFailure``.
    public init(path: String, longestLine: Int = 1 << 24) throws {
        self.path = path
        self.longestLine = longestLine
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure.last("read", path) }
    }

    /// Reads from memory; `path` is only a name for messages.
    public init(path: String, bytes: [UInt8], longestLine: Int = 1 << 24) {
        self.path = path
        self.longestLine = longestLine
        descriptor = -1
        block = bytes
        atEnd = true
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next line without its newline; nil at the end.
    ///
    /// - Throws: ``FileFailure``; a line longer than ``longestLine`` gives `EFBIG`, each time it is asked again.
    public mutating func next() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = newline(from: searched) {
                guard end - start <= longestLine else { throw FileFailure(path: path, action: "read", code: EFBIG) }
                let found = Array(block[start..<end])
                start = end + 1
                line += 1
                isComplete = true
                return found
            }
            let unsearched = block.count
            if atEnd {
                guard start < block.count else { return nil }
                guard block.count - start <= longestLine else { throw FileFailure(path: path, action: "read", code: EFBIG) }
                let rest = Array(block[start...])
                start = block.count
                line += 1
                isComplete = false
                return rest
            }
            guard block.count - start <= longestLine else {
                throw FileFailure(path: path, action: "read", code: EFBIG)
            }
            let kept = unsearched - start
            try fill()
            searched = kept
        }
    }

    private func newline(from begin: Int) -> Int? {
        unsafe block.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            return unsafe memchr(base + begin, 0x0A, bytes.count - begin).map { unsafe UnsafeRawPointer($0) - base }
        }
    }

    private mutating func fill() throws {
        if start > 0 { block.removeSubrange(..<start) }
        start = 0
        let n = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
            while true {
                let n = unsafe read(descriptor, room.baseAddress, room.count)
                if n < 0, errno == EINTR { continue }
                if n > 0 { unsafe block.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<n])) }
                return n
            }
        }
        guard n >= 0 else { throw FileFailure.last("read", path) }
        atEnd = n == 0
    }
}
