/// What a picture file says about itself beside its size: what decoding it to 8-bit colour loses, and how it is to be turned.
public struct PictureTraits: Hashable, Sendable {
    /// How the picture is to be turned to be upright: the EXIF tag, 1…8; 1 is as it is.
    public var orientation = 1
    /// Whether parts may be transparent.
    public var hasAlpha = false
    /// Whether a sample has more than 8 bits.
    public var isDeep = false
    /// Whether the colours are those of print: cyan, magenta, yellow, black.
    public var isPrint = false
    /// Whether it holds several pictures.
    public var isAnimated = false

    /// Reads them from the bytes of a PNG, JPEG or WebP file; of anything else nothing is known.
    public init(_ file: [UInt8]) {
        let bytes = Bytes(file)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            readPNG(bytes)
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            readJPEG(bytes)
        } else if bytes.starts(with: Array("RIFF".utf8)) {
            readWebP(bytes)
        }
    }

    private mutating func readPNG(_ bytes: Bytes) {
        isDeep = (bytes.big(24, 1) ?? 8) > 8
        hasAlpha = bytes.big(25, 1).map { $0 & 4 != 0 } ?? false
        var at = 8
        // Chunks: length, name, data, sum.
        while let length = bytes.big(at, 4), length <= bytes.bytes.count {
            if bytes.has(Array("acTL".utf8), at: at + 4) { isAnimated = true }
            if bytes.has(Array("tRNS".utf8), at: at + 4) { hasAlpha = true }
            if bytes.has(Array("eXIf".utf8), at: at + 4) { readTags(bytes, from: at + 8, upTo: at + 8 + length) }
            if bytes.has(Array("IDAT".utf8), at: at + 4), isAnimated { return }
            at += 12 + length
        }
    }

    private mutating func readJPEG(_ bytes: Bytes) {
        var at = 2
        while let marker = bytes.big(at, 2), marker >= 0xFF00, let length = bytes.big(at + 2, 2), length >= 2 {
            let code = marker & 0xFF
            if code == 0xDA { return }
            if code == 0xE1, bytes.has(Array("Exif\0\0".utf8), at: at + 4) {
                readTags(bytes, from: at + 10, upTo: at + 2 + length)
            }
            // A frame: precision, height, width, number of components. C4, C8 and CC are tables.
            if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
                isDeep = (bytes.big(at + 4, 1) ?? 8) > 8
                isPrint = bytes.big(at + 9, 1) == 4
            }
            at += 2 + length
        }
    }

    private mutating func readWebP(_ bytes: Bytes) {
        if bytes.has(Array("VP8L".utf8), at: 12) {
            hasAlpha = bytes.little(21, 4).map { $0 >> 28 & 1 == 1 } ?? false
            return
        }
        guard bytes.has(Array("VP8X".utf8), at: 12), let flags = bytes.big(20, 1) else { return }
        hasAlpha = flags & 0x10 != 0
        isAnimated = flags & 0x02 != 0
        var at = 12
        // Chunks: name, length, data, filled up to an even number.
        while let length = bytes.little(at + 4, 4), length <= bytes.bytes.count {
            if bytes.has(Array("EXIF".utf8), at: at) {
                // Some writers put the marker of JPEG before the tags.
                let start = at + 8 + (bytes.has(Array("Exif\0\0".utf8), at: at + 8) ? 6 : 0)
                readTags(bytes, from: start, upTo: at + 8 + length)
            }
            at += 8 + length + length % 2
        }
    }

    /// The orientation among the tags of a TIFF header.
    private mutating func readTags(_ bytes: Bytes, from start: Int, upTo end: Int) {
        let isLittle = bytes.has(Array("II".utf8), at: start)
        guard isLittle || bytes.has(Array("MM".utf8), at: start) else { return }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= start, at + count <= end else { return nil }
            return isLittle ? bytes.little(at, count) : bytes.big(at, count)
        }
        guard let offset = number(start + 4, 4), let count = number(start + offset, 2) else { return }
        for i in 0..<count {
            let entry = start + offset + 2 + 12 * i
            guard let tag = number(entry, 2) else { return }
            if tag == 0x0112, let value = number(entry + 8, 2), (1...8).contains(value) { orientation = value }
        }
    }
}
