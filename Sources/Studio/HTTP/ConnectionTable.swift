internal import CMicrohttpd
internal import Imaging

/// The connections there are, and the clock that breaks off those that take too long.
///
/// The library closes a connection on which no byte comes; one on which a byte comes now and then would stay for ever.
final class ConnectionTable: Sendable {
    /// What a connection is doing.
    private enum Phase {
        /// The head of a request is awaited.
        case head
        /// The body of a request is awaited.
        case body
        /// An answer is made or sent.
        case answer
    }

    private struct Entry {
        let socket: Int32
        var phase = Phase.head
        var since: ContinuousClock.Instant
        var bytes = 0
        /// Whether it was broken off, and only its end is awaited.
        var isBroken = false

        mutating func breakOff() {
            isBroken = true
            am_break(socket)
        }
    }

    private let entries = Monitor<[UInt64: Entry]>([:])
    /// Apart from the entries, so that their changes do not wake the clock.
    private let isStopped = Monitor(false)
    private let limits: HTTPLimits

    /// Makes an empty table.
    init(_ limits: HTTPLimits) { self.limits = limits }

    /// How many connections there are.
    var count: Int { entries.change { $0.count } }

    /// A connection is there; when there are too many, the one that has waited longest for its client goes.
    func add(_ id: UInt64, socket: Int32) {
        entries.change { entries in
            let others = entries.filter { !$0.value.isBroken }
            entries[id] = Entry(socket: socket, since: .now)
            guard others.count >= limits.connections else { return }
            let oldest = others.filter { $0.value.phase != .answer }.min { $0.value.since < $1.value.since }
            if let oldest { entries[oldest.key]?.breakOff() }
        }
    }

    /// A connection is about to be closed.
    func remove(_ id: UInt64) { entries.change { _ = $0.removeValue(forKey: id) } }

    /// The body of a request is awaited.
    func awaitsBody(_ id: UInt64) { enter(id, .body) }

    /// An answer is made.
    func answers(_ id: UInt64) { enter(id, .answer) }

    /// An answer is sent; the next head is awaited.
    func awaitsHead(_ id: UInt64) { enter(id, .head) }

    /// A part of a body came.
    func took(_ id: UInt64, bytes: Int) { entries.change { $0[id]?.bytes += bytes } }

    /// Breaks off what takes too long, until ``stop()``.
    func watch() {
        while isStopped.wait(seconds: 0.25, { $0 ? true : nil }) == nil {
            entries.change { entries in
                let now = ContinuousClock.now
                for (id, entry) in entries where isLate(entry, now) { entries[id]?.breakOff() }
            }
        }
    }

    /// Ends ``watch()``.
    func stop() { isStopped.change { $0 = true } }

    private func enter(_ id: UInt64, _ phase: Phase) {
        entries.change { entries in
            guard var entry = entries[id] else { return }
            entry.phase = phase
            entry.since = .now
            entry.bytes = 0
            entries[id] = entry
        }
    }

    private func isLate(_ entry: Entry, _ now: ContinuousClock.Instant) -> Bool {
        let seconds = (now - entry.since) / .seconds(1)
        switch entry.phase {
        case .head: return seconds > limits.headSeconds
        case .body:
            return seconds > limits.bodySeconds && Double(entry.bytes) < seconds * limits.uploadRate
        case .answer: return false
        }
    }
}
