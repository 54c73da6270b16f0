extension DataSetLayout {
    /// VOT: rectangles, polygons or masks counted from 0, attributes in `*.tag` and `*.label`, anchors in `anchor.value`.
    static let vot = DataSetLayout(
        name: "vot", lookedFor: "groundtruth.txt beside color/, a file named sequence, or pictures",
        fits: { folder in
            folder.has("groundtruth.txt")
                && (folder.hasFolder("color") || folder.has("sequence") || folder.hasPictures || !folder.films.isEmpty)
        },
        read: { folder, _ in
            var notes: [String] = []
            let truth = try boxTruth(folder.file("groundtruth.txt"), origin: 0, notes: &notes)
            var result = try sequence(
                named: folder.name, in: folder, picturesIn: ["color", try channel(of: folder), ""].compactMap { $0 },
                truth: truth,
                attributes: try attributes(of: folder), notes: notes)
            if folder.has("anchor.value") {
                let values = try TextTable(folder.file("anchor.value")).flatNumbers()
                if values.count > result.count { result.notes.append("anchor.value has more lines than there are frames") }
                result.anchors = values.prefix(result.count).enumerated().compactMap { frame, value in
                    value > 0 ? (frame, true) : value < 0 ? (frame, false) : nil
                }
                result.notes.append("\(counted(result.anchors.count, "anchor", "anchors"))")
            }
            return [result]
        })
}

/// The folder of pictures that the file `sequence` names: `channels.color=color/%08d.jpg`; nil when it names none.
private func channel(of folder: FolderListing) throws -> String? {
    guard folder.has("sequence") else { return nil }
    for row in try TextTable(folder.file("sequence")).rows {
        let line = row.fields.joined(separator: " ").split(separator: "=", maxSplits: 1)
        guard line.count == 2, line[0] == "channels.color" else { continue }
        let parts = line[1].split(separator: "/")
        return parts.count == 2 ? String(parts[0]) : ""
    }
    return nil
}

/// Names of the tags that are set in any frame.
private func attributes(of folder: FolderListing) throws -> [String] {
    try (folder.files(ending: "tag") + folder.files(ending: "label")).compactMap { file in
        let values = try TextTable(folder.file(file)).flatNumbers()
        guard values.contains(where: { $0 > 0 }), let dot = file.lastIndex(of: ".") else { return nil }
        return String(file[..<dot])
    }
}
