internal import Files
internal import Recordings

/// The tables of an evaluation, made of the files in its folder alone.
public struct EvaluationTables: Hashable, Sendable {
    /// A tracker on a data set.
    public struct Row: Hashable, Sendable {
        /// Name of the tracker.
        public let tracker: String
        /// Whether it is one of the two that bracket the table.
        public let isBracket: Bool
        /// The numbers, one a column; nil where one is not defined.
        public let values: [Double?]
        /// The numbers of each sequence.
        public let sequences: [SequenceRow]
        /// Names of the sequences that could not be run.
        public let failed: [String]
        /// Frames a second over all runs, without reading pictures; nil when no times are there, or the tracker looks at no picture.
        public let framesPerSecond: Double?
    }

    /// A tracker on a sequence.
    public struct SequenceRow: Hashable, Sendable {
        /// Name of the sequence.
        public let sequence: String
        /// The numbers, one a column; nil where one is not defined.
        public let values: [Double?]
    }

    /// All trackers on a data set.
    public struct Table: Hashable, Sendable {
        /// Name of the data set.
        public let set: String
        /// Its layout.
        public let layout: String
        /// Whose definition the numbers follow: toolkit and commit.
        public let definition: String
        /// Number of sequences.
        public let sequenceCount: Int
        /// What the numbers are.
        public let columns: [ScoreColumn]
        /// A row for each tracker, in the order of the evaluation.
        public let rows: [Row]
    }

    /// What was asked for.
    public let manifest: Manifest
    /// A table for each data set.
    public let tables: [Table]
    /// Where the results are.
    public let folder: RunFolder

    /// Judges the results in a folder.
    ///
    /// - Parameter folder: of an evaluation that is complete.
    /// - Throws: ``EvaluationFailure`` or `FileFailure` when a file cannot be read.
    public init(of folder: RunFolder) throws {
        self.folder = folder
        let manifest = try Manifest(reading: folder.manifest)
        self.manifest = manifest
        tables = try manifest.sets.map { set in
            let scorer = manifest.evaluationProtocol.scorer(layout: set.layout)
            return Table(
                set: set.name, layout: set.layout, definition: scorer.definition, sequenceCount: set.sequences.count,
                columns: scorer.columns, rows: try Self.rows(of: set, manifest, folder))
        }
    }

    /// A row for each tracker; sequence by sequence, so that an annotation is read once for all of them.
    private static func rows(of set: Manifest.Entry, _ manifest: Manifest, _ folder: RunFolder) throws -> [Row] {
        var tallies = manifest.trackers.map {
            (name: $0, tally: RowTally(manifest.evaluationProtocol.scorer(layout: set.layout)))
        }
        for name in set.sequences {
            var truth: EvaluationSequence?
            for index in tallies.indices {
                let tracker = tallies[index].name
                let path = folder.results(set: set.name, tracker: tracker, sequence: name)
                guard isRegularFile(path) else {
                    tallies[index].tally.failed.append(name)
                    continue
                }
                let sequence = try truth ?? SequenceFile.read(folder.truth(set: set.name, sequence: name))
                truth = sequence
                let times = folder.times(set: set.name, tracker: tracker, sequence: name)
                tallies[index].tally.add(try ResultFile(reading: path), of: sequence, named: name, times: times)
            }
        }
        return tallies.map { tracker, tally in
            Row(
                tracker: tracker, isBracket: [TruthTracker().name, StaticTracker().name].contains(tracker),
                values: tally.scorer.total(), sequences: tally.rows, failed: tally.failed,
                framesPerSecond: tally.times.framesPerSecond)
        }
    }

    /// Writes `summary.json`, `summary.csv` and `sequences.csv`.
    ///
    /// - Throws: `FileFailure`.
    public func write() throws {
        try writeText(json, to: folder.summary)
        try writeText(csv, to: folder.summaryTable)
        try writeText(sequenceCSV, to: folder.sequenceTable)
    }
}

extension EvaluationTables.Table {
    /// The first column that single sequences have numbers in: VOT's expected overlap is of all of them together.
    var sequenceColumn: Int {
        columns.indices.first { column in rows.contains { $0.sequences.contains { $0.values[column] != nil } } } ?? 0
    }

    /// The rows with the best first, by the first column; those without a number last.
    public var sorted: [EvaluationTables.Row] {
        let isError = columns[0].isError
        func key(_ row: EvaluationTables.Row) -> Double {
            guard let value = row.values[0], !value.isNaN else { return .infinity }
            return isError ? value : -value
        }
        return rows.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}

/// What is gathered of a tracker on a data set.
private struct RowTally {
    var scorer: any Scorer
    var rows: [EvaluationTables.SequenceRow] = []
    var failed: [String] = []
    var times = TimeTally()

    init(_ scorer: any Scorer) { self.scorer = scorer }

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence, named name: String, times path: String) {
        rows.append(.init(sequence: name, values: scorer.add(results, of: sequence)))
        times.add(path)
    }
}

/// Frames and seconds of a tracker.
private struct TimeTally {
    private var frames = 0
    private var seconds = 0.0

    mutating func add(_ path: String) {
        // Times are good to have: a file that is missing or broken leaves the scores as they are.
        guard var lines = try? LineReader(path: path) else { return }
        while let line = try? lines.next() {
            guard let object = try? jsonObject(line), case .number(let value) = object["seconds"] else { continue }
            frames += 1
            seconds += value
        }
    }

    var framesPerSecond: Double? { seconds > 0 ? Double(frames) / seconds : nil }
}
