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
    public convenience init(_ source: any PictureSource, depth: Int = 4) throws {
        let handed = Handed(source)
        try self.init(
            size: source.size, framesPerSecond: source.framesPerSecond, depth: depth, opening: { handed.source })
    }

    /// Starts to open a source and to read, for who cannot wait until a film is open.
    ///
    /// - Parameters:
    ///   - size: what is known of the pictures' size, pixels; `opening` fails where it is another.
    ///   - framesPerSecond: what is known of their rate.
    ///   - depth: how many pictures wait at most.
    ///   - opening: opens the source, in the thread that reads; what it throws, the first ``next()`` throws.
    /// - Throws: ``ImagingFailure`` when the system has no thread to give.
    public init(
        size: PixelSize, framesPerSecond: Double? = nil, depth: Int = 4,
        opening: @escaping @Sendable () throws -> any PictureSource
    ) throws {
        precondition(depth > 0, "a ring has room for at least one picture")
        self.size = size
        self.framesPerSecond = framesPerSecond
        let ring = Monitor(Ring())
        self.ring = ring
        let thread = JoinableThread {
            var source: (any PictureSource)?
            while true {
                let step: Step
                do {
                    let open = try source ?? opening()
                    source = open
                    step = try open.next().map(Step.picture) ?? .end
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
