private import Glibc

/// The kinds of picture file that are read.
enum PictureKind: String, CaseIterable, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
    case bmp = "BMP"
    case webp = "WebP"
}

/// What the first bytes of a picture file say, found without decoding it.
struct PictureHeader: Equatable, Sendable {
    /// The format, by its content and not by the name of the file.
    var kind: PictureKind
    /// Width in pixels.
    var width: Int
    /// Height in pixels.
    var height: Int

    /// Reads the header; nil when the bytes are of none of the formats, or end within the header.
    init?(_ bytes: [UInt8]) {
        let reader = Bytes(bytes)
        if reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            guard let w = reader.big(16, 4), let h = reader.big(20, 4) else { return nil }
            self = .init(.png, w, h)
        } else if reader.starts(with: [0xFF, 0xD8]) {
            guard let (w, h) = reader.sizeOfJPEG() else { return nil }
            self = .init(.jpeg, w, h)
        } else if reader.starts(with: [0x42, 0x4D]) {
            guard let header = reader.little(14, 4) else { return nil }
            // Compressions above 3 are JPEG and PNG inside, or what does not exist.
            guard header == 12 || (reader.little(30, 4) ?? 4) <= 3 else { return nil }
            if header == 12 {
                guard let w = reader.little(18, 2), let h = reader.little(20, 2) else { return nil }
                self = .init(.bmp, w, h)
            } else {
                guard let w = reader.little(18, 4), let h = reader.little(22, 4) else { return nil }
                // A negative height means that the rows run from top to bottom.
                self = .init(.bmp, w, Int(Int32(truncatingIfNeeded: h).magnitude))
            }
        } else if reader.starts(with: Array("RIFF".utf8)), reader.has(Array("WEBP".utf8), at: 8) {
            guard let (w, h) = reader.sizeOfWebP() else { return nil }
            self = .init(.webp, w, h)
        } else {
            return nil
        }
    }

    private init(_ kind: PictureKind, _ width: Int, _ height: Int) {
        self.kind = kind
        self.width = width
        self.height = height
    }
}

/// Numbers in a file that may end anywhere.
struct Bytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func has(_ wanted: [UInt8], at offset: Int) -> Bool {
        offset >= 0 && offset <= bytes.count - wanted.count && bytes[offset..<(offset + wanted.count)].elementsEqual(wanted)
    }

    func starts(with wanted: [UInt8]) -> Bool { has(wanted, at: 0) }

    func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Walks the segments up to the frame header (SOF), which has the size.
    fileprivate func sizeOfJPEG() -> (Int, Int)? {
        var at = 2
        while let marker = big(at, 2), marker >> 8 == 0xFF {
            switch marker & 0xFF {
            case 0xFF: at += 1
            case 0x01, 0xD0...0xD8: at += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let h = big(at + 5, 2), let w = big(at + 7, 2) else { return nil }
                return (w, h)
            case 0xD9, 0xDA: return nil
            default:
                guard let length = big(at + 2, 2), length >= 2 else { return nil }
                at += 2 + length
            }
        }
        return nil
    }

    fileprivate func sizeOfWebP() -> (Int, Int)? {
        if has(Array("VP8X".utf8), at: 12) {
            guard let w = little(24, 3), let h = little(27, 3) else { return nil }
            return (w + 1, h + 1)
        }
        if has(Array("VP8L".utf8), at: 12) {
            guard let packed = little(21, 4) else { return nil }
            return (packed & 0x3FFF + 1, packed >> 14 & 0x3FFF + 1)
        }
        if has(Array("VP8 ".utf8), at: 12) {
            guard let w = little(26, 2), let h = little(28, 2) else { return nil }
            return (w & 0x3FFF, h & 0x3FFF)
        }
        return nil
    }
}
