public import Spaces

/// What a tracker does with its target in a frame.
public enum TrackState: String, CaseIterable, Sendable {
    /// The frame in which the target was named.
    case seed
    /// The target is held.
    case tracked
    /// The target was lost and is held again from this frame on.
    case reacquired
    /// The target is not held; the tracker looks for it.
    case lost
}

/// Where the target is in a frame, and how sure that is.
public struct TrackResult: Hashable, Sendable {
    /// Round the target, pixels; where it is lost, the last box.
    public var box: PixelRect
    /// The chance that the centre of the box is within 20 px of the target in a picture 640 wide, 0…1.
    public var confidence: Double
    /// What the tracker does.
    public var state: TrackState

    /// Makes a result.
    public init(box: PixelRect, confidence: Double, state: TrackState) {
        self.box = box
        self.confidence = confidence
        self.state = state
    }
}
