internal import Files
internal import Imaging

/// The report of an evaluation: `report.html`, which opens without a network, its plots as SVG, and its curves and attributes as CSV.
///
/// It is made of the folder's files alone, but for the pictures of the filmstrips, which come from the data sets. What it says of speed is
/// the machine's, so the page is no part of what a resumed evaluation repeats byte for byte; `curves.csv` and `attributes.csv` are.
public struct EvaluationReport: Sendable {
    /// A data set's part of the report.
    struct Chapter: Sendable {
        var table: EvaluationTables.Table
        var plots: [Plot]
        var curves: ReportCurves
        var vot: ReportVOT
        var attributes: [ReportAttribute]
        var strips: [Filmstrip]
        /// Why there are no filmstrips, or fewer.
        var stripNotes: [String] = []
    }

    /// The tables that it shows.
    public let tables: EvaluationTables
    let chapters: [Chapter]

    /// How many filmstrips a data set has at most.
    static let mostStrips = 6

    /// Gathers curves, attributes and filmstrips.
    ///
    /// - Parameters:
    ///   - tables: of the folder.
    ///   - sets: the data sets, for their pictures; one that is not among them is opened where its folder still is.
    ///   - check: asked between pieces of work; what it throws comes out here.
    /// - Throws: ``EvaluationFailure`` or `FileFailure` when a file of results cannot be read. Pictures that cannot be read are only missing.
    public init(of tables: EvaluationTables, sets: [DataSet] = [], check: () throws -> Void = {}) throws {
        self.tables = tables
        chapters = try tables.tables.enumerated().map { index, table in
            try check()
            let prefix = tables.tables.count > 1 ? fileName(table.set) + "-" : ""
            let curves = try ReportCurves(of: table, in: tables)
            let vot = try ReportVOT(of: table, in: tables)
            var chapter = Chapter(
                table: table, plots: curves.plots(of: table, prefix: prefix) + vot.plots(of: table, prefix: prefix),
                curves: curves, vot: vot,
                attributes: try ReportAttribute.all(of: table, in: tables.folder), strips: [])
            if let plot = speedPlot(of: table, prefix: prefix) { chapter.plots.append(plot) }
            let set = sets.first { $0.name == table.set } ?? Self.open(tables.manifest.sets[index])
            try Self.addStrips(to: &chapter, from: set, in: tables, check)
            return chapter
        }
    }

    /// Writes `report.html`, `plots/*.svg`, `curves.csv` and `attributes.csv` into the folder of the evaluation.
    ///
    /// - Returns: the files.
    /// - Throws: `FileFailure`.
    @discardableResult
    public func write() throws -> [String] {
        let folder = tables.folder.path
        var files = [folder + "/report.html", folder + "/curves.csv", folder + "/attributes.csv"]
        try writeText(html, to: files[0])
        try writeText(
            EvaluationTables.csvLine(["data_set", "plot", "tracker", "threshold", "share"])
                + chapters.map { $0.curves.csv(set: $0.table.set) + $0.vot.csv(set: $0.table.set) }.joined(), to: files[1])
        try writeText(ReportAttribute.csv(chapters.map { ($0.table, $0.attributes) }), to: files[2])
        for plot in chapters.flatMap(\.plots) {
            let path = "\(folder)/plots/\(plot.file).svg"
            try writeText(plot.svg(isAlone: true), to: path)
            files.append(path)
        }
        return files
    }

    private static func open(_ entry: Manifest.Entry) -> DataSet? {
        // The folder may have moved since; the report then goes without pictures and says so.
        try? openDataSet(entry.folder, layout: entry.layout)
    }

    /// The worst sequences of the best trackers: three of the first, one of each of the next, none twice.
    private static func addStrips(
        to chapter: inout Chapter, from set: DataSet?, in tables: EvaluationTables, _ check: () throws -> Void
    ) throws {
        guard tables.manifest.evaluationProtocol != .drawing else { return }
        guard let set else {
            chapter.stripNotes.append("The pictures of the data set were not found, so there are no filmstrips.")
            return
        }
        let table = chapter.table
        let judging = table.sequenceColumn
        guard table.columns.indices.contains(judging) else { return }
        let column = table.columns[judging]
        let sign = column.isError ? -1.0 : 1.0
        for (place, row) in table.sorted.filter({ !$0.isBracket }).enumerated() {
            let scored = row.sequences.compactMap { sequence in
                sequence.values[judging].flatMap { $0.isFinite ? (name: sequence.sequence, value: $0) : nil }
            }
            let isShown = Set(chapter.strips.map(\.sequence)).contains
            let worst = scored.filter { !isShown($0.name) }.sorted { (sign * $0.value, $0.name) < (sign * $1.value, $1.name) }
                .prefix(place == 0 ? 3 : 1)
            for (name, value) in worst where chapter.strips.count < mostStrips {
                try check()
                guard let sequence = set.sequences.first(where: { $0.name == name }) else { continue }
                let results = try ResultFile(
                    reading: tables.folder.results(set: table.set, tracker: row.tracker, sequence: name))
                guard let run = results.runs.first?.run else { continue }
                let score = "\(column.title) \(shown(value, places: max(column.places, 2)))"
                do {
                    chapter.strips.append(try Filmstrip(of: sequence, run: run, tracker: row.tracker, score: score))
                } catch let failure as ImagingFailure {
                    chapter.stripNotes.append("\(name): \(failure)")
                }
            }
        }
    }
}

extension EvaluationTables.Row {
    /// Frames a second; nil where they are unknown, as for stored results.
    var speed: Double? { framesPerSecond.flatMap { $0 > 0 ? $0 : nil } }
}

/// Speed against the first score; nil where no tracker has both.
private func speedPlot(of table: EvaluationTables.Table, prefix: String) -> Plot? {
    guard let column = table.columns.first else { return nil }
    let colours = seriesColours(of: table.rows)
    let rows = table.sorted.filter { !$0.isBracket }
    let found = rows.compactMap { row -> Plot.Series? in
        guard let speed = row.speed, let score = row.values[0], score.isFinite else { return nil }
        return Plot.Series(
            name: row.tracker, score: "\(shown(score, places: 3)) at \(shown(speed, places: 1)) frames/s",
            colour: seriesColours(of: table.sorted)[row.tracker] ?? colours[row.tracker] ?? nil,
            points: [.init(x: speed, y: score)])
    }
    guard !found.isEmpty else { return nil }
    let speeds = found.flatMap(\.points).map(\.x)
    let scores = found.flatMap(\.points).map(\.y)
    let top = max((scores.max() ?? 1) * 1.15, 1e-6)
    return Plot(
        file: prefix + "speed", title: "Speed and \(column.title)" + (column.isError ? " (less is better)" : ""),
        xLabel: "frames a second, without reading pictures (logarithmic)", yLabel: column.title,
        xRange: (speeds.min() ?? 1) / 2...(speeds.max() ?? 1) * 2, yRange: 0...(top > 0.7 && top <= 1.15 ? 1 : top),
        isLogarithmic: true, isScatter: true, series: found)
}
