/// Pieces of JSON text, written by hand so that the order of keys is ours.
enum JSONWords {
    /// A string with quotes.
    static func string(_ text: String) -> String {
        var words = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": words += "\\" + String(scalar)
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                words += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: words.unicodeScalars.append(scalar)
            }
        }
        return words + "\""
    }

    /// A list of things that are JSON.
    static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    /// A list of numbers.
    static func list(_ v: SIMD3<Double>) -> String { "[\(v.x),\(v.y),\(v.z)]" }

    /// Numbers as they are once they are floats, so that a reader compares like with like.
    static func floats(_ v: SIMD3<Double>) -> String { list(SIMD3<Double>(SIMD3<Float>(v))) }
}
