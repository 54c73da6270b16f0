internal import COpenCV
public import Spaces

/// A colour, 0…255 each.
public struct Color: Hashable, Sendable {
    /// Red part.
    public var red: UInt8
    /// Green part.
    public var green: UInt8
    /// Blue part.
    public var blue: UInt8

    /// Makes a colour from its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)

    var forShim: ad_color { .init(red: red, green: green, blue: blue) }
}

/// A copy of a picture to draw marks on, with soft edges and to 1/16 pixel.
///
/// Marks outside the picture are cut off. Not `Sendable`: one thread at a time.
public final class Canvas {
    private let time: Double?
    /// What is drawn on; nil when it was handed over.
    private var owned: PictureMemory?

    private var memory: PictureMemory {
        guard let owned else { preconditionFailure("nothing can be drawn on a canvas that was handed over") }
        return owned
    }

    /// Copies a picture.
    public init(_ picture: Picture) throws {
        let target = try PictureMemory()
        owned = target
        time = picture.time
        try unsafe shimCheck("a canvas") { unsafe ad_picture_copy(target.handle, picture.memory.handle, $0) }
    }

    /// Width and height in pixels.
    public var size: PixelSize { .init(width: Double(memory.width), height: Double(memory.height)) }

    /// Takes a picture seen through a map, as ``Picture/warped(_:width:height:)`` gives it, without copying it once more.
    public init<To: Space2D>(
        _ picture: Picture, through map: AffineTransform<PixelSpace, To>, width: Int, height: Int
    ) throws {
        owned = try picture.warpedMemory(map, width: width, height: height)
        time = picture.time
    }

    /// Hands over what was drawn, without a copy; nothing can be drawn after it.
    public func handOver() -> Picture {
        let picture = Picture(memory, time: time)
        owned = nil
        return picture
    }

    /// A copy of what is drawn so far.
    public func picture() throws -> Picture {
        let copy = try PictureMemory()
        try unsafe shimCheck("a canvas") { unsafe ad_picture_copy(copy.handle, memory.handle, $0) }
        return Picture(copy, time: time)
    }

    /// Draws the outline of a rect, `thickness` pixels wide.
    public func rectangle(_ rect: PixelRect, color: Color, thickness: Int = 1) throws {
        try polyline(
            [
                rect.origin, .init(x: rect.maxX, y: rect.minY), .init(x: rect.maxX, y: rect.maxY),
                .init(x: rect.minX, y: rect.maxY),
            ], closed: true, color: color, thickness: thickness)
    }

    /// Draws a line, `thickness` pixels wide.
    public func line(from a: PixelPoint, to b: PixelPoint, color: Color, thickness: Int = 1) throws {
        try polyline([a, b], color: color, thickness: thickness)
    }

    /// Draws a line through points, `thickness` pixels wide.
    public func polyline(_ points: [PixelPoint], closed: Bool = false, color: Color, thickness: Int = 1) throws {
        let corners = points.map(\.forShim)
        guard !corners.isEmpty else { return }
        try unsafe shimCheck("a line") { error in
            unsafe ad_mark_lines(
                memory.handle, corners, corners.count, closed, color.forShim, Int32(clamping: max(thickness, 1)), error)
        }
    }

    /// Draws a circle of a radius in pixels, as a line or filled.
    public func circle(center: PixelPoint, radius: Double, color: Color, thickness: Int = 1, filled: Bool = false) throws {
        try unsafe shimCheck("a circle") { error in
            unsafe ad_mark_circle(
                memory.handle, center.forShim, radius, color.forShim, filled ? -1 : Int32(clamping: max(thickness, 1)), error)
        }
    }

    /// Mixes a colour over a rect, to whole pixels; `opacity` is 0…1.
    public func fillRect(_ rect: PixelRect, color: Color, opacity: Double = 1) throws {
        try unsafe shimCheck("a filled rect") { unsafe ad_mark_fill(memory.handle, rect.forShim, color.forShim, opacity, $0) }
    }

    /// Lays over a part of the canvas what is partly transparent.
    ///
    /// - Parameters:
    ///   - pixels: row by row, four bytes each: red, green, blue and opacity, the colours already multiplied by the opacity.
    ///   - x: where the part begins, whole pixels from the left edge.
    ///   - y: where the part begins, whole pixels from the upper edge.
    ///   - width: of the part, pixels.
    ///   - height: of the part, pixels.
    /// - Throws: ``ImagingFailure`` when the part does not lie on the canvas, or the bytes do not fit it.
    public func blend(_ pixels: [UInt8], x: Int, y: Int, width: Int, height: Int) throws {
        try unsafe shimCheck("an overlay") { error in
            unsafe ad_mark_blend(
                memory.handle, pixels, pixels.count, Int32(clamping: x), Int32(clamping: y), Int32(clamping: width),
                Int32(clamping: height), error)
        }
    }

    /// Lays a picture on four corners, clockwise from its own top left, as on a plane that is seen aslant.
    ///
    /// - Parameters:
    ///   - picture: what is laid.
    ///   - corners: four places, pixels.
    ///   - opacity: 0…1.
    /// - Throws: ``ImagingFailure`` when a corner is not finite or very far outside.
    public func lay(_ picture: Picture, on corners: [PixelPoint], opacity: Double = 1) throws {
        precondition(corners.count == 4, "a picture has four corners")
        let places = corners.map(\.forShim)
        try unsafe shimCheck("a picture laid on another") { error in
            unsafe ad_mark_picture(memory.handle, picture.memory.handle, places, opacity, error)
        }
    }

    /// Writes a line of text whose baseline begins at a place.
    ///
    /// The font has ASCII only: a few signs are replaced (× by x, … by ...), others by a question mark.
    ///
    /// - Parameters:
    ///   - text: one line.
    ///   - place: where the baseline begins.
    ///   - height: of a capital letter, pixels.
    ///   - color: of the letters.
    ///   - thickness: of the strokes, pixels.
    public func text(_ text: String, at place: PixelPoint, height: Double = 12, color: Color, thickness: Int = 1) throws {
        try unsafe shimCheck("text") { error in
            unsafe ad_mark_text(
                memory.handle, Self.ascii(text), place.forShim, height, color.forShim, Int32(clamping: max(thickness, 1)), error)
        }
    }

    /// The width that a text would take, pixels.
    public static func width(of text: String, height: Double = 12, thickness: Int = 1) -> Double {
        unsafe ad_mark_text_width(ascii(text), height, Int32(clamping: max(thickness, 1)))
    }

    private static func ascii(_ text: String) -> String {
        let replaced: [Character: String] = [
            "×": "x", "…": "...", "–": "-", "−": "-", "°": " deg", "≤": "<=", "≥": ">=", "→": "->",
        ]
        return text.map { replaced[$0] ?? ($0.isASCII && !$0.isNewline ? String($0) : "?") }.joined()
    }
}
