internal import Spaces

extension DataSetLayout {
    /// NfS: edges and flags a line, annotated at 240 pictures a second; the 30-a-second version has every eighth picture.
    static let nfs = DataSetLayout(
        name: "nfs", lookedFor: "30/NAME.txt or 240/NAME.txt beside its pictures",
        fits: { folder in try !rates(folder).isEmpty },
        read: { folder, _ in
            try rates(folder).map { rate in
                guard let place = try folder.folder(rate), let file = place.files(ending: "txt").first else {
                    throw DataSetFailure(path: folder.path, problem: "there is no truth in \(rate)/")
                }
                var notes: [String] = []
                var truth = try edgesAndFlags(place.file(file), &notes)
                let inside = place.hasFolder(folder.name) ? folder.name : place.folders.first
                let pictures = try (inside.flatMap { try place.folder($0) } ?? place).pictures()
                guard !pictures.isEmpty else {
                    throw DataSetFailure(path: place.path, problem: "there is truth and there are no pictures")
                }
                let ratio = Double(truth.count) / Double(pictures.count)
                if abs(ratio - 8) < 1, rate == "30" {
                    notes.append("\(truth.count) boxes for \(pictures.count) pictures: every eighth is taken, from the first on")
                    truth = stride(from: 0, to: truth.count, by: 8).map { truth[$0] }
                }
                let files = matched(pictures, &truth, notes: &notes)
                return .init(
                    name: "\(folder.name)-\(rate)", pictures: .files(files), truth: truth,
                    notes: notes + TrackingEvaluation.notes(on: truth))
            }
        })
}

private func rates(_ folder: FolderListing) throws -> [String] {
    try ["30", "240"].filter { rate in
        guard let place = try folder.folder(rate), !place.files(ending: "txt").isEmpty else { return false }
        return place.hasPictures || !place.folders.isEmpty
    }
}

/// Lines of identifier, left, top, right, bottom, frame, and flags: lost, occluded, generated, label.
private func edgesAndFlags(_ path: String, _ notes: inout [String]) throws -> [GroundTruth] {
    let table = try TextTable(path)
    var lost = 0
    let truth: [GroundTruth] = try table.rows.map { row in
        guard row.fields.count >= 5 else {
            throw DataSetFailure(
                path: path, line: row.line,
                problem: "expected identifier, left, top, right and bottom, found \(row.fields.count) fields")
        }
        var four = row
        four.fields = Array(row.fields[1...4])
        let n = try table.numbers(four)
        // The flag lost is the seventh field of VATIC's export.
        if row.fields.count >= 7, row.fields[6] == "1" {
            lost += 1
            return .absent
        }
        guard n.allSatisfy(\.isFinite), n[2] > n[0], n[3] > n[1] else { return .absent }
        return .visible(.rect(.init(cornerX: n[0], cornerY: n[1], width: n[2] - n[0], height: n[3] - n[1])))
    }
    if lost > 0 { notes.append("\(counted(lost, "line says", "lines say")) that the target is lost: absent there") }
    guard truth.contains(where: { $0.region != nil }) else {
        throw DataSetFailure(path: path, problem: "not one of \(truth.count) lines has a box")
    }
    return truth
}
