internal import Imaging

/// A tracker that says what the annotation says: nothing can score higher, and what it lacks to a full score is the metric's doing.
public struct TruthTracker: TrackerFactory {
    /// `ground-truth`.
    public var name: String { "ground-truth" }
    /// It looks at no picture.
    public var readsPictures: Bool { false }

    /// Makes the factory.
    public init() {}

    /// Makes a tracker.
    public func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker(truth: sequence.truth) }

    private final class Tracker: EvaluatedTracker {
        private let truth: [GroundTruth]
        private var last: Region?

        init(truth: [GroundTruth]) { self.truth = truth }

        func initialize(on picture: Picture, region: Region, frame: Int) -> Prediction {
            last = region
            return said(of: frame)
        }

        func update(_ picture: Picture, frame: Int) -> Prediction { said(of: frame) }

        /// Where the annotation has nothing to say the last region is repeated, and where it says absent the target is not held.
        private func said(of frame: Int) -> Prediction {
            let known = truth.indices.contains(frame) ? truth[frame] : .unknown
            if let region = known.region { last = region }
            let isHeld = known != .absent
            return Prediction(region: last, confidence: isHeld ? 1 : 0, isHeld: isHeld)
        }
    }
}

/// A tracker that stays where it was seeded: what does not beat it has not tracked.
public struct StaticTracker: TrackerFactory {
    /// `static`.
    public var name: String { "static" }
    /// It looks at no picture.
    public var readsPictures: Bool { false }

    /// Makes the factory.
    public init() {}

    /// Makes a tracker.
    public func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker() }

    private final class Tracker: EvaluatedTracker {
        private var seed: Region?

        func initialize(on picture: Picture, region: Region, frame: Int) -> Prediction {
            seed = region
            return Prediction(region: region)
        }

        func update(_ picture: Picture, frame: Int) -> Prediction { Prediction(region: seed) }
    }
}
