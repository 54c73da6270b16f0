/// The check sum of zip archives (ISO 3309: polynomial 0x04C11DB7, bits reflected), eight bytes at a time.
///
/// Eight tables, one for each byte of a word (M. Kounavis and F. Berry, "A systematic approach to building high performance
/// software-based CRC generators", 2005).
struct CRC32 {
    private var state = ~UInt32(0)

    /// The check sum of all bytes so far.
    var value: UInt32 { ~state }

    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var sum = UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            tables[byte] = sum
        }
        for entry in 256..<8 * 256 {
            let before = tables[entry - 256]
            tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Goes on with more bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state = unsafe Self.tables.withUnsafeBufferPointer { tables in
            var sum = state
            var at = 0
            while at + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian ^ UInt64(sum)
                sum = 0
                for byte in 0..<8 {
                    sum ^= unsafe tables[(7 - byte) << 8 + Int(truncatingIfNeeded: word >> UInt64(8 * byte) & 0xFF)]
                }
                at += 8
            }
            while at < bytes.count {
                sum = unsafe sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[at])) & 0xFF)]
                at += 1
            }
            return sum
        }
    }

    /// The check sum of some bytes.
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        unsafe bytes.withUnsafeBytes { unsafe sum.update($0) }
        return sum.value
    }
}
