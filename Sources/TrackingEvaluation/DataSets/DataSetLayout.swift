/// What was found in a set beside its sequences.
struct Findings {
    /// What is irregular about the set as a whole.
    var notes: [String] = []
    /// The sequences that cannot be read.
    var damaged: [DamagedSequence] = []

    /// Reads one sequence of several; one that is damaged is noted, so that the others go on.
    mutating func reading(_ name: String, _ body: () throws -> EvaluationSequence) -> EvaluationSequence? {
        do {
            return try body()
        } catch {
            damaged.append(DamagedSequence(name: name, problem: "\(error)"))
            return nil
        }
    }
}

/// A sequence that cannot be read, which is no reason to leave out the others of its set.
public struct DamagedSequence: Hashable, Sendable {
    /// Its name, or that of its folder.
    public let name: String
    /// What is wrong with it, naming file and line.
    public let problem: String
}

/// A layout in which a data set's files lie.
public struct DataSetLayout: Sendable {
    /// Its short name, as the option `--layout` takes it.
    public let name: String
    /// What a folder in this layout holds, in words.
    public let lookedFor: String
    /// Whether a folder is a sequence in this layout, or a set for layouts that keep truth and pictures apart.
    let fits: @Sendable (FolderListing) throws -> Bool
    /// Reads such a folder; it throws when the only sequence of the folder is damaged.
    let read: @Sendable (FolderListing, _ found: inout Findings) throws -> [EvaluationSequence]

    /// All that are read, in the order in which a folder is tried.
    public static let all: [DataSetLayout] = [
        .airdraw, .otb, .tc128, .tld, .trackingNet, .uav123, .nfs, .lasot, .got10k, .vot, .ti1k, .points,
    ]

    /// The layout of a short name; nil when there is none.
    public static func named(_ name: String) -> DataSetLayout? { all.first { $0.name == name } }
}
