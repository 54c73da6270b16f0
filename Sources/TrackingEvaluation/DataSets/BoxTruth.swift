internal import Spaces

/// How the numbers of a box are meant.
enum BoxForm: Sendable {
    /// Left, top, width, height; or the corners of a polygon.
    case size
    /// Left, top, right, bottom, where the width is right − left.
    case edges
    /// First and last pixel in x and y, where the width is last − first + 1.
    case pixels
}

/// Reads a box a line.
///
/// - Parameters:
///   - path: the file.
///   - form: how four numbers are meant; six or more are always a polygon.
///   - origin: the number that the file gives to the picture's left and top edge: 1 where MATLAB counted, else 0.
///   - notes: what was irregular is added.
/// - Throws: ``DataSetFailure`` that names the line.
func boxTruth(_ path: String, form: BoxForm = .size, origin: Double, notes: inout [String]) throws -> [GroundTruth] {
    var reader = BoxReader(path: path, form: form, origin: origin)
    if let plain = PlainTable(path), plain.columns == 1 || plain.columns == 4 || plain.columns >= 6 {
        reader.truth.reserveCapacity(plain.count)
        for row in 0..<plain.count { try reader.take(plain[row], line: row + 1) }
    } else {
        try reader.readRows(&notes)
    }
    let (truth, partial, empty, masks) = (reader.truth, reader.partial, reader.empty, reader.masks)
    if !partial.isEmpty { notes.append("NaN in a part of lines \(ranges(partial)): the target counts as absent there") }
    if !empty.isEmpty { notes.append("no width or height in lines \(ranges(empty)): the target counts as absent there") }
    if masks > 0 { notes.append("\(counted(masks, "mask", "masks")) read as the box round the mask") }
    let polygons = truth.count { if case .visible(.polygon) = $0 { true } else { false } }
    if polygons > 0 { notes.append("\(counted(polygons, "frame has a polygon", "frames have polygons"))") }
    guard truth.contains(where: { $0.region != nil }) else {
        throw DataSetFailure(path: path, problem: "not one of \(truth.count) lines has a box")
    }
    return truth
}

/// Takes in a file line by line.
private struct BoxReader {
    let path: String
    let form: BoxForm
    let origin: Double
    var truth: [GroundTruth] = []
    /// Lines with a number that is none beside some that are.
    var partial: [Int] = []
    /// Lines of boxes without extent.
    var empty: [Int] = []
    /// How many masks there are.
    var masks = 0

    init(path: String, form: BoxForm, origin: Double) {
        self.path = path
        self.form = form
        self.origin = origin
    }

    /// Reads a file that is not plain.
    mutating func readRows(_ notes: inout [String]) throws {
        let table = try TextTable(path)
        if table.separators.count > 1 {
            notes.append("\(lastComponent(path)) mixes \(table.separators.sorted().joined(separator: " and "))")
        }
        for row in table.rows {
            if let mask = try maskBounds(row, table, origin: origin) {
                masks += 1
                truth.append(mask.area > 0 ? .visible(.rect(mask)) : .absent)
            } else {
                try take(table.numbers(row)[...], line: row.line)
            }
        }
    }

    /// Takes in the numbers of a line.
    mutating func take(_ numbers: ArraySlice<Double>, line: Int) throws(DataSetFailure) {
        switch numbers.count {
        // A blank line, or one of VOT's codes such as 0 for unknown.
        case 0, 1: truth.append(.unknown)
        case _ where numbers.contains(where: \.isNaN):
            if !numbers.allSatisfy(\.isNaN) { partial.append(line) }
            truth.append(.absent)
        case 4:
            let rect = box(numbers)
            if rect.width > 0, rect.height > 0 {
                truth.append(.visible(.rect(rect)))
            } else {
                empty.append(line)
                truth.append(.absent)
            }
        case let count where count >= 6 && count.isMultiple(of: 2): truth.append(.visible(.polygon(polygon(numbers))))
        case let count:
            throw DataSetFailure(
                path: path, line: line, problem: "expected 4 numbers of a box or an even number of a polygon's, found \(count)")
        }
    }

    private func box(_ n: ArraySlice<Double>) -> PixelRect {
        let i = n.startIndex
        let (a, b, c, d) = (n[i], n[i + 1], n[i + 2], n[i + 3])
        return switch form {
        case .size: .init(cornerX: a - origin, cornerY: b - origin, width: c, height: d)
        case .edges: .init(cornerX: a - origin, cornerY: b - origin, width: c - a, height: d - b)
        case .pixels: .init(cornerX: a - origin, cornerY: b - origin, width: c - a + 1, height: d - b + 1)
        }
    }

    private func polygon(_ n: ArraySlice<Double>) -> [PixelPoint] {
        stride(from: n.startIndex, to: n.endIndex, by: 2).map { .init(x: n[$0] - origin - 0.5, y: n[$0 + 1] - origin - 0.5) }
    }
}

/// The box of a mask as VOT writes it since 2020: `m` x, y, width, height and run lengths; nil when the row is none.
private func maskBounds(_ row: TextTable.Row, _ table: TextTable, origin: Double) throws(DataSetFailure) -> PixelRect? {
    guard let first = row.fields.first, first.hasPrefix("m") else { return nil }
    var copy = row
    copy.fields[0] = String(first.dropFirst())
    let numbers = try table.numbers(copy)
    guard numbers.count >= 4 else {
        throw .init(path: table.path, line: row.line, problem: "expected x, y, width and height of a mask")
    }
    return .init(cornerX: numbers[0] - origin, cornerY: numbers[1] - origin, width: numbers[2], height: numbers[3])
}
