private import Glibc

/// Lines that come from one descriptor and go to another, with a time limit.
///
/// What comes on a third descriptor meanwhile, the standard error of a process, is drained and its end kept for messages.
final class LineChannel {
    /// Why no line came or went.
    enum Failure: Error, Hashable {
        /// The other side has closed.
        case closed
        /// The time is over.
        case late
        /// A line is longer than is accepted.
        case tooLong
        /// The system's error number.
        case system(Int32)
    }

    /// The longest line in bytes; a picture in a message is one line.
    static let longestLine = 1 << 28
    /// The last bytes of what came on the third descriptor.
    private(set) var complaints: [UInt8] = []
    private let input: Int32
    private let output: Int32
    private var errors: Int32?
    private let interrupted: () throws -> Void
    private var block: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// Speaks over descriptors that stay the caller's.
    ///
    /// - Parameters:
    ///   - input: where lines come from.
    ///   - output: where lines go.
    ///   - errors: what is only drained; nil for nothing.
    ///   - interrupted: asked while waiting; what it throws ends the wait.
    init(input: Int32, output: Int32, errors: Int32? = nil, interrupted: @escaping () throws -> Void = {}) {
        self.input = input
        self.output = output
        self.errors = errors
        self.interrupted = interrupted
    }

    /// The next line, without its end.
    ///
    /// - Parameter deadline: when to give up; nil for never.
    /// - Throws: ``Failure``.
    func next(until deadline: ContinuousClock.Instant? = nil) throws -> [UInt8] {
        while true {
            if let end = block[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                // A peer that never stops talking must not outlast its time.
                if let deadline, ContinuousClock.now >= deadline { throw Failure.late }
                defer { (start, searched) = (end + 1, end + 1) }
                return Array(block[start..<end])
            }
            block.removeSubrange(..<start)
            (start, searched) = (0, block.count)
            guard block.count <= Self.longestLine else { throw Failure.tooLong }
            try wait(for: input, POLLIN, until: deadline)
            let count = try read(input, into: &block)
            if count == 0 { throw Failure.closed }
        }
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - line: without its end.
    ///   - deadline: when to give up; nil for never.
    /// - Throws: ``Failure``.
    func send(_ line: String, until deadline: ContinuousClock.Instant? = nil) throws {
        let bytes = Array((line + "\n").utf8)
        var done = 0
        while done < bytes.count {
            try wait(for: output, POLLOUT, until: deadline)
            // A pipe that can be written takes PIPE_BUF (4096) bytes without blocking.
            let part = min(bytes.count - done, deadline == nil ? bytes.count : 4096)
            let (count, code) = unsafe bytes.withUnsafeBytes { all in
                unsafe writeWithoutSignal(output, UnsafeRawBufferPointer(rebasing: all[done..<(done + part)]))
            }
            if count >= 0 {
                done += count
            } else if code == EPIPE {
                throw Failure.closed
            } else if code != EINTR {
                throw Failure.system(code)
            }
        }
    }

    /// Reads what is left on the third descriptor, without waiting.
    func drain() {
        guard errors != nil else { return }
        // What cannot be read is only missing from a message.
        try? wait(for: -1, POLLIN, until: ContinuousClock.now)
    }

    /// Waits for a descriptor, and drains the third one meanwhile.
    private func wait(for descriptor: Int32, _ event: Int32, until deadline: ContinuousClock.Instant?) throws {
        while true {
            try interrupted()
            let left = deadline.map { $0 - ContinuousClock.now }
            let milliseconds = left.map { max($0 / .milliseconds(1), 0).rounded(.up) }
            var waited = [
                pollfd(fd: descriptor, events: Int16(event), revents: 0),
                pollfd(fd: errors ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            // In slices, so that a request to stop is seen.
            let ready = unsafe poll(&waited, 2, Int32(min(milliseconds ?? 200, 200)))
            if ready < 0, errno != EINTR { throw Failure.system(errno) }
            if ready > 0, waited[1].revents != 0 { complain() }
            if let milliseconds, milliseconds == 0 { throw Failure.late }
            if ready > 0, waited[0].revents != 0 { return }
        }
    }

    private func complain() {
        guard let descriptor = errors else { return }
        // A standard error that cannot be read any more is as good as closed.
        let count = (try? read(descriptor, into: &complaints)) ?? 0
        if count == 0 { errors = nil }
        if complaints.count > 4096 { complaints.removeFirst(complaints.count - 2048) }
    }

    private func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws -> Int {
        try unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
            while true {
                let count = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
                if count >= 0 {
                    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count]))
                    return count
                }
                guard errno == EINTR else { throw Failure.system(errno) }
            }
        }
    }
}

/// Writes to a pipe; when its reader has gone the result is `EPIPE`, and no signal that would end the whole process.
private func writeWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, code: Int32) {
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
    let count = unsafe write(descriptor, bytes.baseAddress, bytes.count)
    let code = errno
    if count < 0, code == EPIPE {
        // Takes the signal that now waits for this thread; there is none where it is ignored.
        var none = timespec(tv_sec: 0, tv_nsec: 0)
        while unsafe sigtimedwait(&broken, nil, &none) < 0, errno == EINTR {}
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    return (count, code)
}
