internal import Spaces

/// How drawings compare with what was drawn in truth; all recordings weigh the same.
struct InkScorer: Scorer {
    private var rows: [[Double?]] = []

    var definition: String { "AirDraw: pen against the true tip while it touches, ink within 5 mm of the true line" }

    let columns = [
        ScoreColumn("pen_median_mm", "pen mm", isError: true, places: 2),
        ScoreColumn("pen_p95_mm", "p95", isError: true, places: 2),
        ScoreColumn("hausdorff_mm", "Hausdorff", isError: true, places: 1),
        ScoreColumn("frechet_mm", "Fréchet", isError: true, places: 1), ScoreColumn("covered_share", "covered"),
        ScoreColumn("false_ink_mm", "false ink", isError: true, places: 1),
        ScoreColumn("missing_ink_mm", "missing ink", isError: true, places: 1),
        ScoreColumn("height_error_mm", "height", isError: true, places: 1),
    ]

    mutating func add(_ results: ResultFile, of sequence: EvaluationSequence) -> [Double?] {
        guard let drawing = results.drawing else { return columns.map { _ in nil } }
        let touching = drawing.frames.filter { $0.touching == true }
        let pen = PenErrors(measured: touching.map(\.pen), truth: touching.map(\.tip))
        let ink = DrawingScores(drawn: drawing.strokes, truth: drawing.trueStrokes)
        let height = drawing.trueHeight.map { abs(heightError(measured: drawing.height, truth: $0)) }
        let row = [
            pen.median, pen.percentile95, ink.hausdorff, ink.frechet, ink.coveredShare, ink.falseInk, ink.missingInk, height,
        ]
        rows.append(row)
        return row
    }

    func total() -> [Double?] { columns.indices.map { column in meanOrNil(rows.compactMap { $0[column] }) } }
}
