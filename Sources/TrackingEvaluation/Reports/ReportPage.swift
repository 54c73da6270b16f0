internal import Files
internal import Recordings

extension EvaluationReport {
    /// The page.
    var html: String {
        let sets = tables.tables.map(\.set).joined(separator: ", ")
        let title = "Tracking on \(sets)"
        var out = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <title>\(escaped(title))</title>
            <style>
            \(ReportStyle.looks(of: ":root"))\(ReportStyle.page)\(ReportStyle.plot)</style>
            </head>
            <body><main>
            <h1>\(escaped(title))</h1>
            <p class="soft">\(escaped(ReportDefinitions.text(of: tables.manifest.evaluationProtocol)))</p>
            \(facts)
            """
        for (index, chapter) in chapters.enumerated() {
            out += ReportChapter(chapter, number: index, isAlone: chapters.count == 1).html
        }
        out += definitions
        out += "<footer>Made by airdraw \(escaped(tables.manifest.version)). The numbers are in summary.json, summary.csv, "
        out += "sequences.csv, curves.csv and attributes.csv beside this page, the plots in plots/.</footer>\n"
        return out + "</main>\n<script>\(ReportStyle.script)</script>\n</body>\n</html>\n"
    }

    private var facts: String {
        let manifest = tables.manifest
        var rows = [
            ("protocol", manifest.evaluationProtocol.rawValue),
            ("definition", Set(tables.tables.map(\.definition)).sorted().joined(separator: "; ")),
            (
                "data",
                manifest.sets.map { "\($0.name): \($0.sequences.count) sequences, layout \($0.layout)" }.joined(separator: "; ")
            ),
            ("trackers", manifest.trackers.joined(separator: ", ")),
        ]
        if let machine { rows.append(("machine", machine)) }
        return "<dl class=\"facts\">\n" + rows.map { "<dt>\($0)</dt><dd>\(escaped($1))</dd>\n" }.joined() + "</dl>\n"
    }

    /// The machine that the times are of, from the first file of them.
    private var machine: String? {
        for table in tables.tables {
            for row in table.rows {
                guard let sequence = row.sequences.first?.sequence,
                    let facts = Machine.facts(in: tables.folder.times(set: table.set, tracker: row.tracker, sequence: sequence))
                else { continue }
                return facts
            }
        }
        return nil
    }

    private var definitions: String {
        var seen: Set<String> = []
        let shown = tables.tables.flatMap { table in
            table.columns.enumerated().filter { index, _ in table.rows.contains { $0.values[index]?.isFinite == true } }.map(
                \.element)
        }
        let columns = shown.filter { seen.insert($0.key).inserted }
        var out = "<h2 id=\"definitions\">What the numbers mean</h2>\n<dl class=\"facts\">\n"
        for column in columns {
            let text = ReportDefinitions.text(of: column) + (column.isError ? " Less is better." : "")
            out +=
                "<dt>\(escaped(column.title))</dt><dd>\(escaped(text)) <span class=\"soft\">\(escaped(column.key))</span></dd>\n"
        }
        out += "</dl>\n<p>The rows in italics bracket the others: <i>ground-truth</i> says what the annotation says, and shows "
        out += "how much the definition lets anybody reach; <i>static</i> stays where it was seeded.</p>\n"
        return out
    }
}

/// A data set's part of the page.
struct ReportChapter {
    private let chapter: EvaluationReport.Chapter
    private let number: Int
    private let isAlone: Bool
    private let rows: [EvaluationTables.Row]
    private let colours: [String: Int?]
    /// The columns in which any tracker has a number.
    private let columns: [Int]

    init(_ chapter: EvaluationReport.Chapter, number: Int, isAlone: Bool) {
        self.chapter = chapter
        self.number = number
        self.isAlone = isAlone
        rows = chapter.table.sorted
        colours = seriesColours(of: rows)
        columns = chapter.table.columns.indices.filter { column in
            chapter.table.rows.contains { $0.values[column]?.isFinite == true }
        }
    }

    /// The chapter as HTML.
    var html: String {
        var parts = [("trackers", "Trackers", summary)]
        if !chapter.plots.isEmpty { parts.append(("plots", "Curves and speed", plots)) }
        if !chapter.attributes.isEmpty { parts.append(("attributes", "By attribute", attributes)) }
        parts.append(("sequences", "By sequence", sequences))
        if !chapter.strips.isEmpty || !chapter.stripNotes.isEmpty { parts.append(("worst", "The worst sequences", strips)) }
        var out = isAlone ? "" : "<h2>\(escaped(chapter.table.set))</h2>\n"
        let links =
            parts.map { "<a href=\"#\($0.0)-\(number)\">\($0.1)</a>" } + ["<a href=\"#definitions\">What the numbers mean</a>"]
        out += "<nav>" + links.joined() + "</nav>\n"
        let level = isAlone ? "h2" : "h3"
        for (name, title, text) in parts { out += "<\(level) id=\"\(name)-\(number)\">\(title)</\(level)>\n\(text)" }
        return out
    }

    private func key(_ row: EvaluationTables.Row) -> String {
        let colour = (colours[row.tracker] ?? nil).map { "var(--s\($0 % ReportStyle.colourCount))" } ?? "transparent"
        return "<span class=\"key\" style=\"background:\(colour)\"></span>"
    }

    private var summary: String {
        let table = chapter.table
        let hasFailed = rows.contains { !$0.failed.isEmpty }
        let heads = ["tracker"] + columns.map { table.columns[$0].title + (table.columns[$0].isError ? " ↓" : "") } + ["frames/s"]
        let best = table.columns.indices.map { column in
            Self.best(rows.filter { !$0.isBracket }.map { $0.values[column] }, isError: table.columns[column].isError)
        }
        let lines = rows.map { row in
            var cells = "<td>\(key(row))\(escaped(row.tracker))</td>"
            for index in columns {
                let column = table.columns[index]
                let isBest = !row.isBracket && row.values[index] != nil && row.values[index] == best[index]
                cells += "<td\(isBest ? " class=\"best\"" : "")>\(shown(row.values[index], places: column.places))</td>"
            }
            cells += "<td>\(row.isBracket ? "" : shown(row.speed, places: 0))</td>"
            if hasFailed { cells += "<td>\(row.failed.count)</td>" }
            return "<tr\(row.isBracket ? " class=\"bracket\"" : "")>\(cells)</tr>\n"
        }
        return Self.table(heads + (hasFailed ? ["failed"] : []), lines)
    }

    private var plots: String {
        let figures = chapter.plots.map { "<figure>\n\($0.svg(isAlone: false))</figure>\n" }.joined()
        var text = "<div class=\"plots\">\n\(figures)</div>\n"
        if !chapter.curves.trackers.isEmpty {
            text += "<p class=\"soft\">Success and precision as in \(escaped(chapter.curves.definition))"
            let other = chapter.curves.normalizedDefinition
            if !other.isEmpty, other != chapter.curves.definition { text += "; normalized precision as in \(escaped(other))" }
            text += ".</p>\n"
        }
        return text
    }

    private var attributes: String {
        let column = chapter.table.columns[chapter.table.sequenceColumn]
        let order = rows.compactMap { row in chapter.table.rows.firstIndex(of: row) }
        let most = chapter.attributes.flatMap(\.values).compactMap { $0 }.filter(\.isFinite).max() ?? 1
        let lines = chapter.attributes.map { attribute in
            let best = Self.best(
                zip(chapter.table.rows, attribute.values).filter { !$0.0.isBracket }.map(\.1), isError: column.isError)
            let cells = order.map { index in
                heat(
                    attribute.values[index], column, most: most,
                    isBest: attribute.values[index] == best && !chapter.table.rows[index].isBracket)
            }
            return
                "<tr><td>\(escaped(attribute.name)) <span class=\"soft\">(\(attribute.count))</span></td>\(cells.joined())</tr>\n"
        }
        return
            "<p class=\"soft\">Mean \(escaped(column.title)) of the sequences that have the attribute; their number in brackets.</p>\n"
            + Self.table(["attribute"] + rows.map(\.tracker), lines)
    }

    private var sequences: String {
        // What only all sequences together have is in the table of trackers.
        columns.filter { index in rows.contains { $0.sequences.contains { $0.values[index] != nil } } }.map { index in
            let column = chapter.table.columns[index]
            let text = sequenceTable(index, column)
            let title = escaped(column.title) + (column.isError ? " (less is better)" : "")
            return index == chapter.table.sequenceColumn
                ? "<p class=\"soft\">\(title)</p>\n\(text)" : "<details><summary>\(title)</summary>\n\(text)</details>\n"
        }.joined()
    }

    private func sequenceTable(_ index: Int, _ column: ScoreColumn) -> String {
        let scores = rows.map { row in
            Dictionary(row.sequences.map { ($0.sequence, $0.values[index]) }, uniquingKeysWith: { first, _ in first })
        }
        let names = Set(scores.flatMap(\.keys)).sorted()
        let most = scores.flatMap(\.values).compactMap { $0 }.filter(\.isFinite).max() ?? 1
        var lines = names.map { name in
            let values = scores.map { $0[name] ?? nil }
            let best = Self.best(zip(rows, values).filter { !$0.0.isBracket }.map(\.1), isError: column.isError)
            let cells = zip(rows, values).map { row, value in
                heat(value, column, most: most, isBest: !row.isBracket && value == best)
            }
            return "<tr><td>\(escaped(name))</td>\(cells.joined())</tr>\n"
        }
        let totals = rows.map { "<td>\(shown($0.values[index], places: column.places))</td>" }.joined()
        lines.append("<tr class=\"mean\"><td>all</td>\(totals)</tr>\n")
        return Self.table(["sequence"] + rows.map(\.tracker), lines)
    }

    /// A cell whose ground is the deeper the better its value.
    private func heat(_ value: Double?, _ column: ScoreColumn, most: Double, isBest: Bool) -> String {
        let share = value.flatMap { $0.isFinite && most > 0 ? min(max($0 / most, 0), 1) : nil } ?? 0
        let depth = value == nil ? 0 : column.isError ? 1 - share : share
        let isBest = isBest && value != nil
        return "<td class=\"heat\(isBest ? " best" : "")\" style=\"--v:\(shown(depth, places: 2))\">"
            + "\(shown(value, places: column.places))</td>"
    }

    private var strips: String {
        var out =
            "<p class=\"soft\"><span class=\"truth\">green</span> is the truth, <span class=\"said\">orange</span> what the tracker says, "
        out += "grey what it says while it holds the target for lost. Pictures are spread evenly over the run.</p>\n"
        for strip in chapter.strips {
            out += "<div class=\"strip\"><h3 style=\"margin-top:0\">\(escaped(strip.sequence)) "
            out += "<span class=\"soft\">\(escaped(strip.tracker)), \(escaped(strip.score))</span></h3>\n<div class=\"row\">\n"
            for frame in strip.frames {
                let overlap = frame.overlap.map { ", overlap \(shown($0, places: 2))" } ?? ""
                let words = "frame \(frame.frame)\(overlap)\(frame.isHeld ? "" : ", lost")"
                out += "<figure><img alt=\"\(escaped(strip.sequence)), \(words)\" src=\"data:image/jpeg;base64,"
                out += Base64.text(of: frame.jpeg) + "\"><figcaption>\(words)</figcaption></figure>\n"
            }
            out += "</div></div>\n"
        }
        return out + chapter.stripNotes.map { "<p class=\"soft\">\(escaped($0))</p>\n" }.joined()
    }

    private static func best(_ values: [Double?], isError: Bool) -> Double? {
        let found = values.compactMap { $0 }.filter(\.isFinite)
        return isError ? found.min() : found.max()
    }

    private static func table(_ heads: [String], _ lines: [String]) -> String {
        "<div class=\"wide\"><table><thead><tr>" + heads.map { "<th>\(escaped($0))</th>" }.joined() + "</tr></thead>\n<tbody>\n"
            + lines.joined() + "</tbody></table></div>\n"
    }
}

extension Machine {
    /// What the first line of a file of times says, in words; nil when there is none.
    static func facts(in path: String) -> String? {
        // Times are good to have: without them the page lacks a line.
        guard var lines = try? LineReader(path: path), let line = try? lines.next(), let object = try? jsonObject(line) else {
            return nil
        }
        guard let processor = try? object.text("processor"), let cores = try? object.count("cores") else { return nil }
        let system = (try? object.text("system")) ?? ""
        return [processor, "\(cores) cores", system].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
