/// The part of a file that a `Range` field asks for (RFC 9110 §14).
enum ByteRange: Hashable, Sendable {
    /// All of it: there is no field, or one that may be ignored, such as one of several parts or in other units.
    case all
    /// These bytes, at least one.
    case part(Range<Int>)
    /// None that are there.
    case unsatisfiable

    /// Reads the field.
    ///
    /// - Parameters:
    ///   - field: its value, such as `bytes=0-499`; nil for none.
    ///   - size: bytes of the file.
    init(_ field: String?, size: Int) {
        self = .all
        guard let field, let equals = field.firstIndex(of: "="), field[..<equals].lowercased() == "bytes" else { return }
        let words = field[field.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
        guard let dash = words.firstIndex(of: "-") else { return }
        let first = words[..<dash], last = words[words.index(after: dash)...]
        guard Self.isNumber(first), Self.isNumber(last), !(first.isEmpty && last.isEmpty) else { return }
        // A number too large for the machine is larger than any file.
        if first.isEmpty {
            let count = min(Int(last) ?? .max, size)
            self = count > 0 ? .part(size - count..<size) : .unsatisfiable
            return
        }
        let from = Int(first) ?? .max
        let to = last.isEmpty ? .max : Int(last) ?? .max
        guard from <= to else { return }
        self = from < size ? .part(from..<(to < size ? to + 1 : size)) : .unsatisfiable
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
