import Spaces

/// What a recording holds, from one pass over its text.
public struct RecordingSummary: Hashable, Sendable {
    /// Number of frames.
    public private(set) var frames = 0
    /// Frames per second, from the median time between two frames; nil with fewer than two.
    public private(set) var rate: Double?
    /// Seconds from the first to the last frame.
    public private(set) var duration = 0.0
    /// Length of the camera's path over the frames that have a pose, metres.
    public private(set) var cameraPath = 0.0
    /// Frames by tracking state: `normal`, `not_available`, or the reason for being limited.
    public private(set) var tracking: [String: Int] = [:]
    /// Planes that were added.
    public private(set) var planesAdded = 0
    /// Planes that live at the end.
    public private(set) var planesAtEnd = 0
    /// Planes that another took over.
    public private(set) var planesMerged = 0
    /// Anchors added that are not planes, by type.
    public private(set) var otherAnchors: [String: Int] = [:]
    /// Events by kind: `tap`, `draw`, `extrude`, `interruption`.
    public private(set) var events: [String: Int] = [:]
    /// What the recording does not have of what it might have, in a fixed order.
    public private(set) var missing: [String] = []
    /// What was noticed and did not stop the reading.
    public private(set) var warnings: [RecordingWarning] = []

    /// The share of frames with normal tracking, 0…1.
    public var shareTracked: Double { frames == 0 ? 0 : Double(tracking["normal"] ?? 0) / Double(frames) }

    /// Reads a recording once; memory grows with eight bytes a frame, for the median.
    ///
    /// - Throws: ``RecordingFailure`` for the first thing that is wrong.
    public init(of recording: Recording) throws(RecordingFailure) {
        let hasLight = try readFrames(recording)
        try readAnchors(recording)
        let events = try recording.events()
        while let event = try events.next() { self.events[event.kind.name, default: 0] += 1 }
        warnings += events.warnings
        let parts: [(String, Bool)] = [
            ("pictures", recording.header.pictures != .none),
            ("light", hasLight), ("planes", planesAdded > 0), ("events", !self.events.isEmpty),
            ("features", recording.has("features.jsonl")), ("truth", recording.has("truth")),
            ("distortion", recording.header.distortion != nil), ("tip offset", recording.header.tipOffset != nil),
        ]
        missing = parts.filter { !$0.1 }.map(\.0)
    }

    private mutating func readFrames(_ recording: Recording) throws(RecordingFailure) -> Bool {
        let reader = try recording.frames()
        var steps: [Double] = []
        var hasLight = false
        var first: Double?
        var lastTime = 0.0
        var lastPlace: WorldPoint?
        while let frame = try reader.next() {
            if first == nil { first = frame.time } else { steps.append(frame.time - lastTime) }
            lastTime = frame.time
            frames += 1
            if case .limited(let reason) = frame.tracking {
                tracking[reason.rawValue, default: 0] += 1
            } else {
                tracking[frame.tracking?.name ?? "not_recorded", default: 0] += 1
            }
            if frame.light != nil { hasLight = true }
            guard frame.tracking != .notAvailable else { continue }
            if let lastPlace { cameraPath += lastPlace.distance(to: frame.camera.position) }
            lastPlace = frame.camera.position
        }
        duration = lastTime - (first ?? 0)
        if !steps.isEmpty {
            steps.sort()
            let middle = steps.count / 2
            rate = 1 / (steps.count % 2 == 1 ? steps[middle] : (steps[middle - 1] + steps[middle]) / 2)
        }
        warnings += reader.warnings
        return hasLight
    }

    private mutating func readAnchors(_ recording: Recording) throws(RecordingFailure) {
        let reader = try recording.anchors()
        var planes: Set<String> = []
        while let event = try reader.next() {
            switch event.change {
            case .add(.plane(let plane)):
                planesAdded += 1
                planes.insert(plane.id)
            case .add(.image): otherAnchors["image", default: 0] += 1
            case .add(.other(let other)): otherAnchors[other.type, default: 0] += 1
            case .update: break
            case .remove(let heir):
                if planes.remove(event.id) != nil, heir != nil { planesMerged += 1 }
            }
        }
        planesAtEnd = planes.count
        warnings += reader.warnings
    }
}
