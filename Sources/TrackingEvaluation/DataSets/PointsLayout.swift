internal import Spaces

extension DataSetLayout {
    /// A point a frame in a CSV file whose header has `frame` and `NAME_x`, `NAME_y`, or `x` and `y`; pixels, (0, 0) at a centre.
    ///
    /// Of several points the ones called `tip` count, else the first: the fingertip of `thumb_tip_x … thumb_ip_y`, the first
    /// camera of `cam0_x … cam1_y`. What has a `z` too is a place in the world and no pixel.
    static let points = DataSetLayout(
        name: "points", lookedFor: "a .csv file whose header has frame, NAME_x and NAME_y, beside a film or pictures",
        fits: { folder in
            guard !folder.films.isEmpty || folder.hasPictures || folder.hasFolder("img") else { return false }
            return try folder.files(ending: "csv").contains { try pointHeader(folder.file($0)) != nil }
        },
        read: { folder, _ in
            var sequences: [EvaluationSequence] = []
            for file in folder.files(ending: "csv") {
                guard let header = try pointHeader(folder.file(file)) else { continue }
                let table = try CommaTable(folder.file(file))
                let chosen = header.chosen
                for name in chosen {
                    var notes: [String] = []
                    let others = header.points.filter { $0 != name }
                    if !others.isEmpty {
                        notes.append("\(file): read \(label(name)); not used: \(others.map(label).joined(separator: ", "))")
                    }
                    let truth = try pointTruth(table, header: header, name: name)
                    let several = chosen.count > 1 || sequences.contains { $0.name == folder.name }
                    sequences.append(
                        try sequence(
                            named: several ? "\(folder.name)-\(name)" : folder.name, in: folder, picturesIn: ["", "img"],
                            truth: truth, notes: notes))
                }
            }
            return sequences
        })
}

private func label(_ name: String) -> String { name.isEmpty ? "x, y" : "\(name)_x, \(name)_y" }

/// The columns of a table of points.
private struct PointHeader {
    var columns: [String]
    /// Names before `_x` and `_y`; empty for plain `x` and `y`.
    var points: [String]

    /// The points that become sequences.
    var chosen: [String] {
        let tips = points.filter { $0.contains("tip") }
        return tips.isEmpty ? Array(points.prefix(1)) : tips
    }

    /// Nil when the columns are not those of points.
    init?(_ columns: [String]) {
        self.columns = columns
        let set = Set(columns)
        guard set.contains("frame") else { return nil }
        points = columns.compactMap { column in
            let name = column == "x" ? "" : column.hasSuffix("_x") ? String(column.dropLast(2)) : nil
            guard let name else { return nil }
            let prefix = name.isEmpty ? "" : name + "_"
            return set.contains(prefix + "y") && !set.contains(prefix + "z") ? name : nil
        }
        if points.isEmpty { return nil }
    }
}

private func pointHeader(_ path: String) throws -> PointHeader? { PointHeader(try CommaTable(path, linesUpTo: 1).rows[0].fields) }

private func pointTruth(_ table: CommaTable, header: PointHeader, name: String) throws -> [GroundTruth] {
    let prefix = name.isEmpty ? "" : name + "_"
    guard let frameColumn = header.columns.firstIndex(of: "frame"), let x = header.columns.firstIndex(of: prefix + "x"),
        let y = header.columns.firstIndex(of: prefix + "y")
    else { return [] }
    var truth: [GroundTruth] = []
    for row in table.rows.dropFirst() {
        guard row.fields.count == header.columns.count else {
            throw DataSetFailure(
                path: table.path, line: row.line,
                problem: "expected \(header.columns.count) fields as in the header, found \(row.fields.count)")
        }
        guard let number = Double(row.fields[frameColumn]), let frame = Int(exactly: number), frame >= truth.count,
            frame < frameLimit
        else {
            throw DataSetFailure(
                path: table.path, line: row.line,
                problem: "expected a frame from \(truth.count) on, found \(quoted(row.fields[frameColumn]))")
        }
        truth += Array(repeating: .unknown, count: frame - truth.count)
        let cells = [row.fields[x], row.fields[y]]
        if cells.allSatisfy(\.isEmpty) {
            truth.append(.unknown)
            continue
        }
        let values = try cells.map { cell in
            guard let value = Double(cell), !value.isInfinite else {
                throw DataSetFailure(path: table.path, line: row.line, problem: "expected a number, found \(quoted(cell))")
            }
            return value
        }
        truth.append(values.contains(where: \.isNaN) ? .unknown : .visible(.point(.init(x: values[0], y: values[1]))))
    }
    guard truth.contains(where: { $0.region != nil }) else {
        throw DataSetFailure(path: table.path, problem: "not one of \(truth.count) frames has a point \(label(name))")
    }
    return truth
}
