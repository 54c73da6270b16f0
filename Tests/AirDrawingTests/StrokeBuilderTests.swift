import AirDrawing
import SceneUnderstanding
import Spaces
import Testing

private func plane(_ name: String, y: Double, extent: Double = 1) -> PlaneAnchor {
    var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
    pose.translation = [0, y, 0]
    return PlaneAnchor(
        identifier: name, alignment: .horizontal, worldFromAnchor: pose, center: .init(.zero), extentX: extent, extentZ: extent)
}

private func sample(_ x: Double, y: Double = 0, time: Double, plane: String = "table") -> PathSample {
    .init(position: .init(x: x, y: y, z: 0), time: time, plane: plane)
}

@Suite struct StrokeBuilderTests {
    @Test("Neighbouring frames are joined by points that nearly touch")
    func joins() {
        var builder = StrokeBuilder(joiningFrames: true)
        for i in 0..<10 { _ = builder.add(sample(0.013 * Double(i), time: Double(i) / 30), frame: i, confidence: 0.9) }
        #expect(builder.strokes.count == 1)
        let xs = builder.strokes[0].points.map(\.position.x)
        for (a, b) in zip(xs, xs.dropFirst()) {
            #expect(b - a >= PointNode.spacing)
            #expect(b - a <= PointNode.side)
        }
        #expect(builder.strokes[0].path.count == 10)
    }

    @Test("Without joining, a fast line is dotted as the tutorial's is")
    func dotted() {
        var builder = StrokeBuilder(joiningFrames: false)
        for i in 0..<10 { _ = builder.add(sample(0.013 * Double(i), time: Double(i) / 30), frame: i, confidence: 0.9) }
        #expect(builder.strokes.flatMap(\.points).count == 10)
    }

    @Test("Nothing is joined across a lift, a jump or a pause", arguments: ["lift", "jump", "pause"])
    func gaps(kind: String) {
        var builder = StrokeBuilder(joiningFrames: true)
        _ = builder.add(sample(0, time: 0), frame: 0, confidence: 1)
        if kind == "lift" { builder.lift() }
        let x = kind == "jump" ? 0.061 : 0.02
        _ = builder.add(sample(x, time: kind == "pause" ? 0.26 : 1.0 / 30), frame: 1, confidence: 1)
        #expect(builder.strokes.count == 2)
        #expect(builder.strokes.flatMap(\.points).count == 2)
    }

    @Test("A finger that rests places one point and keeps its whole way")
    func rest() {
        var builder = StrokeBuilder(joiningFrames: true)
        let placed = (0..<30).map { builder.add(sample(0, time: Double($0) / 30), frame: $0, confidence: 1) }
        #expect(placed.filter { $0 }.count == 1)
        #expect(builder.strokes[0].path.count == 30)
    }

    @Test("An interpolated point has the time between its frames and the lower confidence")
    func interpolated() throws {
        var builder = StrokeBuilder(joiningFrames: true)
        _ = builder.add(sample(0, time: 1), frame: 7, confidence: 0.6)
        _ = builder.add(sample(0.01, time: 1.1), frame: 8, confidence: 0.9)
        let between = try #require(builder.strokes[0].points.first { $0.isInterpolated })
        #expect(abs(between.time - (1 + 0.1 * between.position.x / 0.01)) < 1e-9)
        #expect(between.confidence == 0.6)
        #expect(between.frame == 8)
    }

    @Test("When its plane moves by less than 5 cm the drawing moves on to it, else it stays", arguments: [0.004, 0.049, 0.051])
    func planeMoves(by dy: Double) {
        var builder = StrokeBuilder(joiningFrames: true)
        _ = builder.add(sample(0, time: 0), frame: 0, confidence: 1)
        _ = builder.add(sample(0.01, time: 0.03), frame: 1, confidence: 1)
        var scene = Scene()
        scene.apply(.added(plane("table", y: dy)))
        builder.follow([.updated(plane("table", y: dy))], in: scene)
        let expected = dy < 0.05 ? dy : 0
        for point in builder.strokes[0].points { #expect(abs(point.position.y - expected) < 1e-12) }
        for sample in builder.strokes[0].path { #expect(abs(sample.position.y - expected) < 1e-12) }
        // The stroke goes on from where it is now: the next frame is joined, not 4 mm away from a ghost.
        _ = builder.add(sample(0.02, y: expected, time: 0.06), frame: 2, confidence: 1)
        #expect(builder.strokes.count == 1)
    }

    @Test("When planes merge the points belong to the survivor and lie on it")
    func merge() {
        var builder = StrokeBuilder(joiningFrames: true)
        _ = builder.add(sample(0, time: 0, plane: "new"), frame: 0, confidence: 1)
        var scene = Scene()
        scene.apply(.added(plane("old", y: 0.012)))
        builder.follow([.updated(plane("old", y: 0.012)), .removed(identifier: "new", mergedInto: "old")], in: scene)
        #expect(builder.strokes[0].points[0].plane == "old")
        #expect(builder.strokes[0].points[0].position.y == 0.012)
    }

    @Test("When a plane goes alone the points stay, and a plane that appears there takes them")
    func planeGoes() {
        var builder = StrokeBuilder(joiningFrames: true)
        _ = builder.add(sample(0, time: 0), frame: 0, confidence: 1)
        builder.follow([.removed(identifier: "table", mergedInto: nil)], in: Scene())
        #expect(builder.strokes[0].points[0].position.y == 0)
        var scene = Scene()
        scene.apply(.added(plane("again", y: 0.01)))
        builder.follow([.added(plane("again", y: 0.01))], in: scene)
        #expect(builder.strokes[0].points[0].plane == "again")
        #expect(builder.strokes[0].points[0].position.y == 0.01)
    }
}

@Suite struct ExtrusionTests {
    @Test("0.4 m for the whole view, from where the finger was when raising began")
    func formula() {
        var extrusion = Extrusion(viewHeight: 667)
        extrusion.update(fingerY: 500)
        #expect(extrusion.height == nil)
        extrusion.update(fingerY: 400)
        #expect(extrusion.height == 0.4 * 100 / 667)
    }

    @Test("A finger below its start keeps the last height, and a new start keeps it too")
    func onlyUpward() {
        var extrusion = Extrusion(viewHeight: 667)
        for y in [500, 400, 510, 600] as [Double] { extrusion.update(fingerY: y) }
        #expect(extrusion.height == 0.4 * 100 / 667)
        extrusion.end()
        extrusion.update(fingerY: 300)
        #expect(extrusion.height == 0.4 * 100 / 667)
        extrusion.update(fingerY: 280)
        #expect(extrusion.height == 0.4 * 20 / 667)
    }
}
