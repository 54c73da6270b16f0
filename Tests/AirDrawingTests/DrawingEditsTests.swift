import Glibc
import Meshes
import Spaces
import Testing

@testable import AirDrawing

/// A drawing of one stroke along x, a sample each millimetre, points as drawing places them.
private func line(_ count: Int = 101, plane: String = "table") -> Drawing {
    var builder = StrokeBuilder(joiningFrames: true)
    for i in 0..<count {
        let wave = i % 2 == 0 ? 0.0001 : 0
        let sample = PathSample(position: .init(x: Double(i) * 0.001, y: 0, z: wave), time: Double(i) * 0.01, plane: plane)
        _ = builder.add(sample, frame: i, confidence: 0.9)
    }
    var drawing = Drawing(name: "line")
    drawing.strokes = builder.strokes
    drawing.planeNormals = [plane: .init(x: 0, y: 1, z: 0)]
    drawing.outcomes = [.drawn: count]
    return drawing
}

@Suite("Edits of drawings")
struct DrawingEditsTests {
    @Test("Simplifying leaves the ends of what is nearly straight, keeps a corner, and keeps points apart")
    func simplify() {
        var drawing = line()
        #expect(drawing.simplify(tolerance: 0.0002) == 99)
        #expect(drawing.strokes[0].path.map(\.position.x) == [0, 0.1])
        // 100 mm with a point every 2.12 to 2.63 mm, as drawing places them.
        #expect((38...48).contains(drawing.pointCount), "\(drawing.pointCount)")
        for (a, b) in zip(drawing.strokes[0].points, drawing.strokes[0].points.dropFirst()) {
            #expect(a.position.distance(to: b.position) >= PointNode.spacing && a.time < b.time && a.frame <= b.frame)
        }
        var corner = line(3)
        corner.strokes[0].path[1].position = .init(x: 0, y: 0, z: 0.05)
        #expect(corner.simplify(tolerance: 0.01) == 0)
    }

    @Test("Simplified ways stay within the tolerance of what they were")
    func tolerance() {
        let path = (0..<500).map { i in
            PathSample(
                position: .init(x: Double(i) * 0.001, y: 0, z: 0.01 * sin(Double(i) * 0.05)), time: Double(i), plane: "table")
        }
        let kept = path.simplified(tolerance: 0.0005)
        #expect(kept.count < 100 && kept.first == path.first && kept.last == path.last)
        for sample in path {
            let nearest =
                zip(kept, kept.dropFirst()).map { a, b in
                    (0...100).map { (a.position + (b.position - a.position) * (Double($0) / 100)).distance(to: sample.position) }
                        .min() ?? 1
                }.min() ?? 1
            #expect(nearest < 0.0006)
        }
    }

    @Test("Where the plane changes both samples stay")
    func planes() {
        var path = line().strokes[0].path
        for i in 50..<path.count { path[i].plane = "other" }
        #expect(path.simplified(tolerance: 1).map(\.position.x) == [0, 0.049, 0.05, 0.1])
    }

    @Test("Twice as large is twice as long and as high, with twice as many points")
    func scale() throws {
        var drawing = line()
        drawing.height = 0.01
        let before = try #require(drawing.bounds)
        let (length, count) = (drawing.length, drawing.pointCount)
        drawing.scale(by: 2)
        #expect(abs(drawing.length / length - 2) < 1e-9 && drawing.height == 0.02)
        #expect(abs(drawing.pointCount - 2 * count) <= 2)
        // About the middle of what it was.
        let middle = (before.min.x + before.max.x) / 2
        #expect(abs(drawing.strokes[0].path[0].position.x + middle) < 1e-9)
    }

    @Test("Moving moves points and ways alike")
    func move() {
        var drawing = line()
        let before = drawing
        drawing.move(by: .init(x: 1, y: 2, z: 3))
        #expect(drawing.strokes[0].path[5].position == before.strokes[0].path[5].position + WorldVector(x: 1, y: 2, z: 3))
        #expect(drawing.strokes[0].points[5].position == before.strokes[0].points[5].position + WorldVector(x: 1, y: 2, z: 3))
        #expect(drawing.pointCount == before.pointCount)
    }

    @Test("Appended strokes come last, and planes of one name that face elsewhere are kept apart")
    func append() {
        var drawing = line(plane: "a")
        var other = line(plane: "a")
        other.planeNormals["a"] = .init(x: 1, y: 0, z: 0)
        drawing.append(other)
        drawing.append(line(plane: "a"))
        #expect(drawing.strokes.count == 3 && drawing.outcomes == [.drawn: 303])
        #expect(drawing.planeNormals == ["a": .init(x: 0, y: 1, z: 0), "a_2": .init(x: 1, y: 0, z: 0)])
        #expect(drawing.strokes.map { $0.path[0].plane } == ["a", "a_2", "a"])
        #expect(drawing.strokes.map { $0.points[0].plane } == ["a", "a_2", "a"])
    }
}
