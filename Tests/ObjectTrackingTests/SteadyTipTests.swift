import Foundation
import Imaging
import Spaces
import Testing

@testable import ObjectTracking

@Suite("A steady fingertip")
struct SteadyTipTests {
    private let start = PixelPoint(x: 100, y: 100)

    private func look(
        previous: PixelPoint? = nil, seed: PixelPoint? = nil, angle: Double = 0
    ) -> FingertipShape.Look {
        .init(
            previous: previous ?? start, previousAgreement: previous == nil ? 0 : 0.95, seed: seed ?? start, seedAngle: angle,
            seedAgreement: seed == nil ? 0 : 0.9, outline: 1, rings: 0)
    }

    @Test("What was tapped says where the tip is, and half of the way to it counts where the picture before says otherwise")
    func seed() {
        var tip = SteadyTip(start, side: 40)
        tip.take(look(seed: .init(x: 103, y: 100)), at: start, turn: 0)
        #expect(tip.place.distance(to: .init(x: 103, y: 100)) < 1e-12)
        tip.take(look(previous: .init(x: 105, y: 100), seed: .init(x: 103, y: 100)), at: start, turn: 0)
        #expect(tip.place.distance(to: .init(x: 104, y: 100)) < 1e-12)
    }

    @Test("The difference from the shape turns with the finger")
    func turns() {
        var tip = SteadyTip(start, side: 40)
        tip.take(look(seed: .init(x: 104, y: 100)), at: start, turn: 0)
        // A quarter from x to y takes (4, 0) to (0, 4).
        #expect(tip.guess(at: start, turn: .pi / 2).distance(to: .init(x: 100, y: 104)) < 1e-9)
    }

    @Test("Where the finger shows nothing the tip goes back to the shape's place, by half in each picture")
    func nothing() {
        var tip = SteadyTip(start, side: 40)
        tip.take(look(seed: .init(x: 108, y: 100)), at: start, turn: 0)
        tip.take(look(), at: start, turn: 0)
        #expect(tip.place.distance(to: .init(x: 104, y: 100)) < 1e-12)
    }

    @Test("It is never more than 0.3 boxes off the shape's place")
    func limit() {
        var tip = SteadyTip(start, side: 40)
        for step in 1..<60 {
            tip.take(look(previous: .init(x: 100 + 3 * Double(step), y: 100)), at: start, turn: 0)
            #expect(tip.place.distance(to: start) <= 12 + 1e-9)
        }
    }

    @Test("What was tapped is not believed where it is turned otherwise than the finger points")
    func turnedOtherwise() {
        var tip = SteadyTip(start, side: 40)
        tip.take(look(seed: .init(x: 108, y: 100), angle: 1), at: start, turn: 0)
        #expect(tip.place.distance(to: start) < 1e-12)
    }
}
