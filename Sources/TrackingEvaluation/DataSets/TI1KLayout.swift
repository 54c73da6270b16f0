internal import Imaging
internal import Spaces

extension DataSetLayout {
    /// TI1K: thumb tip and index tip of a hand, normalized by the picture's size, as two sequences of one film.
    static let ti1k = DataSetLayout(
        name: "ti1k", lookedFor: "labels.txt with lines of Frame_K and 8 numbers, beside a film",
        fits: { folder in
            guard folder.has("labels.txt"), !folder.films.isEmpty || folder.hasPictures else { return false }
            return try TextTable(folder.file("labels.txt")).rows[0].fields[0].hasPrefix("Frame_")
        },
        read: { folder, _ in
            let table = try TextTable(folder.file("labels.txt"))
            let path = try film(in: folder)
            let pictures = try path == nil ? folder.pictures() : []
            let size = try path.map { try VideoFile(path: $0).size } ?? PictureFolder(paths: pictures).size
            return try [("thumb", 5), ("index", 7)].map { finger, column in
                var notes = ["the point is the \(finger) tip; the hand's box and the other tip are not used"]
                var truth = try tips(table, column: column, size: size)
                let source: EvaluationSequence.Pictures
                if let path {
                    matchFilm(path, &truth, notes: &notes)
                    source = .film(path, skip: 0)
                } else {
                    source = .files(matched(pictures, &truth, notes: &notes))
                }
                return .init(
                    name: "\(folder.name)-\(finger)", pictures: source, truth: truth,
                    notes: notes + TrackingEvaluation.notes(on: truth))
            }
        })
}

/// The points of one finger; frames without a line have no truth.
private func tips(_ table: TextTable, column: Int, size: PixelSize) throws -> [GroundTruth] {
    var truth: [GroundTruth] = []
    for row in table.rows {
        let name = row.fields.first ?? ""
        guard name.hasPrefix("Frame_"), let number = Int(name.dropFirst(6)), number > truth.count, number <= frameLimit else {
            throw DataSetFailure(
                path: table.path, line: row.line,
                problem: "expected Frame_ with a number from \(truth.count + 1) on, found \(quoted(name))")
        }
        let n = try table.numbers(row, dropping: 1)
        guard n.count == 8 else {
            throw DataSetFailure(path: table.path, line: row.line, problem: "expected 8 numbers after the name, found \(n.count)")
        }
        truth += Array(repeating: .unknown, count: number - 1 - truth.count)
        let point = PixelPoint(x: n[column - 1] * size.width - 0.5, y: n[column] * size.height - 0.5)
        // The set writes a tip that cannot be seen as 0, 0.
        truth.append(!point.isFinite ? .unknown : n[column - 1] == 0 && n[column] == 0 ? .absent : .visible(.point(point)))
    }
    return truth
}
