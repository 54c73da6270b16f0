import Spaces

/// A line of a table of text: its cells, and where it is.
struct TableRow {
    let place: Place
    let cells: [Substring]
    /// What the columns are called, for messages.
    let names: [String]

    /// A cell as a finite number.
    func number(_ column: Int) throws(RecordingFailure) -> Double {
        guard let value = Double(String(cells[column])), value.isFinite, cells[column].first?.isLetter != true else {
            throw place.failure("expected a number, found \"\(shortened(String(cells[column])))\"", key: names[column])
        }
        return value
    }

    /// Cells that follow each other as numbers.
    func numbers(_ columns: Range<Int>) throws(RecordingFailure) -> [Double] {
        var values: [Double] = []
        for column in columns { values.append(try number(column)) }
        return values
    }

    /// A cell as a time.
    func time(_ column: Int, _ unit: SourceTime.Unit = .seconds) throws(RecordingFailure) -> SourceTime {
        guard let time = SourceTime(cells[column], unit: unit) else {
            throw place.failure(
                "expected a time in \(unit), found \"\(shortened(String(cells[column])))\"", key: names[column])
        }
        return time
    }

    /// A cell as a whole number from 0; `000005` is 5.
    func count(_ column: Int) throws(RecordingFailure) -> Int {
        let value = try number(column)
        guard value >= 0, value <= 1e9, value == value.rounded() else {
            throw place.failure("expected a whole number of at least 0, found \(numberText(value))", key: names[column])
        }
        return Int(value)
    }
}

/// A table of text whose cells stand between commas or white space; lines that begin with `#` are comments.
struct TextTable {
    private let source: TextSource
    private let names: [String]
    /// Where each wanted column stands in the file.
    private let columns: [Int]
    /// How many cells a line has; nil for any number that has the wanted columns.
    private let width: Int?
    /// What was noticed and did not stop the reading.
    private(set) var warnings: [String] = []

    /// Opens a table without a header, whose columns stand in a known order.
    init(_ path: String, columns: [String]) throws(RecordingFailure) {
        source = try TextSource(path: path)
        names = columns
        self.columns = Array(columns.indices)
        width = columns.count
    }

    /// Opens a table whose first line names its columns, in any order.
    ///
    /// - Throws: ``RecordingFailure`` when one of them is missing.
    init(_ path: String, header wanted: [String], optional: [String] = []) throws(RecordingFailure) {
        source = try TextSource(path: path)
        guard let line = try source.next() else { throw Place(path).failure("the file is empty") }
        let found = cells(of: line).map { $0.lowercased() }
        if found.allSatisfy({ Double($0) != nil }) {
            throw source.place.failure(
                "there is no header", cure: "the first line must name the columns: \(wanted.joined(separator: ", "))")
        }
        let missing = wanted.filter { !found.contains($0) }
        guard missing.isEmpty else {
            throw source.place.failure(
                "the column \(missing.joined(separator: ", ")) is missing; the header has \(shortened(found.joined(separator: ", "), to: 200))"
            )
        }
        names = wanted + optional.filter { found.contains($0) }
        columns = names.compactMap { found.firstIndex(of: $0) }
        width = found.count
    }

    /// Whether an optional column is there.
    func column(_ name: String) -> Int? { names.firstIndex(of: name) }

    /// Reads all lines; a last one that has no end, and makes no sense, was cut off: it is left out, with a warning.
    ///
    /// - Throws: what `body` throws about any other line.
    mutating func forEach(_ body: (TableRow) throws -> Void) throws {
        while let row = try next() {
            do {
                try body(row)
            } catch is RecordingFailure where !source.isComplete {
                warnings.append("\(row.place.failure("the last line is cut off and was left out"))")
                return
            }
        }
    }

    /// The next line that is not a comment; nil at the end.
    ///
    /// A last line that was cut off is left out, with a warning.
    mutating func next() throws(RecordingFailure) -> TableRow? {
        while let line = try source.next() {
            guard line.first != UInt8(ascii: "#") else { continue }
            let found = cells(of: line)
            guard width == nil || found.count == width, columns.allSatisfy({ $0 < found.count }) else {
                if !source.isComplete {
                    warnings.append("\(source.place.failure("the last line is cut off and was left out"))")
                    return nil
                }
                throw source.place.failure(
                    "expected \(width ?? names.count) columns (\(names.joined(separator: ", "))), found \(found.count)")
            }
            return TableRow(place: source.place, cells: columns.map { found[$0] }, names: names)
        }
        return nil
    }
}

/// The cells of a line: between commas when it has one, else between white space.
private func cells(of line: [UInt8]) -> [Substring] {
    let text = Substring(String(decoding: line, as: UTF8.self))
    func isSpace(_ c: Character) -> Bool { c == " " || c == "\t" }
    guard text.contains(",") else { return text.split(whereSeparator: isSpace) }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { cell in
        let start = cell.drop(while: isSpace)
        return start.prefix(start.count - start.reversed().prefix(while: isSpace).count)
    }
}
