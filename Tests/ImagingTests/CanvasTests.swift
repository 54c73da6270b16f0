import Imaging
import Spaces
import Testing

@Suite("Marks on pictures")
struct CanvasTests {
    private let grey = try! Picture(width: 40, height: 30, bgr: .init(repeating: 100, count: 40 * 30 * 3))
    private let red = Color(red: 255, green: 0, blue: 0)

    @Test("A rect is drawn where it is, and the picture below stays as it was")
    func rectangle() throws {
        let canvas = try Canvas(grey)
        try canvas.rectangle(.init(x: 5, y: 6, width: 20, height: 10), color: red)
        let marked = try canvas.picture()
        for (x, y) in [(5, 6), (25, 6), (25, 16), (5, 16), (15, 6), (5, 11)] {
            let pixel = marked.bgr(x, y)
            #expect(pixel.red > 200 && pixel.blue < 60, "\(x), \(y): \(pixel)")
        }
        #expect(marked.bgr(15, 11) == (100, 100, 100))
        #expect(marked.bgr(3, 4) == (100, 100, 100))
        #expect(grey.bytes.allSatisfy { $0 == 100 })
    }

    @Test("A line half a pixel further down colours both rows alike")
    func subPixel() throws {
        let canvas = try Canvas(grey)
        try canvas.line(from: .init(x: 2, y: 10.5), to: .init(x: 35, y: 10.5), color: .white)
        let marked = try canvas.picture()
        #expect(abs(Int(marked.bgr(20, 10).red) - Int(marked.bgr(20, 11).red)) < 12)
    }

    @Test("A fill mixes its colour over whole pixels")
    func fill() throws {
        let canvas = try Canvas(grey)
        try canvas.fillRect(.init(cornerX: 4, cornerY: 4, width: 3, height: 2), color: .white, opacity: 0.5)
        try canvas.fillRect(.init(cornerX: -50, cornerY: 20, width: 52, height: 500), color: .black)
        let marked = try canvas.picture()
        #expect(abs(Int(marked.bgr(4, 4).green) - 178) <= 1)
        #expect(abs(Int(marked.bgr(6, 5).green) - 178) <= 1)
        #expect(marked.bgr(7, 4).green == 100)
        #expect(marked.bgr(3, 5).green == 100)
        #expect(marked.bgr(1, 29).green == 0)
        #expect(marked.bgr(2, 29).green == 100)
    }

    @Test("A filled circle has its centre at its centre")
    func circle() throws {
        let canvas = try Canvas(grey)
        try canvas.circle(center: .init(x: 20, y: 15), radius: 5, color: red, filled: true)
        try canvas.circle(center: .init(x: 20, y: 15), radius: 10, color: .white)
        let marked = try canvas.picture()
        #expect(marked.bgr(20, 15) == (0, 0, 255))
        for (dx, dy) in [(4, 0), (-4, 0), (0, 4), (0, -4)] { #expect(marked.bgr(20 + dx, 15 + dy).red > 200) }
        #expect(marked.bgr(30, 15).green > 200)
        #expect(marked.bgr(28, 15) == (100, 100, 100))
    }

    @Test("Text is written above its baseline and is as wide as said")
    func text() throws {
        let canvas = try Canvas(grey)
        try canvas.text("H×", at: .init(x: 2, y: 25), height: 12, color: .white)
        let marked = try canvas.picture()
        let changed = (0..<30).flatMap { y in (0..<40).map { (x: $0, y: y) } }.filter {
            marked.bgr($0.x, $0.y) != (100, 100, 100)
        }
        #expect((12...15).contains(changed.map(\.y).min() ?? 0))
        #expect((24...26).contains(changed.map(\.y).max() ?? 0))
        #expect(Canvas.width(of: "Hx", height: 12) > 10)
        #expect(Double(changed.map(\.x).max() ?? 0) < 2 + Canvas.width(of: "Hx", height: 12) + 2)
    }

    @Test("Marks far outside and over the edge do no harm; those that are not finite are refused")
    func outside() throws {
        let canvas = try Canvas(grey)
        try canvas.line(from: .init(x: -1e9, y: -1e9), to: .init(x: 1e9, y: 1e9), color: red, thickness: 100_000)
        try canvas.circle(center: .init(x: 1e12, y: 0), radius: 1e12, color: red)
        try canvas.text("far", at: .init(x: 1e12, y: -1e12), color: red)
        try canvas.polyline([], color: red)
        #expect(throws: ImagingFailure.self) { try canvas.line(from: .init(x: .nan, y: 0), to: .init(x: 1, y: 1), color: red) }
        #expect(throws: ImagingFailure.self) { try canvas.circle(center: .init(x: 0, y: 0), radius: -1, color: red) }
        #expect(throws: ImagingFailure.self) {
            try canvas.fillRect(.init(x: 0, y: 0, width: 5, height: 5), color: red, opacity: 2)
        }
    }
}

@Suite("Overlays on a canvas")
struct CanvasBlendTests {
    @Test("What is laid over is mixed by its opacity, colours already multiplied")
    func blend() throws {
        let sheet = try Canvas(Picture(width: 4, height: 2, bgr: .init(repeating: 200, count: 24)))
        // Nothing, half of red, all of blue.
        try sheet.blend([0, 0, 0, 0, 128, 0, 0, 128, 0, 0, 255, 255], x: 1, y: 1, width: 3, height: 1)
        let picture = sheet.handOver()
        #expect(picture.bgr(0, 1) == (200, 200, 200) && picture.bgr(1, 1) == (200, 200, 200))
        // 200 · 127 / 255 = 99.6, and 128 of red on top.
        #expect(picture.bgr(2, 1) == (100, 100, 228))
        #expect(picture.bgr(3, 1) == (255, 0, 0) && picture.bgr(3, 0) == (200, 200, 200))
    }

    @Test("A part that does not lie on the canvas, or bytes that do not fit it, are refused")
    func refusals() throws {
        let sheet = try Canvas(Picture(width: 4, height: 2, bgr: .init(repeating: 0, count: 24)))
        let four = [UInt8](repeating: 0, count: 16)
        #expect(throws: ImagingFailure.self) { try sheet.blend(four, x: 1, y: 0, width: 4, height: 1) }
        #expect(throws: ImagingFailure.self) { try sheet.blend(four, x: -1, y: 0, width: 4, height: 1) }
        #expect(throws: ImagingFailure.self) { try sheet.blend(four, x: 0, y: 0, width: 3, height: 1) }
        try sheet.blend(four, x: 0, y: 1, width: 4, height: 1)
    }
}
