private import Glibc

extension PictureHeader {
    /// Whether the file has its end; decoders fill what is missing with grey, or print to the terminal.
    func isComplete(_ file: [UInt8]) -> Bool {
        let reader = Bytes(file)
        switch kind {
        case .png:
            // Chunks: length, name, data, sum; the last is IEND.
            var at = 8
            while let length = reader.big(at, 4) {
                if reader.has(Array("IEND".utf8), at: at + 4) { return true }
                at += 12 + length
            }
            return false
        case .jpeg:
            // Within the coded data FF is followed by 00 or a restart marker, so that FF D9 after its start can only be the end.
            guard let scan = reader.firstMarker(0xDA, from: 2) else { return false }
            return reader.firstMarker(0xD9, from: scan) != nil
        case .webp:
            return reader.little(4, 4).map { $0 + 8 <= file.count } ?? false
        case .bmp:
            // Some writers leave the length at 0, and nothing says how long a compressed one is.
            guard let length = reader.little(2, 4), length <= file.count else { return false }
            guard let start = reader.little(10, 4), let bits = reader.little(28, 2), reader.little(14, 4) != 12,
                reader.little(30, 4) == 0
            else { return true }
            return start + (width * bits + 31) / 32 * 4 * height <= file.count
        }
    }
}

extension Bytes {
    /// Where a marker of a JPEG, FF and a code, is found first at or after an offset.
    func firstMarker(_ code: UInt8, from offset: Int) -> Int? {
        var at = offset
        return unsafe bytes.withUnsafeBytes { all in
            while at < all.count - 1, let base = all.baseAddress {
                guard let found = unsafe memchr(base + at, 0xFF, all.count - 1 - at) else { return nil }
                at = unsafe UnsafeRawPointer(found) - base
                if unsafe all[at + 1] == code { return at }
                at += 1
            }
            return nil
        }
    }
}
