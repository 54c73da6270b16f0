public import Spaces

/// A point of the scene that the session found: one of `ARPointCloud`.
public struct FeaturePoint: Hashable, Sendable {
    /// Which point; the same from frame to frame, and never used for another one.
    public let identifier: UInt64
    /// Where it is, metres.
    public var position: WorldPoint
    /// Standard deviation of the place along the ray that sees it, metres; nil where nobody said.
    public var deviation: Double?
    /// Where the camera was that saw it, which gives the direction of ``deviation``; nil where nobody said.
    public var seenFrom: WorldPoint?

    /// Makes a feature point.
    ///
    /// - Parameters:
    ///   - identifier: unique in a session.
    ///   - position: metres.
    ///   - deviation: standard deviation along the ray, metres.
    ///   - seenFrom: where the camera was that saw it.
    public init(identifier: UInt64, position: WorldPoint, deviation: Double? = nil, seenFrom: WorldPoint? = nil) {
        self.identifier = identifier
        self.position = position
        self.deviation = deviation
        self.seenFrom = seenFrom
    }
}

/// What one frame gave: the points seen in it, and what tells why there may be few.
public struct FeatureFrame: Sendable {
    /// Points seen in this frame, triangulated and checked, in the order of their identifiers.
    public var points: [FeaturePoint]
    /// Points seen in this frame that are too uncertain to be given, but tell a plane when there are many; in order.
    public var uncertain: [FeaturePoint] = []
    /// Points of frames before that turned out to be none, such as those of a hand that began to move; in order.
    public var withdrawn: [UInt64] = []
    /// Whether all points of frames before are void, and so is what was made of them: the focal length turned out to be another.
    public var isRestarted = false
    /// Where the followed corners are, triangulated or not, pixels of the full picture.
    public var pixels: [PixelPoint] = []
    /// How many corners were followed into this frame.
    public var followedCount = 0
    /// How many corners of the frame before were not found again.
    public var lostCount = 0
    /// How many places of a grid over the picture showed a corner when corners were last looked for, of ``detectableCount``.
    ///
    /// It tells texture: a white wall has none.
    public var detectedCount = 0
    /// How many places the grid has.
    public var detectableCount = 0
    /// Median way of the followed corners since the frame before, pixels of the full picture; nil when fewer than four were followed.
    public var medianMotion: Double?
    /// Mean of the small grey picture, 0…1.
    public var brightness = 0.0
    /// Standard deviation of the small grey picture, 0…1.
    public var contrast = 0.0
    /// Mean difference of neighbours in the small grey picture, 0…1.
    ///
    /// It falls, while the contrast stays, when a picture is blurred.
    public var sharpness = 0.0

    /// Makes a frame that has points and nothing else, such as one of a recording with its own feature points.
    public init(points: [FeaturePoint] = []) { self.points = points }
}
