internal import ObjectTracking
public import Spaces

/// Takes the shaking out of the pen's way: a One-Euro filter for points of the world.
///
/// Still hands do not shake, fast ones do not lag: see ``OneEuroFilter``.
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
    private var filter = OneEuroFilter<SIMD3<Double>>(
        restingCutoff: restingCutoff, growth: growth, speedCutoff: speedCutoff)

    /// Makes a filter; one that is off gives points back as they are.
    public init(isOn: Bool) { self.isOn = isOn }

    /// The next point, smoothed; times must grow.
    public mutating func callAsFunction(_ p: WorldPoint, at time: Double) -> WorldPoint {
        isOn ? .init(filter(p.coordinates, at: time)) : p
    }

    /// Forgets the past: the next point begins anew.
    public mutating func reset() { filter.reset() }
}
