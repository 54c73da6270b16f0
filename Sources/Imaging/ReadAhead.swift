public import Spaces

/// Another source, read in a thread of its own a few pictures ahead.
///
/// Pictures come in their order, a failure at its place. When it is dropped, also in the middle, the thread ends first.
public final class ReadAhead: PictureSource {
    /// The size of every picture, pixels.
    public let size: PixelSize
    /// How fast the pictures were taken; nil when not known.
    public let framesPerSecond: Double?
    private let ring: Monitor<Ring>
    private let thread: JoinableThread

    /// What the two threads share.
    private struct Ring {
        var waiting: [Step] = []
        var stopped = false
    }

    /// What reading gave.
    private enum Step {
        case picture(Picture)
        case end
        case failure(any Error)
    }

    /// The source on its way to the thread; `Sendable` because nobody else uses it any more.
    private final class Handed: @unchecked Sendable {
        let source: any PictureSource
        init(_ source: any PictureSource) { self.source = source }
    }

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - source: belongs to this from now on; nobody else may use it.
    ///   - depth: how many pictures wait at most.
    /// - Throws: ``ImagingFailure`` when the system has no thread to give.
    public init(_ source: any PictureSource, depth: Int = 4) throws {
        precondition(depth > 0, "a ring has room for at least one picture")
        size = source.size
        framesPerSecond = source.framesPerSecond
        let ring = Monitor(Ring())
        let handed = Handed(source)
        self.ring = ring
        let thread = JoinableThread {
            while true {
                let step: Step
                do {
                    step = try handed.source.next().map(Step.picture) ?? .end
                } catch {
                    step = .failure(error)
                }
                let goesOn = ring.wait { ring -> Bool? in
                    if ring.stopped { return false }
                    guard ring.waiting.count < depth else { return nil }
                    ring.waiting.append(step)
                    if case .picture = step { return true }
                    return false
                }
                if !goesOn { return }
            }
        }
        guard let thread else { throw ImagingFailure(.memory, "read ahead", "the system gives no further thread") }
        self.thread = thread
    }

    deinit {
        ring.change { ring in
            ring.stopped = true
            ring.waiting = []
        }
        thread.join()
    }

    /// The next picture; nil at the end, and at every call after the end or a failure.
    public func next() throws -> Picture? {
        let step = ring.wait { ring -> Step? in
            switch ring.waiting.first {
            case .picture: return ring.waiting.removeFirst()
            case .failure:
                // Thrown once; after it there is nothing.
                let failure = ring.waiting.removeFirst()
                ring.waiting = [.end]
                return failure
            case .end: return .end
            case nil: return nil
            }
        }
        switch step {
        case .picture(let picture): return picture
        case .end: return nil
        case .failure(let error): throw error
        }
    }
}
