internal import AirDrawing
internal import Files
internal import Imaging
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// What drawing a recording gave, and what is true of it.
struct DrawingResult: Hashable, Sendable {
    /// One frame of the recording.
    struct Frame: Hashable, Sendable {
        /// Number of the frame in the recording.
        var index: Int
        /// What became of it, by `FrameOutcome`.
        var outcome: String
        /// Where the pen met the plane, metres; nil where it did not.
        var pen: WorldPoint?
        /// Where the tip truly was, metres; nil when not known.
        var tip: WorldPoint?
        /// Whether the tip truly touched; nil when not known.
        var touching: Bool?
    }

    /// The frames in their order.
    var frames: [Frame] = []
    /// The strokes that were drawn, the whole way of the pen.
    var strokes: [[WorldPoint]] = []
    /// The lines as they were drawn in truth.
    var trueStrokes: [[WorldPoint]] = []
    /// Height to which the drawing was raised, metres.
    var height = 0.0
    /// The height by the rule of raising for the true nail, metres; nil when nothing was raised or that is not known.
    var trueHeight: Double?
}

/// Draws a recording with a tracker, as `airdraw draw` does, and sets the truth beside it.
struct DrawingRun {
    private let recording: Recording
    private let truth: RecordingTruth
    private let factory: any TrackerFactory

    /// Opens the recording that the pictures of a sequence belong to.
    init(of sequence: EvaluationSequence, factory: any TrackerFactory) throws {
        let folder = try recordingFolder(of: sequence)
        recording = try Recording(opening: folder)
        guard let truth = try RecordingTruth(opening: folder) else { throw SequenceFailure("\(folder) has no truth") }
        self.truth = truth
        self.factory = factory
    }

    /// Draws.
    ///
    /// - Parameters:
    ///   - check: asked before each frame.
    ///   - each: told the seconds that each frame took, reading it included.
    func make(check: () throws -> Void, each: (Double) -> Void) throws -> DrawingResult {
        var result = DrawingResult()
        result.trueStrokes = try truth.strokes()
        var known: [Int: TruthFrame] = [:]
        let reader = try truth.frames()
        while let frame = try reader.next() { known[frame.index] = frame }
        switch factory {
        case let tracker as BuiltInTracker: try draw(tracker, &result, check, each)
        case is TruthTracker: try copyTruth(known, &result)
        case is StaticTracker: try stay(known, &result)
        default: throw SequenceFailure("the drawing protocol takes built-in trackers only")
        }
        for index in result.frames.indices {
            let frame = known[result.frames[index].index]
            result.frames[index].tip = frame?.tipWorld
            result.frames[index].touching = frame?.touching
        }
        result.trueHeight = try trueHeight(known)
        if factory is TruthTracker { result.height = result.trueHeight ?? PointNode.flatHeight }
        return result
    }

    private func draw(
        _ tracker: BuiltInTracker, _ result: inout DrawingResult, _ check: () throws -> Void, _ each: (Double) -> Void
    ) throws {
        var options = DrawOptions()
        options.tracker = tracker.kind
        let session = try Session(replaying: recording, pictures: RecordedPictures(of: recording))
        try session.run(.best(for: recording.header))
        let pipeline = try DrawPipeline(session: session, options: options)
        let clock = ContinuousClock()
        while true {
            try check()
            let before = clock.now
            guard let frame = try pipeline.next() else { break }
            each((clock.now - before) / .seconds(1))
            result.frames.append(
                .init(index: frame.session.index, outcome: frame.outcome.rawValue, pen: frame.world))
        }
        let drawing = pipeline.drawing()
        result.strokes = drawing.strokes.map { $0.path.map(\.position) }
        result.height = drawing.height
    }

    /// The pen is where the tip is.
    private func copyTruth(_ known: [Int: TruthFrame], _ result: inout DrawingResult) throws {
        result.strokes = result.trueStrokes
        try forEachFrame { record in
            result.frames.append(
                .init(index: record.index, outcome: FrameOutcome.drawn.rawValue, pen: known[record.index]?.tipWorld))
        }
    }

    /// The pen stays where the tip first touched.
    private func stay(_ known: [Int: TruthFrame], _ result: inout DrawingResult) throws {
        let first = known.values.filter { $0.touching == true && $0.tipWorld != nil }.min { $0.index < $1.index }
        result.strokes = first?.tipWorld.map { [[$0]] } ?? []
        result.height = PointNode.flatHeight
        try forEachFrame { record in
            result.frames.append(.init(index: record.index, outcome: FrameOutcome.drawn.rawValue, pen: first?.tipWorld))
        }
    }

    private func forEachFrame(_ body: (FrameRecord) throws -> Void) throws {
        let frames = try recording.frames()
        while let record = try frames.next() { try body(record) }
    }

    private func trueHeight(_ known: [Int: TruthFrame]) throws -> Double? {
        let viewport = recording.header.viewport
        var raising = TrueRaising(viewHeight: viewport.size.height)
        let events = try recording.events()
        var next = try events.next()
        try forEachFrame { record in
            while let event = next, event.time <= record.time {
                if case .extrude(let isOn) = event.kind { raising.switchTo(isOn) }
                next = try events.next()
            }
            if let box = known[record.index]?.nailBox { raising.nail(at: viewport.viewFromPixel(box).center.y) }
        }
        return raising.height
    }
}

/// What the rule of raising gives for the true nail: the height that a tracker without an error would reach.
///
/// The rule is the tutorial's, `Extrusion`: 0.4 m for a finger that goes up the whole view, by the middle of the box that is followed. So the
/// height in the world to which the finger was lifted does not matter.
struct TrueRaising {
    private var extrusion: Extrusion
    private var isOn = false
    private var hasRaised = false

    /// Begins before the first frame.
    ///
    /// - Parameter viewHeight: height of the view, points.
    init(viewHeight: Double) { extrusion = Extrusion(viewHeight: viewHeight) }

    /// Raising was switched on or off before the frame that comes next.
    mutating func switchTo(_ isOn: Bool) {
        self.isOn = isOn
        if !isOn { extrusion.end() }
    }

    /// The middle of the nail is at a y of the view in a frame, points down.
    mutating func nail(at y: Double) {
        guard isOn else { return }
        hasRaised = true
        extrusion.update(fingerY: y)
    }

    /// The height, metres: that of a flat drawing where the nail never went up; nil where nothing was raised, or the nail was never seen.
    var height: Double? { hasRaised ? extrusion.height ?? PointNode.flatHeight : nil }
}

/// The recording to which the pictures of a sequence belong.
func recordingFolder(of sequence: EvaluationSequence) throws -> String {
    let picture: String? =
        switch sequence.pictures {
        case .files(let paths): paths.first
        case .film(let path, _): path
        }
    var folder = picture ?? ""
    while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
        folder = String(folder[..<slash])
        if isRegularFile(folder + "/recording.json") { return folder }
    }
    throw SequenceFailure("the pictures belong to no recording, and the drawing protocol draws recordings")
}
