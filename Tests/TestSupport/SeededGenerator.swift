/// A generator of random numbers that gives the same ones for the same seed: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts with a seed.
    public init(seed: UInt64) { state = seed }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in 0…1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A whole number in 0..<bound.
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
