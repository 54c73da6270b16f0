/// A generator of random numbers that gives the same ones for the same seed on every machine: SplitMix64.
///
/// G. Steele, D. Lea and C. Flood, Fast Splittable Pseudorandom Number Generators, 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// How sure the mean of differences is: an interval from drawing the differences anew, with replacement.
///
/// The differences are of pairs, the same sequence under two conditions, so what is hard or easy for both falls out. The interval is
/// that of percentiles (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13).
public struct PairedBootstrap: Hashable, Sendable {
    /// The mean of the differences.
    public let mean: Double
    /// The lower end of the interval.
    public let low: Double
    /// The upper end of the interval.
    public let high: Double
    /// The share of draws that the interval holds.
    public let level: Double
    /// How often the differences were drawn anew.
    public let draws: Int
    /// The seed of the draws.
    public let seed: UInt64

    /// How often the differences are drawn anew unless it is said.
    public static let usualDraws = 10_000

    /// Draws; the same arguments give the same interval.
    ///
    /// - Parameters:
    ///   - differences: at least one.
    ///   - level: the share of draws that the interval holds, 0…1.
    ///   - draws: how often the differences are drawn anew, at least once.
    ///   - seed: of the draws.
    /// - Returns: nil without differences.
    public init?(
        _ differences: [Double], level: Double = 0.95, draws: Int = PairedBootstrap.usualDraws, seed: UInt64 = 1
    ) {
        guard !differences.isEmpty else { return nil }
        let count = UInt64(differences.count)
        var random = SplitMix64(seed: seed)
        var means: [Double] = []
        means.reserveCapacity(draws)
        for _ in 0..<max(draws, 1) {
            var sum = 0.0
            for _ in differences { sum += differences[Int(random.next(upperBound: count))] }
            means.append(sum / Double(count))
        }
        means.sort()
        mean = differences.reduce(0, +) / Double(count)
        low = percentile(means, (1 - level) / 2) ?? mean
        high = percentile(means, (1 + level) / 2) ?? mean
        self.level = level
        self.draws = draws
        self.seed = seed
    }
}
