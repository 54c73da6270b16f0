public import ObjectTracking
public import Recordings
public import SceneUnderstanding
import Spaces

/// A frame in which the tapped finger was looked for: what drawing is made of, without the picture.
public struct FollowedFrame: Sendable {
    /// What the session knows.
    public let scene: FrameScene
    /// Where the finger is; nil before a tap.
    public let tracked: TrackResult?
    /// The tap of this frame, and what it seeded; nil in most frames.
    let seed: Seed?
    /// Whether the finger is given up with this frame, as the tutorial's program does with the first doubt.
    let isGivenUp: Bool

    /// What a tap seeds.
    struct Seed: Sendable {
        /// The tap, view points.
        let tap: ViewPoint
        /// The box round it, view points.
        let box: ViewRect
        /// From the box that is tracked to the one round the tap, pixels; zero but where the tutorial is followed.
        let shift: Vector<PixelSpace>
    }
}

/// Follows the tapped finger through the frames of a session: the one step of drawing that looks at pictures.
///
/// What it gives depends on taps, box, tracker and the session alone, so that a drawing can be made again with other pens from what
/// was followed once.
public final class FingerFollower {
    private let options: DrawOptions
    private let viewport: Viewport
    private var taps: [DrawOptions.Tap]
    private var finger: ObjectTracker?

    /// Makes a follower that waits for a tap.
    ///
    /// - Parameters:
    ///   - recording: that is played.
    ///   - options: how it is drawn.
    /// - Throws: ``DrawFailure`` when nobody tapped.
    public init(in recording: Recording, options: DrawOptions) throws {
        self.options = options
        viewport = recording.header.viewport
        taps = (options.taps ?? []).sorted { ($0.time ?? -.infinity) < ($1.time ?? -.infinity) }
        if case .finger = options.pen, options.taps == nil, try !recording.userEventKinds().taps {
            throw DrawFailure(
                description: "\(recording.folder): nobody tapped the nail in this recording; say where it is with "
                    + "--click X,Y@SECONDS ('airdraw frame' shows where)")
        }
    }

    /// Looks for the finger in the next frame.
    ///
    /// - Throws: ``DrawFailure`` when a tap lies outside the view, and what the tracker throws.
    public func follow(_ frame: Frame) throws -> FollowedFrame {
        func followed(_ tracked: TrackResult?, seed: FollowedFrame.Seed? = nil, isGivenUp: Bool = false) -> FollowedFrame {
            FollowedFrame(scene: frame.scene, tracked: tracked, seed: seed, isGivenUp: isGivenUp)
        }
        let tap = takeTap(of: frame)
        guard case .finger = options.pen else { return followed(nil) }
        if let tap {
            let (tracker, seed) = try self.seed(frame, tap: tap)
            finger = tracker
            return followed(tracker.seedResult, seed: seed)
        }
        guard let finger else { return followed(nil) }
        let result = try finger.update(frame.picture)
        // The tutorial drops its observation with the first doubt, and waits for a new tap.
        let isGivenUp = options.tutorialExact && (result.state == .lost || result.confidence < options.effectiveGate)
        if isGivenUp { self.finger = nil }
        return followed(result, isGivenUp: isGivenUp)
    }

    /// The last tap that belongs to a frame; nil when there is none.
    private func takeTap(of frame: Frame) -> ViewPoint? {
        var tap: ViewPoint?
        if options.taps == nil {
            for case .tap(let point) in frame.userEvents.map(\.kind) { tap = point }
        }
        while let next = taps.first, next.time ?? -.infinity <= frame.timestamp {
            tap = next.point
            taps.removeFirst()
        }
        return tap
    }

    private func seed(_ frame: Frame, tap: ViewPoint) throws -> (ObjectTracker, FollowedFrame.Seed) {
        let view = try viewport.seedBox(at: tap, size: options.boxSize)
        var box = viewport.pixelFromView(view)
        var shift = Vector<PixelSpace>.zero
        if options.tutorialExact {
            let map = imageFromPixel(viewport.imageSize)
            let shifted = map.inverse(map(box).inVisionAsTutorial.inImage)
            shift = box.origin - shifted.origin
            box = shifted
        }
        let tracker = try ObjectTracker(
            box: box, in: frame.picture, kind: options.tracker, reacquires: !options.tutorialExact)
        return (tracker, .init(tap: tap, box: view, shift: shift))
    }
}
