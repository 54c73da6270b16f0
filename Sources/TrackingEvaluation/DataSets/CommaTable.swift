internal import Files

/// A file of fields between commas, in which a field may be empty.
struct CommaTable {
    /// The file.
    let path: String
    /// Its lines, the header first; blank lines are left out.
    private(set) var rows: [TextTable.Row] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: how many lines to read.
    /// - Throws: ``DataSetFailure`` when it cannot be read, or is empty or no text.
    init(_ path: String, linesUpTo limit: Int = .max) throws {
        self.path = path
        do {
            var reader = try LineReader(path: path, longestLine: 1 << 20)
            while rows.count < limit, let bytes = try reader.next() {
                guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
                    throw DataSetFailure(path: path, line: reader.line, problem: "this is binary and no text")
                }
                let clean = String(text.unicodeScalars.filter { $0 != "\r" && $0 != "\u{FEFF}" && $0 != "\"" })
                guard clean.contains(where: { $0 != " " && $0 != "," }) else { continue }
                let fields = clean.split(separator: ",", omittingEmptySubsequences: false).map { field in
                    String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                }
                rows.append(.init(line: reader.line, fields: fields))
            }
        } catch let failure as FileFailure {
            throw DataSetFailure(path: path, problem: failure.code == tooLarge ? "a line is too long for text" : failure.reason)
        }
        guard !rows.isEmpty else { throw DataSetFailure(path: path, problem: "the file is empty") }
    }
}
