internal import TrackingEvaluation

/// What `airdraw score` was asked for.
struct ScoreOptions: Hashable, Sendable {
    var folder: String
    var layout: String?
    var results: [NamedFolder]
    var evaluationProtocol: EvaluationProtocol
    var format: ScoreFormat
}

/// How `airdraw score` writes.
enum ScoreFormat: String, CaseIterable, Sendable {
    case text, csv, json
}

/// A folder with the name that was given to it; nil when it was given none.
struct NamedFolder: Hashable, Sendable {
    var name: String?
    var folder: String
}

/// `airdraw score`: judges stored results of other programs at once, and keeps nothing.
enum ScoreCommand: AirDrawCommand {
    static let folder = ValueArgument(
        "DATASET", .path("DATASET", completion: .folders),
        help: "the folder of a data set or of a sequence; its pictures are not needed")
    static let results = ValueOption(
        "results", .namedFolder, repeatable: true,
        help: "a folder of results, or a path in which a star stands for the sequence; NAME=FOLDER names the tracker")
    static let evaluationProtocol = ValueOption(
        "protocol", .scoredProtocol, help: "ope for boxes, or point for fingertips (ope)")
    static let format = ValueOption(
        "format", ValueKind<ScoreFormat>.oneOf("FORMAT"),
        help: "text for people, csv with a line a tracker and sequence, or json with all digits of the table (text)")

    static let spec = CommandSpec(
        name: "score", summary: "Judges stored results of other programs at once, and keeps nothing",
        discussion: [
            "Prints the table that 'airdraw evaluate --tracker results:FOLDER' makes, in a fraction of the time: truth and results are read, "
                + "judged and forgotten. Results are found as there, in the layouts of OTB, pysot, GOT-10k and VOT.",
            "A sequence whose results are missing or broken is reported and the others go on; the exit code is then 1.",
        ],
        arguments: [folder.spec], ownOptions: [EvaluateCommand.layout.spec, results.spec, evaluationProtocol.spec, format.spec],
        required: ["results"],
        examples: [
            "score OTB100 --results results/OTB100/SiamFC --results results/OTB100/KCF",
            "score GOT-10k/val --results mine=results/run7 --format csv",
        ])

    static func options(from arguments: ParsedArguments) throws -> ScoreOptions {
        let results = try arguments.all(results)
        guard !results.isEmpty else { throw UsageFailure.missingOption(["--results"]) }
        return ScoreOptions(
            folder: try arguments.value(folder), layout: try arguments.value(EvaluateCommand.layout), results: results,
            evaluationProtocol: try arguments.value(evaluationProtocol) ?? .ope, format: try arguments.value(format) ?? .text)
    }

    static func run(_ options: ScoreOptions, _ console: any Console) throws {
        let set = try openDataSet(options.folder, layout: options.layout, needsPictures: false)
        say(set, console, rest: nil)
        let results = try options.results.map { try StoredResults(folder: $0.folder, name: $0.name) }
        let table: EvaluationTables.Table
        do {
            table = try StoredScoring(results, on: set, by: options.evaluationProtocol).table(check: Interruption.check) {
                console.complain("Failed: \($0) on \(set.name)/\($1): \($2)")
            }
        } catch let failure as EvaluationFailure {
            throw CommandFailure("\(failure)", help: failure.help)
        }
        switch options.format {
        case .text: for line in ScoreTable.lines(table, of: options.evaluationProtocol) { try console.writeLine(line) }
        case .csv: try console.write(EvaluationTables.sequenceCSV([table]))
        case .json: try console.write(EvaluationTables.json([table], of: options.evaluationProtocol, version: Tool.version))
        }
        let failed = set.damaged.count + table.rows.reduce(0) { $0 + $1.failed.count }
        guard failed == 0 else {
            throw CommandFailure(
                "\(failed) result\(failed == 1 ? "" : "s") could not be judged", help: "the table is of the others")
        }
    }
}

extension ValueKind where Value == NamedFolder {
    /// A folder, or a name and a folder.
    static let namedFolder = Self("[NAME=]FOLDER", accepted: "a folder, or NAME=FOLDER", completion: .folders) { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        // A path may have the sign in it, a name has no slash.
        guard parts.count == 2, !parts[0].contains("/") else { return NamedFolder(name: nil, folder: text) }
        return NamedFolder(name: String(parts[0]), folder: String(parts[1]))
    }
}

extension ValueKind where Value == EvaluationProtocol {
    /// A protocol that stored results hold one pass of.
    static let scoredProtocol: Self = {
        let names = StoredScoring.protocols.map(\.rawValue)
        return .init("NAME", accepted: "one of " + names.joined(separator: ", "), completion: .words(names)) { text in
            StoredScoring.protocols.first { $0.rawValue == text }
        }
    }()
}
