/// PNG files made by hand, with zlib's "stored" blocks, so that no other program is needed.
enum PNGSamples {
    /// How colours are stored: the numbers of the PNG specification.
    enum Kind: UInt8 {
        case grey = 0
        case rgb = 2
        case greyAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    /// A file whose pixels all have the same values, one a channel.
    static func file(width: Int, height: Int, kind: Kind, bits: Int = 8, pixel: [Int], extra: [UInt8] = []) -> [UInt8] {
        let values: [UInt8] = pixel.flatMap { bits == 16 ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0)] }
        let row: [UInt8] = [0] + Array(repeatElement(values, count: width).joined())
        let raw = Array(repeatElement(row, count: height).joined())
        let data = chunk("IDAT", zlib(raw))
        return signature + header(width: width, height: height, kind: kind, bits: bits) + extra + data + chunk("IEND", [])
    }

    /// A file that only says how large it would be.
    static func headerOnly(width: Int, height: Int) -> [UInt8] {
        signature + header(width: width, height: height, kind: .rgb, bits: 8) + chunk("IDAT", zlib([])) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return big(data.count) + named + big(Int(crc(named)))
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func header(width: Int, height: Int, kind: Kind, bits: Int) -> [UInt8] {
        chunk("IHDR", big(width) + big(height) + [UInt8(bits), kind.rawValue, 0, 0, 0])
    }

    private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func zlib(_ raw: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var at = 0
        repeat {
            let end = min(at + 65535, raw.count)
            let n = UInt16(end - at)
            out += [end == raw.count ? 1 : 0, UInt8(n & 0xFF), UInt8(n >> 8), UInt8(~n & 0xFF), UInt8(~n >> 8)]
            out += raw[at..<end]
            at = end
        } while at < raw.count
        var a = 1
        var b = 0
        for byte in raw {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return out + big(b << 16 | a)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var c: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            c ^= UInt32(byte)
            for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
        }
        return ~c
    }
}

/// A 2 × 1 BMP of 24 bits.
let smallBMP: [UInt8] =
    Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
    + [UInt8](repeating: 0, count: 24) + [1, 2, 3, 4, 5, 6, 0, 0]
