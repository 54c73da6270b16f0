/// How near to a point a tracker stays, and what it does when it has left it; all sequences weigh the same.
struct PointScorer: Scorer {
    private var rows: [[Double?]] = []
    private var confidence = ConfidenceTally()

    var definition: String { PointScores.definition }

    let columns = [
        ScoreColumn("average_share", "d_avg"), ScoreColumn("within_20", "≤20px"),
        ScoreColumn("falsely_held_40", ">40px", isError: true), ScoreColumn("lost", "lost", isError: true),
        ScoreColumn("median_error", "median px", isError: true, places: 1),
        ScoreColumn("reacquisition_frames", "again after", isError: true, places: 1), ScoreColumn("confidence_roc", "ROC"),
        ScoreColumn("calibration_error", "ECE", isError: true),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        guard let run = results.runs.first?.run, let size = results.size else { return columns.map { _ in nil } }
        let score = pointScores(run.predictions, truth: run.truth(of: sequence), size: size)
        let area = confidence.add(results, of: sequence)
        let again = meanOrNil(score.reacquisitionFrames.map(Double.init))
        let row = [score.average, score.within20, score.falselyHeld40, score.lost, score.medianError, again, area, nil]
        rows.append(row)
        return row
    }

    func total() -> [Double?] {
        let quality = confidence.quality
        var means = columns.indices.map { column in meanOrNil(rows.compactMap { $0[column] }) }
        means[6] = quality.area
        means[7] = quality.count > 0 ? quality.calibrationError : nil
        return means
    }
}

/// What a tap that misses costs: the exact tap, the mean over all taps and the worst, in area under the success curve and in the share of frames
/// within 20 pixels.
struct TapScorer: Scorer {
    private var rows: [[Double?]] = []

    var definition: String { OPEDefinition.got10kUAV.source + "; " + PointScores.definition }

    let columns = [
        ScoreColumn("within_20_mean", "≤20px"), ScoreColumn("within_20_exact", "exact"), ScoreColumn("within_20_worst", "worst"),
        ScoreColumn("auc_mean", "AUC"), ScoreColumn("auc_exact", "exact"), ScoreColumn("auc_worst", "worst"),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        guard let size = results.size, !results.runs.isEmpty else { return columns.map { _ in nil } }
        let near = results.runs.map { pointScores($0.run.predictions, truth: $0.run.truth(of: sequence), size: size).within20 }
        var row: [Double?] = [mean(near), near.first, near.min()]
        // A point has no area that a box could overlap.
        if sequence.isOfPoints {
            row += [nil, nil, nil]
        } else {
            let areas = results.runs.map {
                OPEDefinition.got10kUAV.scores($0.run.predictions, truth: $0.run.truth(of: sequence)).auc
            }
            row += [mean(areas), areas.first, areas.min()]
        }
        rows.append(row)
        return row
    }

    func total() -> [Double?] { columns.indices.map { column in meanOrNil(rows.compactMap { $0[column] }) } }
}

extension EvaluationSequence {
    /// Whether the annotation has points and nothing else.
    public var isOfPoints: Bool {
        var points = false
        for case .visible(let region) in truth {
            guard case .point = region else { return false }
            points = true
        }
        return points
    }
}
