public import Imaging
internal import Spaces

/// Performs tracking requests on the pictures of a film, and keeps their trackers from one picture to the next, as in Vision.
///
/// At most ``mostTrackers`` objects are tracked at a time; a request whose `isLastFrame` is set frees its tracker. Not `Sendable`: one
/// thread at a time.
public final class SequenceRequestHandler {
    /// How many objects one handler follows at most, as Vision does.
    public static let mostTrackers = 16

    private var trackers: [ObservationIdentifier: ObjectTracker] = [:]

    /// Makes a handler that tracks nothing yet.
    public init() {}

    /// How many objects are tracked.
    public var trackerCount: Int { trackers.count }

    /// Performs requests on the next picture, and sets their results.
    ///
    /// An observation that is not tracked yet starts a tracker in this picture and is its own result; one that is tracked is looked for.
    /// - Parameters:
    ///   - requests: each about another object.
    ///   - picture: of the size of those before it.
    /// - Throws: ``TrackingFailure`` before anything is done when there would be too many trackers or two requests are about the same
    ///   object; `ImagingFailure` when a tracker cannot take a box or the picture's size changed.
    public func perform(_ requests: [TrackObjectRequest], on picture: Picture) throws {
        let wanted = Set(requests.map(\.inputObservation.uuid))
        guard wanted.count == requests.count else { throw TrackingFailure.sameObject }
        let total = wanted.union(trackers.keys).count
        guard total <= Self.mostTrackers else { throw TrackingFailure.tooManyTrackers(wanted: total, most: Self.mostTrackers) }
        for request in requests { try perform(request, on: picture) }
    }

    private func perform(_ request: TrackObjectRequest, on picture: Picture) throws {
        let input = request.inputObservation
        let toImage = imageFromPixel(picture.size)
        let result: TrackResult
        if let tracker = trackers[input.uuid] {
            result = try tracker.update(picture)
        } else {
            let box = toImage.inverse(input.boundingBox.inImage)
            let kind = request.tracker ?? request.trackingLevel.tracker
            let tracker = try ObjectTracker(box: box, in: picture, kind: kind)
            trackers[input.uuid] = tracker
            result = tracker.seedResult
        }
        request.results = [
            .init(
                uuid: input.uuid, boundingBox: toImage(result.box).inVision, confidence: result.confidence, state: result.state)
        ]
        if request.isLastFrame { trackers[input.uuid] = nil }
    }
}
