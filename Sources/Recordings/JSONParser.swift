/// What is wrong with a JSON text.
package struct JSONProblem: Error, Hashable {
    /// What is wrong, in words.
    package var problem: String
    /// Where, in bytes from the start of the text.
    package var offset: Int
    /// The key whose value it is in, outermost first, such as `light.ambient_intensity`; empty at the top.
    package var key = ""
}

/// Reads one JSON text (RFC 8259), strictly: no trailing commas, no double keys, no NaN, UTF-8 only.
///
/// Foundation's `JSONDecoder` is not used: in Swift 6.3 on Linux it takes trailing commas, keeps the first of two equal keys
/// without a word, and says of `NaN` or `1e999` only that "the given data was not valid JSON", without key or place.
package struct JSONParser {
    /// Deepest nesting of lists and objects.
    static let deepest = 32
    /// Most keys in one object, unless more are asked for.
    static let mostKeys = 256

    private let bytes: [UInt8]
    private let mostKeys: Int
    private var at = 0
    private var depth = 0

    private init(_ bytes: [UInt8], mostKeys: Int) {
        self.bytes = bytes
        self.mostKeys = mostKeys
    }

    /// The value of a text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - mostKeys: most keys in one object, for files of other programs that use keys as a list.
    package static func parse(_ bytes: [UInt8], mostKeys: Int = mostKeys) throws(JSONProblem) -> JSONValue {
        var parser = JSONParser(bytes, mostKeys: mostKeys)
        parser.skipSpace()
        let value = try parser.value()
        parser.skipSpace()
        guard parser.at == bytes.count else { throw parser.problem("unexpected \(parser.here) after the end of the value") }
        return value
    }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func problem(_ text: String, at offset: Int? = nil) -> JSONProblem { .init(problem: text, offset: offset ?? at) }

    /// The word or character at the reading place, for messages.
    private var here: String {
        guard let byte else { return "end of the text" }
        let word = bytes[at...].prefix { isWordByte($0) }
        if !word.isEmpty { return shortened(String(decoding: word, as: UTF8.self)) }
        return byte < 0x20 || byte > 0x7E ? "byte \(byte)" : "'\(Character(Unicode.Scalar(byte)))'"
    }

    private func isWordByte(_ b: UInt8) -> Bool {
        switch b {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func skipSpace() {
        while let b = byte, b == 0x20 || b == 0x09 || b == 0x0A || b == 0x0D { at += 1 }
    }

    private mutating func value() throws(JSONProblem) -> JSONValue {
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case nil: throw problem("the text ends where a value is expected")
        default: return try word()
        }
    }

    private mutating func word() throws(JSONProblem) -> JSONValue {
        let start = at
        while let b = byte, isWordByte(b) { at += 1 }
        let word = bytes[start..<at]
        if let first = word.first, first == UInt8(ascii: "-") || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")),
            Self.isNumber(word)
        {
            let text = String(decoding: word, as: UTF8.self)
            guard let number = Double(text), number.isFinite else {
                throw problem("the number \(shortened(text)) is too large", at: start)
            }
            return .number(number)
        }
        let text = String(decoding: word, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            at = start
            let bare = text.lowercased().drop { $0 == "-" || $0 == "+" }
            if bare == "nan" || bare.hasPrefix("inf") || bare.hasPrefix("1.#") {
                throw problem("expected a number, found \(shortened(text)), which JSON does not have")
            }
            throw problem("expected a value, found \(here)")
        }
    }

    /// Whether a word is a number of JSON: −, digits without a leading 0, fraction, exponent.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func isDigit(_ b: UInt8) -> Bool { b >= UInt8(ascii: "0") && b <= UInt8(ascii: "9") }
        func digits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let leadingZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !leadingZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let e = rest.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private mutating func enter() throws(JSONProblem) {
        depth += 1
        guard depth <= Self.deepest else { throw problem("nested deeper than \(Self.deepest) levels") }
        at += 1
        skipSpace()
    }

    private mutating func array() throws(JSONProblem) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var items: [JSONValue] = []
        if byte == UInt8(ascii: "]") {
            at += 1
            return items
        }
        while true {
            items.append(try value())
            skipSpace()
            switch byte {
            case UInt8(ascii: ","):
                at += 1
                skipSpace()
            case UInt8(ascii: "]"):
                at += 1
                return items
            default: throw problem("expected , or ] in a list, found \(here)")
            }
        }
    }

    private mutating func object() throws(JSONProblem) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var object = JSONObject()
        var keys: Set<String> = []
        if byte == UInt8(ascii: "}") {
            at += 1
            return object
        }
        while true {
            guard byte == UInt8(ascii: "\"") else { throw problem("expected a key in double quotes, found \(here)") }
            let start = at
            let key = try string()
            guard keys.insert(key).inserted else {
                throw JSONProblem(problem: "is given twice", offset: start, key: shortened(key))
            }
            guard object.members.count < mostKeys else { throw problem("more than \(mostKeys) keys in one object") }
            skipSpace()
            guard byte == UInt8(ascii: ":") else {
                throw problem("expected : after the key \"\(shortened(key))\", found \(here)")
            }
            at += 1
            skipSpace()
            do {
                object.members.append((key, try value()))
            } catch {
                throw JSONProblem(
                    problem: error.problem, offset: error.offset,
                    key: shortened(key) + (error.key.isEmpty ? "" : "." + error.key))
            }
            skipSpace()
            switch byte {
            case UInt8(ascii: ","):
                at += 1
                skipSpace()
            case UInt8(ascii: "}"):
                at += 1
                return object
            default: throw problem("expected , or } in an object, found \(here)")
            }
        }
    }

    private mutating func string() throws(JSONProblem) -> String {
        at += 1
        let start = at
        while let b = byte, b != UInt8(ascii: "\""), b != UInt8(ascii: "\\"), b >= 0x20 { at += 1 }
        if byte == UInt8(ascii: "\"") {
            guard let text = String(validating: bytes[start..<at], as: UTF8.self) else {
                throw problem("a text is not UTF-8", at: start)
            }
            at += 1
            return text
        }
        var gathered = Array(bytes[start..<at])
        while let b = byte {
            switch b {
            case UInt8(ascii: "\""):
                at += 1
                guard let text = String(validating: gathered, as: UTF8.self) else {
                    throw problem("a text is not UTF-8", at: start)
                }
                return text
            case UInt8(ascii: "\\"):
                gathered.append(contentsOf: String(Character(try escape())).utf8)
            case ..<0x20: throw problem("a control character (byte \(b)) in a text")
            default:
                gathered.append(b)
                at += 1
            }
        }
        throw problem("the text ends inside a quoted text")
    }

    private mutating func escape() throws(JSONProblem) -> Unicode.Scalar {
        let start = at
        at += 1
        guard let b = byte else { throw problem("the text ends inside a quoted text") }
        at += 1
        switch b {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(b)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = hex4() else { break }
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A surrogate: the second half must follow as another escape.
            guard first < 0xDC00, byte == UInt8(ascii: "\\") else { break }
            at += 1
            guard byte == UInt8(ascii: "u") else { break }
            at += 1
            guard let second = hex4(), (0xDC00...0xDFFF).contains(second) else { break }
            let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            if let scalar = Unicode.Scalar(code) { return scalar }
        default: break
        }
        throw problem("an escape that JSON does not have", at: start)
    }

    private mutating func hex4() -> UInt16? {
        guard at + 4 <= bytes.count else { return nil }
        var value: UInt16 = 0
        for b in bytes[at..<(at + 4)] {
            guard let digit = Character(Unicode.Scalar(b)).hexDigitValue, b < 0x80 else { return nil }
            value = value << 4 | UInt16(digit)
        }
        at += 4
        return value
    }
}
