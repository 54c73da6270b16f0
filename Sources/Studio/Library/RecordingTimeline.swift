internal import Recordings

/// What happens in a recording and when, for the time line of a page; all times in seconds.
struct RecordingTimeline: Encodable, Hashable, Sendable {
    /// A span of time with one tracking state; encoded as a list of begin, end, state and reason.
    struct Tracking: Encodable, Hashable, Sendable {
        var from: Double
        var to: Double
        /// `normal`, `limited`, `not_available` or `not_recorded`.
        var state: String
        /// Why it is limited; nil when it is not.
        var reason: String?

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(from)
            try list.encode(to)
            try list.encode(state)
            if let reason { try list.encode(reason) } else { try list.encodeNil() }
        }
    }

    /// Something that happened to a plane.
    struct PlaneEvent: Encodable, Hashable, Sendable {
        /// What it was.
        enum What: String, Encodable, Sendable { case added, updated, removed }

        var time: Double
        var id: String
        var what: What
    }

    var tracking: [Tracking]
    var planes: [PlaneEvent]
    var taps: [UserSpans.Tap]
    var draws: [[Double]]
    var extrudes: [[Double]]
    var interruptions: [[Double]]

    /// Reads the anchors and events of a recording.
    ///
    /// - Parameters:
    ///   - recording: its text.
    ///   - index: its frames.
    /// - Throws: `RecordingFailure`.
    init(of recording: Recording, index: FrameIndex) throws(RecordingFailure) {
        let spans = try UserSpans(of: recording, end: index.times.last ?? 0)
        tracking = index.tracking.map { span in
            var reason: String?
            if case .limited(let why) = span.state { reason = why.rawValue }
            return .init(from: span.from, to: span.to, state: span.state?.name ?? "not_recorded", reason: reason)
        }
        planes = try Self.planeEvents(recording)
        taps = spans.taps
        draws = spans.draws
        extrudes = spans.extrudes
        interruptions = spans.interruptions
    }

    private static func planeEvents(_ recording: Recording) throws(RecordingFailure) -> [PlaneEvent] {
        var found: [PlaneEvent] = []
        var living: Set<String> = []
        let anchors = try recording.anchors()
        while let event = try anchors.next() {
            switch event.change {
            case .add(.plane):
                living.insert(event.id)
                found.append(.init(time: event.time, id: event.id, what: .added))
            case .update(.plane): found.append(.init(time: event.time, id: event.id, what: .updated))
            case .remove:
                if living.remove(event.id) != nil { found.append(.init(time: event.time, id: event.id, what: .removed)) }
            case .add, .update: break
            }
        }
        return found
    }
}
