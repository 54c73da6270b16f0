/// How much work a tracking request may take, as in Vision.
public enum TrackingLevel: String, CaseIterable, Sendable {
    /// Optical flow: about half the time of the accurate level up to 1280 pixels of width, for slow targets.
    case fast
    /// A discriminative correlation filter.
    case accurate

    /// The tracker that the level stands for.
    public var tracker: TrackerKind {
        switch self {
        case .fast: .medianflow
        case .accurate: .csrt
        }
    }
}

/// A request to follow an object from picture to picture, as Vision's request of that name.
///
/// Make it with an observation, let a ``SequenceRequestHandler`` perform it on the picture in which the object was observed, and then on
/// each picture that follows, with the latest result as the next input. Not `Sendable`: one thread at a time.
public final class TrackObjectRequest {
    /// What is followed: an observation of the request's results, or one of an object that nobody tracks yet.
    public var inputObservation: DetectedObjectObservation
    /// How much work it may take; it counts when a tracker is started.
    public var trackingLevel: TrackingLevel
    /// The tracker, where it is not to be that of the level; it counts when a tracker is started.
    public var tracker: TrackerKind?
    /// Whether the next picture is the last one with the object: its tracker is freed with it.
    public var isLastFrame = false
    /// What was observed in the picture that was performed last: one observation, or none before.
    public internal(set) var results: [DetectedObjectObservation] = []

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - inputObservation: the object, in the picture that is performed first.
    ///   - trackingLevel: how much work it may take; `fast`, as in Vision.
    ///   - tracker: instead of that of the level.
    public init(
        _ inputObservation: DetectedObjectObservation, trackingLevel: TrackingLevel = .fast,
        tracker: TrackerKind? = nil
    ) {
        self.inputObservation = inputObservation
        self.trackingLevel = trackingLevel
        self.tracker = tracker
    }
}
