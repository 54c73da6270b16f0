import Imaging
import Spaces
import Testing

@Suite("What a target looks like")
struct TargetAppearanceTests {
    /// Smooth texture, seen moved by a part of a pixel.
    private func moved(_ dx: Double, _ dy: Double) throws -> Picture {
        let map = AffineTransform<PixelSpace, PixelSpace>(a: 1, b: 0, c: 0, d: 1, tx: dx + 0.5, ty: dy + 0.5)
        return try texture().warped(map, width: 320, height: 240)
    }

    @Test("A look at the seed itself finds it the same, and in its place", arguments: [12.0, 20, 40, 57, 100, 210])
    func same(size: Double) throws {
        let picture = try texture()
        let box = PixelRect(center: .init(x: 130.2, y: 110.7), size: .init(width: size, height: size))
        let look = try TargetAppearance(of: box, in: picture).look(at: box, in: picture)
        #expect(look.seed > 0.999 && look.previous > 0.999 && look.agreement > 0.999)
        #expect(look.chroma < 1e-9 && look.posterior > 0.999)
        #expect(look.offset.length < 0.02)
    }

    @Test(
        "The offset tells a shift to a tenth of a pixel",
        arguments: [(0.0, 0.3), (-0.5, 0.2), (0.9, -0.8), (1.6, 1.1), (-1.2, 0.0)])
    func offset(dx: Double, dy: Double) throws {
        let box = PixelRect(center: .init(x: 150, y: 120), size: .init(width: 40, height: 40))
        let appearance = try TargetAppearance(of: box, in: moved(0, 0))
        let look = try appearance.look(at: box, in: moved(dx, dy))
        #expect(PixelPoint.distance(look.offset, Vector(dx: dx, dy: dy)) < 0.1, "\(look.offset)")
        #expect(look.agreement > 0.9)
        // What was followed there is there again.
        appearance.follow(look.offset)
        let again = try appearance.look(at: box, in: moved(dx, dy), from: look.offset)
        #expect(PixelPoint.distance(again.offset, look.offset) < 0.02)
    }

    @Test("Another place of the picture is another thing, and remembered once it was learned")
    func learns() throws {
        let picture = try texture()
        let box = PixelRect(center: .init(x: 100, y: 100), size: .init(width: 40, height: 40))
        let other = PixelRect(center: .init(x: 200, y: 150), size: .init(width: 40, height: 40))
        let appearance = try TargetAppearance(of: box, in: picture)
        #expect(try appearance.look(at: other, in: picture).seed < 0.6)
        #expect(appearance.recall().patch < 0.6)
        appearance.learn()
        _ = try appearance.look(at: other, in: picture)
        #expect(appearance.recall().patch > 0.999)
        // The seed is never forgotten, however much is learned.
        for step in 0..<30 {
            let place = PixelRect(center: .init(x: 60 + 6 * Double(step), y: 60 + 4 * Double(step)), size: box.size)
            _ = try appearance.look(at: place, in: picture)
            appearance.learn()
        }
        #expect(try appearance.look(at: box, in: picture).seed > 0.999)
    }

    @Test("A search finds the target, in the whole picture and near, of its size and of another")
    func searches() throws {
        let picture = try texture()
        let box = PixelRect(center: .init(x: 203, y: 131), size: .init(width: 40, height: 40))
        let appearance = try TargetAppearance(of: box, in: picture)
        for part in [PixelRect(covering: picture.size), PixelRect(x: 140, y: 70, width: 130, height: 130)] {
            let peaks = try appearance.search(part, of: picture, side: 40, most: 5)
            #expect(try #require(peaks.first).center.distance(to: box.center) < 3)
            #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
        #expect(try appearance.search(.init(x: 0, y: 0, width: 20, height: 20), of: picture, side: 40, most: 5).isEmpty)
        #expect(try appearance.search(.init(x: 900, y: 0, width: 90, height: 90), of: picture, side: 40, most: 5).isEmpty)
    }

    @Test("Boxes beyond the picture, huge ones and uniform pictures are looked at without harm")
    func edges() throws {
        let picture = try texture()
        for box in [
            PixelRect(x: -30, y: -30, width: 40, height: 40), PixelRect(x: 310, y: 230, width: 40, height: 40),
            PixelRect(x: -500, y: -400, width: 1200, height: 1000), PixelRect(x: 5000, y: 5000, width: 40, height: 40),
            PixelRect(x: 10, y: 10, width: 1, height: 1), PixelRect(x: 10, y: 10, width: 300, height: 2),
        ] {
            let look = try TargetAppearance(of: box, in: picture).look(at: box, in: picture)
            #expect(look.seed.isFinite && look.chroma.isFinite && look.posterior.isFinite && look.offset.length.isFinite)
        }
        let grey = try Picture(width: 64, height: 64, bgr: .init(repeating: 100, count: 64 * 64 * 3))
        let box = PixelRect(x: 10, y: 10, width: 30, height: 30)
        let look = try TargetAppearance(of: box, in: grey).look(at: box, in: grey)
        #expect(look.seed == 0 && look.agreement == 0)
    }

    @Test("What is not finite, empty or of another size is refused")
    func refuses() throws {
        let picture = try texture()
        for box in [
            PixelRect(x: .nan, y: 0, width: 40, height: 40), PixelRect(x: 0, y: 0, width: 0, height: 40),
            PixelRect(x: 0, y: .infinity, width: 40, height: 40),
        ] {
            let failure = #expect(throws: ImagingFailure.self) { _ = try TargetAppearance(of: box, in: picture) }
            #expect(failure?.code == .box)
        }
        let box = PixelRect(x: 10, y: 10, width: 40, height: 40)
        let appearance = try TargetAppearance(of: box, in: picture)
        let other = try texture(width: 160, height: 120)
        let failure = #expect(throws: ImagingFailure.self) { _ = try appearance.look(at: box, in: other) }
        #expect(failure?.code == .sizeChanged)
        #expect(throws: ImagingFailure.self) { _ = try appearance.search(box, of: picture, side: .nan, most: 3) }
    }
}

extension PixelPoint {
    /// The length of the difference of two vectors, pixels.
    fileprivate static func distance(_ a: Vector<PixelSpace>, _ b: Vector<PixelSpace>) -> Double { (a + b * -1).length }
}
