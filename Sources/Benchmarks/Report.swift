internal import Commands

/// What a benchmark found, to be shown as a table.
struct Report: Hashable, Sendable {
    /// What was measured, on what, how often.
    let title: String
    /// Heads of the columns.
    let columns: [String]
    /// What was measured by itself, one a row.
    let rows: [[String]]
    /// The numbers that have a limit.
    let verdicts: [Verdict]

    /// Makes a report.
    init(_ title: String, columns: [String], rows: [[String]], verdicts: [Verdict]) {
        self.title = title
        self.columns = columns
        self.rows = rows
        self.verdicts = verdicts
    }

    /// Makes a report on processes, each with its median cost.
    init(_ title: String, processes: [(name: String, cost: ProcessCost)], verdicts: [Verdict]) {
        self.init(
            title, columns: ["", "wall s", "CPU s", "peak MB"],
            rows: processes.map { name, cost in
                [name, fixed(cost.wall, places: 3), fixed(cost.cpu, places: 3), fixed(cost.peak / 1e6, places: 1)]
            }, verdicts: verdicts)
    }

    /// The tables as text.
    var text: String {
        let judged = verdicts.map { [$0.name, $0.found, $0.limit, $0.isMet ? "met" : "NOT MET"] }
        return title + "\n\n" + Self.table([columns] + rows) + "\n"
            + Self.table([["", "found", "limit", ""]] + judged) + "\n"
    }

    /// Rows as lines: the first column to the left, the others to the right.
    static func table(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = "  "
            for (column, word) in row.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - word.count)
                line += column == 0 ? word + gap : "  " + gap + word
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
