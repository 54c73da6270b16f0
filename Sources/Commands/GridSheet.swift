internal import AirDrawing
internal import Imaging
internal import Spaces

/// The picture of a view with a grid, and the numbers of view points along its edges.
struct GridSheet {
    private let canvas: ViewCanvas
    private let sheet: Canvas
    private static let line = Color(red: 255, green: 255, blue: 255)
    private static let box = Color(red: 255, green: 64, blue: 64)

    /// Draws the grid over a camera picture, seen as the view sees it.
    init(viewport: Viewport, picture: Picture) throws {
        canvas = ViewCanvas(viewport)
        sheet = try Canvas(canvas.picture(of: picture))
        try grid(viewport.size)
    }

    /// Marks the box that a tap would seed.
    func mark(_ rect: ViewRect, click: ViewPoint) throws {
        try sheet.rectangle(canvas(rect), color: Self.box, thickness: 2)
        try sheet.circle(center: canvas(click), radius: 3, color: Self.box, filled: true)
    }

    /// What is drawn so far.
    func picture() throws -> Picture { try sheet.picture() }

    private func grid(_ size: ViewSize) throws {
        let step = Self.step(for: max(size.width, size.height))
        for x in stride(from: step, to: size.width, by: step) {
            try faintLine(from: .init(x: x, y: 0), to: .init(x: x, y: size.height))
        }
        for y in stride(from: step, to: size.height, by: step) {
            try faintLine(from: .init(x: 0, y: y), to: .init(x: size.width, y: y))
        }
        for x in stride(from: step, to: size.width, by: step) {
            let text = plain(x)
            let width = Canvas.width(of: text, height: 10)
            for y in [13.0, Double(canvas.height) - 5] { try label(text, x: canvas(ViewPoint(x: x, y: 0)).x - width / 2, y: y) }
        }
        for y in stride(from: step, to: size.height, by: step) {
            let text = plain(y)
            let place = canvas(ViewPoint(x: 0, y: y)).y + 5
            try label(text, x: 3, y: place)
            try label(text, x: Double(canvas.width) - 3 - Canvas.width(of: text, height: 10), y: place)
        }
    }

    /// A line that lets the picture through: one dark and one light, so that it shows on any ground.
    private func faintLine(from a: ViewPoint, to b: ViewPoint) throws {
        let p = canvas(a)
        let q = canvas(b)
        let rect = PixelRect(x: p.x, y: p.y, width: max(1, q.x - p.x), height: max(1, q.y - p.y))
        try sheet.fillRect(rect, color: Self.line, opacity: 0.35)
        let beside = p.x == q.x ? Vector<PixelSpace>(dx: 1, dy: 0) : Vector<PixelSpace>(dx: 0, dy: 1)
        try sheet.fillRect(rect.moved(by: beside), color: .black, opacity: 0.35)
    }

    private func label(_ text: String, x: Double, y: Double) throws {
        let width = Canvas.width(of: text, height: 10)
        try sheet.fillRect(.init(x: x - 2, y: y - 12, width: width + 4, height: 15), color: .black, opacity: 0.5)
        try sheet.text(text, at: .init(x: x, y: y), height: 10, color: Self.line)
    }

    /// A round step that gives about a dozen lines along the longer side.
    private static func step(for length: Double) -> Double {
        var decade = 1.0
        while decade * 10 <= length / 5 { decade *= 10 }
        return [1, 2, 5, 10].map { $0 * decade }.first { length / $0 <= 14 } ?? length
    }
}

/// A number without a decimal point where it has none.
func plain(_ value: Double) -> String { value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)" }
