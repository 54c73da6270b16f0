internal import TrackingEvaluation

/// What `airdraw compare` was asked for; nil means that it was not said.
struct CompareOptions: Hashable, Sendable {
    var a: String
    var b: String
    var request: Comparison.Request
    var isGate: Bool
    var format: CompareFormat
}

/// How `airdraw compare` writes.
enum CompareFormat: String, CaseIterable, Sendable {
    case text, csv
}

/// `airdraw compare`: says on which sequences two evaluations differ, and whether it is more than chance.
enum CompareCommand: AirDrawCommand {
    static let a = ValueArgument("A", .path("A", completion: .folders), help: "the folder of an evaluation, to compare with")
    static let b = ValueArgument("B", .path("B", completion: .folders), help: "the folder of the evaluation that is judged")
    static let tracker = ValueOption(
        "tracker", .trackerName, repeatable: true,
        help: "compare this tracker alone; given twice, the first in A with the second in B; without it all that both have")
    static let metric = ValueOption(
        "metric", .metricName, help: "the score, such as auc or average_overlap; without it the first of the table")
    static let draws = ValueOption("draws", .draws, help: "how often the sequences are drawn anew for the interval (10000)")
    static let seed = ValueOption("seed", .count("N", of: "the seed of the draws"), help: "the seed of the draws (1)")
    static let format = ValueOption(
        "format", ValueKind<CompareFormat>.oneOf("FORMAT"), help: "text for people, or csv with a line a sequence (text)")
    static let gate = FlagOption("gate", help: "exit with 2 when B is worse, or lacks sequences that A has")

    static let spec = CommandSpec(
        name: "compare", summary: "Says on which sequences two evaluations differ, and whether it is more than chance",
        discussion: [
            "The interval is a paired bootstrap: the differences of the sequences are drawn anew, with replacement, and 95 % of the "
                + "means lie in it. B is worse when the whole interval is on the bad side of zero. The same seed gives the same interval."
        ],
        arguments: [a.spec, b.spec],
        ownOptions: [tracker.spec, metric.spec, draws.spec, seed.spec, format.spec, gate.spec],
        examples: ["compare main branch --gate", "compare otb otb --tracker csrt --tracker kcf --metric precision"])

    static func options(from arguments: ParsedArguments) throws -> CompareOptions {
        var request = Comparison.Request()
        let trackers = try arguments.all(tracker)
        guard trackers.count <= 2 else {
            throw UsageFailure.other(
                "--tracker was given \(trackers.count) times", help: "give it once, or once for A and once for B")
        }
        if let first = trackers.first, let last = trackers.last { request.trackers = (first, last) }
        request.metric = try arguments.value(metric)
        if let draws = try arguments.value(draws) { request.draws = draws }
        if let seed = try arguments.value(seed) { request.seed = UInt64(seed) }
        return CompareOptions(
            a: try arguments.value(a), b: try arguments.value(b), request: request, isGate: arguments[gate],
            format: try arguments.value(format) ?? .text)
    }

    static func run(_ options: CompareOptions, _ console: any Console) throws {
        let comparisons: [Comparison]
        do {
            comparisons = try Comparison.compare(
                EvaluationTables(of: RunFolder(options.a)), EvaluationTables(of: RunFolder(options.b)), options.request)
        } catch let failure as EvaluationFailure {
            throw CommandFailure("\(failure)", help: failure.help)
        }
        if options.format == .csv { try console.writeLine(ComparisonText.header) }
        for (index, comparison) in comparisons.enumerated() {
            switch options.format {
            case .csv: for line in ComparisonText.csv(comparison) { try console.writeLine(line) }
            case .text:
                if index > 0 { try console.writeLine("") }
                for line in ComparisonText.lines(comparison) { try console.writeLine(line) }
            }
        }
        let worse = comparisons.filter { $0.verdict == .worse }
        if options.isGate, let first = worse.first {
            throw GateNotMet(
                description: "\(options.b) is worse than \(options.a): " + ComparisonText.judgement(first)
                    + (worse.count > 1 ? ", and so are \(worse.count - 1) more" : ""))
        }
    }
}

extension ValueKind where Value == String {
    /// The name of a tracker in a folder of results.
    static let trackerName = Self("NAME", accepted: "the name of a tracker as it stands in the tables") { $0.isEmpty ? nil : $0 }
    /// The key of a score.
    static let metricName = Self("NAME", accepted: "the name of a score as it stands in sequences.csv") { $0.isEmpty ? nil : $0 }
}

extension ValueKind where Value == Int {
    /// How often something is drawn.
    static let draws = Self("N", accepted: "a whole number from 100 to 1000000") {
        Int($0).flatMap { (100...1_000_000).contains($0) ? $0 : nil }
    }
}
