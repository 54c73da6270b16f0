internal import Imaging
internal import TrackingEvaluation

/// The work of `airdraw evaluate`.
struct EvaluateRun {
    private let options: EvaluateOptions
    private let console: any Console

    init(_ options: EvaluateOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Runs or joins, writes the tables and prints the one of trackers.
    func run() throws {
        do {
            if options.merges { try merge() } else { try evaluate() }
        } catch let failure as EvaluationFailure {
            throw CommandFailure("\(failure)", help: failure.help)
        }
    }

    private func merge() throws {
        let folder = RunFolder(options.out)
        try ShardMerge(options.folders.map(RunFolder.init), into: folder).run { try Interruption.check() }
        try finish(folder)
    }

    private func evaluate() throws {
        let trackers = try options.trackers.map(evaluatedTracker)
        let needsPictures = trackers.contains(where: \.readsPictures)
        let sets = try options.folders.map { try openDataSet($0, layout: options.layout, needsPictures: needsPictures) }
        for set in sets { say(set, console, rest: "\(options.out)/sequences") }
        if options.evaluationProtocol == .ope, sets.allSatisfy({ $0.sequences.allSatisfy(\.isOfPoints) }) {
            console.note("the annotation has points and no boxes: --protocol point judges by their distance")
        }
        let plan = try EvaluationPlan(
            sets: sets, trackers: trackers, protocol: options.evaluationProtocol,
            version: Tool.version)
        var evaluation = Evaluation(plan, in: RunFolder(options.out))
        evaluation.jobs = options.jobs
        evaluation.shard = options.shard
        evaluation.resumes = options.resumes
        let outcome = try run(evaluation)
        if outcome.kept > 0 { console.note("\(outcome.kept) of \(outcome.kept + outcome.done) results were there already") }
        guard evaluation.isComplete() else {
            console.note(
                "\(options.out): the share is done; the table follows when all are: with --merge, or, where they share a folder, by the "
                    + "same command without --shard and with --resume")
            return try fail(outcome.failures.count + sets.reduce(0) { $0 + $1.damaged.count })
        }
        try finish(evaluation.folder, sets: sets)
    }

    private func run(_ evaluation: Evaluation) throws -> Evaluation.Outcome {
        let console = self.console
        let line = Monitor<ProgressLine?>(nil)
        defer { console.showProgress(nil) }
        do {
            return try evaluation.run {
                try Interruption.check()
            } progress: { done, total in
                line.change { line in
                    if line == nil { line = ProgressLine("evaluating", unit: "frames", total: total, on: console) }
                    line?.update(done)
                }
            } failed: { failure in
                let task = failure.task
                console.complain("Failed: \(task.tracker) on \(task.set)/\(task.sequence): \(failure.problem)")
            }
        } catch let stop as Interrupted {
            console.note("What is complete is kept in \(options.out); the same command with --resume goes on.")
            throw stop
        }
    }

    private func finish(_ folder: RunFolder, sets: [DataSet] = []) throws {
        let tables = try EvaluationTables(of: folder)
        try tables.write()
        for (index, table) in tables.tables.enumerated() {
            if index > 0 { try console.writeLine("") }
            for line in ScoreTable.lines(table, of: tables.manifest.evaluationProtocol) { try console.writeLine(line) }
        }
        try writeReport(of: tables, sets: sets, exports: options.exports, console)
        let damaged = sets.reduce(0) { $0 + $1.damaged.count }
        try fail(damaged + tables.tables.flatMap(\.rows).reduce(0) { $0 + $1.failed.count })
    }

    private func fail(_ count: Int) throws {
        guard count > 0 else { return }
        throw CommandFailure(
            "\(count) sequence\(count == 1 ? "" : "s") could not be run",
            help: "the table is of the others; --resume tries them again")
    }
}

/// Makes the tracker of a name.
///
/// - Throws: ``CommandFailure`` when there is none, `StoredFailure` when there is no such folder of results.
func evaluatedTracker(_ name: String) throws -> any TrackerFactory {
    if let tracker = BuiltInTracker(named: name) { return tracker }
    if let tracker = BareTracker(named: name) { return tracker }
    guard let foreign = ForeignTracker(name) else { throw CommandFailure("there is no tracker \(quoted(name))") }
    return foreign.isCommand
        ? TraxTrackerFactory(command: foreign.source, interrupted: Interruption.check)
        : try StoredResults(folder: foreign.source, name: foreign.name)
}

/// Says what was irregular in a data set; the same words about several sequences are said once.
///
/// - Parameters:
///   - set: the data set.
///   - console: told.
///   - rest: where the notes are that are too many to be said; nil where they are nowhere.
func say(_ set: DataSet, _ console: any Console, rest: String?) {
    for note in set.notes { console.note("\(set.name): \(note)") }
    var sequences: [String: [String]] = [:]
    for sequence in set.sequences {
        for note in sequence.notes { sequences[note, default: []].append(sequence.name) }
    }
    let most = 20
    let notes = sequences.sorted { ($0.value[0], $0.key) < ($1.value[0], $1.key) }
    for (note, names) in notes.prefix(most) {
        let others = names.count > 1 ? " and \(names.count - 1) more" : ""
        console.note("\(set.name)/\(names[0])\(others): \(note)")
    }
    if notes.count > most {
        console.note("\(set.name): \(notes.count - most) more such notes" + (rest.map { " are in \($0)" } ?? ""))
    }
}
