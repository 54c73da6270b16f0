extension DataSetLayout {
    /// UAV123: boxes counted from 1 in `anno`, NaN where the target is out of view; several clips share a folder of pictures.
    static let uav123 = DataSetLayout(
        name: "uav123", lookedFor: "anno/UAV123/NAME.txt and data_seq/UAV123/",
        fits: { folder in
            guard folder.hasFolder("data_seq"), let anno = try folder.folder("anno") else { return false }
            return !subsets(anno).isEmpty
        },
        read: { folder, found in
            guard let anno = try folder.folder("anno"), let data = try folder.folder("data_seq") else { return [] }
            var sequences: [EvaluationSequence] = []
            for subset in subsets(anno) {
                guard let truths = try anno.folder(subset), let clips = try data.folder("UAV123") ?? data.folder(subset) else {
                    found.notes.append("there is no data_seq/UAV123: \(subset) left out")
                    continue
                }
                for file in truths.files(ending: "txt") {
                    let name = String(file.dropLast(4))
                    let shared = subset == "UAV123" ? sharedFolder(name) : nil
                    guard let pictures = try clips.folder(shared?.folder ?? name) else {
                        found.notes.append("\(subset)/\(name) has no pictures: left out")
                        continue
                    }
                    let sequence = found.reading(name) {
                        var own: [String] = []
                        var truth = try boxTruth(truths.file(file), origin: 1, notes: &own)
                        let paths = try pictures.pictures()
                        guard !paths.isEmpty else {
                            throw DataSetFailure(path: pictures.path, problem: "there is truth and there are no pictures")
                        }
                        let files = matched(paths, &truth, notes: &own, firstNumber: shared?.first)
                        return .init(
                            name: name, pictures: .files(files), truth: truth, notes: own + TrackingEvaluation.notes(on: truth))
                    }
                    if let sequence { sequences.append(sequence) }
                }
            }
            return sequences
        })
}

private func subsets(_ anno: FolderListing) -> [String] {
    anno.folders.filter { ["UAV123", "UAV20L", "UAV123_10fps"].contains($0) }
}

/// The folder and first picture of a clip that is a part of one: `car1_2` is in `car1` from picture 751 on.
private func sharedFolder(_ name: String) -> (folder: String, first: Int)? {
    let parts = name.split(separator: "_")
    guard parts.count == 2, let number = Int(parts[1]), let starts = firstPictures[String(parts[0])],
        starts.indices.contains(number - 1)
    else { return nil }
    return (String(parts[0]), starts[number - 1])
}

/// First pictures of the parts of long clips, from the configuration that comes with the data set.
private let firstPictures: [String: [Int]] = [
    "bird1": [1, 775, 1573], "car1": [1, 751, 1627], "car6": [1, 487, 1807, 2953, 3925], "car8": [1, 1357], "car16": [1, 415],
    "group1": [1, 1333, 2515, 3925], "group2": [1, 907, 1771], "group3": [1, 1567, 2827, 4369], "person2": [1, 1189],
    "person4": [1, 1501], "person5": [1, 877], "person7": [1, 1249], "person8": [1, 1075], "person12": [1, 601],
    "person14": [1, 847, 1813], "person17": [1, 1501], "person19": [1, 1243, 2791], "truck4": [1, 577], "uav1": [1, 1555, 2473],
]
