internal import Files
internal import Recordings

/// What an evaluation was asked for, as it stands in `evaluation.json`.
public struct Manifest: Hashable, Sendable {
    /// A data set in it.
    public struct Entry: Hashable, Sendable {
        /// Name of the data set.
        public var name: String
        /// Its layout.
        public var layout: String
        /// The folder, as it was named.
        public var folder: String
        /// What was irregular about it.
        public var notes: [String]
        /// The names of its sequences.
        public var sequences: [String]
    }

    /// The version of the program.
    public var version: String
    /// How the trackers were run.
    public var evaluationProtocol: EvaluationProtocol
    /// The data sets.
    public var sets: [Entry]
    /// The names of the trackers.
    public var trackers: [String]

    /// What a plan asks for.
    init(_ plan: EvaluationPlan) {
        version = plan.version
        evaluationProtocol = plan.evaluationProtocol
        sets = plan.sets.map {
            Entry(name: $0.name, layout: $0.layout, folder: $0.folder, notes: $0.notes, sequences: $0.sequences.map(\.name))
        }
        trackers = plan.trackers.map(\.name)
    }

    /// Reads the file.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``EvaluationFailure`` or `FileFailure`.
    public init(reading path: String) throws {
        do {
            let object = try jsonObject(try readFile(path, upTo: 1 << 26))
            guard try object.count("results") == resultLayout else {
                throw SequenceFailure("another version of the layout of results")
            }
            version = try object.text("airdraw")
            let word = try object.text("protocol")
            guard let known = EvaluationProtocol(rawValue: word) else { throw SequenceFailure("there is no protocol \(word)") }
            evaluationProtocol = known
            trackers = try object.texts("trackers")
            sets = try object.list("data_sets").map {
                guard case .object(let set) = $0 else { throw SequenceFailure("key data_sets: expected objects") }
                return Entry(
                    name: try set.text("name"), layout: try set.text("layout"), folder: try set.text("folder"),
                    notes: try set.texts("notes"), sequences: try set.texts("sequences"))
            }
        } catch let failure as SequenceFailure {
            throw EvaluationFailure("\(path): \(failure)", help: "is this the folder of an evaluation?")
        }
    }

    /// Writes the file, when it does not hold the same already.
    func write(to path: String) throws {
        let sets = sets.map {
            objectText([
                ("folder", jsonText($0.folder)), ("layout", jsonText($0.layout)), ("name", jsonText($0.name)),
                ("notes", listText($0.notes)),
                ("sequences", listText($0.sequences)),
            ])
        }
        let text = objectText([
            ("airdraw", jsonText(version)), ("data_sets", "[" + sets.joined(separator: ",") + "]"),
            ("parameters", parametersText(evaluationProtocol)), ("protocol", jsonText(evaluationProtocol.rawValue)),
            ("results", "\(resultLayout)"), ("trackers", listText(trackers)),
        ])
        try writeText(text + "\n", to: path)
    }

    /// Whether both ask for the same, wherever the data lies.
    func agrees(with other: Manifest) -> Bool {
        func bare(_ manifest: Manifest) -> Manifest {
            var manifest = manifest
            for index in manifest.sets.indices { manifest.sets[index].folder = "" }
            return manifest
        }
        return bare(self) == bare(other)
    }
}

/// Writes a small file, which appears when it is complete.
///
/// - Throws: `FileFailure`.
func writeText(_ text: String, to path: String) throws {
    try makeFolders(for: path)
    let file = try AtomicFile(path: path)
    file.write(text)
    try file.commit()
}
