internal import Files

/// A zip archive whose entries are stored as they are, their bytes beginning at multiples of 64, as USDZ asks.
///
/// Times are 1 January 1980, the first that the format knows, so that the same entries give the same bytes. Format: PKWARE,
/// "APPNOTE.TXT", 6.3; OpenUSD, "Usdz File Format Specification", 1.3.
struct StoredZip {
    /// A file of the archive.
    struct Entry {
        /// Its name.
        var name: String
        /// How many bytes it has.
        var size: Int
        /// Writes them; asked twice, because their check sum stands before them.
        var write: (inout BinaryOutput, MeshProgress) throws -> Void
    }

    private static let alignment = 64

    /// Writes the archive.
    ///
    /// - Returns: its size in bytes.
    /// - Throws: ``MeshFailure`` for an archive of more than 4 GB, `FileFailure`, and what `progress` throws.
    static func write(_ entries: [Entry], to path: String, total: Int, progress: MeshProgress) throws -> Int {
        guard entries.reduce(0, { $0 + $1.size + 512 }) < Int(UInt32.max) else {
            throw MeshFailure.tooLarge("a USDZ file", limit: "4,294,967,295 bytes")
        }
        // The check sums take half of the time.
        let sums = try entries.map { entry in
            var output = BinaryOutput(file: nil, total: 2 * total, checks: true)
            try entry.write(&output, progress)
            output.drain()
            return output.checkSum?.value ?? 0
        }
        let file = try AtomicFile(path: path)
        var output = BinaryOutput(file: file, total: 2 * total, done: total)
        var places: [Int] = []
        for (entry, sum) in zip(entries, sums) {
            places.append(output.count)
            let name = Array(entry.name.utf8)
            // An extra field has a head of four bytes.
            var padding = -(output.count + 30 + name.count) & (alignment - 1)
            if padding > 0 && padding < 4 { padding += alignment }
            output.put(0x0403_4B50 as UInt32)
            putCommon(entry, sum, name, extra: padding, to: &output)
            output.put(name)
            if padding > 0 {
                // A number that nobody has registered.
                output.put(0x1986 as UInt16)
                output.put(UInt16(padding - 4))
                output.put([UInt8](repeating: 0, count: padding - 4))
            }
            try entry.write(&output, progress)
        }
        let directory = output.count
        for ((entry, sum), place) in zip(zip(entries, sums), places) {
            let name = Array(entry.name.utf8)
            output.put(0x0201_4B50 as UInt32)
            output.put(10 as UInt16)
            putCommon(entry, sum, name, extra: 0, to: &output)
            // Comment, disk, attributes.
            output.put([UInt8](repeating: 0, count: 10))
            output.put(UInt32(place))
            output.put(name)
        }
        let end = output.count
        output.put(0x0605_4B50 as UInt32)
        output.put(0 as UInt32)
        output.put(UInt16(entries.count))
        output.put(UInt16(entries.count))
        output.put(UInt32(end - directory))
        output.put(UInt32(directory))
        output.put(0 as UInt16)
        output.drain()
        try file.commit()
        return output.count
    }

    /// What the head of an entry and its line in the directory have in common.
    private static func putCommon(
        _ entry: Entry, _ sum: UInt32, _ name: [UInt8], extra: Int, to output: inout BinaryOutput
    ) {
        // Version needed, flags, method, time, date.
        for number in [10, 0, 0, 0, 0x21] as [UInt16] { output.put(number) }
        output.put(sum)
        output.put(UInt32(entry.size))
        output.put(UInt32(entry.size))
        output.put(UInt16(name.count))
        output.put(UInt16(extra))
    }
}
