internal import TrackingEvaluation

/// A comparison as lines.
enum ComparisonText {
    /// The lines for people: a row a sequence, the mean, and what can be said.
    static func lines(_ comparison: Comparison) -> [String] {
        let places = max(comparison.column.places, 1)
        let names = comparison.pairs.map(\.sequence) + ["mean"]
        let width = min(max(names.map(\.count).max() ?? 0, 8), 40)
        func row(_ name: String, _ a: String, _ b: String, _ difference: String) -> String {
            padded(name, width, left: true) + [a, b, difference].map { "  " + padded($0, 9) }.joined()
        }
        func numbers(_ name: String, _ a: Double, _ b: Double) -> String {
            row(name, fixed(a, places: places), fixed(b, places: places), signed(b - a, places))
        }
        let kinds = comparison.trackers[0] == comparison.trackers[1] ? [comparison.trackers[0]] : comparison.trackers
        let arrow = comparison.column.isError ? ", less is better" : ""
        var lines = ["\(kinds.joined(separator: " and ")): \(comparison.column.key)\(arrow) (\(comparison.definition))"]
        lines.append(row("sequence", "A", "B", "B - A"))
        lines += comparison.pairs.map { numbers(elided($0.sequence, to: 40), $0.a, $0.b) }
        lines.append(numbers("mean", comparison.means.a, comparison.means.b))
        if !comparison.onlyInA.isEmpty { lines.append("missing in B: " + comparison.onlyInA.joined(separator: ", ")) }
        if !comparison.onlyInB.isEmpty { lines.append("missing in A: " + comparison.onlyInB.joined(separator: ", ")) }
        lines.append(judgement(comparison))
        return lines
    }

    /// The difference, its interval and the verdict in one line.
    static func judgement(_ comparison: Comparison) -> String {
        let interval = comparison.bootstrap
        let places = max(comparison.column.places, 1) + 1
        let word =
            switch comparison.verdict {
            case .better: "B is better"
            case .worse where comparison.onlyInA.isEmpty: "B is worse"
            case .worse: "B lacks \(comparison.onlyInA.count) of A's sequences"
            case .undecided: "no difference is shown"
            }
        let count = comparison.pairs.count
        return "\(comparison.trackers[1]): \(comparison.column.key) \(signed(interval.mean, places)), "
            + "\(fixed(interval.level * 100, places: 0)) % within \(signed(interval.low, places)) ... \(signed(interval.high, places)) "
            + "(\(count) sequence\(count == 1 ? "" : "s"), \(interval.draws) draws, seed \(interval.seed)): \(word)"
    }

    /// The header of the lines of CSV.
    static let header = "tracker_a,tracker_b,metric,sequence,a,b,difference,low,high,verdict"

    /// A line a sequence, and one for the mean with the interval.
    static func csv(_ comparison: Comparison) -> [String] {
        let start = comparison.trackers.map(quotedForCSV) + [comparison.column.key]
        var lines = comparison.pairs.map { pair in
            (start + [quotedForCSV(pair.sequence), "\(pair.a)", "\(pair.b)", "\(pair.difference)", "", "", ""]).joined(
                separator: ",")
        }
        let (means, interval) = (comparison.means, comparison.bootstrap)
        lines.append(
            (start + [
                "", "\(means.a)", "\(means.b)", "\(interval.mean)", "\(interval.low)", "\(interval.high)",
                comparison.verdict.rawValue,
            ]).joined(separator: ","))
        return lines
    }

    private static func quotedForCSV(_ text: String) -> String {
        guard text.contains(where: { ",\"\n".contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private static func signed(_ value: Double, _ places: Int) -> String {
        let text = fixed(value, places: places)
        return value > 0 && !text.allSatisfy({ "0.".contains($0) }) ? "+" + text : text
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
        let fill = String(repeating: " ", count: max(width - text.count, 0))
        return left ? text + fill : fill + text
    }
}
