public import ObjectTracking
public import SceneUnderstanding
public import Spaces

/// How a recording is drawn; the defaults are what `airdraw draw` does without options.
public struct DrawOptions: Sendable {
    /// A tap on the nail.
    public struct Tap: Hashable, Sendable {
        /// Where, view points.
        public var point: ViewPoint
        /// When, seconds: it happens at the first frame that is not earlier; nil for the first frame of all.
        public var time: Double?

        /// Makes a tap.
        public init(point: ViewPoint, time: Double? = nil) {
            self.point = point
            self.time = time
        }
    }

    /// Where the pen touches.
    public enum Pen: Hashable, Sendable {
        /// The finger that was tapped; the place is what ``Tip`` says.
        case finger(Tip)
        /// The middle of the view, as in the tutorial's first stage: no finger, no tap.
        case screenCenter
    }

    /// The place of the pen's tip on the finger.
    public enum Tip: Hashable, Sendable {
        /// What the recording says, and the middle of the box where it says nothing.
        case recorded
        /// View points from the middle of the box, at its size when tapped.
        case offset(Vector<ViewSpace>)
        /// The place in the view where the pen touches when tapped.
        case at(ViewPoint)
    }

    /// Where points may stand.
    public enum Surface: Hashable, Sendable {
        /// Any plane of the recording.
        case anyPlane
        /// One plane of the recording, by its identifier.
        case plane(String)
        /// A level plane at a height of the world, metres, without end; the recording's own planes are left out.
        case level(Double)
    }

    /// Taps in place of the recorded ones.
    public var taps: [Tap]?
    /// Side of the box round a tap, view points; nil for 20 in a phone's view, and 40 px per 640 px of width where the view is the picture.
    public var boxSize: Double?
    /// What draws.
    public var pen = Pen.finger(.recorded)
    /// Which ready-made tracker follows the box.
    public var tracker = TrackerKind.csrt
    /// Least confidence with which a point is drawn, 0…1; nil for 0.5, and 0.3 where the tutorial is followed.
    public var gate: Double?
    /// When the pen is down, seconds, in place of the recorded events.
    public var drawRanges: [ClosedRange<Double>]?
    /// When the drawing is raised, seconds, in place of the recorded events.
    public var extrudeRanges: [ClosedRange<Double>]?
    /// Height of the drawing, metres, whatever the finger does.
    public var height: Double?
    /// Which hits count, in the order in which they are tried: the first kind that meets anything decides.
    ///
    /// A level plane is only estimated where the session finds feature points, and used until a plane is known there.
    public var hits: [HitTestResult.ResultType] = [.existingPlaneUsingExtent, .estimatedHorizontalPlane]
    /// Where points may stand.
    public var surface = Surface.anyPlane
    /// Whether the pen's way is smoothed (One-Euro).
    public var smooths = true
    /// Whether to do as the tutorial's program does: its sideways box, offset, gate and dotted lines, and no search for a lost finger.
    public var tutorialExact = false

    /// Makes the default options.
    public init() {}

    /// Gate when nobody says one: more likely on the finger than not.
    public static let usualGate = 0.5
    /// Gate of the tutorial's program.
    public static let tutorialGate = 0.3
    /// Where the tutorial's pen is, view points from the origin of the box that it shows.
    public static let tutorialTip = Vector<ViewSpace>(dx: -20, dy: 40)
    /// Side of the tutorial's box, view points.
    public static let phoneBoxSize = 20.0
    /// Side of the box in a view that shows a picture as it is, for a picture 640 wide, pixels.
    public static let pictureBoxSize = 40.0
}

/// What cannot be drawn, and why, in a sentence with its cure.
public struct DrawFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
}

extension DrawOptions {
    /// The gate that holds: the one chosen, else 0.5, and the tutorial's 0.3 where it is followed.
    public var effectiveGate: Double { gate ?? (tutorialExact ? Self.tutorialGate : Self.usualGate) }
}
