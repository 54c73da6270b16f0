/// What is to be evaluated: data sets, trackers and the protocol.
public struct EvaluationPlan: Sendable {
    /// The data sets.
    public let sets: [DataSet]
    /// The trackers, the two that bracket every table last.
    public let trackers: [any TrackerFactory]
    /// How they are run.
    public let evaluationProtocol: EvaluationProtocol
    /// The version of the program, for the files of results.
    public let version: String
    /// All work, in the order of data sets, trackers and sequences.
    public let tasks: [EvaluationTask]
    /// Fingerprints of the annotation, by data set and sequence.
    let fingerprints: [[String]]

    /// Makes a plan; a tracker that says what the annotation says and one that stays where it was are added.
    ///
    /// - Parameters:
    ///   - sets: the data sets.
    ///   - trackers: the trackers.
    ///   - evaluationProtocol: how they are run.
    ///   - version: the version of the program.
    /// - Throws: ``EvaluationFailure`` when two data sets or trackers have the same name, or there is nothing to run.
    public init(
        sets: [DataSet], trackers: [any TrackerFactory], protocol evaluationProtocol: EvaluationProtocol, version: String
    ) throws {
        self.sets = sets
        let brackets: [any TrackerFactory] = [TruthTracker(), StaticTracker()]
        self.trackers = trackers.filter { tracker in !brackets.contains { $0.name == tracker.name } } + brackets
        self.evaluationProtocol = evaluationProtocol
        self.version = version
        if let name = firstTwice(sets.map(\.name)) {
            throw EvaluationFailure(
                "two data sets are called \(name)",
                help: "results are kept by the name of the folder: rename one, or run them apart")
        }
        if let name = firstTwice(self.trackers.map(\.name)) {
            throw EvaluationFailure("the tracker \(name) was named twice", help: "name each once")
        }
        if evaluationProtocol == .drawing, let foreign = trackers.first(where: { !($0 is BuiltInTracker) }) {
            throw EvaluationFailure(
                "the protocol drawing cannot run \(foreign.name)",
                help: "it takes \(BuiltInTracker.names.joined(separator: ", "))")
        }
        var tasks: [EvaluationTask] = []
        for (s, set) in sets.enumerated() {
            for (t, tracker) in self.trackers.enumerated() {
                for (q, sequence) in set.sequences.enumerated() {
                    let frames = evaluationProtocol.frameCount(of: sequence)
                    tasks.append(
                        EvaluationTask(
                            set: set.name, sequence: sequence.name, tracker: tracker.name, place: (s, q, t), frames: frames,
                            cost: tracker.readsPictures ? frames : frames / 100))
                }
            }
        }
        guard !tasks.isEmpty else { throw EvaluationFailure("there is no sequence to run", help: nil) }
        self.tasks = tasks
        fingerprints = sets.map { $0.sequences.map(fingerprint) }
    }
}

/// The first name that occurs twice; nil when there is none.
func firstTwice(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
}

/// What stops an evaluation: one line that says what is wrong, and one that says what helps.
public struct EvaluationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, naming the file.
    public let description: String
    /// What helps; nil when nothing more is known.
    public let help: String?

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - description: what is wrong.
    ///   - help: what helps.
    public init(_ description: String, help: String?) {
        self.description = description
        self.help = help
    }
}
