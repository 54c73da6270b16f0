private import Glibc
internal import Spaces

// The lines of frames are nearly all that files of results and of annotation hold. They are written and read byte by byte, many times as fast
// as through the values of JSON, which take whatever stands there in another way, such as polygons.

/// One frame with a box, as its line in a file of results or of annotation says.
struct FrameLine: Hashable {
    /// Number of the frame in the sequence.
    var frame: Int
    /// Where the target is.
    var box: PixelRect
    /// The confidence, where the line has one.
    var confidence: Double?
    /// Whether the target is held; nil in annotation.
    var isHeld: Bool?

    /// Reads a line with a box in the form in which lines are written; nil for any other, which is none that is wrong.
    init?(_ bytes: [UInt8]) {
        guard let line = unsafe bytes.withUnsafeBufferPointer({ text in unsafe Self.read(text) }) else { return nil }
        self = line
    }

    private init(frame: Int, box: PixelRect, confidence: Double?, isHeld: Bool?) {
        self.frame = frame
        self.box = box
        self.confidence = confidence
        self.isHeld = isHeld
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> FrameLine? {
        // The brace at the end stops a number that reaches to it.
        guard let last = unsafe text.last, last == UInt8(ascii: "}") else { return nil }
        var at = 0
        guard unsafe skip("{\"box\":[", text, &at), let x = unsafe number(text, &at), unsafe skip(",", text, &at),
            let y = unsafe number(text, &at), unsafe skip(",", text, &at), let width = unsafe number(text, &at),
            unsafe skip(",", text, &at), let height = unsafe number(text, &at), unsafe skip("],", text, &at)
        else { return nil }
        var confidence: Double?
        if unsafe skip("\"confidence\":", text, &at) {
            guard let value = unsafe number(text, &at), unsafe skip(",", text, &at) else { return nil }
            confidence = value
        }
        guard unsafe skip("\"frame\":", text, &at), let frame = unsafe number(text, &at), let frame = Int(exactly: frame) else {
            return nil
        }
        var isHeld: Bool?
        if unsafe skip(",\"held\":", text, &at) {
            if unsafe skip("true", text, &at) {
                isHeld = true
            } else if unsafe skip("false", text, &at) {
                isHeld = false
            } else {
                return nil
            }
        }
        guard at == text.count - 1 else { return nil }
        return FrameLine(
            frame: frame, box: PixelRect(x: x, y: y, width: width, height: height), confidence: confidence, isHeld: isHeld)
    }

    private static func skip(_ word: StaticString, _ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard text.count - at >= count, let base = text.baseAddress, unsafe memcmp(base + at, word.utf8Start, count) == 0 else {
            return false
        }
        at += count
        return true
    }

    /// A number as JSON has it; one that ends with the text is none.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Double? {
        let start = at
        if unsafe text[at] == UInt8(ascii: "-") { at += 1 }
        var digits: UInt64 = 0
        var count = 0
        var point: Int?
        while at < text.count {
            let byte = unsafe text[at]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                count += 1
            } else if byte == UInt8(ascii: "."), point == nil {
                point = at
            } else {
                break
            }
            at += 1
        }
        guard at < text.count, count > 0 else { return nil }
        let isPower = unsafe text[at] == UInt8(ascii: "e") || text[at] == UInt8(ascii: "E")
        if !isPower, count < 19, digits <= 1 << 53 {
            let value = Double(digits) / powersOfTen[point.map { at - $0 - 1 } ?? 0]
            return unsafe text[start] == UInt8(ascii: "-") ? -value : value
        }
        // `strtod` stops before the comma or bracket at the latest, and there is one.
        guard let base = text.baseAddress else { return nil }
        return unsafe base.withMemoryRebound(to: CChar.self, capacity: text.count) { characters in
            var end: UnsafeMutablePointer<CChar>?
            let value = unsafe strtod(characters + start, &end)
            guard let end = unsafe end else { return nil }
            at = unsafe UnsafePointer(end) - characters
            return at < text.count && value.isFinite ? value : nil
        }
    }
}

/// Text that grows byte by byte.
extension [UInt8] {
    /// Adds a text.
    mutating func add(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Adds a number as `numberText(_:)` writes it.
    mutating func add(_ number: Double) {
        append(contentsOf: number.description.utf8)
        if self[count - 1] == UInt8(ascii: "0"), self[count - 2] == UInt8(ascii: ".") { removeLast(2) }
    }

    /// Adds a whole number.
    mutating func add(_ number: Int) { append(contentsOf: number.description.utf8) }

    /// Adds the box of a line, with its key and a comma; nothing when a number of it is not finite.
    mutating func add(_ box: PixelRect) {
        guard box.minX.isFinite, box.minY.isFinite, box.width.isFinite, box.height.isFinite else { return }
        add("\"box\":[")
        add(box.minX)
        add(",")
        add(box.minY)
        add(",")
        add(box.width)
        add(",")
        add(box.height)
        add("],")
    }
}
