internal import Spaces

/// How the text of an option becomes a value, and the words that say what is accepted.
package struct ValueKind<Value: Sendable>: Sendable {
    /// What the value is called in help, such as `X,Y`.
    let name: String
    /// What is accepted, to follow "takes": "two numbers …, such as 200,300".
    let accepted: String
    /// What a shell offers.
    let completion: ValueCompletion
    /// The value; nil when the text is not one.
    let parse: @Sendable (String) -> Value?

    /// Makes a kind of value.
    package init(
        _ name: String, accepted: String, completion: ValueCompletion = .none, parse: @escaping @Sendable (String) -> Value?
    ) {
        self.name = name
        self.accepted = accepted
        self.completion = completion
        self.parse = parse
    }
}

/// A finite decimal number; nil for anything else, "nan", "inf" and hexadecimal included.
func decimalNumber(_ text: some StringProtocol) -> Double? {
    let digits: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "-", ".", "e", "E"]
    guard !text.isEmpty, text.allSatisfy(digits.contains), let value = Double(String(text)), value.isFinite else { return nil }
    return value
}

/// Finite numbers between commas; nil unless there are exactly as many as asked for.
func decimalNumbers(_ text: some StringProtocol, count: Int) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == count else { return nil }
    let values = parts.compactMap(decimalNumber)
    return values.count == count ? values : nil
}

extension ValueKind where Value == Double {
    /// A number above zero.
    package static func positive(_ name: String, of what: String, example: String) -> Self {
        .init(name, accepted: "\(what) above 0, such as \(example)") { decimalNumber($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// A number from 0 to 1.
    static let share = Self("SHARE", accepted: "a number from 0 to 1, such as 0.5") {
        decimalNumber($0).flatMap { (0...1).contains($0) ? $0 : nil }
    }

    /// A time from the start, in seconds.
    static let seconds = Self("SECONDS", accepted: "a time in seconds from the start, 0 or more, such as 2.5") {
        decimalNumber($0).flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension ValueKind where Value == Int {
    /// A whole number from 0 up.
    package static func count(_ name: String, of what: String) -> Self {
        .init(name, accepted: "\(what), a whole number from 0 up") { text in
            guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            return Int(text)
        }
    }
}

extension ValueKind where Value == Bool {
    /// On or off.
    static let onOff = Self("on|off", accepted: "on or off", completion: .words(["on", "off"])) {
        switch $0 {
        case "on": true
        case "off": false
        default: nil
        }
    }
}

extension ValueKind where Value == ViewPoint {
    /// A place in the view.
    static let viewPoint = Self("X,Y", accepted: "a place in view points, such as 200,300") { text in
        decimalNumbers(text, count: 2).map { .init(x: $0[0], y: $0[1]) }
    }
}

extension ValueKind where Value == Vector<ViewSpace> {
    /// A way in the view.
    static let viewOffset = Self("DX,DY", accepted: "a way in view points, x to the right and y down, such as -20,40") { text in
        decimalNumbers(text, count: 2).map { .init(dx: $0[0], dy: $0[1]) }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enumeration, by its raw value.
    static func oneOf(_ name: String) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return .init(name, accepted: "one of " + words.joined(separator: ", "), completion: .words(words)) {
            Value(rawValue: $0)
        }
    }
}

extension ValueKind where Value == String {
    /// A file or folder of any name.
    package static func path(_ name: String, completion: ValueCompletion = .files(endings: [])) -> Self {
        .init(name, accepted: "the path of a file or folder", completion: completion) { $0.isEmpty ? nil : $0 }
    }

    /// A file whose name has one of a few endings, which choose the format.
    static func file(_ name: String, endings: [String]) -> Self {
        let list = endings.map { "." + $0 }.joined(separator: " or ")
        return .init(name, accepted: "the path of a file that ends in \(list)", completion: .files(endings: endings)) { text in
            endings.contains { text.hasSuffix("." + $0) && text.count > $0.count + 1 } ? text : nil
        }
    }
}
