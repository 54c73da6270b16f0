internal import AirDrawing
internal import SceneUnderstanding
internal import Spaces

/// How drawing went, in words: what was drawn, and why points were not.
struct DrawSummary {
    private let drawing: Drawing

    init(_ drawing: Drawing) { self.drawing = drawing }

    /// The commonest reason why nothing was drawn in a frame where something is to be done about it; nil when there was none.
    var reason: String? { commonest.map { "\($0.outcome.words) in \($0.count) of \(frames) frames" } }

    /// What helps against it.
    var cure: String? {
        guard let outcome = commonest?.outcome else { return nil }
        guard outcome == .trackingNotNormal else { return outcome.cure }
        let worst = drawing.trackingProblems.filter { $0.key.cure != nil }
            .max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        return worst?.key.cure ?? outcome.cure
    }

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
            drawing.outcomes[outcome].map { "\(outcome.words) \($0)\(outcome == .trackingNotNormal ? problems : "")" }
        }
        lines.append("\(frames) frames: " + counts.joined(separator: ", "))
        let hits = drawing.hitCounts
        if hits.keys.contains(where: { $0 != .existingPlaneUsingExtent }) {
            let kinds = hits.sorted { $0.key.rawValue > $1.key.rawValue }.map { "\($0.key.name ?? "?") \($0.value)" }
            lines.append("points by kind of hit: " + kinds.joined(separator: ", "))
        }
        if let commonest, let cure { lines.append("\(commonest.outcome.words) in \(commonest.count) frames: \(cure)") }
        return lines
    }

    /// Why the session was not tracking, in brackets.
    private var problems: String {
        let parts = TrackingProblem.allCases.compactMap { problem in
            drawing.trackingProblems[problem].map { "\(problem.words) \($0)" }
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
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
