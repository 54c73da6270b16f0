internal import Spaces

extension DataSetLayout {
    /// TLD: first and last pixel in x and y, counted from 1, NaN where the target is absent; a film or pictures.
    static let tld = DataSetLayout(
        name: "tld", lookedFor: "gt.txt, or init.txt, beside a film or pictures",
        fits: { $0.has("gt.txt") || $0.has("init.txt") },
        read: { folder, _ in
            var notes: [String] = []
            var truth: [GroundTruth] = []
            if folder.has("gt.txt") {
                truth = try boxTruth(folder.file("gt.txt"), form: .pixels, origin: 1, notes: &notes)
            }
            if folder.has("init.txt") {
                var unsaid: [String] = []
                let seed = try boxTruth(folder.file("init.txt"), form: .pixels, origin: 1, notes: &unsaid)
                if truth.isEmpty {
                    notes.append("there is no gt.txt: truth for the first picture alone")
                    truth = seed
                } else if seed[0] != truth[0], let a = seed[0].region?.bounds, let b = truth[0].region?.bounds {
                    let overlap = continuousOverlap(a, b)
                    notes.append(
                        "init.txt has another first box than gt.txt (overlap \((overlap * 100).rounded() / 100)); that of gt.txt is used"
                    )
                }
            }
            return [try sequence(named: folder.name, in: folder, picturesIn: ["", "img"], truth: truth, notes: notes)]
        })
}
