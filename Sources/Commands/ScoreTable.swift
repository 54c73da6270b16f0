internal import TrackingEvaluation

/// A table of scores as a person reads it.
enum ScoreTable {
    /// The lines: what the numbers are, a heading, and a row for each tracker with the best first; the rows that bracket stand in brackets.
    static func lines(_ table: EvaluationTables.Table, of evaluationProtocol: EvaluationProtocol) -> [String] {
        let rows = table.sorted
        let count = table.sequenceCount
        let failures = rows.contains { !$0.failed.isEmpty }
        var cells = [["tracker"] + table.columns.map(\.title) + ["frames/s"] + (failures ? ["failed"] : [])]
        for row in rows {
            let numbers = zip(table.columns, row.values).map { number($1, places: $0.places) }
            let speed = row.framesPerSecond.map { number($0, places: 0) } ?? ""
            cells.append(
                [row.isBracket ? "[\(row.tracker)]" : elided(row.tracker)] + numbers + [speed]
                    + (failures ? ["\(row.failed.count)"] : [])
            )
        }
        let title =
            "\(table.set): \(count) sequence\(count == 1 ? "" : "s"), protocol \(evaluationProtocol.rawValue), "
            + "numbers as in \(table.definition)"
        return [title] + aligned(cells)
    }

    private static func number(_ value: Double?, places: Int) -> String {
        guard let value else { return "–" }
        return value.isFinite ? fixed(value, places: places) : "∞"
    }

    /// The first column to the left, the others to the right, two spaces between.
    private static func aligned(_ cells: [[String]]) -> [String] {
        let widths = (cells.first ?? []).indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + space : space + cell.0
            }
            var line = padded.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}

/// A name short enough for a table: its middle gives way, because names differ at their ends; files have the whole one.
///
/// - Parameters:
///   - name: the name.
///   - width: characters that it may have.
func elided(_ name: String, to width: Int = 32) -> String {
    guard name.count > width else { return name }
    return name.prefix(width / 2) + "…" + name.suffix(width - width / 2 - 1)
}
