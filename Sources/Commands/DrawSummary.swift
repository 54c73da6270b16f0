internal import AirDrawing
internal import Spaces

/// How drawing went, in words: what was drawn, and why points were not.
struct DrawSummary {
    private let drawing: Drawing

    init(_ drawing: Drawing) { self.drawing = drawing }

    /// The commonest reason why nothing was drawn in a frame where something is to be done about it; nil when there was none.
    var reason: String? { commonest.map { "\($0.outcome.words) in \($0.count) of \(frames) frames" } }

    /// What helps against it.
    var cure: String? { commonest?.outcome.cure }

    /// The lines that close `airdraw draw`.
    var lines: [String] {
        let strokes = drawing.strokes.count
        var lines = [
            "\(drawing.pointCount) points in \(strokes) stroke\(strokes == 1 ? "" : "s"), "
                + "\(fixed(drawing.length * 1000, places: 1)) mm long, raised to \(fixed(drawing.height * 1000, places: 2)) mm"
        ]
        if let (low, high) = drawing.bounds {
            func axis(_ a: Double, _ b: Double) -> String { "\(fixed(a, places: 4))…\(fixed(b, places: 4))" }
            lines.append("box in metres: x \(axis(low.x, high.x)), y \(axis(low.y, high.y)), z \(axis(low.z, high.z))")
        }
        let counts = FrameOutcome.allCases.reversed().compactMap { outcome in
            drawing.outcomes[outcome].map { "\(outcome.words) \($0)" }
        }
        lines.append("\(frames) frames: " + counts.joined(separator: ", "))
        if let commonest, let cure { lines.append("\(commonest.outcome.words) in \(commonest.count) frames: \(cure)") }
        return lines
    }

    private var frames: Int { drawing.outcomes.values.reduce(0, +) }

    /// Ties go to the earlier outcome, so that the words do not change from run to run.
    private var commonest: (outcome: FrameOutcome, count: Int)? {
        var best: (outcome: FrameOutcome, count: Int)?
        // Before the tap and with the pen up nothing is amiss, unless nothing was drawn at all.
        let expected: Set<FrameOutcome> = drawing.pointCount > 0 ? [.notSeeded, .penUp] : []
        for outcome in FrameOutcome.allCases where outcome.cure != nil && !expected.contains(outcome) {
            if let count = drawing.outcomes[outcome], count > best?.count ?? 0 { best = (outcome, count) }
        }
        return best
    }
}
