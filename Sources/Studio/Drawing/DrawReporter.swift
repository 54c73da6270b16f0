internal import AirDrawing
internal import ObjectTracking
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// Draws from followed frames, and tells of each what is new since the one before.
struct DrawReporter {
    /// How many frames were drawn.
    private(set) var count = 0
    private var drawer: FrameDrawer
    private let truth: DrawTruth?
    private let restarts: Bool
    private var square = FocusSquare()
    /// Points told so far, by stroke as the drawer has them.
    private var told: [Int] = []
    private var toldHeight = 0.0
    private var toldWords = ""
    private var planes: [PlaneAnchor] = []
    /// Whether the planes changed since ``takePlanes()``.
    private(set) var planesAreNew = false

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - recording: that is drawn.
    ///   - plan: how it is drawn.
    ///   - truth: what is known to be true of it.
    /// - Throws: `RecordingFailure`.
    init(of recording: Recording, plan: any DrawPlan, truth: DrawTruth?) throws {
        drawer = try FrameDrawer(of: recording, options: plan.options)
        restarts = plan.restartsAfterInterruption
        self.truth = truth
    }

    /// Draws the next frame.
    ///
    /// - Parameter tells: whether the page has not had it yet; for one that comes back, what it has is drawn again in silence.
    /// - Returns: the frame as the page gets it, nil in silence.
    mutating func draw(_ frame: FollowedFrame, tells: Bool) -> String? {
        let number = count
        count += 1
        // Planes that changed may have moved points that were told.
        let before = frame.scene.changes.isEmpty ? nil : drawer.strokes
        let drawn = drawer.draw(frame, restartingAfterInterruption: restarts)
        square.update(in: frame.scene, drawer.viewport)
        if frame.scene.planes != planes {
            planes = frame.scene.planes
            planesAreNew = true
        }
        let moved = restarts && frame.scene.interruptionEnded ? !told.isEmpty : before.map { hasMoved(since: $0) } ?? false
        let points = takePoints(all: moved)
        let isHigher = drawer.height != toldHeight
        toldHeight = drawer.height
        let words = drawn.outcome.words + (drawn.state == .reacquired ? " (found again)" : "")
        let isOther = words != toldWords
        toldWords = words
        guard tells else { return nil }
        var report = FrameReport(number, drawn, viewport: drawer.viewport, tip: truth?.tip(at: drawn.session.index))
        report.add(square)
        report.add(points, isAll: moved)
        if isHigher { report.add(height: drawer.height) }
        if isOther { report.add(words: words) }
        return report.text
    }

    /// The planes as the page gets them; nil where they are those told before.
    mutating func takePlanes() -> String? {
        guard planesAreNew else { return nil }
        planesAreNew = false
        return "[" + planes.compactMap(\.report).joined(separator: ",") + "]"
    }

    /// The drawing so far.
    var drawing: Drawing { drawer.drawing() }

    /// Whether points that were told are elsewhere now, or of another plane.
    private func hasMoved(since before: [Stroke]) -> Bool {
        zip(before, drawer.strokes).contains { old, now in old.points[...] != now.points.prefix(old.points.count) }
    }

    /// Points that were not told yet, or all of them, with the numbers that strokes have in the drawing.
    private mutating func takePoints(all: Bool) -> [(stroke: Int, point: DrawnPoint)] {
        let strokes = drawer.strokes
        if all { told = [] }
        // Without planes that moved only the last stroke grows.
        let first = max(told.count - 1, 0)
        guard first < strokes.count else { return [] }
        var number = strokes[..<first].count { !$0.points.isEmpty }
        var points: [(Int, DrawnPoint)] = []
        for index in first..<strokes.count {
            // A stroke without points is none in the drawing.
            if !strokes[index].points.isEmpty { number += 1 }
            let known = index < told.count ? told[index] : 0
            points += strokes[index].points[known...].map { (number, $0) }
        }
        told = strokes.map(\.points.count)
        return points
    }
}

/// Where the tip of the finger truly is, for the frames in which it touches.
struct DrawTruth: Sendable {
    private let tips: [Int: WorldPoint]

    /// Reads the truth of a recording; nil where it has none of the tip.
    ///
    /// - Throws: `RecordingFailure`.
    init?(of recording: Recording) throws {
        guard let truth = try RecordingTruth(opening: recording.folder) else { return nil }
        let reader = try truth.frames()
        var tips: [Int: WorldPoint] = [:]
        while let frame = try reader.next() {
            if let tip = frame.tipWorld, frame.touching != false { tips[frame.index] = tip }
        }
        guard !tips.isEmpty else { return nil }
        self.tips = tips
    }

    /// Where the tip touches in a frame; nil where it does not, or that is not known.
    func tip(at frame: Int) -> WorldPoint? { tips[frame] }
}
