import Spaces
import Testing

@Suite("The flip between picture and Vision")
struct VisionFlipTests {
    let size = PixelSize(width: 1280, height: 720)
    var view: Viewport { .init(imageSize: size, size: .init(width: 375, height: 667), orientation: .portrait) }
    // A tap at (200, 300) with a box of 20 × 20 points.
    let tapped = ViewRect(center: .init(x: 200, y: 300), size: .init(width: 20, height: 20))

    private func isNear(_ a: ViewRect, _ b: ViewRect) -> Bool {
        a.origin.distance(to: b.origin) < 1e-9 && abs(a.width - b.width) < 1e-9 && abs(a.height - b.height) < 1e-9
    }

    @Test("keeps the box on the tap")
    func right() {
        let image = imageFromPixel(size)
        let vision = image(view.pixelFromView(tapped)).inVision
        let back = view.viewFromPixel(image.inverse(vision.inImage))
        #expect(isNear(back, .init(x: 190, y: 290, width: 20, height: 20)))
    }

    @Test("moves the tracked patch one box to the right when it is done as in the tutorial")
    func tutorial() {
        let image = imageFromPixel(size)
        let vision = image(view.pixelFromView(tapped)).inVisionAsTutorial
        // What Vision truly holds, read by Vision's own rule.
        let tracked = view.viewFromPixel(image.inverse(vision.inImage))
        #expect(isNear(tracked, .init(x: 210, y: 290, width: 20, height: 20)))
        // The wrong flip back hides it: the box is drawn on the tap.
        let drawn = view.viewFromPixel(image.inverse(vision.inImageAsTutorial))
        #expect(isNear(drawn, tapped))
    }

    @Test("puts Vision's origin at the lower left corner")
    func corner() {
        let r = ImageRect(x: 0, y: 0.9, width: 0.2, height: 0.1).inVision
        #expect(abs(r.minX) < 1e-12 && abs(r.minY) < 1e-12)
        #expect(r.inImage.origin.distance(to: .init(x: 0, y: 0.9)) < 1e-12)
    }
}
