internal import Commands

/// A measured number and its limit.
struct Verdict: Hashable, Sendable {
    /// Which side of the limit is the good one.
    enum Limit: Hashable, Sendable {
        /// Not above it: for what costs.
        case atMost(Double)
        /// Not under it: for how fast.
        case atLeast(Double)
    }

    /// What was measured, in words.
    let name: String
    /// The number.
    let value: Double
    /// What it must be.
    let bound: Limit
    /// The unit; empty for a ratio.
    var unit = ""

    /// Whether the limit is met; a number that is none meets nothing.
    var isMet: Bool {
        switch bound {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        }
    }

    /// The number in words.
    var found: String { words(value, places: unit.isEmpty ? 3 : 0) }

    /// The limit in words.
    var limit: String {
        switch bound {
        case .atMost(let limit): "≤ " + words(limit, places: unit.isEmpty ? 2 : 0)
        case .atLeast(let limit): "≥ " + words(limit, places: unit.isEmpty ? 2 : 0)
        }
    }

    private func words(_ value: Double, places: Int) -> String {
        fixed(value, places: places) + (unit.isEmpty ? "" : " " + unit)
    }
}
