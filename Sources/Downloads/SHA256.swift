/// The hash function of FIPS 180-4.
enum SHA256 {
    /// The hash of bytes as 64 hexadecimal digits.
    static func hex(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let sum = hash(of: bytes).flatMap { word in (0..<8).map { digits[Int(word >> UInt32(28 - 4 * $0)) & 15] } }
        return String(decoding: sum, as: UTF8.self)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { fraction($0, root: 3) }
    /// The same of the square roots of the first 8.
    private static let start: [UInt32] = primes(8).map { fraction($0, root: 2) }

    private static func primes(_ count: Int) -> [UInt64] {
        var found: [UInt64] = []
        var candidate: UInt64 = 2
        while found.count < count {
            if !found.contains(where: { candidate.isMultiple(of: $0) }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }

    /// floor(root(prime) · 2³²) mod 2³², in whole numbers: the largest x with xʳ ≤ prime · 2³²ʳ.
    private static func fraction(_ prime: UInt64, root: Int) -> UInt32 {
        var (low, high) = (UInt64(0), UInt64(1) << 36)
        let target = UInt128(prime) << UInt128(32 * root)
        while high - low > 1 {
            let middle = (low + high) / 2
            let m = UInt128(middle)
            let power = root == 2 ? m * m : m * m * m
            if power <= target { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func hash(of bytes: [UInt8]) -> [UInt32] {
        var padded = bytes
        padded.append(0x80)
        padded.append(contentsOf: [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64))
        let length = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: length >> UInt64(shift))) }
        func turned(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
        let k = constants
        var state = start
        var w = [UInt32](repeating: 0, count: 64)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for i in 0..<16 {
                let at = block + 4 * i
                w[i] =
                    UInt32(padded[at]) << 24 | UInt32(padded[at + 1]) << 16 | UInt32(padded[at + 2]) << 8 | UInt32(padded[at + 3])
            }
            for i in 16..<64 {
                let a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3
                let b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10
                w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for i in 0..<64 {
                let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g) &+ k[i] &+ w[i]
                let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            }
            for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
        }
        return state
    }
}
