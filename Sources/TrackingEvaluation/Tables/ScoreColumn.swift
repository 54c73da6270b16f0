/// One column of a table of scores.
public struct ScoreColumn: Hashable, Sendable {
    /// Name in files, such as `success_rate_50`.
    public let key: String
    /// Heading on a terminal.
    public let title: String
    /// Whether less is better.
    public let isError: Bool
    /// Decimal places on a terminal.
    public let places: Int

    init(_ key: String, _ title: String, isError: Bool = false, places: Int = 3) {
        self.key = key
        self.title = title
        self.isError = isError
        self.places = places
    }
}

/// Judges the results of one tracker on one data set, sequence by sequence.
protocol Scorer {
    /// Whose definition the numbers follow.
    var definition: String { get }
    /// What the numbers are; the table is sorted by the first.
    var columns: [ScoreColumn] { get }
    /// Takes in a sequence and gives its numbers; nil where one is not defined.
    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?]
    /// The numbers of all sequences together.
    func total() -> [Double?]
}

extension EvaluationProtocol {
    /// What judges the results of this protocol on a data set of a layout.
    func scorer(layout: String) -> any Scorer {
        switch self {
        case .ope: layout == DataSetLayout.got10k.name ? GOT10kScorer() : PassScorer(layout: layout)
        case .sre, .tre: PassScorer(layout: layout)
        case .vot: SupervisedScorer()
        case .anchor: AnchorScorer()
        case .point: PointScorer()
        case .tap: TapScorer()
        case .drawing: InkScorer()
        }
    }
}

extension TrackRun {
    /// The annotation of the frames that the run goes through, to the end of the sequence, in its order.
    func truth(of sequence: EvaluationSequence) -> [GroundTruth] {
        forward ? Array(sequence.truth[min(start, sequence.count)...]) : sequence.truth.prefix(start + 1).reversed()
    }
}

/// The mean of values; nil of none.
func meanOrNil(_ values: [Double]) -> Double? { values.isEmpty ? nil : mean(values) }
