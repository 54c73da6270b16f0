internal import TrackingEvaluation

/// Detection and tracking side by side.
enum ImagesComparison {
    /// What one of them did.
    struct Column {
        var name: String
        var measure: ImageTrackingMeasure
        /// Frames in which an anchor claims its image, of all.
        var shareOfFrames: Double
        /// What each frame took.
        var seconds: [Double]
    }

    /// The table, a property a line.
    static func lines(_ columns: [Column], hasTruth: Bool) -> [String] {
        var rows: [[String]] = [[""] + columns.map(\.name)]
        func add(_ name: String, _ value: (Column) -> String) { rows.append([name] + columns.map(value)) }
        func number(_ value: Double?, _ places: Int) -> String { value.map { fixed($0, places: places) } ?? "-" }
        add("first detection, s") { number($0.measure.firstDetection, 2) }
        add("frames with a claim, %") { number(100 * $0.shareOfFrames, 1) }
        if hasTruth {
            add("of those where it could be, %") {
                $0.measure.expected > 0 ? number(100 * Double($0.measure.claimed) / Double($0.measure.expected), 1) : "-"
            }
            add("corner error, median px") { number(medianOf($0.measure.cornerErrors), 2) }
            add("corners within 5 px, %") {
                $0.measure.cornerErrors.isEmpty ? "-" : number(100 * $0.measure.precision(within: 5), 1)
            }
            add("rotation error, median °") { number(medianOf($0.measure.rotationErrors), 2) }
            add("position error, median mm") { number(medianOf($0.measure.positionErrors), 2) }
            add("jitter, median mm a frame") { number(medianOf($0.measure.jitters), 3) }
            add("ghosts, frames") { String($0.measure.ghosts) }
            add("longest ghost, s") { number($0.measure.longestGhost, 2) }
            add("back after, s") { $0.measure.returns.isEmpty ? "-" : number($0.measure.returns.max(), 2) }
        }
        add("a frame, median ms") { number(medianOf($0.seconds).map { 1000 * $0 }, 1) }
        add("a frame, mean ms") { number(1000 * $0.seconds.reduce(0, +) / Double(max($0.seconds.count, 1)), 1) }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { index, cell in
                let space = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
    }
}
