/// The toolkit whose definition is used for a layout: the set's own, and got10k-toolkit's, where frames without truth do not count, elsewhere.
func passDefinition(layout: String) -> OPEDefinition {
    switch layout {
    case DataSetLayout.otb.name: .otb
    case DataSetLayout.lasot.name: .lasot
    case DataSetLayout.trackingNet.name: .trackingNet
    default: .got10kUAV
    }
}

/// Success and precision of passes; a sequence with several has their mean, and all sequences weigh the same.
struct PassScorer: Scorer {
    private let toolkit: OPEDefinition
    private var scores: [OPEScores] = []
    private var confidence = ConfidenceTally()

    init(layout: String) { toolkit = passDefinition(layout: layout) }

    var definition: String { toolkit.source }

    let columns = [
        ScoreColumn("auc", "AUC"), ScoreColumn("precision", "P20"), ScoreColumn("normalized_precision", "NP"),
        ScoreColumn("average_overlap", "AO"), ScoreColumn("success_rate_50", "SR50"), ScoreColumn("success_rate_75", "SR75"),
        ScoreColumn("confidence_roc", "ROC"),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        let runs = results.runs.map(\.run)
        // A mean keeps no list of frames, not even that of one.
        guard let score = OPEScores(meanOf: runs.map { toolkit.scores($0.predictions, truth: $0.truth(of: sequence)) }) else {
            return columns.map { _ in nil }
        }
        scores.append(score)
        return values(score, confidence.add(results, of: sequence))
    }

    func total() -> [Double?] {
        OPEScores(meanOf: scores).map { values($0, confidence.quality.area) } ?? columns.map { _ in nil }
    }

    private func values(_ score: OPEScores, _ area: Double?) -> [Double?] {
        [
            score.auc, score.precisionScore, score.normalizedPrecisionScore, score.averageOverlap, score.successRate50,
            score.successRate75, area,
        ]
    }
}

/// GOT-10k's numbers: all frames of all sequences in one list.
struct GOT10kScorer: Scorer {
    private var scores: [GOT10kScores] = []
    private var confidence = ConfidenceTally()

    var definition: String { "GOT-10k, got10k-toolkit 956e728" }

    let columns = [
        ScoreColumn("average_overlap", "AO"), ScoreColumn("success_rate_50", "SR50"), ScoreColumn("success_rate_75", "SR75"),
        ScoreColumn("confidence_roc", "ROC"),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        guard let run = results.runs.first?.run, let size = results.size else { return columns.map { _ in nil } }
        let score = got10kScores(run.predictions, truth: run.truth(of: sequence), size: size)
        scores.append(score)
        return values(score, confidence.add(results, of: sequence))
    }

    func total() -> [Double?] { values(GOT10kScores(joining: scores), confidence.quality.area) }

    private func values(_ score: GOT10kScores, _ area: Double?) -> [Double?] {
        guard !score.overlaps.isEmpty else { return columns.map { _ in nil } }
        return [score.averageOverlap, score.successRate50, score.successRate75, area]
    }
}

/// The confidences of a tracker, with what was right.
struct ConfidenceTally {
    private var samples: [ConfidenceSample] = []

    /// Takes in a sequence, and gives the area under its own ROC curve.
    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> Double? {
        guard let size = results.size else { return nil }
        let own = results.runs.flatMap { confidenceSamples($0.run.predictions, truth: $0.run.truth(of: sequence), size: size) }
        samples += own
        return ConfidenceQuality(own).area
    }

    /// How good all of them are.
    var quality: ConfidenceQuality { ConfidenceQuality(samples) }
}
