extension DataSetLayout {
    /// TC128: as OTB, with the clip's name in the files' names, and its range of pictures in a file.
    static let tc128 = DataSetLayout(
        name: "tc128", lookedFor: "NAME_gt.txt beside NAME_frames.txt or img/",
        fits: { folder in
            folder.has("\(folder.name)_gt.txt") && (folder.has("\(folder.name)_frames.txt") || folder.hasFolder("img"))
        },
        read: { folder, _ in
            let name = folder.name
            var notes: [String] = []
            let truth = try boxTruth(folder.file("\(name)_gt.txt"), origin: 1, notes: &notes)
            var first: Int?
            if folder.has("\(name)_frames.txt") {
                let table = try TextTable(folder.file("\(name)_frames.txt"))
                let range = try table.flatNumbers()
                guard range.count == 2, let start = Int(exactly: range[0]), let end = Int(exactly: range[1]), start >= 0,
                    start <= end, end < 1 << 30
                else {
                    throw DataSetFailure(path: table.path, line: 1, problem: "expected the first and the last picture's number")
                }
                if end - start + 1 != truth.count {
                    notes.append("\(name)_frames.txt says pictures \(start) to \(end), and there are \(truth.count) boxes")
                }
                first = start
            }
            let attributes =
                folder.has("\(name)_att.txt") ? try TextTable(folder.file("\(name)_att.txt")).rows.flatMap(\.fields) : []
            return [
                try sequence(
                    named: name, in: folder, picturesIn: ["img", ""], truth: truth, attributes: attributes, notes: notes,
                    firstNumber: first)
            ]
        })
}
