internal import TrackingEvaluation

/// What `airdraw evaluate` was asked for; nil means that it was not said.
struct EvaluateOptions: Hashable, Sendable {
    var folders: [String]
    var layout: String?
    var trackers: [String]
    var evaluationProtocol: EvaluationProtocol
    var jobs: Int
    var shard: Shard?
    var resumes: Bool
    var merges: Bool
    var out: String
    var exports: [ExportLayout] = []
}

/// `airdraw evaluate`: runs trackers over data sets and says how well they follow.
enum EvaluateCommand: AirDrawCommand {
    static let folder = ValueArgument(
        "DATASET", .path("DATASET", completion: .folders), repeatable: true,
        help: "the folder of a data set, of a sequence or of recordings; with --merge the folder of a shard")
    static let layout = ValueOption(
        "layout", .layout, help: "how the files lie; without it the files are looked at, and it is said")
    static let tracker = ValueOption(
        "tracker", .evaluatedTracker, repeatable: true,
        help: "a built-in tracker such as csrt, all of them with all, bare:csrt without AirDraw's confidence, results:FOLDER "
            + "for stored results of another program, or trax:COMMAND for one that runs (csrt)")
    static let evaluationProtocol = ValueOption(
        "protocol", ValueKind<EvaluationProtocol>.oneOf("NAME"),
        help: "ope, OTB's sre and tre, VOT's vot and anchor, point for fingertips, drawing for recordings with truth, "
            + "or tap for taps that miss (ope)")
    static let jobs = ValueOption("jobs", .workers, help: "how many sequences are run at the same time (1)")
    static let shard = ValueOption("shard", .shard, help: "do this share of the work only, to be joined by --merge")
    static let resume = FlagOption("resume", help: "keep results that are complete, and do the rest")
    static let merge = FlagOption("merge", help: "join the folders of shards to the one that a single run makes")
    static let out = ValueOption(
        "out", .path("DIR", completion: .folders), help: "the folder of results and tables (evaluation)")

    static let export = ReportCommand.export

    static let spec = CommandSpec(
        name: "evaluate", summary: "Runs trackers over data sets and says how well they follow",
        discussion: [
            "Prints a table of trackers and writes results, annotation, tables and report.html into a folder. Two rows bracket each table: "
                + "ground-truth says what the annotation says, and static stays where it was seeded.",
            "A sequence that cannot be run is reported and the others go on; the exit code is then 1. The files are the same bytes "
                + "whatever --jobs, --shard and interruptions, except for those in the folder times.",
        ],
        arguments: [folder.spec],
        ownOptions: [
            layout.spec, tracker.spec, evaluationProtocol.spec, jobs.spec, shard.spec, resume.spec, merge.spec, out.spec,
            export.spec,
        ],
        alternatives: [["shard", "merge"], ["resume", "merge"]],
        examples: [
            "evaluate OTB100 --tracker csrt --tracker kcf --jobs 2 --out otb",
            "evaluate OTB100 --tracker csrt --tracker kcf --jobs 2 --out otb --resume",
            "evaluate recordings --protocol drawing --tracker all",
            "evaluate VOT2018 --protocol vot --shard 1/2 --out vot-1",
            "evaluate --merge vot-1 vot-2 --out vot",
        ])

    static func options(from arguments: ParsedArguments) throws -> EvaluateOptions {
        let merges = arguments[merge]
        let layout = try arguments.value(layout)
        let trackers = try arguments.all(tracker)
        let evaluationProtocol = try arguments.value(evaluationProtocol)
        let jobs = try arguments.value(jobs)
        if merges {
            for (option, isGiven) in [
                (Self.layout.spec, layout != nil), (tracker.spec, !trackers.isEmpty),
                (Self.evaluationProtocol.spec, evaluationProtocol != nil), (Self.jobs.spec, jobs != nil),
            ] where isGiven { throw UsageFailure.exclusive("--merge", option.typed) }
        }
        let out = try arguments.value(out)
        if merges, out == nil { throw UsageFailure.missingOption(["--out"]) }
        var names: [String] = []
        for name in trackers.isEmpty ? ["csrt"] : trackers.flatMap({ $0 == "all" ? BuiltInTracker.names : [$0] })
        where !names.contains(name) { names.append(name) }
        return EvaluateOptions(
            folders: try arguments.all(folder), layout: layout, trackers: names, evaluationProtocol: evaluationProtocol ?? .ope,
            jobs: jobs ?? 1, shard: try arguments.value(shard), resumes: arguments[resume], merges: merges,
            out: out ?? "evaluation", exports: try arguments.all(export))
    }

    static func run(_ options: EvaluateOptions, _ console: any Console) throws { try EvaluateRun(options, console).run() }
}

extension ValueKind where Value == String {
    /// A layout of data sets.
    static let layout: Self = {
        let names = DataSetLayout.all.map(\.name)
        return .init("NAME", accepted: "one of " + names.joined(separator: ", "), completion: .words(names)) {
            names.contains($0) ? $0 : nil
        }
    }()

    /// The name of a tracker that can be evaluated.
    static let evaluatedTracker: Self = {
        let names = ["all"] + BuiltInTracker.names + BareTracker.names
        let accepted = "one of " + names.joined(separator: ", ") + ", or results:FOLDER, NAME=results:FOLDER, trax:COMMAND"
        return .init("NAME", accepted: accepted, completion: .words(names)) { names.contains($0) || isForeign($0) ? $0 : nil }
    }()

    /// Whether a tracker is one of another program, stored or alive.
    private static func isForeign(_ name: String) -> Bool {
        ForeignTracker(name).map { !$0.source.isEmpty } ?? false
    }
}

/// A tracker of another program, as it is typed.
struct ForeignTracker {
    /// Whether it is a command that speaks TraX; otherwise a folder of results.
    let isCommand: Bool
    /// The command or the folder.
    let source: String
    /// What to call it; nil when it was not said.
    let name: String?

    /// Takes apart `trax:COMMAND`, `results:FOLDER` and `NAME=results:FOLDER`; nil for anything else.
    init?(_ typed: String) {
        if typed.hasPrefix("trax:") {
            (isCommand, source, name) = (true, String(typed.dropFirst(5)), nil)
            return
        }
        let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (label, rest) = typed.hasPrefix("results:") || parts.count == 1 ? (nil, typed[...]) : (parts[0], parts[1])
        guard rest.hasPrefix("results:"), label?.isEmpty != true else { return nil }
        (isCommand, source, name) = (false, String(rest.dropFirst(8)), label.map(String.init))
    }
}

extension ValueKind where Value == Int {
    /// How many do something at the same time.
    static let workers = Self("N", accepted: "a whole number from 1 to 1024") { text in
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text).flatMap { (1...1024).contains($0) ? $0 : nil }
    }
}

extension ValueKind where Value == Shard {
    /// A share such as 1/4.
    static let shard = Self("I/N", accepted: "a share of the work, such as 1/4 for the first of four") { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let number = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        return Shard(number, of: count)
    }
}
