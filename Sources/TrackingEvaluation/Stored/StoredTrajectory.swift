internal import Files
internal import Spaces

/// What another program stored of a sequence, a frame each.
struct StoredTrajectory: Hashable, Sendable {
    /// One frame.
    enum Entry: Hashable, Sendable {
        /// Where the target is, in the file's own counting of pixels.
        case region(Region)
        /// VOT's code 1: the tracker was seeded here with the truth.
        case seeded
        /// VOT's code 2: it failed here.
        case failed
        /// Nothing: VOT's code 0, a line of zeros or of NaN, a blank line.
        case nothing
    }

    /// The frames in the order of the file.
    var entries: [Entry]
    /// Confidences beside it, where the file of them is there.
    var confidences: [Double?] = []

    /// Reads a file of lines, or one of VOT's binary files.
    ///
    /// - Throws: ``StoredFailure`` that names the line.
    init(_ path: String) throws {
        if path.hasSuffix(".bin") {
            entries = try Self.binary(try readFile(path, upTo: 1 << 28), path)
        } else if let plain = PlainTable(path), let known = Self.form(of: plain.columns) {
            entries = (0..<plain.count).map { known(plain[$0]) }
        } else {
            entries = []
            var lines = try LineReader(path: path, longestLine: 1 << 22)
            while let line = try lines.next() { entries.append(try Self.entry(line, path, lines.line)) }
        }
        guard entries.contains(where: { $0 != .nothing }) else {
            throw StoredFailure("\(path): not one of \(entries.count) lines has a place")
        }
    }

    /// The numbers of a line between commas, semicolons, tabs or spaces, also mixed; nil when something else is among them.
    static func numbers(_ line: [UInt8]) -> [Double]? {
        let separators = Array(",; \t\r".utf8)
        var numbers: [Double] = []
        for field in line.split(whereSeparator: { separators.contains($0) }) {
            guard let number = Double(String(decoding: field, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func entry(_ line: [UInt8], _ path: String, _ number: Int) throws(StoredFailure) -> Entry {
        if line.first == UInt8(ascii: "m") {
            let text = "mask:" + String(decoding: line.dropFirst(), as: UTF8.self).filter { !$0.isWhitespace }
            do {
                return try TraxRegion.parse(text).map(Entry.region) ?? .nothing
            } catch {
                throw StoredFailure("\(path):\(number): \(error.message)")
            }
        }
        guard let values = numbers(line) else {
            throw StoredFailure("\(path):\(number): expected numbers, found \(excerpt(line))")
        }
        if values.isEmpty { return .nothing }
        guard let known = form(of: values.count) else {
            throw StoredFailure(
                "\(path):\(number): expected 4 numbers of a box, those of a polygon or a code, found \(values.count)")
        }
        return known(values[...])
    }

    /// What so many numbers in a line are; nil when they are nothing known.
    private static func form(of count: Int) -> ((ArraySlice<Double>) -> Entry)? {
        switch count {
        case 1: { code($0[$0.startIndex]) }
        case 4: box
        case 6... where count.isMultiple(of: 2): polygon
        default: nil
        }
    }

    private static func code(_ value: Double) -> Entry {
        switch value {
        case 1: .seeded
        case 2: .failed
        default: .nothing
        }
    }

    /// A box; one without extent is what trackers write when they have lost the target.
    private static func box(_ n: ArraySlice<Double>) -> Entry {
        let i = n.startIndex
        let (x, y, width, height) = (n[i], n[i + 1], n[i + 2], n[i + 3])
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite, width > 0, height > 0 else { return .nothing }
        return .region(.rect(.init(cornerX: x, cornerY: y, width: width, height: height)))
    }

    private static func polygon(_ n: ArraySlice<Double>) -> Entry {
        guard n.allSatisfy(\.isFinite) else { return .nothing }
        return .region(
            .polygon(stride(from: n.startIndex, to: n.endIndex, by: 2).map { .init(x: n[$0] - 0.5, y: n[$0 + 1] - 0.5) }))
    }

    /// The toolkit's binary trajectories: version (16 bits) and count (32), then a kind (8) and its numbers, all little-endian.
    private static func binary(_ bytes: [UInt8], _ path: String) throws(StoredFailure) -> [Entry] {
        var at = 0
        func take(_ count: Int) throws(StoredFailure) -> UInt32 {
            guard at + count <= bytes.count else { throw StoredFailure("\(path): the file ends in the middle") }
            var value: UInt32 = 0
            for index in 0..<count { value |= UInt32(bytes[at + index]) << (8 * UInt32(index)) }
            at += count
            return value
        }
        func float() throws(StoredFailure) -> Double { Double(Float(bitPattern: try take(4))) }
        guard try take(2) == 1 else { throw StoredFailure("\(path): this is no trajectory of the VOT toolkit") }
        let count = Int(try take(4))
        var entries: [Entry] = []
        while entries.count < count {
            switch try take(1) {
            case 0: entries.append(code(Double(try take(4))))
            case 1: entries.append(box([try float(), try float(), try float(), try float()][...]))
            case 2:
                var values: [Double] = []
                for _ in 0..<(2 * Int(try take(2))) { values.append(try float()) }
                entries.append(polygon(values[...]))
            case 4: entries.append(.region(.point(.init(x: try float() - 0.5, y: try float() - 0.5))))
            case 3: throw StoredFailure("\(path): masks in binary files are not read; store them as text")
            default: throw StoredFailure("\(path): frame \(entries.count) is of no known kind")
            }
        }
        return entries
    }
}

/// What is wrong with stored results, in one line.
public struct StoredFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file and what is wrong with it.
    public let description: String

    init(_ description: String) { self.description = description }
}
