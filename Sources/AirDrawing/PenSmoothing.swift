import ObjectTracking
public import Spaces

/// Takes the shaking out of the pen's way: a One-Euro filter for points of the world.
public struct PenSmoothing: Sendable {
    /// Cutoff for a pen that rests, Hz.
    public static let restingCutoff = 3.0
    /// Growth of the cutoff with speed, Hz per m/s.
    ///
    /// The lag is less than 1 / (2π · growth) = 0.3 mm at any speed.
    public static let growth = 530.0
    /// Cutoff for the speed itself, Hz: quicker than the paper's 1 Hz, because a pen starts and stops within tenths of a second.
    public static let speedCutoff = 6.0

    private var filter: OneEuroFilter<SIMD3<Double>>?

    /// Makes a filter; one that is off gives points back as they are.
    public init(isOn: Bool) {
        filter = isOn ? .init(restingCutoff: Self.restingCutoff, growth: Self.growth, speedCutoff: Self.speedCutoff) : nil
    }

    /// The next point, smoothed; where the time does not grow, it begins anew.
    public mutating func callAsFunction(_ p: WorldPoint, at time: Double) -> WorldPoint {
        guard let smooth = filter?(p.coordinates, at: time) else { return p }
        return .init(smooth)
    }

    /// Forgets the past: the next point begins anew.
    public mutating func reset() { filter?.reset() }
}
