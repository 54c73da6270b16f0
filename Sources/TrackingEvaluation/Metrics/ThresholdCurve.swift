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
    let frames = Double(count ?? overlaps.count)
    let values = thresholds.map { threshold in
        let passed = overlaps.count { inclusive ? $0 >= threshold : $0 > threshold }
        return frames > 0 ? Double(passed) / frames : 0
    }
    return .init(thresholds: thresholds, values: values)
}

/// The curve of errors up to thresholds, both ends included.
func precisionCurve(_ errors: [Double], _ thresholds: [Double] = errorThresholds, count: Int? = nil) -> ThresholdCurve {
    let frames = Double(count ?? errors.count)
    let values = thresholds.map { threshold in frames > 0 ? Double(errors.count { $0 <= threshold }) / frames : 0 }
    return .init(thresholds: thresholds, values: values)
}
