internal import Imaging
internal import Spaces

/// Judges stored results straight from their files: one pass a sequence, nothing is kept but the table.
///
/// The numbers are those that `airdraw evaluate` finds for the same results, by the same definitions.
public struct StoredScoring: Sendable {
    /// The protocols that one file a sequence holds the results of.
    public static let protocols: [EvaluationProtocol] = [.ope, .point]

    /// The data set.
    public let set: DataSet
    /// The results.
    public let results: [StoredResults]
    /// How they are judged: one of ``protocols``.
    public let evaluationProtocol: EvaluationProtocol

    /// Prepares to judge.
    ///
    /// - Parameters:
    ///   - results: the results, each of one tracker.
    ///   - set: the data set.
    ///   - evaluationProtocol: how they are judged: one of ``protocols``.
    /// - Throws: ``EvaluationFailure`` when two have the same name.
    public init(_ results: [StoredResults], on set: DataSet, by evaluationProtocol: EvaluationProtocol) throws {
        if let name = firstTwice(results.map(\.name)) {
            throw EvaluationFailure(
                "two of the results are called \(name)", help: "--results NAME=FOLDER gives them a name")
        }
        self.set = set
        self.results = results
        self.evaluationProtocol = evaluationProtocol
    }

    /// Judges all of them.
    ///
    /// - Parameters:
    ///   - check: asked before each sequence; what it throws comes out here.
    ///   - failed: told of each sequence whose results are missing or broken, with the tracker and what is wrong.
    /// - Returns: a row for each of the results.
    public func table(
        check: () throws -> Void = {}, failed: (_ tracker: String, _ sequence: String, _ problem: String) -> Void = { _, _, _ in }
    ) throws -> EvaluationTables.Table {
        let scorer = evaluationProtocol.scorer(layout: set.layout)
        return .init(
            set: set.name, layout: set.layout, definition: scorer.definition, sequenceCount: set.sequences.count,
            columns: scorer.columns, rows: try results.map { try row($0, check, failed) })
    }

    private func row(
        _ results: StoredResults, _ check: () throws -> Void, _ tell: (String, String, String) -> Void
    ) throws -> EvaluationTables.Row {
        var scorer = evaluationProtocol.scorer(layout: set.layout)
        var rows: [EvaluationTables.SequenceRow] = []
        var failed: [String] = []
        for sequence in set.sequences {
            try check()
            do {
                guard let first = sequence.firstVisible() else {
                    throw StoredFailure("no frame of the annotation shows the target")
                }
                let run = try results.pass(over: sequence, from: first)
                let file = ResultFile(runs: [.init(name: evaluationProtocol.rawValue, run: run)], size: sequence.knownSize())
                rows.append(.init(sequence: sequence.name, values: scorer.add(file, of: sequence)))
            } catch {
                failed.append(sequence.name)
                tell(results.name, sequence.name, "\(error)")
            }
        }
        return .init(
            tracker: results.name, isBracket: false, values: scorer.total(), sequences: rows, failed: failed, framesPerSecond: nil
        )
    }
}

extension EvaluationSequence {
    /// The size of the pictures, pixels: what the annotation states, or that of the first picture; nil when neither is there.
    func knownSize() -> PixelSize? {
        if let statedSize { return statedSize }
        if case .files(let paths) = pictures, paths.isEmpty { return nil }
        // Results can be judged where the pictures are missing; the numbers that need their size are then left out.
        return try? open().size
    }
}
