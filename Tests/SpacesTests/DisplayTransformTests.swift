import Spaces
import Testing

@Suite("The map from picture to view")
struct DisplayTransformTests {
    @Test("has the six numbers of the table", arguments: displayRows)
    func table(row: DisplayRow) {
        let t = displayTransform(
            imageSize: .init(width: row.image.0, height: row.image.1), orientation: row.orientation,
            viewport: .init(width: row.viewport.0, height: row.viewport.1))
        for (found, expected) in zip([t.a, t.b, t.c, t.d, t.tx, t.ty], row.expected) {
            #expect(abs(found - expected) <= 1e-6)
        }
    }

    @Test("turns as devices do when nothing is cut off")
    func unCropped() {
        let expected: [(InterfaceOrientation, [Double], [Double])] = [
            (.landscapeRight, [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0]),
            (.portrait, [0, 1, -1, 0, 1, 0], [0, -1, 1, 0, 0, 1]),
            (.landscapeLeft, [-1, 0, 0, -1, 1, 1], [-1, 0, 0, -1, 1, 1]),
            (.portraitUpsideDown, [0, -1, 1, 0, 0, 1], [0, 1, -1, 0, 1, 0]),
        ]
        for (orientation, forward, back) in expected {
            let view: ViewSize = orientation.isPortrait ? .init(width: 300, height: 400) : .init(width: 400, height: 300)
            let t = displayTransform(imageSize: .init(width: 640, height: 480), orientation: orientation, viewport: view)
            let i = t.inverse
            #expect(zip([t.a, t.b, t.c, t.d, t.tx, t.ty], forward).allSatisfy { abs($0 - $1) < 1e-12 })
            #expect(zip([i.a, i.b, i.c, i.d, i.tx, i.ty], back).allSatisfy { abs($0 - $1) < 1e-12 })
        }
    }

    // iPhone 11 Pro, viewport 375 × 812, picture 1920 × 1440: a CIImage under the transform had the extent 2340 × 1920.
    @Test("gives the extent that was seen on an iPhone 11 Pro")
    func deviceExtent() {
        let t = displayTransform(
            imageSize: .init(width: 1920, height: 1440), orientation: .portrait, viewport: .init(width: 375, height: 812))
        // A CIImage is placed in pixels, turned and filled by the linear part, shifted by tx and ty; its extent is rounded outward.
        let x = [t.tx, t.c * 1440 + t.tx]
        let y = [t.ty, t.b * 1920 + t.ty]
        #expect((x.max() ?? 0).rounded(.up) - (x.min() ?? 0).rounded(.down) == 2340)
        #expect((y.max() ?? 0).rounded(.up) - (y.min() ?? 0).rounded(.down) == 1920)
    }

    // arfoundation-samples issue 620: of a picture 1440 wide only 886 px can be seen on that screen.
    @Test("cuts off what is not seen on a phone screen")
    func deviceCrop() {
        let view = Viewport(
            imageSize: .init(width: 1920, height: 1440), size: .init(width: 375, height: 812), orientation: .portrait)
        let seen = view.pixelFromView(view.bounds)
        #expect(abs(seen.height - 886.7) < 0.05)
        #expect(abs(seen.width - 1920) < 1e-9)
    }

    @Test("leads back from view to picture, for every row", arguments: displayRows)
    func roundTrip(row: DisplayRow) {
        let view = Viewport(
            imageSize: .init(width: row.image.0, height: row.image.1),
            size: .init(width: row.viewport.0, height: row.viewport.1), orientation: row.orientation)
        for p in [PixelPoint(x: 0, y: 0), .init(x: 812.25, y: 13.5), .init(x: row.image.0 - 1, y: row.image.1 - 1)] {
            #expect(view.pixelFromView(view.viewFromPixel(p)).distance(to: p) < 1e-9)
        }
    }

    @Test("puts pixel centres half a pixel inside a view that shows the picture as it is")
    func pixelCentres() {
        let view = Viewport(showing: .init(width: 640, height: 480))
        #expect(view.viewFromPixel(PixelPoint(x: 0, y: 0)).distance(to: .init(x: 0.5, y: 0.5)) < 1e-12)
        let all = view.viewFromPixel(PixelRect(covering: view.imageSize))
        #expect(abs(all.width - 640) < 1e-9 && abs(all.height - 480) < 1e-9 && all.origin.distance(to: .init(x: 0, y: 0)) < 1e-9)
    }
}
