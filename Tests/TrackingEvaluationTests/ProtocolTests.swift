import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Protocols")
struct ProtocolTests {
    @Test("One pass begins on the first frame that shows the target and goes to the end")
    func onePass() {
        let runs = EvaluationProtocol.ope.runs(over: EvaluationFixture.sequence(count: 30, hidden: [0, 1, 2]))
        #expect(runs == [.init(name: "ope", start: 3, length: 27, seed: .rect(EvaluationFixture.box(3)))])
        #expect(EvaluationProtocol.point.runs(over: EvaluationFixture.sequence(count: 5)).map(\.length) == [5])
    }

    @Test("A sequence that never shows its target has no runs", arguments: EvaluationProtocol.allCases)
    func nothing(_ evaluationProtocol: EvaluationProtocol) {
        #expect(evaluationProtocol.runs(over: EvaluationFixture.sequence(count: 3, hidden: [0, 1, 2])).isEmpty)
        #expect(evaluationProtocol.runs(over: EvaluationFixture.sequence(count: 0)).isEmpty)
    }

    struct Shift: CustomTestStringConvertible {
        var shift: SpatialShift
        /// As OTB's files have it: from 1, of the box 101,51,40,20.
        var x, y, w, h: Double
        var testDescription: String { shift.rawValue }
    }

    @Test(
        "The twelve seeds of a box of 40 × 20 at 101, 51 are what OTB's rule gives by hand",
        arguments: [
            Shift(shift: .left, x: 96, y: 51, w: 40, h: 20), Shift(shift: .right, x: 106, y: 51, w: 40, h: 20),
            Shift(shift: .up, x: 101, y: 48, w: 40, h: 20), Shift(shift: .down, x: 101, y: 54, w: 40, h: 20),
            Shift(shift: .topLeft, x: 97, y: 49, w: 44, h: 22), Shift(shift: .topRight, x: 101, y: 49, w: 44, h: 22),
            Shift(shift: .bottomLeft, x: 97, y: 51, w: 44, h: 22), Shift(shift: .bottomRight, x: 101, y: 51, w: 44, h: 22),
            Shift(shift: .scale8, x: 105, y: 53, w: 32, h: 16), Shift(shift: .scale9, x: 103, y: 52, w: 36, h: 18),
            Shift(shift: .scale11, x: 99, y: 50, w: 44, h: 22), Shift(shift: .scale12, x: 97, y: 49, w: 48, h: 24),
        ])
    func shifted(_ wanted: Shift) {
        let box = PixelRect(cornerX: 100, cornerY: 50, width: 40, height: 20)
        let seed = wanted.shift.applied(to: box, in: .init(width: 640, height: 480))
        #expect(seed == PixelRect(cornerX: wanted.x - 1, cornerY: wanted.y - 1, width: wanted.w, height: wanted.h))
    }

    @Test("A seed that leaves the picture is clipped as OTB clips it")
    func clipped() {
        let size = PixelSize(width: 100, height: 80)
        let atLeft = SpatialShift.left.applied(to: .init(cornerX: 1, cornerY: 0, width: 40, height: 20), in: size)
        #expect(atLeft == .init(cornerX: 0, cornerY: 0, width: 40, height: 20))
        let atRight = SpatialShift.bottomRight.applied(to: .init(cornerX: 58, cornerY: 59, width: 40, height: 20), in: size)
        #expect(atRight == .init(cornerX: 58, cornerY: 59, width: 42, height: 21))
    }

    @Test("Spatial robustness makes twelve runs over all frames")
    func spatial() {
        let runs = EvaluationProtocol.sre.runs(over: EvaluationFixture.sequence(count: 40))
        #expect(runs.count == 12)
        #expect(runs.allSatisfy { $0.start == 0 && $0.length == 40 })
        #expect(Set(runs.map(\.name)).count == 12)
    }

    @Test("Temporal robustness begins at the floor of 1 + k E / 19, and last at E")
    func temporal() {
        // 400 frames leave 381 starts, 20 frames before the end; by hand: 1 + k · 381 / 19 = 1 + 20.0526 k.
        let runs = EvaluationProtocol.tre.runs(over: EvaluationFixture.sequence(count: 400))
        #expect(runs.count == 20)
        #expect(runs.prefix(3).map(\.start) == [0, 20, 40])
        #expect(runs.suffix(2).map(\.start) == [360, 380])
        #expect(runs.allSatisfy { $0.start + $0.length == 400 })
        #expect(runs.last?.length == 20)
    }

    @Test("Temporal robustness passes over frames without the target, and short clips have fewer passes")
    func temporalGaps() {
        let hidden = Set(0..<100)
        let runs = EvaluationProtocol.tre.runs(over: EvaluationFixture.sequence(count: 200, hidden: hidden))
        #expect(runs.first?.start == 100)
        #expect(runs.last?.start == 180)
        #expect(EvaluationProtocol.tre.runs(over: EvaluationFixture.sequence(count: 10)).map(\.start) == [0])
        #expect(EvaluationProtocol.tre.runs(over: EvaluationFixture.sequence(count: 22)).map(\.start) == [0, 1, 2])
    }

    @Test("Anchors stand every 50 frames and at the end, and go to the farther end")
    func anchors() {
        let runs = EvaluationProtocol.anchor.runs(over: EvaluationFixture.sequence(count: 121))
        #expect(runs.map(\.start) == [0, 50, 100, 120])
        #expect(runs.map(\.forward) == [true, true, false, false])
        #expect(runs.map(\.length) == [121, 71, 101, 121])
    }

    @Test("The anchors of a set are taken as they are; hidden ones move along their run")
    func givenAnchors() {
        var sequence = EvaluationFixture.sequence(count: 60, hidden: [10, 11, 40])
        sequence.anchors = [(10, true), (40, false), (59, false)]
        let runs = EvaluationProtocol.anchor.runs(over: sequence)
        #expect(runs.map(\.start) == [12, 39, 59])
        #expect(runs.map(\.length) == [48, 40, 60])
    }

    @Test("A wrong tap is at most half a box off, in twelve directions, and the exact one is among the runs")
    func taps() {
        let runs = EvaluationProtocol.tap.runs(over: EvaluationFixture.sequence(count: 5))
        #expect(runs.count == 1 + 24 + 4)
        let box = EvaluationFixture.box(0)
        let offsets = runs.map { $0.seed.bounds.center - box.center }
        #expect(offsets.allSatisfy { ($0.dx / 12) * ($0.dx / 12) + ($0.dy / 10) * ($0.dy / 10) <= 1 + 1e-9 })
        #expect(runs[0].seed.bounds == box)
        let half = runs.filter { $0.name.hasSuffix("half") }
        #expect(half.count == 12)
        #expect(half.allSatisfy { abs(hypotenuse($0.seed.bounds.center - box.center) - 1) < 1e-9 })
        #expect(runs.suffix(4).map { ($0.seed.bounds.width / box.width * 10).rounded() } == [8, 9, 11, 12])
    }

    /// Length in half boxes.
    private func hypotenuse(_ v: Vector<PixelSpace>) -> Double { Vector<PixelSpace>(dx: v.dx / 12, dy: v.dy / 10).length }

    @Test("A point seeds a box of 40 px at a width of 640, and a polygon a box of its area")
    func seeds() {
        let point = Region.point(.init(x: 100, y: 50))
        #expect(seedBox(of: point, pictureWidth: 640) == .init(center: .init(x: 100, y: 50), size: .init(width: 40, height: 40)))
        #expect(seedBox(of: point, pictureWidth: 1280).width == 80)
        // A diamond has half the area of its bounds.
        let diamond = Region.polygon([.init(x: 10, y: 0), .init(x: 20, y: 10), .init(x: 10, y: 20), .init(x: 0, y: 10)])
        let box = seedBox(of: diamond, pictureWidth: 640)
        #expect(box.center == .init(x: 10, y: 10))
        #expect(abs(box.area - 200) < 1e-9)
        let upright = Region.polygon([.init(x: 1, y: 2), .init(x: 5, y: 2), .init(x: 5, y: 9), .init(x: 1, y: 9)])
        #expect(seedBox(of: upright, pictureWidth: 640) == .init(x: 1, y: 2, width: 4, height: 7))
    }

    @Test("A supervised run goes on five frames after a failure, or at the next frame that shows the target")
    func supervised() {
        let sequence = EvaluationFixture.sequence(count: 40, hidden: [15, 16])
        #expect(SupervisedRule.run(after: 3, in: sequence)?.start == 8)
        #expect(SupervisedRule.run(after: 10, in: sequence)?.start == 17)
        #expect(SupervisedRule.run(after: 36, in: sequence) == nil)
    }

    @Test("A tracker has failed where nothing of its region lies on the target in the picture")
    func failing() {
        let size = PixelSize(width: 100, height: 100)
        let truth = GroundTruth.visible(.rect(.init(x: 80, y: 10, width: 40, height: 10)))
        func fails(_ region: Region?) -> Bool { hasFailed(.init(region: region), truth: truth, size: size) }
        #expect(!fails(.rect(.init(x: 70, y: 0, width: 11, height: 11))))
        #expect(fails(.rect(.init(x: 70, y: 0, width: 10, height: 50))))
        #expect(fails(nil))
        #expect(fails(.rect(.init(x: 105, y: 10, width: 20, height: 10))), "what lies outside the picture does not count")
        let diamond = Region.polygon([.init(x: 78, y: 0), .init(x: 83, y: 5), .init(x: 78, y: 10), .init(x: 73, y: 5)])
        #expect(fails(diamond), "the bounds overlap, the diamond does not")
        #expect(
            hasFailed(.init(region: diamond), truth: .absent, size: size), "as the toolkit has it: nothing is there to overlap")
    }
}
