extension DataSetLayout {
    /// LaSOT: boxes counted from 1, and flags of covered and left-the-view frames on one line.
    static let lasot = DataSetLayout(
        name: "lasot", lookedFor: "groundtruth.txt beside full_occlusion.txt, out_of_view.txt, nlp.txt or img/",
        fits: { folder in
            folder.has("groundtruth.txt")
                && (flagFiles.contains(where: folder.has) || folder.has("nlp.txt") || folder.hasFolder("img"))
        },
        read: { folder, _ in
            var notes: [String] = []
            var truth = try boxTruth(folder.file("groundtruth.txt"), origin: 1, notes: &notes)
            for file in flagFiles {
                guard folder.has(file) else {
                    notes.append("there is no \(file): its flag counts as never set")
                    continue
                }
                let flags = try TextTable(folder.file(file)).flatNumbers()
                if flags.count != truth.count {
                    notes.append("\(file) has \(flags.count) flags for \(truth.count) boxes")
                }
                for (i, flag) in flags.enumerated() where flag > 0 && i < truth.count { truth[i] = .absent }
            }
            return [try sequence(named: folder.name, in: folder, picturesIn: ["img", ""], truth: truth, notes: notes)]
        })
}

private let flagFiles = ["full_occlusion.txt", "out_of_view.txt"]
