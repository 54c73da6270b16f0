private import Glibc

/// The numbers of a text file that is as regular as most are: every line as many plain decimal numbers, one kind of separator.
///
/// Whole files of boxes are read at once, byte by byte and without a text for each number, many times as fast as through ``TextTable``,
/// which takes whatever is not plain and says what is wrong with it.
struct PlainTable {
    /// Numbers in a line.
    let columns: Int
    /// All numbers, line after line.
    let values: [Double]

    /// Lines of the file.
    var count: Int { values.count / columns }

    /// The numbers of a line, from 0.
    subscript(row: Int) -> ArraySlice<Double> { values[row * columns..<(row + 1) * columns] }

    /// Reads a file; nil when it cannot be read or is not plain.
    ///
    /// - Parameter path: the file.
    init?(_ path: String) {
        guard let bytes = Self.bytes(of: path), let table = Self(parsing: bytes) else { return nil }
        self = table
    }

    /// Reads what stands in a file, a zero added at its end; nil when it is not plain.
    init?(parsing bytes: [UInt8]) {
        var columns = 0
        // A number takes two bytes at least, with what follows it.
        let values = unsafe [Double](unsafeUninitializedCapacity: bytes.count / 2 + 1) { room, count in
            unsafe bytes.withUnsafeBufferPointer { text in
                unsafe powersOfTen.withUnsafeBufferPointer { tens in
                    if let found = unsafe parse(text, tens, into: room, &count) { columns = found } else { count = 0 }
                }
            }
        }
        guard columns > 0, !values.isEmpty else { return nil }
        self.columns = columns
        self.values = values
    }

    /// The bytes of a file and a zero; nil when it cannot be read at once.
    private static func bytes(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            status.st_size < 1 << 30
        else { return nil }
        let size = Int(status.st_size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { room, count in
            let found = unsafe read(descriptor, room.baseAddress, size)
            // A file that changes, or comes in pieces, is left to the reader that goes line by line.
            guard found == size else { return }
            unsafe room[size] = 0
            count = size + 1
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// 10⁰ … 10²², all of them exact.
let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
]

/// Reads numbers up to the zero at the end.
///
/// A number is its digits as a whole number below 2⁵³, divided by a power of ten up to 10²²: both are exact, so the quotient is rounded
/// once and is the nearest double, as `strtod` gives it. Longer ones are not plain.
///
/// - Returns: numbers in a line; nil when something is not plain.
private func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ tens: UnsafeBufferPointer<Double>, into room: UnsafeMutableBufferPointer<Double>,
    _ count: inout Int
) -> Int? {
    let end = text.count - 1
    guard end > 0, unsafe text[end] == 0 else { return nil }
    var at = 0
    var columns = 0
    var separator: UInt8 = 0
    while at < end {
        let first = count
        while true {
            let isNegative = unsafe text[at] == UInt8(ascii: "-")
            if isNegative { at += 1 }
            var digits: UInt64 = 0
            let start = at
            // The zero at the end is no digit: the end is never passed.
            while true {
                let digit = unsafe text[at] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                digits = digits &* 10 &+ UInt64(digit)
                at += 1
            }
            var length = at - start
            var places = 0
            if unsafe text[at] == UInt8(ascii: ".") {
                at += 1
                let point = at
                while true {
                    let digit = unsafe text[at] &- UInt8(ascii: "0")
                    guard digit < 10 else { break }
                    digits = digits &* 10 &+ UInt64(digit)
                    at += 1
                }
                places = at - point
                length += places
            }
            guard length > 0, length < 19, digits <= 1 << 53 else { return nil }
            let value = places == 0 ? Double(digits) : unsafe Double(digits) / tens[places]
            unsafe room[count] = isNegative ? -value : value
            count += 1
            let next = unsafe text[at]
            guard
                next == UInt8(ascii: ",") || next == UInt8(ascii: "\t") || next == UInt8(ascii: " ") || next == UInt8(ascii: ";")
            else { break }
            guard separator == 0 || separator == next else { return nil }
            separator = next
            at += 1
        }
        if unsafe text[at] == UInt8(ascii: "\r") { at += 1 }
        if at < end {
            guard unsafe text[at] == UInt8(ascii: "\n") else { return nil }
            at += 1
        }
        if columns == 0 { columns = count - first }
        guard columns == count - first else { return nil }
    }
    return columns
}
