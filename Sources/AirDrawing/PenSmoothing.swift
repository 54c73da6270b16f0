public import Spaces

/// Takes the shaking out of the pen's way: a One-Euro filter for points of the world.
///
/// A low-pass whose cutoff grows with speed: still hands do not shake, fast ones do not lag. Casiez, Roussel and Vogel, "1 € Filter: A
/// Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012. One speed serves all three axes, so that the
/// filter does not depend on how the table lies.
public struct PenSmoothing: Sendable {
    /// Cutoff for a pen that rests, Hz.
    public static let restingCutoff = 3.0
    /// Growth of the cutoff with speed, Hz per m/s.
    ///
    /// The lag is less than 1 / (2π · growth) = 0.6 mm at any speed.
    public static let growth = 265.0
    /// Cutoff for the speed itself, Hz.
    public static let speedCutoff = 6.0

    private let isOn: Bool
    private var last: (point: SIMD3<Double>, velocity: SIMD3<Double>, time: Double)?

    /// Makes a filter; one that is off gives points back as they are.
    public init(isOn: Bool) { self.isOn = isOn }

    /// The next point, smoothed; times must grow.
    public mutating func callAsFunction(_ p: WorldPoint, at time: Double) -> WorldPoint {
        guard isOn, let last, time > last.time else {
            last = (p.coordinates, .zero, time)
            return p
        }
        let dt = time - last.time
        let raw = (p.coordinates - last.point) / dt
        let velocity = last.velocity + (raw - last.velocity) * Self.weight(cutoff: Self.speedCutoff, dt: dt)
        let speed = (velocity * velocity).sum().squareRoot()
        let share = Self.weight(cutoff: Self.restingCutoff + Self.growth * speed, dt: dt)
        let point = last.point + (p.coordinates - last.point) * share
        self.last = (point, velocity, time)
        return .init(point)
    }

    /// Forgets the past: the next point begins anew.
    public mutating func reset() { last = nil }

    /// The weight of the new sample in an exponential low-pass with a cutoff.
    private static func weight(cutoff: Double, dt: Double) -> Double {
        let tau = 1 / (2 * Double.pi * cutoff)
        return 1 / (1 + tau / dt)
    }
}
