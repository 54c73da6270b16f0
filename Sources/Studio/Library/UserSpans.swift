internal import Recordings
internal import Spaces

/// What the user did in a recording: taps, and the spans of time in which something was on.
struct UserSpans: Hashable, Sendable {
    /// A tap.
    struct Tap: Encodable, Hashable, Sendable {
        /// View points.
        var x: Double
        /// View points.
        var y: Double
        /// Seconds.
        var time: Double
    }

    /// The taps in order of time.
    private(set) var taps: [Tap] = []
    /// Begin and end of each span with the pen down, seconds.
    private(set) var draws: [[Double]] = []
    /// Begin and end of each span in which the drawing was raised, seconds.
    private(set) var extrudes: [[Double]] = []
    /// Begin and end of each span in which the session stood still, seconds.
    private(set) var interruptions: [[Double]] = []

    /// Reads the events of a recording.
    ///
    /// - Parameters:
    ///   - recording: its text.
    ///   - end: when the last frame is, seconds; what is on then ends then.
    /// - Throws: `RecordingFailure`.
    init(of recording: Recording, end: Double) throws(RecordingFailure) {
        var open: (draw: Double?, extrude: Double?, interruption: Double?)
        func close(_ start: inout Double?, _ on: Bool, _ time: Double, _ spans: inout [[Double]]) {
            if on {
                start = start ?? time
            } else if let began = start {
                spans.append([began, time])
                start = nil
            }
        }
        let events = try recording.events()
        while let event = try events.next() {
            switch event.kind {
            case .tap(let place): taps.append(.init(x: place.x, y: place.y, time: event.time))
            case .draw(let on): close(&open.draw, on, event.time, &draws)
            case .extrude(let on): close(&open.extrude, on, event.time, &extrudes)
            case .interruption(let on): close(&open.interruption, on, event.time, &interruptions)
            }
        }
        close(&open.draw, false, max(end, open.draw ?? end), &draws)
        close(&open.extrude, false, max(end, open.extrude ?? end), &extrudes)
        close(&open.interruption, false, max(end, open.interruption ?? end), &interruptions)
    }
}
