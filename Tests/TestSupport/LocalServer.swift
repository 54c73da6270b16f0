import Foundation
import Glibc
import Synchronization

/// A web server on this machine for tests, on a port of its own.
public final class LocalServer: Sendable {
    /// What it does with a request.
    public enum Reply: Sendable {
        /// Answers.
        case answer(status: Int, type: String, bytes: [UInt8], headers: [String])
        /// Says that so many bytes come, and sends a few.
        case announce(Int)
        /// Sends for ever.
        case endless
        /// Never answers.
        case silence

        /// Answers with a file.
        public static func file(_ bytes: [UInt8], type: String = "application/octet-stream", headers: [String] = []) -> Reply {
            .answer(status: 200, type: type, bytes: bytes, headers: headers)
        }

        /// Sends on.
        public static func redirect(to place: String) -> Reply {
            .answer(status: 302, type: "text/plain", bytes: [], headers: ["Location: \(place)"])
        }
    }

    private let listener: Int32
    private let port: UInt16
    private let state = Mutex((open: [Int32](), isStopped: false, requests: [String]()))

    /// Its address, without a slash at the end.
    public var address: String { "http://127.0.0.1:\(port)" }
    /// The first lines of the requests so far, with a condition where one was sent.
    public var requests: [String] { state.withLock { $0.requests } }

    /// Starts it.
    ///
    /// - Parameter reply: what is done with a path and the whole text of a request.
    public init(_ reply: @escaping @Sendable (_ path: String, _ request: String) -> Reply) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = unsafe withUnsafeMutablePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe bind(descriptor, place, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, place, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: place.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    close(descriptor)
                    return
                }
                let goesOn = state.withLock { state in
                    if !state.isStopped { state.open.append(connection) }
                    return !state.isStopped
                }
                guard goesOn else {
                    close(connection)
                    close(descriptor)
                    return
                }
                Thread.detachNewThread { [self] in serve(connection, reply) }
            }
        }
    }

    /// Stops it, and breaks off what is still open.
    public func stop() {
        // Within the lock: the number of a connection that is closed may be another's a moment later.
        state.withLock { state in
            state.isStopped = true
            for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        // The thread that accepts closes it: a number that is closed here may be another server's when it looks again.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ connection: Int32, _ reply: (String, String) -> Reply) {
        var text = ""
        var block = [UInt8](repeating: 0, count: 4096)
        while !text.contains("\r\n\r\n") {
            let n = unsafe block.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard n > 0 else { return finish(connection) }
            text += String(decoding: block[..<n], as: UTF8.self)
        }
        let lines = text.split(separator: "\r\n").map(String.init)
        let condition = lines.first { $0.hasPrefix("If-") }
        state.withLock { $0.requests.append(lines[0] + (condition.map { " | " + $0 } ?? "")) }
        let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? "/"
        switch reply(path, text) {
        case .answer(let status, let type, let bytes, let headers):
            let all =
                ["HTTP/1.1 \(status) x", "Content-Type: \(type)", "Content-Length: \(bytes.count)", "Connection: close"] + headers
            _ = send(connection, Array((all.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (status == 304 ? [] : bytes))
        case .announce(let count):
            _ = send(connection, Array("HTTP/1.1 200 x\r\nContent-Length: \(count)\r\n\r\nfew".utf8))
        case .endless:
            var goesOn = send(connection, Array("HTTP/1.1 200 x\r\nConnection: close\r\n\r\n".utf8))
            let chunk = [UInt8](repeating: 0x20, count: 1 << 16)
            while goesOn { goesOn = send(connection, chunk) }
        case .silence:
            // Waits until the other side gives up, or the server stops.
            _ = unsafe block.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
        }
        finish(connection)
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
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

    private func finish(_ connection: Int32) {
        state.withLock { state in
            state.open.removeAll { $0 == connection }
            close(connection)
        }
    }
}
