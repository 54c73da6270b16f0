private import Glibc

/// A file name with one number in it, as `printf` writes it: `%d` or `%04d`.
struct NumberPattern {
    /// The folder with its slash; empty for the current one.
    let folder: String
    private let before: String
    private let after: String
    private let width: Int

    /// Reads a pattern; nil when the name has not exactly one number.
    init?(_ pattern: String) {
        let slash = pattern.lastIndex(of: "/")
        let name = slash.map { pattern[pattern.index(after: $0)...] } ?? pattern[...]
        folder = slash.map { String(pattern[...$0]) } ?? ""
        let parts = name.split(separator: "%", omittingEmptySubsequences: false)
        guard parts.count == 2, let d = parts[1].firstIndex(of: "d") else { return nil }
        let digits = parts[1][..<d]
        guard digits.isEmpty || (digits.first == "0" && Int(digits) != nil), digits.count <= 3 else { return nil }
        width = Int(digits) ?? 0
        before = String(parts[0])
        after = String(parts[1][parts[1].index(after: d)...])
    }

    /// The number that gives this name; nil when the name does not fit.
    func number(in name: String) -> Int? {
        guard name.count > before.count + after.count, name.hasPrefix(before), name.hasSuffix(after) else { return nil }
        let digits = name.dropFirst(before.count).dropLast(after.count)
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        return digits.count == max(width, String(number).count) ? number : nil
    }
}

/// Whether one name comes before another when runs of digits count as numbers.
func naturallyPrecedes(_ a: String, _ b: String) -> Bool {
    let x = Array(a.utf8)
    let y = Array(b.utf8)
    var i = 0
    var j = 0
    func digits(_ bytes: [UInt8], _ at: inout Int) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
        return bytes[start..<at].drop { $0 == 0x30 }
    }
    while i < x.count, j < y.count {
        if (0x30...0x39).contains(x[i]), (0x30...0x39).contains(y[j]) {
            let p = digits(x, &i)
            let q = digits(y, &j)
            if p.count != q.count { return p.count < q.count }
            if !p.elementsEqual(q) { return p.lexicographicallyPrecedes(q) }
        } else {
            if x[i] != y[j] { return x[i] < y[j] }
            i += 1
            j += 1
        }
    }
    // Names that differ in leading zeros alone still need an order.
    if x.count - i != y.count - j { return x.count - i < y.count - j }
    return x.lexicographicallyPrecedes(y)
}

/// The names in a folder, in no order.
func namesInFolder(_ path: String) throws(ImagingFailure) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .lastOf(path) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
