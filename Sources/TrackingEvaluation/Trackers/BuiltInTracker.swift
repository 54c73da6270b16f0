internal import Imaging
internal import ObjectTracking
internal import Spaces

/// One of the built-in trackers, as a user of `ObjectTracker` gets it: with confidence, loss and re-acquisition.
public struct BuiltInTracker: TrackerFactory {
    /// The name of the kind, such as `csrt`.
    public var name: String { kind.rawValue }
    let kind: TrackerKind

    /// Makes the tracker of a name such as `csrt`; nil when there is none.
    public init?(named name: String) {
        guard let kind = TrackerKind(rawValue: name) else { return nil }
        self.kind = kind
    }

    /// The names that are known.
    public static var names: [String] { TrackerKind.allCases.map(\.rawValue) }

    /// Makes a tracker.
    public func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker(kind: kind) }

    private final class Tracker: EvaluatedTracker {
        private let kind: TrackerKind
        private var tracker: ObjectTracker?
        private var seed: Prediction?

        init(kind: TrackerKind) { self.kind = kind }

        func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction {
            let box = seedBox(of: region, pictureWidth: picture.size.width)
            seed = Prediction(region: .rect(box), confidence: 0, isHeld: false)
            tracker = try acceptingSeed { try ObjectTracker(box: box, in: picture, kind: kind) }
            return tracker.map { Self.prediction($0.seedResult) } ?? Prediction(region: .rect(box), confidence: 0, isHeld: false)
        }

        func update(_ picture: Picture, frame: Int) throws -> Prediction {
            guard let tracker else { return seed ?? Prediction(region: nil, confidence: 0, isHeld: false) }
            return Self.prediction(try tracker.update(picture))
        }

        private static func prediction(_ result: TrackResult) -> Prediction {
            Prediction(region: .rect(result.box), confidence: result.confidence, isHeld: result.state != .lost)
        }
    }
}

/// One of OpenCV's trackers as it comes, without our confidence: what is gained by the rest can be seen in a table.
///
/// One that says that it has lost the target stays lost, and repeats its last box.
public struct BareTracker: TrackerFactory {
    /// `bare:` and the name of the kind.
    public var name: String { Self.prefix + kind.rawValue }
    private let kind: CorrelationTrackerKind
    private static let prefix = "bare:"

    /// Makes the tracker of a name such as `bare:csrt`; nil when there is none.
    public init?(named name: String) {
        guard name.hasPrefix(Self.prefix),
            let kind = CorrelationTrackerKind(rawValue: String(name.dropFirst(Self.prefix.count)))
        else { return nil }
        self.kind = kind
    }

    /// The names that are known.
    public static var names: [String] { CorrelationTrackerKind.allCases.map { prefix + $0.rawValue } }

    /// Makes a tracker.
    public func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker(kind: kind) }

    private final class Tracker: EvaluatedTracker {
        private let kind: CorrelationTrackerKind
        private var tracker: CorrelationTracker?
        private var last: PixelRect?

        init(kind: CorrelationTrackerKind) { self.kind = kind }

        func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction {
            let box = seedBox(of: region, pictureWidth: picture.size.width)
            last = box
            tracker = try acceptingSeed { try CorrelationTracker(kind, picture: picture, box: box) }
            return Prediction(region: .rect(box), isHeld: tracker != nil)
        }

        func update(_ picture: Picture, frame: Int) throws -> Prediction {
            if let box = try tracker?.update(picture) { last = box } else { tracker = nil }
            return Prediction(region: last.map(Region.rect), isHeld: tracker != nil)
        }
    }
}

/// Makes a tracker; nil when it cannot take the box of the seed.
///
/// An annotation that is too small or too long for a tracker is a target that it cannot follow, and no failure of the program.
private func acceptingSeed<Tracker>(_ make: () throws -> Tracker) throws -> Tracker? {
    do {
        return try make()
    } catch let failure as ImagingFailure where failure.code == .box {
        return nil
    }
}
