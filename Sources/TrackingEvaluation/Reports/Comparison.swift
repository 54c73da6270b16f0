/// Two evaluations side by side: what a tracker scores on each sequence in A and in B, and whether the difference is more than chance.
public struct Comparison: Hashable, Sendable {
    /// One sequence.
    public struct Pair: Hashable, Sendable {
        /// The sequence, with its data set where there are several.
        public let sequence: String
        /// The score in A.
        public let a: Double
        /// The score in B.
        public let b: Double
        /// What B has more than A.
        public var difference: Double { b - a }
    }

    /// What can be said about B.
    public enum Verdict: String, Sendable {
        /// The whole interval is on the good side.
        case better
        /// The whole interval is on the bad side, or B lacks sequences.
        case worse
        /// The interval holds zero.
        case undecided
    }

    /// The trackers that are compared: in A, in B.
    public let trackers: [String]
    /// What is compared.
    public let column: ScoreColumn
    /// Whose definition the numbers follow.
    public let definition: String
    /// The sequences that both have, by the change for the worse, the largest first.
    public let pairs: [Pair]
    /// Sequences that A alone has.
    public let onlyInA: [String]
    /// Sequences that B alone has.
    public let onlyInB: [String]
    /// The mean difference B − A and its interval; each sequence weighs the same, whatever the definition's own total does.
    public let bootstrap: PairedBootstrap

    /// What can be said about B.
    public var verdict: Verdict {
        if !onlyInA.isEmpty { return .worse }
        let (low, high) = column.isError ? (-bootstrap.high, -bootstrap.low) : (bootstrap.low, bootstrap.high)
        return low > 0 ? .better : high < 0 ? .worse : .undecided
    }

    /// The name of A's score and its mean over the sequences that both have.
    public var means: (a: Double, b: Double) {
        let count = Double(pairs.count)
        return (pairs.reduce(0) { $0 + $1.a } / count, pairs.reduce(0) { $0 + $1.b } / count)
    }

    /// What is to be compared.
    public struct Request: Hashable, Sendable {
        /// The tracker in A and in B; nil takes those that both have, or the only ones.
        public var trackers: (a: String, b: String)? {
            get { names.map { ($0[0], $0[1]) } }
            set { names = newValue.map { [$0.a, $0.b] } }
        }
        /// The key of the score; nil takes the first column of the tables.
        public var metric: String?
        /// The share of draws that the interval holds.
        public var level = 0.95
        /// How often the differences are drawn anew.
        public var draws = PairedBootstrap.usualDraws
        /// The seed of the draws.
        public var seed: UInt64 = 1
        private var names: [String]?

        /// Asks for the usual.
        public init() {}
    }

    /// Compares the trackers of two evaluations.
    ///
    /// - Parameters:
    ///   - a: what was before.
    ///   - b: what is now.
    ///   - request: trackers, score and interval.
    /// - Returns: one comparison a pair of trackers, in A's order.
    /// - Throws: ``EvaluationFailure`` when the evaluations do not fit together.
    public static func compare(_ a: EvaluationTables, _ b: EvaluationTables, _ request: Request = .init()) throws -> [Comparison]
    {
        guard a.manifest.evaluationProtocol == b.manifest.evaluationProtocol else {
            throw EvaluationFailure(
                "\(a.folder.path) was made with protocol \(a.manifest.evaluationProtocol.rawValue), \(b.folder.path) with "
                    + b.manifest.evaluationProtocol.rawValue, help: "compare evaluations of one protocol")
        }
        guard let first = a.tables.first, let other = b.tables.first else {
            throw EvaluationFailure("there is nothing to compare", help: nil)
        }
        guard Set(a.tables.map(\.definition)) == Set(b.tables.map(\.definition)) else {
            throw EvaluationFailure(
                "the scores follow different definitions: \(first.definition), and \(other.definition)",
                help: "compare evaluations of data sets in one layout")
        }
        let column = try column(request.metric, in: first)
        return try pairs(of: trackers(first), trackers(other), request).map { names in
            try Comparison(names, a, b, column: column, definition: first.definition, request)
        }
    }

    private init(
        _ names: (a: String, b: String), _ a: EvaluationTables, _ b: EvaluationTables, column: ScoreColumn, definition: String,
        _ request: Request
    ) throws {
        let several = a.tables.count > 1 || b.tables.count > 1
        let before = Self.scores(of: names.a, in: a, column.key, naming: several)
        let after = Self.scores(of: names.b, in: b, column.key, naming: several)
        let found = before.compactMap { name, score in after[name].map { Pair(sequence: name, a: score, b: $0) } }
        let sign = column.isError ? -1.0 : 1.0
        pairs = found.sorted { (sign * $0.difference, $0.sequence) < (sign * $1.difference, $1.sequence) }
        guard
            let interval = PairedBootstrap(
                pairs.map(\.difference), level: request.level, draws: request.draws, seed: request.seed)
        else {
            throw EvaluationFailure(
                "\(names.a) in \(a.folder.path) and \(names.b) in \(b.folder.path) share no sequence with a score of \(column.key)",
                help: "compare evaluations of the same data set")
        }
        bootstrap = interval
        onlyInA = before.keys.filter { after[$0] == nil }.sorted()
        onlyInB = after.keys.filter { before[$0] == nil }.sorted()
        trackers = [names.a, names.b]
        self.column = column
        self.definition = definition
    }

    private static func column(_ key: String?, in table: EvaluationTables.Table) throws -> ScoreColumn {
        guard let key else { return table.columns[0] }
        guard let column = table.columns.first(where: { $0.key == key }) else {
            throw EvaluationFailure(
                "there is no score \(key)", help: "the scores are " + table.columns.map(\.key).joined(separator: ", "))
        }
        return column
    }

    private static func trackers(_ table: EvaluationTables.Table) -> [String] {
        table.rows.filter { !$0.isBracket }.map(\.tracker)
    }

    private static func pairs(of a: [String], _ b: [String], _ request: Request) throws -> [(a: String, b: String)] {
        if let named = request.trackers {
            for (name, known) in [(named.a, a), (named.b, b)] where !known.contains(name) {
                throw EvaluationFailure("there is no tracker \(name)", help: "the trackers are " + known.joined(separator: ", "))
            }
            return [named]
        }
        let shared = a.filter(b.contains).map { (a: $0, b: $0) }
        if !shared.isEmpty { return shared }
        if a.count == 1, b.count == 1 { return [(a[0], b[0])] }
        throw EvaluationFailure(
            "the evaluations share no tracker: \(a.joined(separator: ", ")), and \(b.joined(separator: ", "))",
            help: "--tracker A --tracker B says which are compared")
    }

    private static func scores(
        of tracker: String, in tables: EvaluationTables, _ key: String, naming several: Bool
    ) -> [String: Double] {
        var scores: [String: Double] = [:]
        for table in tables.tables {
            guard let index = table.columns.firstIndex(where: { $0.key == key }) else { continue }
            for row in table.rows where row.tracker == tracker {
                for sequence in row.sequences {
                    guard let value = sequence.values[index], value.isFinite else { continue }
                    scores[several ? table.set + "/" + sequence.sequence : sequence.sequence] = value
                }
            }
        }
        return scores
    }
}
