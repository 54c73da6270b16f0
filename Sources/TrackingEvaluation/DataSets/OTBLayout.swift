extension DataSetLayout {
    /// OTB: x, y, width and height, counted from 1; a second target of a clip has a file of its own.
    static let otb = DataSetLayout(
        name: "otb", lookedFor: "groundtruth_rect.txt beside img/",
        fits: { folder in folder.files.contains { truthFiles.contains($0) } },
        read: { folder, found in
            var sequences: [EvaluationSequence] = []
            for file in truthFiles where folder.has(file) {
                let target = file.split(separator: ".").dropFirst().first.flatMap { Int($0) }
                let name = target.map { "\(folder.name)-\($0)" } ?? folder.name
                var own: [String] = []
                let truth: [GroundTruth]
                do {
                    truth = try boxTruth(folder.file(file), origin: 1, notes: &own)
                } catch let failure as DataSetFailure where target != nil && failure.line == nil {
                    // Human4 of the published set has an empty one.
                    found.notes.append("\(folder.name): \(failure): this target is left out")
                    continue
                }
                sequences.append(
                    try sequence(
                        named: name, in: folder, picturesIn: ["img", ""], truth: truth, attributes: try attributes(of: folder),
                        notes: own, firstNumber: firstPicture[folder.name]))
            }
            guard !sequences.isEmpty else { throw DataSetFailure(path: folder.path, problem: "no target has truth") }
            return sequences
        })
}

private let truthFiles = ["groundtruth_rect.txt", "groundtruth_rect.1.txt", "groundtruth_rect.2.txt"]

/// Clips whose annotation starts within, by the number of the picture.
///
/// As the data set's page says; Football1, Freeman3, Freeman4 and Diving end before their last picture.
private let firstPicture = ["David": 300]

/// Attributes as jwlim/tracker_benchmark keeps them beside the truth.
private func attributes(of folder: FolderListing) throws -> [String] {
    guard folder.has("attrs.txt") else { return [] }
    return try TextTable(folder.file("attrs.txt")).rows.flatMap(\.fields)
}
