import Spaces

/// The keys of one JSON object in a file, read with checks; every failure names file, line and key.
struct Fields {
    let object: JSONObject
    let place: Place
    /// Put before each key in messages, such as `light.`.
    var prefix = ""

    /// Reads a JSON object from text.
    init(_ bytes: [UInt8], place: Place, mostKeys: Int = JSONParser.mostKeys) throws(RecordingFailure) {
        self.place = place
        let value: JSONValue
        do {
            value = try JSONParser.parse(bytes, mostKeys: mostKeys)
        } catch {
            let isAtKey = !error.key.isEmpty
            let offset = error.offset + 1
            let byte = "byte \(offset)\(place.line == nil ? "" : " of the line")"
            throw place.failure(
                isAtKey ? error.problem : "not JSON: \(error.problem) (at \(byte))", key: isAtKey ? error.key : nil)
        }
        guard case .object(let object) = value else {
            throw place.failure("expected a JSON object, found \(value.found)")
        }
        self.object = object
    }

    private init(object: JSONObject, place: Place, prefix: String) {
        self.object = object
        self.place = place
        self.prefix = prefix
    }

    /// The value of a key; nil when it is absent or null.
    func value(_ key: String) -> JSONValue? {
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    func failure(_ key: String, _ problem: String, cure: String? = nil) -> RecordingFailure {
        place.failure(problem, key: prefix + key, cure: cure)
    }

    func wrong(_ key: String, expected: String, found: String) -> RecordingFailure {
        place.failure("expected \(expected), found \(found)", key: prefix + key)
    }

    /// A value that must be there.
    func required<T>(_ key: String, _ value: T?, cure: String? = nil) throws(RecordingFailure) -> T {
        guard let value else { throw failure(key, "is missing", cure: cure) }
        return value
    }

    /// A number in a range; nil when absent.
    func number(_ key: String, in range: NumberRange = .any) throws(RecordingFailure) -> Double? {
        guard let value = value(key) else { return nil }
        return try number(value, key, range)
    }

    private func number(_ value: JSONValue, _ key: String, _ range: NumberRange) throws(RecordingFailure) -> Double {
        guard case .number(let number) = value, range.contains(number) else {
            throw wrong(key, expected: range.words, found: value.found)
        }
        return number
    }

    /// A whole number from 0; nil when absent.
    func count(_ key: String) throws(RecordingFailure) -> Int? {
        guard let number = try number(key, in: .count) else { return nil }
        return Int(number)
    }

    /// Text that is not empty; nil when absent.
    func text(_ key: String) throws(RecordingFailure) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let text) = value, !text.isEmpty else {
            throw wrong(key, expected: "a text", found: value == .string("") ? "an empty one" : value.found)
        }
        return text
    }

    /// True or false; nil when absent.
    func flag(_ key: String) throws(RecordingFailure) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value else { throw wrong(key, expected: "true or false", found: value.found) }
        return flag
    }

    /// One of the words of an enumeration; nil when absent.
    func word<T: RawRepresentable & CaseIterable>(_ key: String, _ type: T.Type) throws(RecordingFailure) -> T?
    where T.RawValue == String {
        guard let value = value(key) else { return nil }
        if case .string(let text) = value, let word = T(rawValue: text) { return word }
        throw wrong(key, expected: alternatives(T.allCases.map(\.rawValue)), found: value.found)
    }

    /// An object within; nil when absent.
    func fields(_ key: String) throws(RecordingFailure) -> Fields? {
        guard let value = value(key) else { return nil }
        guard case .object(let object) = value else { throw wrong(key, expected: "an object", found: value.found) }
        return .init(object: object, place: place, prefix: prefix + key + ".")
    }

    /// A list of objects; nil when absent.
    func list(_ key: String) throws(RecordingFailure) -> [Fields]? {
        try items(key)?.enumerated().map { (index, item) throws(RecordingFailure) in
            guard case .object(let object) = item else {
                throw wrong("\(key)[\(index)]", expected: "an object", found: item.found)
            }
            return .init(object: object, place: place, prefix: "\(prefix)\(key)[\(index)].")
        }
    }

    /// A list of anything; nil when absent.
    func items(_ key: String) throws(RecordingFailure) -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .array(let items) = value else { throw wrong(key, expected: "a list", found: value.found) }
        return items
    }

    /// A list of so many numbers, such as `[width, height]`; nil when absent.
    func numbers(
        _ key: String, _ names: [String], in range: NumberRange = .any
    ) throws(RecordingFailure) -> [Double]? {
        guard let value = value(key) else { return nil }
        return try numbers(value, key, names, range)
    }

    func numbers(
        _ value: JSONValue, _ key: String, _ names: [String], _ range: NumberRange
    ) throws(RecordingFailure) -> [Double] {
        guard case .array(let items) = value, items.count == names.count else {
            throw wrong(key, expected: "[\(names.joined(separator: ", "))]", found: value.found)
        }
        var numbers: [Double] = []
        numbers.reserveCapacity(items.count)
        for (i, item) in items.enumerated() { numbers.append(try number(item, "\(key)[\(i)]", range)) }
        return numbers
    }

    /// A list of lists of so many numbers; nil when absent.
    func table(_ key: String, _ names: [String], in range: NumberRange = .any) throws(RecordingFailure) -> [[Double]]? {
        guard let items = try items(key) else { return nil }
        var rows: [[Double]] = []
        rows.reserveCapacity(items.count)
        for (i, item) in items.enumerated() { rows.append(try numbers(item, "\(key)[\(i)]", names, range)) }
        return rows
    }

    /// A rigid 4 × 4 matrix as four rows; nil when absent.
    func pose<A: Space3D, B: Space3D>(_ key: String) throws(RecordingFailure) -> RigidTransform<A, B>? {
        guard let value = value(key) else { return nil }
        guard case .array(let items) = value, items.count == 4 else {
            throw wrong(key, expected: "four rows of four numbers", found: value.found)
        }
        var rows: [[Double]] = []
        rows.reserveCapacity(4)
        for (i, item) in items.enumerated() {
            guard case .array(let row) = item, row.count == 4 else {
                throw wrong("\(key)[\(i)]", expected: "a row of four numbers", found: item.found)
            }
            var numbers: [Double] = []
            numbers.reserveCapacity(4)
            for (j, cell) in row.enumerated() {
                guard case .number(let number) = cell, NumberRange.metres.contains(number) else {
                    throw wrong("\(key)[\(i)][\(j)]", expected: NumberRange.metres.words, found: cell.found)
                }
                numbers.append(number)
            }
            rows.append(numbers)
        }
        guard zip(rows[3], [0.0, 0, 0, 1]).allSatisfy({ abs($0 - $1) <= 1e-3 }) else {
            throw wrong(
                "\(key)[3]", expected: "the last row 0, 0, 0, 1",
                found: rows[3].map(numberText).joined(separator: ", "))
        }
        guard let pose = RigidTransform<A, B>(rows: rows) else {
            throw failure(
                key, "the matrix is not rigid: its columns must have length 1 and be at right angles, right-handed",
                cure: "a matrix may be given column by column: then transpose it; a scale must be taken out")
        }
        return pose
    }
}

/// Numbers that a key may have, and how a message says so.
struct NumberRange: Sendable {
    let words: String
    let contains: @Sendable (Double) -> Bool

    static let any = NumberRange(words: "a number") { _ in true }
    static let positive = NumberRange(words: "a number greater than 0") { $0 > 0 && $0 <= 1e9 }
    static let notNegative = NumberRange(words: "a number of at least 0") { $0 >= 0 && $0 <= 1e9 }
    static let pixels = NumberRange(words: "a number between -1000000 and 1000000") { abs($0) <= 1e6 }
    static let metres = NumberRange(words: "a number between -1000000 and 1000000") { abs($0) <= 1e6 }
    static let count = NumberRange(words: "a whole number of at least 0") {
        $0 >= 0 && $0 <= 1e9 && $0 == $0.rounded(.towardZero)
    }
    static let stops = NumberRange(words: "EV from -30 to 30") { abs($0) <= 30 }
    static let moments = NumberRange(words: "a number between -1000000000000 and 1000000000000") { abs($0) <= 1e12 }
    static let seconds = NumberRange(words: "seconds from 0 to 1000000000000") { $0 >= 0 && $0 <= 1e12 }
}

/// "a, b or c".
func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
