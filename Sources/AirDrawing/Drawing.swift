public import Meshes
public import SceneUnderstanding
public import Spaces

/// A point that was placed.
public struct DrawnPoint: Hashable, Sendable {
    /// Where it stands, metres.
    public var position: WorldPoint
    /// When, seconds of the recording.
    public var time: Double
    /// The frame that placed it; for an interpolated point the later of its two frames.
    public var frame: Int
    /// Confidence of the tracker, 0…1; for an interpolated point the lower of its two frames.
    public var confidence: Double
    /// The plane it stands on, or what kind of hit it was where no plane was known.
    public var plane: String
    /// What the ray through the pen met; for an interpolated point what it met in the later of its two frames.
    public var hit: HitTestResult.ResultType
    /// Whether it lies between two frames.
    public var isInterpolated: Bool

    /// Makes a point.
    public init(
        position: WorldPoint, time: Double, frame: Int, confidence: Double, plane: String,
        hit: HitTestResult.ResultType = .existingPlaneUsingExtent, isInterpolated: Bool = false
    ) {
        self.position = position
        self.time = time
        self.frame = frame
        self.confidence = confidence
        self.plane = plane
        self.hit = hit
        self.isInterpolated = isInterpolated
    }
}

/// Where the pen was in one frame: the way of the finger, of which no sample is dropped.
public struct PathSample: Hashable, Sendable {
    /// Where the pen touched, smoothed, metres.
    public var position: WorldPoint
    /// When, seconds of the recording.
    public var time: Double
    /// The plane under it.
    public var plane: String
    /// What the ray through the pen met.
    public var hit: HitTestResult.ResultType

    /// Makes a sample.
    public init(
        position: WorldPoint, time: Double, plane: String, hit: HitTestResult.ResultType = .existingPlaneUsingExtent
    ) {
        self.position = position
        self.time = time
        self.plane = plane
        self.hit = hit
    }
}

/// What was drawn between pen down and pen up.
public struct Stroke: Hashable, Sendable {
    /// The points that were placed, in order; few where the finger was slow or crossed its own line.
    public var points: [DrawnPoint] = []
    /// The whole way of the pen.
    public var path: [PathSample] = []
    /// What it is called; nil for its number.
    public var name: String?
    /// Its colour; nil for the next one of the palette.
    public var colour: Colour?

    /// Makes an empty stroke.
    public init() {}

    /// Length of the way, metres.
    public var length: Double {
        zip(path, path.dropFirst()).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
    }
}

/// A drawing: strokes on planes, all raised to one height.
public struct Drawing: Hashable, Sendable {
    /// Name of the recording it was drawn in.
    public var name: String
    /// The strokes in the order of time.
    public var strokes: [Stroke] = []
    /// Height of every point's box over its plane, metres.
    public var height: Double = PointNode.flatHeight
    /// Upward normal of every plane that carries points, in the world.
    public var planeNormals: [String: WorldVector] = [:]
    /// How many frames had which outcome.
    public var outcomes: [FrameOutcome: Int] = [:]
    /// Why the session was not tracking, for the frames whose outcome says so.
    public var trackingProblems: [TrackingProblem: Int] = [:]

    /// Makes an empty drawing.
    public init(name: String) { self.name = name }

    /// How many points came from which kind of hit.
    public var hitCounts: [HitTestResult.ResultType: Int] {
        strokes.reduce(into: [:]) { counts, stroke in for point in stroke.points { counts[point.hit, default: 0] += 1 } }
    }

    /// Number of points.
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// Length of all strokes, metres.
    public var length: Double { strokes.reduce(0) { $0 + $1.length } }

    /// The box round all points in the world, without their footprint and height; nil when there are none.
    public var bounds: (min: WorldPoint, max: WorldPoint)? {
        var low = SIMD3<Double>(repeating: .infinity)
        var high = SIMD3<Double>(repeating: -.infinity)
        for stroke in strokes {
            for point in stroke.points {
                low = pointwiseMin(low, point.position.coordinates)
                high = pointwiseMax(high, point.position.coordinates)
            }
        }
        return low.x <= high.x ? (.init(low), .init(high)) : nil
    }
}

/// What became of one frame; the first that applies, in this order.
public enum FrameOutcome: String, Sendable, CaseIterable, Codable {
    /// No tap yet.
    case notSeeded = "not_seeded"
    /// The session did not know where it was, or stood still.
    case trackingNotNormal = "tracking_not_normal"
    /// The tracker does not know where the finger is.
    case lost
    /// The tracker is not sure enough.
    case lowConfidence = "low_confidence"
    /// The ray through the pen meets no plane.
    case noPlane = "no_plane"
    /// Drawing is off.
    case penUp = "pen_up"
    /// The drawing is being raised.
    case extruding
    /// A point is there already.
    case alreadyThere = "already_there"
    /// At least one point was placed.
    case drawn

    /// The outcome in words.
    public var words: String {
        switch self {
        case .notSeeded: "not seeded"
        case .trackingNotNormal: "session not tracking"
        case .lost: "finger lost"
        case .lowConfidence: "not sure of the finger"
        case .noPlane: "no plane under the finger"
        case .penUp: "pen up"
        case .extruding: "raising"
        case .alreadyThere: "point already there"
        case .drawn: "drawn"
        }
    }

    /// What a person can do about it; nil where nothing is wrong.
    public var cure: String? {
        switch self {
        case .notSeeded: "tap the nail earlier: --click X,Y@SECONDS (airdraw frame shows where)"
        case .trackingNotNormal: "the phone did not know where it was: more light, slower, something with texture in view"
        case .lost: "tap again where the finger is seen: a further --click X,Y@SECONDS, or try a larger --box-size"
        case .lowConfidence: "tap again, try a larger --box-size or another --tracker, or lower --gate"
        case .noPlane: "no plane is known there: --hit existingPlane takes planes as infinite, --plane y=METRES gives one"
        case .penUp: "the pen is up: --draw A..B says when to draw"
        case .extruding, .alreadyThere, .drawn: nil
        }
    }
}
