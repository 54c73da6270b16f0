internal import TrackingEvaluation

/// The numbers of an evaluation, for a page that lists its sequences with the worst first.
struct ResultTable: Encodable, Hashable, Sendable {
    /// What a number is.
    struct Column: Encodable, Hashable, Sendable {
        /// Its name in `values`.
        var key: String
        /// Its heading.
        var title: String
        /// Whether less is better.
        var isError: Bool
        /// Decimal places that are worth showing.
        var places: Int

    }

    /// The numbers of a tracker on a data set.
    struct Row: Encodable, Hashable, Sendable {
        /// Name of the data set.
        var set: String
        /// Name of the sequence; nil for all of the set together.
        @NullWhenNil var name: String?
        /// Name of the tracker.
        var tracker: String
        /// Whether it is one of the two that bracket the others: `ground-truth` and `static`.
        var isBracket: Bool
        /// The numbers by key; a key without a number is left out.
        var values: [String: Double]
        /// The recording of the library that the sequence is; nil when it is none.
        @NullWhenNil var recording: String?
        /// Why there are no numbers; nil when there are.
        @NullWhenNil var problem: String?
        /// Frames a second; only of all sequences together, where it is known.
        var framesPerSecond: Double?

    }

    /// What the evaluation was about.
    var title: String
    /// How the trackers were run.
    var `protocol`: String
    /// Names of the trackers.
    var trackers: [String]
    /// What the numbers are, those of all data sets; the list is sorted by the first that single sequences have.
    var columns: [Column]
    /// Whose definitions the numbers follow.
    var definitions: [String]
    /// The trackers, best first, over all sequences of a data set.
    var totals: [Row]
    /// The sequences, worst first; trackers that bracket the others come last, and before them what could not be run comes first.
    var sequences: [Row]
    /// The address of the evaluation's own page; nil without one.
    @NullWhenNil var report: String?

    /// Makes the lists.
    ///
    /// - Parameters:
    ///   - tables: of the evaluation.
    ///   - recordings: names of the recordings of the library.
    ///   - report: the address of the evaluation's own page.
    init(_ tables: EvaluationTables, recordings: Set<String>, report: String?) {
        title = ResultFolders.title(of: tables.manifest)
        `protocol` = tables.manifest.evaluationProtocol.rawValue
        trackers = tables.manifest.trackers
        definitions = Set(tables.tables.map(\.definition)).sorted()
        var columns: [Column] = []
        for column in tables.tables.flatMap(\.columns) where !columns.contains(where: { $0.key == column.key }) {
            columns.append(.init(key: column.key, title: column.title, isError: column.isError, places: column.places))
        }
        self.columns = columns
        totals = tables.tables.flatMap { table in
            table.sorted.map { row in
                Row(
                    set: table.set, name: nil, tracker: row.tracker, isBracket: row.isBracket,
                    values: Self.values(row.values, of: table), framesPerSecond: row.framesPerSecond)
            }
        }
        sequences = tables.tables.flatMap { Self.ranked($0, recordings: recordings) }
            .sorted { $0.rank < $1.rank }.map(\.row)
        self.report = report
    }

    /// Where a sequence stands: what is smaller comes first.
    ///
    /// Values of several data sets are compared as they are.
    private struct Rank: Comparable {
        var isBracket: Bool
        var value: Double
        var name: String
        var tracker: String

        static func < (a: Rank, b: Rank) -> Bool {
            if a.isBracket != b.isBracket { return b.isBracket }
            return (a.value, a.name, a.tracker) < (b.value, b.name, b.tracker)
        }
    }

    private static func ranked(_ table: EvaluationTables.Table, recordings: Set<String>) -> [(rank: Rank, row: Row)] {
        let judging =
            table.columns.indices.first { column in
                table.rows.contains { $0.sequences.contains { $0.values[column] != nil } }
            } ?? 0
        let sign = table.columns.indices.contains(judging) && table.columns[judging].isError ? -1.0 : 1.0
        return table.rows.flatMap { row in
            func ranked(_ name: String, _ values: [Double?], _ problem: String?) -> (Rank, Row) {
                let value = values.indices.contains(judging) ? values[judging] : nil
                // What could not be run, or has no number, is worse than any.
                let rank = value.flatMap { $0.isNaN ? nil : sign * $0 } ?? -.infinity
                return (
                    Rank(isBracket: row.isBracket, value: rank, name: name, tracker: row.tracker),
                    Row(
                        set: table.set, name: name, tracker: row.tracker, isBracket: row.isBracket,
                        values: Self.values(values, of: table), recording: recordings.contains(name) ? name : nil,
                        problem: problem)
                )
            }
            return row.sequences.map { ranked($0.sequence, $0.values, nil) }
                + row.failed.map { ranked($0, [], "it could not be run") }
        }
    }

    private static func values(_ values: [Double?], of table: EvaluationTables.Table) -> [String: Double] {
        var named: [String: Double] = [:]
        // JSON has no infinity: a number that is not finite is shown as none.
        for (column, value) in zip(table.columns, values) { named[column.key] = value.flatMap { $0.isFinite ? $0 : nil } }
        return named
    }
}
