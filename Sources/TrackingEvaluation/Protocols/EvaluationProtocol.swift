public import Spaces

/// How a tracker is run over a sequence.
public enum EvaluationProtocol: String, CaseIterable, Sendable {
    /// One pass, seeded on the first frame that shows the target (OTB's OPE; GOT-10k and LaSOT do the same).
    case ope
    /// OTB's spatial robustness: 12 passes with the seed shifted or scaled.
    case sre
    /// OTB's temporal robustness: 20 passes that begin at different frames.
    case tre
    /// VOT's supervised runs: seeded anew 5 frames after each failure.
    case vot
    /// VOT's short-term runs from anchors, forward or backward in time.
    case anchor
    /// One pass that is judged by the distance of points, for fingertips.
    case point
    /// Recordings with truth, drawn, and judged by where the ink is.
    case drawing
    /// Robustness against the tap: passes with the seed moved by up to half a box, or scaled, because a tap is no annotator's box.
    case tap

    /// The runs that are known before any is made.
    ///
    /// ``vot`` gives the first one alone: where it is seeded anew depends on the tracker. ``drawing`` gives none: it draws a recording.
    ///
    /// - Parameters:
    ///   - sequence: the clip.
    ///   - size: of its pictures, pixels, to which OTB clips its shifted boxes; nil leaves them as they are.
    public func runs(over sequence: EvaluationSequence, size: PixelSize? = nil) -> [PlannedRun] {
        guard let first = sequence.firstVisible() else { return [] }
        switch self {
        case .ope, .point, .vot: return [sequence.run(rawValue, from: first)].compactMap { $0 }
        case .sre: return SpatialShift.allCases.compactMap { sequence.run($0, from: first, size: size) }
        case .tre: return temporalRuns(over: sequence)
        case .anchor: return anchorRuns(over: sequence)
        case .tap: return TapError.all.compactMap { sequence.run($0, from: first, width: size?.width ?? 640) }
        case .drawing: return []
        }
    }

    /// How many frames the runs go through, as far as it is known before.
    func frameCount(of sequence: EvaluationSequence) -> Int {
        self == .drawing ? sequence.count : runs(over: sequence).reduce(0) { $0 + $1.length }
    }

    /// The numbers that define the protocol, by name, for the files of results.
    var parameters: [(name: String, value: Double)] {
        switch self {
        case .ope, .point, .drawing: []
        case .sre: [("shift", SpatialShift.share)]
        case .tre: [("last_segment", Double(temporalShortest)), ("segments", Double(temporalSegments))]
        case .vot: [("failure_overlap", SupervisedRule.failureOverlap), ("skip", Double(SupervisedRule.skip))]
        case .anchor: [("default_spacing", Double(anchorSpacing))]
        case .tap: [("directions", Double(TapError.directions)), ("furthest", TapError.distances.max() ?? 0)]
        }
    }
}
