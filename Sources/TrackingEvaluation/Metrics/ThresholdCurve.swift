/// The share of frames that pass, over thresholds.
public struct ThresholdCurve: Hashable, Sendable {
    /// The thresholds, rising.
    public var thresholds: [Double]
    /// The share of frames that pass each, 0…1.
    public var values: [Double]

    /// Makes a curve.
    public init(thresholds: [Double], values: [Double]) {
        self.thresholds = thresholds
        self.values = values
    }

    /// The mean of its values, which the field calls area under the curve.
    public var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

    /// The area by trapezoids, divided by the range of the thresholds.
    public var trapezoid: Double {
        guard let first = thresholds.first, let last = thresholds.last, last > first else { return mean }
        var area = 0.0
        for i in thresholds.indices.dropFirst() {
            area += (thresholds[i] - thresholds[i - 1]) * (values[i] + values[i - 1]) / 2
        }
        return area / (last - first)
    }

    /// The mean of curves over the same thresholds, value by value; nil of none.
    public static func mean(of curves: [ThresholdCurve]) -> ThresholdCurve? {
        guard let first = curves.first else { return nil }
        let sums = curves.dropFirst().reduce(into: first.values) { sums, curve in
            for i in sums.indices where i < curve.values.count { sums[i] += curve.values[i] }
        }
        return .init(thresholds: first.thresholds, values: sums.map { $0 / Double(curves.count) })
    }
}

/// Thresholds of overlap 0, 0.05 … 1, each the product as `numpy.linspace` gives it, the last exactly 1.
let overlapThresholds = (0...20).map { $0 == 20 ? 1 : Double($0) * 0.05 }
/// The same as quotients, as jwlim/tracker_benchmark has them: 3/20 is not 3 · 0.05 to the last bit.
let quotientThresholds = (0...20).map { Double($0) / 20 }
/// The same as `numpy.arange(0, 1.05, 0.05)` gives it.
let steppedThresholds = (0...20).map { Double($0) * 0.05 }
/// Thresholds of centre error 0, 1 … 50 pixels.
let errorThresholds = (0...50).map { Double($0) }
/// Thresholds of normalized centre error 0, 0.01 … 0.5.
let normalizedThresholds = (0...50).map { Double($0) / 100 }

/// The curve of overlaps above thresholds.
///
/// - Parameters:
///   - overlaps: a value a frame.
///   - thresholds: rising.
///   - inclusive: whether an overlap at the threshold passes.
///   - count: by what to divide; nil for the number of overlaps.
func successCurve(
    _ overlaps: [Double], _ thresholds: [Double] = overlapThresholds, inclusive: Bool = false, count: Int? = nil
) -> ThresholdCurve {
    let passed =
        inclusive
        ? tally(overlaps, thresholds) { $0 >= $1 } : tally(overlaps, thresholds) { $0 > $1 }
    // A value passes all thresholds up to its own last one.
    var sum = 0
    let counts = passed.reversed().map { here in
        sum += here
        return sum
    }
    return curve(thresholds, counts.reversed().dropFirst(), of: count ?? overlaps.count)
}

/// The curve of errors up to thresholds, both ends included.
func precisionCurve(_ errors: [Double], _ thresholds: [Double] = errorThresholds, count: Int? = nil) -> ThresholdCurve {
    // An error that is none passes nothing, as one that is infinite.
    let failed = tally(errors, thresholds) { !($0 <= $1) }
    var sum = 0
    let counts = failed.dropLast().map { here in
        sum += here
        return sum
    }
    return curve(thresholds, counts[...], of: count ?? errors.count)
}

private func curve(_ thresholds: [Double], _ counts: some Sequence<Int>, of frames: Int) -> ThresholdCurve {
    .init(thresholds: thresholds, values: counts.map { frames > 0 ? Double($0) / Double(frames) : 0 })
}

/// How many values go past how many thresholds: a value goes past those from the first to one that it depends on.
///
/// Where it stops is guessed, since thresholds are about evenly spaced, and then decided by the comparison alone.
///
/// - Parameters:
///   - values: the values.
///   - thresholds: rising.
///   - isPast: whether a value goes past a threshold.
/// - Returns: at place k the number of values that go past exactly k thresholds.
@inline(__always)
private func tally(_ values: [Double], _ thresholds: [Double], isPast: (Double, Double) -> Bool) -> [Int] {
    var tally = [Int](repeating: 0, count: thresholds.count + 1)
    guard let first = thresholds.first, let last = thresholds.last else { return tally }
    let scale = last > first ? Double(thresholds.count - 1) / (last - first) : 0
    let most = Double(thresholds.count)
    for value in values {
        let guess = (value - first) * scale
        var k = guess >= most ? thresholds.count : guess > 0 ? Int(guess) : 0
        while k < thresholds.count, isPast(value, thresholds[k]) { k += 1 }
        while k > 0, !isPast(value, thresholds[k - 1]) { k -= 1 }
        tally[k] += 1
    }
    return tally
}
