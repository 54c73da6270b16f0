import Spaces
import Testing

@Suite("Rects")
struct RectTests {
    @Test("overlap, or do not")
    func intersection() {
        let r = ViewRect(x: 0, y: 0, width: 10, height: 10)
        #expect(r.intersection(.init(x: 5, y: 6, width: 10, height: 10)) == ViewRect(x: 5, y: 6, width: 5, height: 4))
        #expect(r.intersection(.init(x: 10, y: 0, width: 1, height: 1)) == nil)
        #expect(r.intersection(.init(x: .nan, y: 0, width: 1, height: 1)) == nil)
    }

    @Test("count pixels from corners or from centres")
    func corners() {
        let first = PixelRect(cornerX: 0, cornerY: 0, width: 1, height: 1)
        #expect(first.center == PixelPoint(x: 0, y: 0))
        #expect(first.cornerX == 0 && first.cornerY == 0)
        #expect(PixelRect(covering: .init(width: 4, height: 2)).center == PixelPoint(x: 1.5, y: 0.5))
    }
}
