/// A zip archive built byte by byte, after PKWARE's APPNOTE 6.3, so that a test can say anything in it, true or not.
public struct ZipSample {
    /// One entry as the archive describes it.
    public struct Entry {
        /// Its name.
        public var name: String
        /// The bytes as they stand in the archive.
        public var packed: [UInt8]
        /// The length that the archive says it unpacks to.
        public var size: Int
        /// 0 stored, 8 deflated.
        public var method: UInt16
        /// Bit 0 says that it is encrypted.
        public var flags: UInt16
        /// Unix mode; 0o120777 is a link.
        public var mode: UInt32
        /// The check sum of the unpacked bytes.
        public var check: UInt32

        /// Makes an entry that is stored as it is.
        public init(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o100644) {
            self.name = name
            packed = bytes
            size = bytes.count
            method = 0
            flags = 0
            self.mode = mode
            check = crc32(bytes)
        }

        /// Makes an entry with text.
        public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

        /// The same, as one block of deflate that holds its bytes as they are (RFC 1951, 3.2.4).
        public func deflated(size: Int? = nil) -> Entry {
            var entry = self
            let count = UInt16(packed.count)
            entry.packed = [1] + little(UInt32(count), 2) + little(UInt32(~count), 2) + packed
            entry.method = 8
            if let size { entry.size = size }
            return entry
        }
    }

    /// The entries, in their order.
    public var entries: [Entry]

    /// Makes an archive.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The file.
    public var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let common =
                little(20, 2) + little(UInt32(entry.flags), 2) + little(UInt32(entry.method), 2) + little(0, 2) + little(0x21, 2)
                + little(entry.check, 4) + little(UInt32(entry.packed.count), 4) + little(UInt32(entry.size), 4)
                + little(UInt32(entry.name.utf8.count), 2) + little(0, 2)
            directory += [0x50, 0x4B, 1, 2] + little(0x0314, 2) + common
            directory += little(0, 2) + little(0, 2) + little(0, 2) + little(entry.mode << 16, 4) + little(UInt32(file.count), 4)
            directory += Array(entry.name.utf8)
            file += [0x50, 0x4B, 3, 4] + common + Array(entry.name.utf8) + entry.packed
        }
        let start = UInt32(file.count)
        let count = UInt32(entries.count)
        file += directory
        file += [0x50, 0x4B, 5, 6] + little(0, 2) + little(0, 2) + little(count, 2) + little(count, 2)
        return file + little(UInt32(directory.count), 4) + little(start, 4) + little(0, 2)
    }
}

private func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
