public import Imaging
import ObjectTracking
import Recordings
import SceneUnderstanding
public import Spaces

/// Marks what the pipeline saw on the picture of the view: box, confidence, pen, points, and the outcome in words.
public struct PreviewPainter {
    /// The pictures of the view.
    public let canvas: ViewCanvas
    private let gate: Double

    private static let sure = Color(red: 60, green: 220, blue: 90)
    private static let unsure = Color(red: 250, green: 170, blue: 40)
    private static let gone = Color(red: 240, green: 60, blue: 60)
    private static let ink = Color(red: 255, green: 214, blue: 64)

    /// Makes a painter for a view.
    public init(viewport: Viewport, gate: Double) {
        canvas = ViewCanvas(viewport)
        self.gate = gate
    }

    /// The picture of the view with all marks.
    ///
    /// - Throws: `ImagingFailure`.
    public func picture(of frame: DrawnFrame, strokes: [Stroke]) throws -> Picture {
        let sheet = try Canvas(canvas.picture(of: frame.session.picture))
        let camera = frame.session.camera
        for stroke in strokes {
            let line = stroke.path.compactMap { camera.project($0.position) }.map { canvas($0) }
            if line.count > 1 { try sheet.polyline(line, color: Self.ink, thickness: 1) }
            for point in stroke.points {
                guard let pixel = camera.project(point.position) else { continue }
                try sheet.circle(center: canvas(pixel), radius: 2, color: Self.ink, filled: true)
            }
        }
        try mark(frame, on: sheet)
        try words(of: frame, on: sheet)
        return try sheet.picture()
    }

    private func mark(_ frame: DrawnFrame, on sheet: Canvas) throws {
        let color = color(of: frame)
        if let box = frame.box {
            let rect = canvas(canvas.viewport.viewFromPixel(box))
            try sheet.rectangle(rect, color: color, thickness: 2)
            if let confidence = frame.confidence {
                try label("\(Int((confidence * 100).rounded())) %", at: .init(x: rect.minX, y: rect.minY - 8), color, on: sheet)
            }
        }
        if let pen = frame.pen {
            let p = canvas(pen)
            let arm = 7.0
            try sheet.line(from: .init(x: p.x - arm, y: p.y), to: .init(x: p.x + arm, y: p.y), color: .white, thickness: 1)
            try sheet.line(from: .init(x: p.x, y: p.y - arm), to: .init(x: p.x, y: p.y + arm), color: .white, thickness: 1)
            if frame.world != nil { try sheet.circle(center: p, radius: 4, color: color, thickness: 2) }
        }
    }

    /// A word on a dark ground, so that it can be read on any table.
    private func label(_ text: String, at place: PixelPoint, _ color: Color, on sheet: Canvas) throws {
        let width = Canvas.width(of: text, height: 11)
        try sheet.fillRect(.init(x: place.x - 3, y: place.y - 15, width: width + 6, height: 19), color: .black, opacity: 0.55)
        try sheet.text(text, at: place, height: 11, color: color)
    }

    private func words(of frame: DrawnFrame, on sheet: Canvas) throws {
        let bar = 26.0
        let width = Double(canvas.width)
        let bottom = Double(canvas.height)
        try sheet.fillRect(.init(cornerX: 0, cornerY: bottom - bar, width: width, height: bar), color: .black, opacity: 0.55)
        let hundredths = Int((frame.session.timestamp * 100).rounded())
        let clock = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
        try sheet.text(clock, at: .init(x: 8, y: bottom - 8), height: 12, color: .white)
        let text = frame.outcome.words + (frame.state == .reacquired ? " (found again)" : "")
        let place = max(8, width - Canvas.width(of: text, height: 12) - 8)
        try sheet.text(text, at: .init(x: place, y: bottom - 8), height: 12, color: color(of: frame))
    }

    private func color(of frame: DrawnFrame) -> Color {
        guard let confidence = frame.confidence, let state = frame.state else { return .white }
        if state == .lost { return Self.gone }
        return confidence >= gate ? Self.sure : Self.unsure
    }
}
