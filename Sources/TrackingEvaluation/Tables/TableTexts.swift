internal import Recordings

extension EvaluationTables {
    /// The table of trackers as JSON, a line.
    var json: String { Self.json(tables, of: manifest.evaluationProtocol, version: manifest.version) }

    /// Tables of trackers as JSON, a line, as it stands in `summary.json`.
    ///
    /// - Parameters:
    ///   - tables: a table for each data set.
    ///   - evaluationProtocol: how the trackers were run.
    ///   - version: the version of the program.
    public static func json(_ tables: [Table], of evaluationProtocol: EvaluationProtocol, version: String) -> String {
        let sets = tables.map { table in
            let trackers = table.rows.map { row in
                let scores = zip(table.columns, row.values).map { ($0.key, jsonNumber($1)) }
                return objectText([
                    ("bracket", row.isBracket ? "true" : "false"), ("failed", listText(row.failed)),
                    ("scores", objectText(scores)),
                    ("sequences", "\(row.sequences.count)"), ("tracker", jsonText(row.tracker)),
                ])
            }
            return objectText([
                ("columns", listText(table.columns.map(\.key))), ("data_set", jsonText(table.set)),
                ("definition", jsonText(table.definition)), ("layout", jsonText(table.layout)),
                ("lower_is_better", listText(table.columns.filter(\.isError).map(\.key))),
                ("trackers", "[" + trackers.joined(separator: ",") + "]"),
            ])
        }
        return objectText([
            ("airdraw", jsonText(version)), ("data_sets", "[" + sets.joined(separator: ",") + "]"),
            ("protocol", jsonText(evaluationProtocol.rawValue)),
        ]) + "\n"
    }

    /// The table of trackers as CSV.
    var csv: String {
        var text = Self.csvLine(["data_set", "tracker", "sequences", "failed"] + (tables.first?.columns.map(\.key) ?? []))
        for table in tables {
            // Data sets of different layouts may have different columns: each such table has its own header.
            if table.columns != tables.first?.columns {
                text += Self.csvLine(["data_set", "tracker", "sequences", "failed"] + table.columns.map(\.key))
            }
            for row in table.rows {
                text += Self.csvLine(
                    [table.set, row.tracker, "\(row.sequences.count)", "\(row.failed.count)"] + row.values.map(Self.csvNumber))
            }
        }
        return text
    }

    /// The table of trackers and sequences as CSV.
    var sequenceCSV: String { Self.sequenceCSV(tables) }

    /// A line for each tracker and sequence as CSV.
    ///
    /// - Parameter tables: a table for each data set.
    public static func sequenceCSV(_ tables: [Table]) -> String {
        var text = Self.csvLine(["data_set", "tracker", "sequence"] + (tables.first?.columns.map(\.key) ?? []))
        for table in tables {
            if table.columns != tables.first?.columns {
                text += Self.csvLine(["data_set", "tracker", "sequence"] + table.columns.map(\.key))
            }
            for row in table.rows {
                for sequence in row.sequences {
                    text += Self.csvLine([table.set, row.tracker, sequence.sequence] + sequence.values.map(Self.csvNumber))
                }
            }
        }
        return text
    }

    private static func jsonNumber(_ value: Double?) -> String { value.flatMap { $0.isFinite ? numberText($0) : nil } ?? "null" }

    private static func csvNumber(_ value: Double?) -> String { value.flatMap { $0.isFinite ? numberText($0) : nil } ?? "" }

    /// A line of CSV (RFC 4180 but for the bare newline).
    static func csvLine(_ fields: [String]) -> String {
        fields.map { field in
            let needsQuotes = field.contains { ",\"\n\r".contains($0) }
            guard needsQuotes else { return field }
            return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }.joined(separator: ",") + "\n"
    }
}
