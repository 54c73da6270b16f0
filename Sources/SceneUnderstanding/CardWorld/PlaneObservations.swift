/// What one frame shows of a plane: known points of a card on it, and corners of its surroundings that are followed.
struct PlaneView {
    /// A known point.
    struct Known {
        /// On the plane, metres, y down.
        var point: SIMD2<Double>
        /// Where it is seen, pixels from the middle of a straight picture.
        var place: SIMD2<Double>
    }

    /// A corner of which it is not known where on the plane it is.
    struct Followed {
        /// Which one.
        var track: Int
        /// Where it is seen, as of a known point; a float is good to a thousandth of a pixel.
        var x: Float
        var y: Float

        var place: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
    }

    /// The card's points; none where it is not seen.
    var known: [Known] = []
    /// How far a known point may be off, pixels.
    var knownDeviation = 0.3
    /// Corners.
    var followed: [Followed] = []
}

/// How observations are weighted: squares as long as residuals are as small as they should be, and hardly at all when they are far off.
///
/// Source: S. Geman and D. McClure, "Statistical methods for tomographic image reconstruction", Bulletin of the ISI 52(4), 1987.
struct RobustWeight {
    /// Multiple of the deviation from which residuals stop to count.
    var reach: Double

    func callAsFunction(_ residual: SIMD2<Double>, deviation: Double) -> Double {
        let ratio = (residual * residual).sum() / (deviation * deviation)
        let scale = reach * reach
        let share = scale / (scale + ratio)
        return share * share / (deviation * deviation)
    }
}
