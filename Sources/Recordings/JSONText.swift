import Spaces

// Writing JSON: sorted keys, shortest numbers, one line.

/// A text in quotes with what must be escaped.
package func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": out += "\\\""
        case "\\": out += "\\\\"
        case "\n": out += "\\n"
        case "\r": out += "\\r"
        case "\t": out += "\\t"
        case _ where scalar.value < 0x20:
            let hex = String(scalar.value, radix: 16)
            out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out + "\""
}

/// A list of numbers.
package func jsonText(_ numbers: [Double]) -> String { "[" + numbers.map(numberText).joined(separator: ",") + "]" }

/// A list of rows of numbers.
package func jsonText(_ rows: [[Double]]) -> String { "[" + rows.map { jsonText($0) }.joined(separator: ",") + "]" }

/// A pose as four rows.
func jsonText<A: Space3D, B: Space3D>(_ pose: RigidTransform<A, B>) -> String { jsonText(pose.rows) }

/// An object from keys and texts of values; the keys are sorted.
package func objectText(_ members: [(String, String)]) -> String {
    "{" + members.sorted { $0.0 < $1.0 }.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
}
