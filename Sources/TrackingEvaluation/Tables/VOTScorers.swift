/// Accuracy, robustness and expected average overlap of VOT's supervised runs.
struct SupervisedScorer: Scorer {
    private var scores: [SupervisedScores] = []

    var definition: String { SupervisedScores.definition }

    let columns = [
        ScoreColumn("expected_average_overlap", "EAO"), ScoreColumn("accuracy", "A"),
        ScoreColumn("failures", "failures", isError: true, places: 2), ScoreColumn("reliability", "R"),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        let score = supervisedScores(results, of: sequence)
        scores.append(score)
        return [nil, score.accuracy, Double(score.failures), score.reliability]
    }

    func total() -> [Double?] {
        let all = SupervisedSetScores(scores)
        return [all.expectedAverageOverlap, all.accuracy, all.failures, all.reliability]
    }
}

/// Accuracy, robustness and expected average overlap of VOT's runs from anchors.
struct AnchorScorer: Scorer {
    private var scores: [AnchorScores] = []

    var definition: String { AnchorScores.definition }

    let columns = [
        ScoreColumn("expected_average_overlap", "EAO"), ScoreColumn("accuracy", "A"), ScoreColumn("robustness", "R"),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        let score = anchorScores(results, of: sequence)
        scores.append(score)
        return [nil, score.accuracy, score.robustness]
    }

    func total() -> [Double?] {
        let all = AnchorSetScores(scores)
        return [all.expectedAverageOverlap, all.accuracy, all.robustness]
    }
}

/// What the supervised runs of a sequence score.
func supervisedScores(_ results: ResultFile, of sequence: EvaluationSequence) -> SupervisedScores {
    let states = supervisedStates(results.runs.map(\.run), truth: sequence.truth, size: results.size)
    return SupervisedScores(states, truth: sequence.truth, size: results.size)
}

/// What the runs from the anchors of a sequence score.
func anchorScores(_ results: ResultFile, of sequence: EvaluationSequence) -> AnchorScores {
    let runs = results.runs.map { AnchorRunScores($0.run, truth: sequence.truth, size: results.size) }
    return AnchorScores(runs, length: sequence.count)
}
