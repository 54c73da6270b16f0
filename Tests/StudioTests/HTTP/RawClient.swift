import Glibc

/// A connection to a server on this machine, on which a test says exactly what it wants, right or wrong.
final class RawClient {
    /// What went wrong on the way.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// An answer.
    struct Answer {
        let status: Int
        let headers: [(name: String, value: String)]
        var body: [UInt8]
        /// The body as text.
        var text: String { String(decoding: body, as: UTF8.self) }
        /// The first value of a field.
        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    private let connection: Int32
    /// What came and is not read yet.
    private var waiting: [UInt8] = []

    /// Connects to 127.0.0.1.
    ///
    /// - Parameter receiveBuffer: bytes that the system keeps for a client that does not read; nil for the usual number.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            unsafe setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        // No test waits for ever.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        unsafe setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Broken(description: "cannot connect: \(errno)") }
    }

    deinit { close(connection) }

    /// Sends text as it is; false when the server has closed.
    @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes as they are; false when the server has closed.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let n = unsafe bytes[done...].withUnsafeBytes { part in
                unsafe Glibc.send(connection, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
            guard n > 0 else { return false }
            done += n
        }
        return true
    }

    /// Says that nothing more is sent.
    func endSending() { shutdown(connection, Int32(SHUT_WR)) }

    /// Reads one answer.
    ///
    /// - Parameter toHead: whether a `HEAD` is answered, which has no body.
    func answer(toHead: Bool = false) throws -> Answer {
        let head = String(decoding: try read(through: "\r\n\r\n"), as: UTF8.self).split(separator: "\r\n").map(String.init)
        let words = head[0].split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw Broken(description: "no status line: \(head[0])")
        }
        let headers = head.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (name: String(line[..<colon]), value: line[colon...].dropFirst().trimmingSpaces)
        }
        var answer = Answer(status: status, headers: headers, body: [])
        if status == 100 { return try self.answer(toHead: toHead) }
        if toHead || status == 304 || status == 204 { return answer }
        if answer.header("Transfer-Encoding")?.lowercased() == "chunked" {
            while true {
                let part = try chunk()
                if part.isEmpty { return answer }
                answer.body += part
            }
        }
        if let length = answer.header("Content-Length").flatMap({ Int($0) }) {
            answer.body = try read(count: length)
        } else {
            answer.body = rest()
        }
        return answer
    }

    /// Reads the head of an answer, as text.
    func head() throws -> String { String(decoding: try read(through: "\r\n\r\n"), as: UTF8.self) }

    /// Reads one chunk of a body in chunks; empty for the last.
    func chunk() throws -> [UInt8] {
        let line = String(decoding: try read(through: "\r\n"), as: UTF8.self)
        guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { throw Broken(description: "no chunk: \(line)") }
        let bytes = try read(count: size)
        _ = try read(count: 2)
        return bytes
    }

    /// Reads until the server closes.
    func rest() -> [UInt8] {
        while fill() {}
        defer { waiting = [] }
        return waiting
    }

    /// Reads so many bytes.
    func read(count: Int) throws -> [UInt8] {
        while waiting.count < count { guard fill() else { throw Broken(description: "closed in a body") } }
        defer { waiting.removeFirst(count) }
        return Array(waiting[..<count])
    }

    private func read(through end: String) throws -> [UInt8] {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            if let found = waiting[searched...].firstRange(of: end) {
                defer { waiting.removeSubrange(..<found.upperBound) }
                return Array(waiting[..<found.upperBound])
            }
            searched = max(0, waiting.count - end.count)
            guard fill() else { throw Broken(description: "closed before \(waiting.count) bytes were an answer") }
        }
    }

    private func fill() -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
            let n = unsafe recv(connection, room.baseAddress, room.count, 0)
            guard n > 0 else { return false }
            unsafe waiting.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<n]))
            return true
        }
    }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.hasPrefix(" ") { text = text.dropFirst() }
        while text.hasSuffix(" ") { text = text.dropLast() }
        return String(text)
    }
}
