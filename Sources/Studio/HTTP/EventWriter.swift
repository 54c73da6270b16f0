internal import CMicrohttpd

/// Reads an event stream for one client until it ends, its time is over or the server stops.
///
/// It belongs to the thread of its connection.
final class EventWriter {
    private let stream: any EventStream
    private let isStopping: () -> Bool
    private let start = ContinuousClock.now
    private var waiting: [UInt8]
    private var hasEnded = false
    /// How long a stream may hold a connection.
    private static let time = Duration.seconds(2)

    /// Makes a writer, which owns the stream.
    init(_ stream: any EventStream, isStopping: @escaping () -> Bool) {
        self.stream = stream
        self.isStopping = isStopping
        waiting = Array("retry: 50\n\n".utf8)
    }

    deinit { stream.close() }

    /// Fills a buffer with what comes next.
    ///
    /// - Returns: how many bytes; -1 at the end.
    private func read(into room: UnsafeMutableBufferPointer<UInt8>) -> Int64 {
        if waiting.isEmpty {
            guard !hasEnded, !isStopping(), ContinuousClock.now - start < Self.time, let event = next() else { return -1 }
            waiting = Array(event.wire.utf8)
        }
        let count = min(waiting.count, room.count)
        unsafe _ = room.update(fromContentsOf: waiting[..<count])
        waiting.removeFirst(count)
        return Int64(count)
    }

    private func next() -> ServerEvent? {
        do {
            return try stream.next()
        } catch {
            hasEnded = true
            struct Failed: Encodable {
                let error: String
                let help: String?
            }
            let failure = error as? StudioFailure
            let body = Failed(error: failure?.problem ?? "\(error)", help: failure?.cure)
            do { return try ServerEvent(name: "failed", json: body) } catch { return nil }
        }
    }

    /// The answer that reads this writer.
    func wireAnswer() -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        return unsafe am_response_stream(
            context,
            { context, bytes, room in
                unsafe Unmanaged<EventWriter>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableBufferPointer(start: bytes, count: room))
            },
            { unsafe Unmanaged<EventWriter>.fromOpaque($0).release() })
    }
}
