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
            return [
                try sequence(
                    named: folder.name, in: folder, picturesIn: ["", "img"], truth: truth, attributes: try attributes(of: folder),
                    notes: notes)
            ]
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
    let flags = try TextTable(folder.file(file)).flatNumbers()
    if flags.count != truth.count { notes.append("\(file) has \(flags.count) values for \(truth.count) boxes") }
    return flags
}

/// The classes of object and motion.
private func attributes(of folder: FolderListing) throws -> [String] {
    guard folder.has("meta_info.ini") else { return [] }
    return try TextTable(folder.file("meta_info.ini")).rows.compactMap { row in
        guard let key = row.fields.first, ["object_class:", "motion_class:"].contains(key), row.fields.count > 1 else {
            return nil
        }
        return row.fields.dropFirst().joined(separator: " ")
    }
}
