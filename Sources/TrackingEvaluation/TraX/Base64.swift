/// Base64 of RFC 4648, for pictures inside messages; the standard library has none.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { table[Int(letter)] = UInt8(value) }
        return table
    }()

    /// The text of bytes.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = 0
        while at < bytes.count {
            let left = bytes.count - at
            let (a, b, c) = (bytes[at], left > 1 ? bytes[at + 1] : 0, left > 2 ? bytes[at + 2] : 0)
            text.append(letters[Int(a >> 2)])
            text.append(letters[Int((a & 3) << 4 | b >> 4)])
            text.append(left > 1 ? letters[Int((b & 15) << 2 | c >> 6)] : padding)
            text.append(left > 2 ? letters[Int(c & 63)] : padding)
            at += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil when it is no Base64.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var padded = 0
        for letter in text.utf8 {
            if letter == padding {
                padded += 1
                continue
            }
            let value = values[Int(letter)]
            guard value < 64, padded == 0 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
                (bits, count) = (0, 0)
            }
        }
        switch (count, padded) {
        case (0, 0): return bytes
        case (2, 0), (2, 2): return bytes + [UInt8(bits >> 4 & 255)]
        case (3, 0), (3, 1): return bytes + [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: return nil
        }
    }
}
