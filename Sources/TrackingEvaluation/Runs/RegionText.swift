internal import Recordings
internal import Spaces

// How regions stand in the files of results: JSON with the coordinates of ``Region`` as they are, so that what is read is what was written to
// the last bit, on which thresholds may decide.

/// The key and the value of a region; nil when a number of it is not finite.
func jsonMember(of region: Region?) -> (String, String)? {
    switch region {
    case nil: return nil
    case .rect(let box):
        let numbers = [box.minX, box.minY, box.width, box.height]
        return numbers.allSatisfy(\.isFinite) ? ("box", listText(numbers)) : nil
    case .point(let point): return point.isFinite ? ("point", pointText(point)) : nil
    case .polygon(let corners):
        guard !corners.isEmpty, corners.allSatisfy(\.isFinite) else { return nil }
        return ("polygon", "[" + corners.map(pointText).joined(separator: ",") + "]")
    }
}

private func pointText(_ point: PixelPoint) -> String { listText([point.x, point.y]) }

func listText(_ numbers: [Double]) -> String { "[" + numbers.map(numberText).joined(separator: ",") + "]" }

extension JSONObject {
    /// The region of an object; nil when it has none.
    ///
    /// - Throws: ``SequenceFailure`` when what stands there is no region.
    func region() throws -> Region? {
        if let value = self["box"] {
            let n = try value.numbers("box", count: 4)
            return .rect(PixelRect(x: n[0], y: n[1], width: n[2], height: n[3]))
        }
        if let value = self["point"] { return .point(try value.point("point")) }
        if let value = self["polygon"] {
            guard case .array(let corners) = value else {
                throw SequenceFailure("polygon: expected points, found \(value.found)")
            }
            return .polygon(try corners.map { try $0.point("polygon") })
        }
        return nil
    }

    /// A number that must be there.
    func number(_ key: String) throws -> Double {
        guard case .number(let value) = self[key] else { throw wrong(key, "a number") }
        return value
    }

    /// A whole number that must be there.
    func count(_ key: String) throws -> Int {
        guard let value = Int(exactly: try number(key)), value >= 0 else { throw wrong(key, "a whole number from 0 up") }
        return value
    }

    /// A text that must be there.
    func text(_ key: String) throws -> String {
        guard case .string(let value) = self[key] else { throw wrong(key, "a text") }
        return value
    }

    /// A yes or no that must be there.
    func flag(_ key: String) throws -> Bool {
        guard case .bool(let value) = self[key] else { throw wrong(key, "true or false") }
        return value
    }

    /// A list of texts that must be there.
    func texts(_ key: String) throws -> [String] {
        try list(key).map {
            guard case .string(let text) = $0 else { throw wrong(key, "a list of texts") }
            return text
        }
    }

    /// A list that must be there.
    func list(_ key: String) throws -> [JSONValue] {
        guard case .array(let items) = self[key] else { throw wrong(key, "a list") }
        return items
    }

    private func wrong(_ key: String, _ expected: String) -> SequenceFailure {
        SequenceFailure("key \(key): expected \(expected), found \(self[key]?.found ?? "nothing")")
    }
}

extension JSONValue {
    func numbers(_ key: String, count: Int) throws -> [Double] {
        guard case .array(let items) = self, items.count == count else {
            throw SequenceFailure("key \(key): expected \(count) numbers, found \(found)")
        }
        return try items.map {
            guard case .number(let value) = $0 else {
                throw SequenceFailure("key \(key): expected \(count) numbers, found \($0.found) among them")
            }
            return value
        }
    }

    fileprivate func point(_ key: String) throws -> PixelPoint {
        let n = try numbers(key, count: 2)
        return PixelPoint(x: n[0], y: n[1])
    }
}

/// A list of texts as JSON.
func listText(_ texts: [String]) -> String { "[" + texts.map(jsonText).joined(separator: ",") + "]" }

/// The object of a line of JSON.
func jsonObject(_ bytes: [UInt8]) throws -> JSONObject {
    do {
        guard case .object(let object) = try JSONParser.parse(bytes) else { throw SequenceFailure("expected an object") }
        return object
    } catch let problem as JSONProblem {
        throw SequenceFailure("byte \(problem.offset): \(problem.problem)")
    }
}

/// A text as JSON, in quotes.
func jsonText(_ text: String) -> String { Recordings.quoted(text) }
