internal import Spaces

/// A tap on the view at a time.
struct Tap: Hashable, Sendable {
    /// Where, in points of the view.
    var place: ViewPoint
    /// When, in seconds from the start; nil for the first frame.
    var seconds: Double?
}

/// A stretch of time in seconds from the start, its end included.
struct SecondsRange: Hashable, Sendable {
    /// Where it begins.
    var start: Double
    /// Where it ends; later than it begins.
    var end: Double
}

/// Where pictures come from.
enum SourceChoice: Hashable, Sendable {
    /// A recording, a film, a folder or a pattern of pictures.
    case path(String)
    /// A camera of this machine, by its number.
    case camera(Int)
}

/// Which frame is meant.
enum FrameChoice: Hashable, Sendable {
    /// The first frame at or after a time in seconds.
    case seconds(Double)
    /// The frame with a number; the first is 0.
    case index(Int)
}

extension ValueKind where Value == Tap {
    /// A tap: a place and perhaps a time.
    static let tap = Self(
        "X,Y[@SECONDS]", accepted: "a place in view points and perhaps a time, such as 200,300 or 200,300@1.5"
    ) { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let place = decimalNumbers(parts[0], count: 2) else { return nil }
        var tap = Tap(place: .init(x: place[0], y: place[1]), seconds: nil)
        if parts.count == 2 {
            guard let seconds = decimalNumber(parts[1]), seconds >= 0 else { return nil }
            tap.seconds = seconds
        }
        return tap
    }
}

extension ValueKind where Value == SecondsRange {
    /// A stretch of time.
    static let range = Self(
        "A..B", accepted: "a stretch of time in seconds, from A to a later B, such as 1.5..4"
    ) { text in
        // Three dots would be read as 1 to .3, which nobody means.
        guard !text.contains("..."), let dots = firstRange(of: "..", in: text) else { return nil }
        guard let start = decimalNumber(text[..<dots.lowerBound]), let end = decimalNumber(text[dots.upperBound...]),
            start >= 0, start < end
        else { return nil }
        return SecondsRange(start: start, end: end)
    }
}

extension ValueKind where Value == SourceChoice {
    /// A recording, film, folder or pattern of pictures, or a camera.
    static let source = Self(
        "SOURCE", accepted: "a recording, a film, a folder or pattern of pictures, or camera:N with a number from 0 up",
        completion: .files(endings: [])
    ) { text in
        guard text.hasPrefix("camera:") else { return text.isEmpty ? nil : .path(text) }
        let number = text.dropFirst("camera:".count)
        guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(number).map(SourceChoice.camera)
    }
}

/// Where a short text first occurs; the standard library alone has no search on Linux without `_StringProcessing`.
private func firstRange(of needle: String, in text: String) -> Range<String.Index>? {
    var at = text.startIndex
    while at < text.endIndex {
        if text[at...].hasPrefix(needle) { return at..<text.index(at, offsetBy: needle.count) }
        at = text.index(after: at)
    }
    return nil
}
