import Imaging
import Spaces
import Testing

@testable import ObjectTracking

@Suite("A steady box")
struct SteadyBoxTests {
    private let start = PixelRect(center: .init(x: 50, y: 50), size: .init(width: 40, height: 40))

    private func look(_ dx: Double, _ dy: Double, agreement: Double = 0.95) -> TargetAppearance.Look {
        .init(seed: 1, previous: 1, chroma: 0, posterior: 1, offset: .init(dx: dx, dy: dy), agreement: agreement)
    }

    @Test("The fine centre never leaves the tracker's by more than its limit")
    func limit() {
        var box = SteadyBox(start)
        for step in 0..<50 {
            _ = box.move(to: .init(center: .init(x: 50 + Double(step), y: 50), size: start.size))
            box.refine(look(box.offset.dx + 1, 0))
            #expect(abs(box.offset.dx) <= 0.06 * 40 + 1e-9)
        }
    }

    @Test("Without agreement it goes back to the tracker's centre")
    func disagreement() {
        var box = SteadyBox(start)
        box.refine(look(0.5, 0.5))
        // A fifth of what may be rounding goes back to the tracker's centre …
        #expect(abs(box.offset.dx - 0.4) < 1e-12)
        // … and of 2 pixels, of which 0.75 may be rounding, three fifths of the rest.
        box.refine(look(2, 0))
        #expect(abs(box.offset.dx - (0.75 * 0.8 + 1.25 * 0.4)) < 1e-12)
        for _ in 0..<10 { box.refine(look(1, 1, agreement: 0.3)) }
        #expect(box.offset.length < 0.01)
    }

    @Test("A size that trembles by two pixels trembles by less than half of one, and a real change is followed")
    func size() {
        var box = SteadyBox(start)
        var widths: [Double] = []
        for step in 0..<40 {
            let width = step.isMultiple(of: 2) ? 42.0 : 40
            _ = box.move(to: .init(center: start.center, size: .init(width: width, height: width)))
            widths.append(box.size.width)
        }
        for (a, b) in zip(widths.dropFirst(), widths.dropFirst(2)) { #expect(abs(a - b) < 0.5) }
        for _ in 0..<20 { _ = box.move(to: .init(center: start.center, size: .init(width: 80, height: 80))) }
        #expect(abs(box.size.width - 80) < 2)
    }
}
