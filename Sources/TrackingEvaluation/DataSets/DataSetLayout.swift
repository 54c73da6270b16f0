/// A layout in which a data set's files lie.
public struct DataSetLayout: Sendable {
    /// Its short name, as the option `--layout` takes it.
    public let name: String
    /// What a folder in this layout holds, in words.
    public let lookedFor: String
    /// Whether a folder is a sequence in this layout, or a set for layouts that keep truth and pictures apart.
    let fits: @Sendable (FolderListing) throws -> Bool
    /// Reads such a folder; notes are on the set.
    let read: @Sendable (FolderListing, _ notes: inout [String]) throws -> [EvaluationSequence]

    /// All that are read, in the order in which a folder is tried.
    public static let all: [DataSetLayout] = [
        .airdraw, .otb, .tc128, .tld, .trackingNet, .uav123, .nfs, .lasot, .got10k, .vot, .ti1k, .points,
    ]

    /// The layout of a short name; nil when there is none.
    public static func named(_ name: String) -> DataSetLayout? { all.first { $0.name == name } }
}
