/// A low-pass filter whose cutoff grows with speed: what rests does not shake, what is fast does not lag.
///
/// Casiez, Roussel and Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012. One
/// speed serves all axes, so that the filter does not depend on how they lie.
public struct OneEuroFilter<Coordinates: SIMD & Sendable>: Sendable where Coordinates.Scalar == Double {
    /// Cutoff of what rests, Hz (the paper's f_cmin).
    public var restingCutoff: Double
    /// Growth of the cutoff with speed, Hz for each unit of the coordinates a second (the paper's β).
    ///
    /// Above 0 the lag of a steady motion stays below 1 / (2π · growth) units at any speed.
    public var growth: Double
    /// Cutoff of the speed itself, Hz (the paper's f_cd).
    public var speedCutoff: Double

    private var last: (point: Coordinates, velocity: Coordinates, time: Double)?

    /// Makes a filter.
    ///
    /// - Precondition: the cutoffs are above 0, the growth is not negative.
    public init(restingCutoff: Double, growth: Double, speedCutoff: Double = 1) {
        precondition(restingCutoff > 0 && speedCutoff > 0 && growth >= 0, "a cutoff is above 0 Hz, a growth not below 0")
        self.restingCutoff = restingCutoff
        self.growth = growth
        self.speedCutoff = speedCutoff
    }

    /// The next point, smoothed.
    ///
    /// - Parameters:
    ///   - point: the next one.
    ///   - time: seconds; where it does not grow, the filter begins anew.
    public mutating func callAsFunction(_ point: Coordinates, at time: Double) -> Coordinates {
        guard let last, time > last.time else {
            last = (point, .zero, time)
            return point
        }
        let dt = time - last.time
        let velocity = last.velocity + ((point - last.point) / dt - last.velocity) * Self.weight(cutoff: speedCutoff, dt: dt)
        let speed = (velocity * velocity).sum().squareRoot()
        let smooth = last.point + (point - last.point) * Self.weight(cutoff: restingCutoff + growth * speed, dt: dt)
        self.last = (smooth, velocity, time)
        return smooth
    }

    /// Forgets the past: the next point begins anew.
    public mutating func reset() { last = nil }

    /// The weight of the new sample in an exponential low-pass.
    private static func weight(cutoff: Double, dt: Double) -> Double { 1 / (1 + 1 / (2 * Double.pi * cutoff * dt)) }
}
