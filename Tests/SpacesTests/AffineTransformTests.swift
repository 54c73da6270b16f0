import Spaces
import TestSupport
import Testing

@Suite("Affine transforms")
struct AffineTransformTests {
    private static let seeds: [UInt64] = Array(1...20)

    private func map<A: Space2D, B: Space2D>(_ random: inout SeededGenerator, _: A.Type, _: B.Type) -> AffineTransform<A, B> {
        .init(
            a: random.unit() + 1, b: random.unit() - 0.5, c: random.unit() - 0.5, d: random.unit() + 1, tx: random.unit() * 9,
            ty: random.unit() * 9)
    }

    @Test("undo themselves and compose in any grouping", arguments: seeds)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let a = map(&random, ImageSpace.self, PixelSpace.self)
        let b = map(&random, PixelSpace.self, ViewSpace.self)
        let c = map(&random, ViewSpace.self, NormalizedViewSpace.self)
        let p = ImagePoint(x: random.unit(), y: random.unit())
        #expect(a.inverse(a(p)).distance(to: p) < 1e-12)
        #expect(a.then(b).then(c)(p).distance(to: a.then(b.then(c))(p)) < 1e-11)
        #expect(a.then(b)(p).distance(to: b(a(p))) < 1e-11)
        let q = ImagePoint(x: random.unit(), y: random.unit())
        let moved = a(p) + a(q - p)
        #expect(moved.distance(to: a(q)) < 1e-12)
    }

    @Test("map a rect to the box round its four corners")
    func rects() {
        let turn = AffineTransform<ImageSpace, ViewSpace>(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        #expect(turn(ImageRect(x: 1, y: 2, width: 3, height: 4)) == ViewRect(x: -6, y: 1, width: 4, height: 3))
    }

    @Test("have no finite inverse when they are singular")
    func singular() {
        let flat = AffineTransform<ImageSpace, ViewSpace>(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)
        #expect(!flat.inverse(ViewPoint(x: 1, y: 1)).isFinite)
    }
}
