/// How the tables of a crate file are packed.
///
/// A list of numbers becomes differences, each with two bits that say how many bytes it takes (OpenUSD, `integerCoding.cpp`).
/// All bytes are then one block of LZ4 ("LZ4 Block Format Description"), here of nothing but literals: the tables are small beside
/// the arrays, which this version of the format does not pack.
enum CrateCoding {
    /// Bytes as a block of LZ4, after a zero that says that it is the only one.
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        // The upper four bits of the token are the count of literals; from 15 on bytes of 255 and a rest follow.
        var packed: [UInt8] = [0, UInt8(min(bytes.count, 15)) << 4]
        if bytes.count >= 15 {
            let rest = bytes.count - 15
            packed += [UInt8](repeating: 255, count: rest / 255) + [UInt8(rest % 255)]
        }
        return packed + bytes
    }

    /// Numbers as their differences.
    static func coded(_ numbers: [Int32]) -> [UInt8] {
        var differences: [Int32] = []
        differences.reserveCapacity(numbers.count)
        var last = Int32(0)
        for number in numbers {
            differences.append(number &- last)
            last = number
        }
        // The difference that takes no byte: the commonest, and of those that are as common the largest.
        var counts: [Int32: Int] = [:]
        for difference in differences { counts[difference, default: 0] += 1 }
        let common = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        var codes = [UInt8](repeating: 0, count: (numbers.count + 3) / 4)
        var values: [UInt8] = []
        for (index, difference) in differences.enumerated() where difference != common {
            let size = Int8(exactly: difference) != nil ? 1 : Int16(exactly: difference) != nil ? 2 : 4
            codes[index / 4] |= UInt8(size == 4 ? 3 : size) << UInt8(2 * (index % 4))
            for byte in 0..<size { values.append(UInt8(truncatingIfNeeded: difference >> Int32(8 * byte))) }
        }
        let head = (0..<4).map { UInt8(truncatingIfNeeded: common >> Int32(8 * $0)) }
        return head + codes + values
    }
}
