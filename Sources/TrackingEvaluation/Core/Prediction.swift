public import Imaging

/// What a tracker says of one frame.
public struct Prediction: Hashable, Sendable {
    /// Where it says the target is; for a lost target the last place, or nil when there is none.
    public var region: Region?
    /// Its confidence, 0…1; nil from trackers that have none.
    public var confidence: Double?
    /// Whether it says that it holds the target.
    public var isHeld: Bool

    /// Makes a prediction.
    public init(region: Region?, confidence: Double? = nil, isHeld: Bool = true) {
        self.region = region
        self.confidence = confidence
        self.isHeld = isHeld
    }
}

/// A tracker under evaluation: seeded once, then asked frame by frame.
public protocol EvaluatedTracker: AnyObject {
    /// Seeds it on a picture.
    ///
    /// - Parameters:
    ///   - picture: the first picture.
    ///   - region: where the target is.
    ///   - frame: the sequence's number of the picture, for trackers that read stored results.
    func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction

    /// Follows the target into the next picture.
    ///
    /// - Parameters:
    ///   - picture: the next picture.
    ///   - frame: the sequence's number of the picture.
    func update(_ picture: Picture, frame: Int) throws -> Prediction
}

/// Makes a fresh tracker for each run, and says what it is.
public protocol TrackerFactory: Sendable {
    /// Name in tables and result folders, such as `csrt` or `trax:NCC`.
    var name: String { get }
    /// Whether it looks at the pictures; one that does not is handed a blank one, and none is decoded.
    var readsPictures: Bool { get }
    /// Makes a tracker for one run over a sequence.
    func tracker(for sequence: EvaluationSequence) throws -> any EvaluatedTracker
}

extension TrackerFactory {
    /// Whether it looks at the pictures: true unless said otherwise.
    public var readsPictures: Bool { true }
}

/// One run of a tracker over a sequence, seeded once.
public struct TrackRun: Hashable, Sendable {
    /// The sequence's frame in which it was seeded.
    public var start: Int
    /// Whether it went forward in time.
    public var forward: Bool
    /// A prediction a frame in the order of the run, the seed's own first.
    public var predictions: [Prediction]
    /// Seconds that each prediction took; kept in files of their own, because they differ from run to run.
    public var seconds: [Double]

    /// Makes a run.
    public init(start: Int, forward: Bool = true, predictions: [Prediction], seconds: [Double] = []) {
        self.start = start
        self.forward = forward
        self.predictions = predictions
        self.seconds = seconds
    }

    /// The sequence's frame of a prediction.
    public func frame(of index: Int) -> Int { forward ? start + index : start - index }
}
