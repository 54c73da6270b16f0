internal import AirDrawing
internal import Recordings
internal import Spaces

/// The events of a drawing that is being made: `start`, `wait`, `frames`, `end`.
///
/// A page that comes back says which frame it had last. The stream before left its reporter there; where it did not, what the page has
/// is drawn again in silence.
final class DrawStream: EventStream, @unchecked Sendable {
    // `Sendable` because one thread at a time reads a stream: that of its connection.

    /// How many frames go into one event at most.
    private static let batch = 64

    private let lease: RunLease
    private let recording: Recording
    private let plan: any DrawPlan
    private var reporter: DrawReporter
    private let words: [StudioWord]
    private let had: Int
    private var hasStarted: Bool
    private var hasEnded = false

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - recording: that is drawn.
    ///   - plan: how it is drawn.
    ///   - words: of which the plan was made.
    ///   - lease: of the run that follows the finger.
    ///   - last: number of the frame that the page had last; nil for a page that begins.
    /// - Throws: `RecordingFailure`.
    init(_ recording: Recording, plan: any DrawPlan, words: [StudioWord], lease: RunLease, after last: Int?) throws {
        self.recording = recording
        self.plan = plan
        self.words = words
        self.lease = lease
        reporter =
            try last.flatMap { lease.run.takeReporter(of: words, after: $0) }
            ?? DrawReporter(of: recording, plan: plan, truth: DrawTruth(of: recording))
        had = last ?? -1
        hasStarted = last != nil
    }

    func next() throws -> ServerEvent? {
        if !hasStarted {
            hasStarted = true
            return try ServerEvent(name: "start", json: start())
        }
        while !hasEnded {
            let progress = try lease.run.frames(from: reporter.count, most: Self.batch, waiting: 0.5)
            if progress.frames.isEmpty {
                guard progress.isDone else {
                    return try progress.ahead.map { try ServerEvent(name: "wait", json: ["ahead": $0]) } ?? .keepAlive
                }
                hasEnded = true
                return try ServerEvent(name: "end", json: DrawEnd(reporter.drawing, plan: plan))
            }
            var texts: [String] = []
            for frame in progress.frames {
                let tells = reporter.count > had
                if let text = reporter.draw(frame, tells: tells) { texts.append(text) }
                // Planes are told as they are at the last frame of an event.
                if tells, reporter.planesAreNew { break }
            }
            guard !texts.isEmpty else { continue }
            let planes = reporter.takePlanes().map { ",\"planes\":\($0)" } ?? ""
            return ServerEvent(
                name: "frames", id: "\(reporter.count - 1)", data: "{\"frames\":[\(texts.joined(separator: ","))]\(planes)}")
        }
        return nil
    }

    func close() { if !hasEnded { lease.run.leave(reporter, of: words) } }

    /// What is known before anything was followed: where the boxes of the taps are.
    private func start() throws -> DrawStart {
        let viewport = recording.header.viewport
        let times = lease.run.times
        var taps = plan.options.taps ?? []
        if plan.options.taps == nil {
            let events = try recording.events()
            while let event = try events.next() {
                if case .tap(let point) = event.kind { taps.append(.init(point: point, time: event.time)) }
            }
        }
        if case .screenCenter = plan.options.pen { taps = [] }
        let seeds = try taps.compactMap { tap -> DrawStart.Seed? in
            guard let frame = times.firstIndex(where: { $0 >= tap.time ?? -.infinity }) else { return nil }
            let box = try viewport.seedBox(at: tap.point, size: plan.options.boxSize)
            return .init(frame: frame, time: times[frame], box: [box.origin.x, box.origin.y, box.width, box.height])
        }
        return DrawStart(
            frames: times.count, command: try plan.commands(writing: nil).first ?? "",
            source: lease.run.findsPlanes ? "pictures" : "recorded", gate: plan.options.effectiveGate, seeds: seeds,
            note: lease.run.note)
    }
}

/// What a page gets first.
struct DrawStart: Encodable, Hashable, Sendable {
    /// A box that a tap seeds, view points.
    struct Seed: Encodable, Hashable, Sendable {
        var frame: Int
        var time: Double
        var box: [Double]
    }

    var frames: Int
    var command: String
    /// Where planes come from.
    var source: String
    /// The gate that holds.
    var gate: Double
    var seeds: [Seed]
    var note: String?
}

/// What a page gets last.
struct DrawEnd: Encodable, Hashable, Sendable {
    var summary: [String]
    var outcomes: [String: Int]
    var reason: String?
    var cure: String?
    var points: Int
    var strokes: Int
    /// Metres.
    var length: Double
    /// Metres.
    var height: Double

    init(_ drawing: Drawing, plan: any DrawPlan) throws {
        let drawing = try plan.edited(drawing, dropping: true)
        summary = plan.summary(of: drawing)
        outcomes = Dictionary(uniqueKeysWithValues: drawing.outcomes.map { ($0.key.rawValue, $0.value) })
        let reason = plan.reason(of: drawing)
        self.reason = reason?.reason
        cure = reason?.cure
        points = drawing.pointCount
        strokes = drawing.strokes.count
        length = drawing.length
        height = drawing.height
    }
}
