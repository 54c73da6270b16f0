/// A film that is coded in a thread of its own, a few pictures behind those who make them.
///
/// The pictures and so the bytes are those of the film itself. When it is dropped before ``finish()``, the thread ends and nothing is
/// left.
public final class WriteBehind {
    private let queue: Monitor<Queue>
    private let thread: JoinableThread
    private let film: Handed
    private let depth: Int
    private var isJoined = false

    /// What the two threads share.
    private struct Queue {
        var waiting: [Picture] = []
        var isComplete = false
        var failure: (any Error)?
    }

    /// The film on its way to the thread; `Sendable` because the thread alone uses it until it has ended.
    private final class Handed: @unchecked Sendable {
        let film: VideoWriter
        init(_ film: VideoWriter) { self.film = film }
    }

    /// Starts to write.
    ///
    /// - Parameters:
    ///   - film: belongs to this from now on; nobody else may use it.
    ///   - depth: how many pictures wait at most.
    /// - Throws: ``ImagingFailure`` when the system has no thread to give.
    public init(_ film: VideoWriter, depth: Int = 3) throws {
        precondition(depth > 0, "a queue has room for at least one picture")
        let queue = Monitor(Queue())
        let handed = Handed(film)
        self.queue = queue
        self.film = handed
        self.depth = depth
        let thread = JoinableThread {
            while true {
                let picture = queue.wait { queue -> Picture?? in
                    if !queue.waiting.isEmpty { return queue.waiting.removeFirst() }
                    return queue.isComplete ? .some(nil) : nil
                }
                guard let picture else { return }
                do {
                    try handed.film.append(picture)
                } catch {
                    queue.change { queue in
                        queue.failure = error
                        queue.waiting = []
                    }
                    return
                }
            }
        }
        guard let thread else { throw ImagingFailure(.memory, "write behind", "the system gives no further thread") }
        self.thread = thread
    }

    deinit {
        queue.change { queue in
            queue.waiting = []
            queue.isComplete = true
        }
        if !isJoined { thread.join() }
    }

    /// Hands a picture over, and waits while too many wait already.
    ///
    /// - Throws: what went wrong with a picture before.
    public func append(_ picture: Picture) throws {
        let failure = queue.wait { [depth] queue -> (any Error)?? in
            if let failure = queue.failure { return .some(failure) }
            guard queue.waiting.count < depth else { return nil }
            queue.waiting.append(picture)
            return .some(nil)
        }
        if let failure { throw failure }
    }

    /// Waits for the last picture and finishes the film.
    ///
    /// - Throws: what went wrong with a picture, and as the film's own `finish`.
    public func finish() throws {
        precondition(!isJoined, "a film is finished once")
        queue.change { $0.isComplete = true }
        thread.join()
        isJoined = true
        if let failure = queue.change({ $0.failure }) { throw failure }
        try film.film.finish()
    }
}
