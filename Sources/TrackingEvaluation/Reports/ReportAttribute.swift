/// One attribute of a data set, such as OTB's `OCC`, and what trackers score on the sequences that have it.
struct ReportAttribute: Hashable, Sendable {
    /// Its name.
    var name: String
    /// How many sequences have it.
    var count: Int
    /// The mean of the first score that single sequences have, by tracker, in the order of the table's rows; nil where there is none.
    var values: [Double?]

    /// The attributes of a table's data set, by name.
    ///
    /// - Throws: ``EvaluationFailure`` when an annotation cannot be read.
    static func all(of table: EvaluationTables.Table, in folder: RunFolder) throws -> [ReportAttribute] {
        var sequences: [String: Set<String>] = [:]
        for name in Set(table.rows.flatMap { $0.sequences.map(\.sequence) }) {
            for attribute in try SequenceFile.attributes(folder.truth(set: table.set, sequence: name)) {
                sequences[attribute, default: []].insert(name)
            }
        }
        let column = table.sequenceColumn
        return sequences.sorted { $0.key < $1.key }.map { attribute, names in
            let values = table.rows.map { row in
                let found = row.sequences.filter { names.contains($0.sequence) }.compactMap { $0.values[column] }.filter(
                    \.isFinite)
                return found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)
            }
            return ReportAttribute(name: attribute, count: names.count, values: values)
        }
    }

    /// All attributes as CSV: one line an attribute and tracker.
    static func csv(_ parts: [(table: EvaluationTables.Table, attributes: [ReportAttribute])]) -> String {
        var out = EvaluationTables.csvLine(["data_set", "attribute", "sequences", "tracker", "score", "mean"])
        for (table, attributes) in parts {
            for attribute in attributes {
                for (row, value) in zip(table.rows, attribute.values) {
                    out += EvaluationTables.csvLine([
                        table.set, attribute.name, "\(attribute.count)", row.tracker,
                        table.columns.isEmpty ? "" : table.columns[table.sequenceColumn].key,
                        value.map { "\($0)" } ?? "",
                    ])
                }
            }
        }
        return out
    }
}
