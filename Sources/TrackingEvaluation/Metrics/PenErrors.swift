public import Spaces

/// How far the pen was from where it was, frame by frame.
public struct PenErrors: Hashable, Sendable {
    /// Distances in frame order, millimetres, of frames where both places are known.
    public var millimetres: [Double]
    /// Frames where the true place is known and no place was measured.
    public var missing: Int

    /// Median distance, millimetres; nil of no frame.
    public var median: Double? { percentile(millimetres, 0.5) }
    /// Distance that 95 of 100 frames do not exceed, millimetres; nil of no frame.
    public var percentile95: Double? { percentile(millimetres, 0.95) }
    /// Largest distance, millimetres; nil of no frame.
    public var largest: Double? { millimetres.max() }

    /// Compares places.
    ///
    /// - Parameters:
    ///   - measured: the pen's place in each frame; nil where there was none.
    ///   - truth: the true place in each frame; nil where it is not known.
    public init(measured: [WorldPoint?], truth: [WorldPoint?]) {
        millimetres = []
        missing = 0
        for (i, target) in truth.enumerated() {
            guard let target else { continue }
            if i < measured.count, let place = measured[i], place.isFinite {
                millimetres.append(place.distance(to: target) * 1000)
            } else {
                missing += 1
            }
        }
    }
}

/// The error of a height, millimetres; positive when the measured one is larger.
///
/// - Parameters:
///   - measured: a height in metres.
///   - truth: the true height in metres.
public func heightError(measured: Double, truth: Double) -> Double { (measured - truth) * 1000 }
