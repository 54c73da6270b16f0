internal import Spaces

extension DataSetLayout {
    /// GOT-10k: boxes counted from 0, how much of the target is covered, and what the clip shows.
    ///
    /// A frame whose `cover.label` is 0 has its target absent: the toolkit drops it.
    static let got10k = DataSetLayout(
        name: "got10k",
        lookedFor: "groundtruth.txt beside cover.label, absence.label or meta_info.ini, or with one line beside pictures",
        fits: { folder in
            guard folder.has("groundtruth.txt") else { return false }
            if labels.contains(where: folder.has) { return true }
            return try folder.hasPictures && TextTable(folder.file("groundtruth.txt")).rows.count == 1
                && folder.pictures().count > 1
        },
        read: { folder, _ in
            var notes: [String] = []
            var truth = try boxTruth(folder.file("groundtruth.txt"), origin: 0, notes: &notes)
            if let cover = try flags("cover.label", of: folder, for: truth, &notes) {
                for (i, share) in cover.enumerated() where share == 0 && i < truth.count { truth[i] = .absent }
            }
            if let absence = try flags("absence.label", of: folder, for: truth, &notes) {
                for (i, flag) in absence.enumerated() where flag > 0 && i < truth.count { truth[i] = .absent }
            }
            let facts = try Facts(of: folder)
            var sequence = try sequence(
                named: folder.name, in: folder, picturesIn: ["", "img"], truth: truth, attributes: facts.attributes, notes: notes)
            sequence.statedSize = facts.size
            return [sequence]
        })
}

private let labels = ["cover.label", "absence.label", "meta_info.ini"]

private func flags(
    _ file: String, of folder: FolderListing, for truth: [GroundTruth], _ notes: inout [String]
) throws -> [Double]? {
    guard folder.has(file) else {
        if truth.count > 1 { notes.append("there is no \(file)") }
        return nil
    }
    let flags = try PlainTable(folder.file(file))?.values ?? TextTable(folder.file(file)).flatNumbers()
    if flags.count != truth.count { notes.append("\(file) has \(flags.count) values for \(truth.count) boxes") }
    return flags
}

/// What `meta_info.ini` says.
private struct Facts {
    /// The classes of object and motion.
    var attributes: [String] = []
    /// The size of the pictures.
    var size: PixelSize?

    init(of folder: FolderListing) throws {
        guard folder.has("meta_info.ini") else { return }
        for row in try TextTable(folder.file("meta_info.ini")).rows where row.fields.count > 1 {
            switch row.fields[0] {
            case "object_class:", "motion_class:": attributes.append(row.fields.dropFirst().joined(separator: " "))
            case "resolution:":
                // Written as a Python tuple, (1920, 1080).
                let sides = row.fields.dropFirst().compactMap { Double($0.filter { $0 != "(" && $0 != ")" }) }
                if sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 < 1e6 }) {
                    size = PixelSize(width: sides[0], height: sides[1])
                }
            default: break
            }
        }
    }
}
