import Glibc
import Meshes
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

@testable import AirDrawing

/// A way through points on the floor plan, a metre and a half high.
func walkPath(_ points: [SIMD2<Double>], breakBefore: Int? = nil, spacing: Double = 0.5) -> WalkPath {
    let camera = Camera(
        model: .init(intrinsics: .init(fx: 480, fy: 480, cx: 319.5, cy: 239.5)), imageSize: .init(width: 640, height: 480),
        worldFromCamera: .init(
            xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: [points[0].x, 1.5, points[0].y]))
    var waypoints: [WalkPath.Waypoint] = []
    for (i, p) in points.enumerated() {
        let position = WorldPoint(x: p.x, y: 1.5, z: p.y)
        let distance = waypoints.last.map { $0.distance + $0.position.distance(to: position) } ?? 0
        waypoints.append(.init(position: position, distance: distance, time: Double(i), followsBreak: i == breakBefore))
    }
    return WalkPath(
        name: "test", worldAlignment: .gravity, spacing: spacing, start: .init(camera: camera, orientation: .landscapeRight),
        waypoints: waypoints)
}

/// The angle about y from −z of a way on the floor plan.
func heading(_ x: Double, _ z: Double) -> Double { atan2(-x, -z) }

@Suite("A guide along a way")
struct PathGuideTests {
    @Test("says how far it is and how far off, on a straight way")
    func straight() {
        let path = walkPath((0...10).map { [0, -Double($0)] })
        var guide = PathGuide(along: path)
        let advice = guide.update(.init(x: 0.3, y: 1.2, z: -2.25), heading: 0, time: 0)
        #expect(abs(advice.along - 2.25) < 1e-12)
        #expect(abs(advice.left - 7.75) < 1e-12)
        #expect(abs(advice.off - 0.3) < 1e-12)
        #expect(advice.next == 3..<6)
        // The way a metre on lies a metre ahead and 0.3 m to the left.
        #expect(abs(advice.turn - atan2(0.3, 1)) < 1e-12)
        #expect(!advice.turnsRound && !advice.hasArrived)
    }

    @Test("says turn round to somebody who looks the other way for half a second, and not to one who glances back")
    func turnRound() {
        let path = walkPath((0...10).map { [0, -Double($0)] })
        var guide = PathGuide(along: path)
        let place = WorldPoint(x: 0, y: 1.5, z: -3.2)
        #expect(!guide.update(place, heading: .pi, time: 0).turnsRound)
        #expect(!guide.update(place, heading: .pi, time: 0.4).turnsRound)
        #expect(guide.update(place, heading: .pi, time: 0.6).turnsRound)
        #expect(!guide.update(place, heading: 0, time: 0.7).turnsRound)
        #expect(!guide.update(place, heading: .pi, time: 0.8).turnsRound)
    }

    @Test("stays on its part of a way that crosses itself")
    func crossing() {
        // Out along −z, round, and back across the first part at (0, −2).
        let path = walkPath([
            [0, 0], [0, -1], [0, -2], [0, -3], [0, -4], [2, -4], [2, -3], [2, -2], [1, -2], [0, -2], [-1, -2], [-2, -2],
        ])
        var guide = PathGuide(along: path)
        var last = 0.0
        for i in 0...22 {
            let s = Double(i) * 0.5
            let segment = min(Int(path.waypoints.lastIndex { $0.distance <= s } ?? 0), path.waypoints.count - 2)
            let (a, b) = (path.waypoints[segment], path.waypoints[segment + 1])
            let share = (s - a.distance) / (b.distance - a.distance)
            let advice = guide.update(a.position + (b.position - a.position) * share, heading: 0, time: s)
            #expect(abs(advice.along - s) < 1e-9, "at \(s)")
            #expect(advice.along >= last)
            last = advice.along
        }
        #expect(guide.update(.init(x: -2, y: 1.5, z: -2), heading: 0, time: 99).hasArrived)
    }

    @Test("knows the end of a way of one point")
    func point() {
        var guide = PathGuide(along: walkPath([[1, 1]]))
        let advice = guide.update(.init(x: 4, y: 1.5, z: 5), heading: 0, time: 0)
        #expect(advice.off == 5 && advice.left == 0)
    }
}

@Suite("Arrows along a way")
struct PathArrowTests {
    @Test("point to the next point", arguments: 0..<24)
    func direction(step: Int) throws {
        let angle = Double(step) * .pi / 12 + 0.1
        let way = WorldVector(x: 0.7 * cos(angle), y: 0.2, z: 0.7 * sin(angle))
        let tip = WorldPoint(x: 1, y: 2, z: 3)
        let mesh = PathArrow.mesh(tip: tip, along: way)
        // The outline of the article is symmetric about the line from its tip (0, 0) to its inner corner (10, 10), so that the arrow points
        // from its middle to its tip.
        let middle = mesh.positions.reduce(SIMD3<Double>.zero, +) / Double(mesh.positions.count)
        let pointing = tip.coordinates - middle
        let found = atan2(pointing.x, pointing.z)
        let wanted = atan2(way.x, way.z)
        #expect(abs(remainder(found - wanted, 2 * .pi)) < 1e-9)
        // It lies level: as thick as the article says.
        let heights = mesh.positions.map(\.y)
        #expect(abs((heights.max() ?? 0) - (heights.min() ?? 0) - 2 * PathArrow.scale) < 1e-12)
    }

    @Test("are closed, with the area of the outline times the depth as volume")
    func solid() {
        let mesh = PathArrow.mesh(tip: .init(x: 1, y: 2, z: 3), along: .init(x: 0.3, y: 0, z: -0.4), scale: 0.01)
        var edges: [SIMD2<Int32>: Int] = [:]
        var volume = 0.0
        for triangle in mesh.triangles {
            let p = (0..<3).map { mesh.positions[Int(triangle.positions[$0])] - [1, 2, 3] }
            let cross = SIMD3(
                p[1].y * p[2].z - p[1].z * p[2].y, p[1].z * p[2].x - p[1].x * p[2].z, p[1].x * p[2].y - p[1].y * p[2].x)
            volume += (p[0] * cross).sum() / 6
            for i in 0..<3 { edges[[triangle.positions[i], triangle.positions[(i + 1) % 3]], default: 0] += 1 }
        }
        #expect(edges.allSatisfy { $0.value == 1 && edges[[$0.key.y, $0.key.x]] == 1 })
        // A square of 20 without a quarter of it, 2 thick, in centimetres.
        #expect(abs(volume - 300 * 2 * 1e-6) < 1e-12)
    }

    @Test("stand at each point but the last, and none leads across a break")
    func places() {
        let path = walkPath([[0, 0], [0, -1], [0, -2], [3, -2], [4, -2]], breakBefore: 3)
        #expect(path.breakCount == 1)
        #expect(path.arrows().map(\.waypoint) == [0, 1, 3])
        let scene = path.scene(in: .init(yaw: 0.3, translation: [1, 2, 3]), next: 1..<3)
        #expect(scene.objects.map(\.material) == ["way", "next", "way", "way"])
        #expect(throws: Never.self) { try scene.validate() }
    }
}

@Suite("The drift of a walk")
struct PathDriftTests {
    @Test("is the slope of the line of least squares through the means of pieces")
    func line() throws {
        let samples = (0...1000).map { (walked: Double($0) * 0.01, off: 0.2 + 0.03 * Double($0) * 0.01) }
        let drift = PathDrift(samples)
        #expect(drift.pieces.count == 10)
        #expect(abs(try #require(drift.growth) - 0.03) < 1e-3)
    }

    @Test("is not known on a way of a metre")
    func short() {
        #expect(PathDrift([(0, 0.1), (0.5, 0.2)]).growth == nil)
        #expect(PathDrift([]).growth == nil)
    }
}
