internal import Files

/// A text file of rows whose fields are apart by commas, semicolons, tabs or spaces, also mixed.
struct TextTable {
    /// A line of the file.
    struct Row {
        /// Its number, from 1.
        var line: Int
        /// What stands in it; nothing for a blank line.
        var fields: [String]
    }

    /// The file.
    let path: String
    /// Its lines; blank ones at the end are left out.
    private(set) var rows: [Row] = []
    /// The separators that occur, in words.
    private(set) var separators: Set<String> = []

    /// Reads a file.
    ///
    /// - Throws: ``DataSetFailure`` when it cannot be read, or is empty or no text.
    init(_ path: String) throws {
        self.path = path
        do {
            var reader = try LineReader(path: path, longestLine: 1 << 22)
            while let bytes = try reader.next() {
                guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
                    throw DataSetFailure(path: path, line: reader.line, problem: "this is binary and no text")
                }
                rows.append(.init(line: reader.line, fields: split(reader.line == 1 ? withoutMark(text) : text)))
            }
        } catch let failure as FileFailure {
            throw DataSetFailure(path: path, problem: failure.code == tooLarge ? "a line is too long for text" : failure.reason)
        }
        while rows.last?.fields.isEmpty == true { rows.removeLast() }
        guard !rows.isEmpty else { throw DataSetFailure(path: path, problem: "the file is empty") }
    }

    /// The numbers of a row; not a number where it says so.
    ///
    /// - Parameter dropping: fields at the start that are no numbers.
    /// - Throws: ``DataSetFailure`` that names the line.
    func numbers(_ row: Row, dropping: Int = 0) throws(DataSetFailure) -> [Double] {
        var numbers: [Double] = []
        for field in row.fields.dropFirst(dropping) {
            guard let number = Double(field), !number.isInfinite else {
                throw .init(path: path, line: row.line, problem: "expected a number, found \(quoted(field))")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// All numbers of the file in one list, wherever lines break, as flags are written.
    func flatNumbers() throws(DataSetFailure) -> [Double] {
        var all: [Double] = []
        for row in rows { all += try numbers(row) }
        return all
    }

    private mutating func split(_ text: String) -> [String] {
        var fields: [String] = []
        var field = ""
        for character in text.unicodeScalars {
            switch character {
            case ",": end(&field, &fields, "commas")
            case ";": end(&field, &fields, "semicolons")
            case "\t": end(&field, &fields, "tabs")
            case " ": end(&field, &fields, "spaces")
            case "\r": break
            default: field.unicodeScalars.append(character)
            }
        }
        if !field.isEmpty { fields.append(field) }
        return fields
    }

    private mutating func end(_ field: inout String, _ fields: inout [String], _ separator: String) {
        guard !field.isEmpty else { return }
        fields.append(field)
        field = ""
        separators.insert(separator)
    }
}

/// The text without the byte order mark that some editors put first.
private func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
}

/// A piece of a file for a message: in quotation marks, short, without control characters.
func quoted(_ text: String) -> String {
    let clean = text.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : Character($0) }
    return "'\(String(clean))\(text.unicodeScalars.count > 40 ? "…" : "")'"
}
