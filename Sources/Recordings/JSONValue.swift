/// A JSON value.
///
/// Numbers are doubles: whole ones are exact up to 2⁵³.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// What it is, with its value when that is short, for messages.
    package var found: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): numberText(value)
        case .string(let value): "\"\(shortened(value))\""
        case .array(let items): items.isEmpty ? "an empty list" : "a list of \(items.count)"
        case .object: "an object"
        }
    }
}

/// A JSON object; keys are unique, in the order of the text.
package struct JSONObject: Hashable, Sendable {
    package var members: [(key: String, value: JSONValue)] = []

    package subscript(_ key: String) -> JSONValue? {
        for member in members where member.key == key { return member.value }
        return nil
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.members.elementsEqual(b.members) { $0.key == $1.key && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) {
        for member in members {
            hasher.combine(member.key)
            hasher.combine(member.value)
        }
    }
}

/// The shortest text from which a double is read back exactly; whole numbers without a point.
package func numberText(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
