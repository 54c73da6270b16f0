internal import TrackingEvaluation

/// What `airdraw report` was asked for.
struct ReportOptions: Hashable, Sendable {
    var results: String
    var exports: [ExportLayout]
}

/// `airdraw report`: makes the report of an evaluation anew, and its results for other programs.
enum ReportCommand: AirDrawCommand {
    static let results = ValueArgument(
        "RESULTS", .path("RESULTS", completion: .folders), help: "the folder that 'airdraw evaluate --out' wrote")
    static let export = ValueOption(
        "export", ValueKind<ExportLayout>.oneOf("LAYOUT"), repeatable: true,
        help: "also write the results for other programs, into export/LAYOUT of the folder: otb (all passes of "
            + "sre and tre as the JSON of OTB's Python toolkit), got10k (with times) or vot")

    static let spec = CommandSpec(
        name: "report", summary: "Makes the report of an evaluation, and its results in the layouts of other programs",
        discussion: [
            "Writes report.html, which opens without a network, the plots as SVG in plots, curves.csv and attributes.csv. 'airdraw "
                + "evaluate' does so by itself; this does it anew, where results were joined or the data set's folder has come back."
        ],
        arguments: [results.spec], ownOptions: [export.spec], examples: ["report otb", "report otb --export otb --export got10k"])

    static func options(from arguments: ParsedArguments) throws -> ReportOptions {
        ReportOptions(results: try arguments.value(results), exports: try arguments.all(export))
    }

    static func run(_ options: ReportOptions, _ console: any Console) throws {
        do {
            let tables = try EvaluationTables(of: RunFolder(options.results))
            try writeReport(of: tables, exports: options.exports, console)
        } catch let failure as EvaluationFailure {
            throw CommandFailure("\(failure)", help: failure.help)
        }
    }
}

/// Writes the report of an evaluation into its folder, and its results in other layouts below `export`.
///
/// - Parameters:
///   - tables: of the evaluation.
///   - sets: the data sets, for their pictures; one that is not among them is opened where its folder still is.
///   - exports: the layouts of results.
///   - console: told where the report is.
/// - Throws: `EvaluationFailure` or `FileFailure`.
func writeReport(
    of tables: EvaluationTables, sets: [DataSet] = [], exports: [ExportLayout] = [], _ console: any Console
) throws {
    let folder = tables.folder.path
    for layout in exports {
        try Interruption.check()
        let files = try layout.write(tables, to: "\(folder)/export/\(layout.rawValue)")
        console.note("\(files.count) files for other programs: \(folder)/export/\(layout.rawValue)")
        if let shortfall = layout.shortfall(of: tables.manifest.evaluationProtocol) { console.note(shortfall) }
    }
    try EvaluationReport(of: tables, sets: sets, check: Interruption.check).write()
    console.note("report: \(folder)/report.html")
}
