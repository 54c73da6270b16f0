public import Imaging
public import Spaces

public enum TrackState: String, Sendable { case seed, tracked, reacquired, lost }
public struct TrackResult: Sendable {
    public var box: PixelRect
    public var confidence: Double
    public var state: TrackState
}
public final class ObjectTracker {
    public private(set) var seedResult: TrackResult
    private let tracker: CorrelationTracker
    private var last: PixelRect
    public init(box: PixelRect, in picture: Picture, kind: CorrelationTrackerKind, reacquires: Bool = true) throws {
        tracker = try CorrelationTracker(kind, picture: picture, box: box)
        last = box
        seedResult = .init(box: box, confidence: 1, state: .seed)
    }
    public func update(_ picture: Picture) throws -> TrackResult {
        if let box = try tracker.update(picture) {
            last = box
            return .init(box: box, confidence: 1, state: .tracked)
        }
        return .init(box: last, confidence: 0, state: .lost)
    }
}
