public import SceneUnderstanding
public import Spaces

/// Recording in, drawing out: the way of the data, a frame at a time.
///
/// The session gives a frame, the follower finds the finger in it, and the drawer moves the pen.
public final class DrawPipeline {
    /// The frames, and the scene at each.
    public let session: Session
    /// Picture and view.
    public var viewport: Viewport { drawer.viewport }
    /// Height of the drawing as it is now, metres.
    public var height: Double { drawer.height }
    /// The strokes so far.
    public var strokes: [Stroke] { drawer.strokes }
    private let follower: FingerFollower
    private var drawer: FrameDrawer

    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - session: running.
    ///   - options: how it is drawn.
    /// - Throws: ``DrawFailure`` when the options do not fit the recording.
    public init(session: Session, options: DrawOptions) throws {
        self.session = session
        follower = try FingerFollower(in: session.recording, options: options)
        drawer = try FrameDrawer(of: session.recording, options: options)
    }

    /// Takes in the next frame; nil after the last one.
    public func next() throws -> DrawnFrame? {
        guard let frame = try session.next() else { return nil }
        return drawer.draw(try follower.follow(frame))
    }

    /// Forgets what was drawn, as when the session was interrupted and where things were may be off; the finger is still followed.
    public func restart() { drawer.restart() }

    /// The drawing, with all frames taken in so far.
    public func drawing() -> Drawing { drawer.drawing() }
}
