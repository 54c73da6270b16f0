import Glibc
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

@Suite struct PlaneDetectorTests {
    @Test("A level table is one plane: height to 2 mm, sides to 5 %, turned as the table is", arguments: seeds)
    func table(seed: UInt64) throws {
        var room = RoomSample(seed: seed)
        let turn = room.number(-0.7, 0.7)
        let height = room.number(-1, 1)
        let a = SIMD3(cos(turn), 0, -sin(turn)) * 1.2
        let b = SIMD3(sin(turn), 0, cos(turn)) * 0.7
        room.scatter(600, corner: [0.3, height, -2], a, b, noise: 0.004)
        let detector = PlaneDetector(detecting: [.horizontal, .vertical])
        let changes = detector.see(room.points)
        let plane = try #require(detector.planes.first, "seed \(seed)")
        #expect(detector.planes.count == 1, "seed \(seed)")
        #expect(changes == [.added(plane)])
        #expect(plane.identifier == "plane-1")
        #expect(plane.alignment == .horizontal)
        #expect(plane.normal == WorldVector(x: 0, y: 1, z: 0))
        #expect(plane.center.y == 0)
        #expect(abs(plane.worldFromAnchor.translation.y - height) < 0.002, "seed \(seed)")
        #expect(
            abs(plane.extentX - 1.2) < 0.06 && abs(plane.extentZ - 0.7) < 0.04, "seed \(seed): \(plane.extentX) \(plane.extentZ)")
        // x runs along the longer side, either way.
        #expect(abs((plane.worldFromAnchor.xAxis * a).sum()) > 1.2 * cos(0.06), "seed \(seed)")
        let middle = plane.worldFromAnchor(plane.center).coordinates - (SIMD3(0.3, height, -2) + (a + b) / 2)
        #expect((middle * middle).sum().squareRoot() < 0.03, "seed \(seed)")
        let fit = try #require(detector.fit(of: "plane-1"))
        #expect(fit.normal.y > cos(0.5 * .pi / 180), "seed \(seed)")
        #expect(plane.worldFromAnchor.rigidityError < 1e-12)
    }

    @Test("The outline is convex, counter-clockwise seen from the normal, and inside the rectangle")
    func outline() throws {
        var room = RoomSample(seed: 3)
        room.scatter(400, corner: [0, 0, 0], [1, 0, 0], [0, 0, 1], noise: 0.002)
        let detector = PlaneDetector(detecting: .horizontal)
        detector.see(room.points)
        let plane = try #require(detector.planes.first)
        let outline = try #require(plane.boundary)
        for i in outline.indices {
            let a = outline[i]
            let b = outline[(i + 1) % outline.count]
            let c = outline[(i + 2) % outline.count]
            // Seen from +y with x to the right, z leads down: counter-clockwise turns have the other sign.
            #expect((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) < 1e-12)
            #expect(plane.extentContains(.init(x: a.x, y: 0, z: a.y), margin: 1e-9))
        }
    }

    @Test("A wall is an upright plane whose normal points to the camera and whose z leads down", arguments: seeds)
    func wall(seed: UInt64) throws {
        var room = RoomSample(seed: seed)
        let turn = room.number(-.pi, .pi)
        let along = SIMD3(cos(turn), 0, sin(turn))
        let away = SIMD3(-sin(turn), 0, cos(turn))
        room.scatter(500, corner: away * 2 - along + SIMD3(0, -0.5, 0), along * 2, [0, 1.2, 0], noise: 0.005)
        room.fill(60, [-2, -0.5, -2], [2, 0.7, 2])
        let detector = PlaneDetector(detecting: [.vertical])
        detector.see(room.points)
        let plane = try #require(detector.planes.first, "seed \(seed)")
        #expect(detector.planes.count == 1, "seed \(seed)")
        #expect(plane.alignment == .vertical)
        #expect((plane.normal.components * -away).sum() > cos(.pi / 180), "seed \(seed): \(plane.normal.components)")
        #expect(plane.worldFromAnchor.zAxis.y < -0.99, "seed \(seed)")
        #expect(abs((plane.worldFromAnchor(plane.center).coordinates * away).sum() - 2) < 0.005, "seed \(seed)")
        #expect(plane.extentX > 1.8 && plane.extentX < 2.3 && plane.extentZ > 1.1 && plane.extentZ < 1.4, "seed \(seed)")
        #expect(plane.worldFromAnchor.rigidityError < 1e-12)
    }

    @Test("Points all over the room are no plane", arguments: seeds)
    func clutter(seed: UInt64) {
        var room = RoomSample(seed: seed)
        room.fill(1500, [-1, -1, -1], [1, 1, 1])
        let detector = PlaneDetector(detecting: [.horizontal, .vertical])
        detector.see(room.points)
        #expect(detector.planes.isEmpty, "seed \(seed)")
    }

    @Test("A slope of twenty degrees is neither level nor upright", arguments: seeds)
    func slope(seed: UInt64) {
        var room = RoomSample(seed: seed)
        room.scatter(600, corner: [0, 0, 0], [1, 0, 0], [0, sin(0.35), cos(0.35)], noise: 0.003)
        let detector = PlaneDetector(detecting: [.horizontal, .vertical])
        detector.see(room.points)
        #expect(detector.planes.isEmpty, "seed \(seed)")
    }

    @Test("Two sheets three centimetres apart are one plane, two of twenty are two")
    func sheets() {
        for (gap, count) in [(0.03, 1), (0.2, 2)] {
            var room = RoomSample(seed: 5)
            room.scatter(400, corner: [0, 0, 0], [1, 0, 0], [0, 0, 1], noise: 0.003)
            room.scatter(200, corner: [0, gap, 0], [1, 0, 0], [0, 0, 1], noise: 0.003)
            let detector = PlaneDetector(detecting: .horizontal)
            detector.see(room.points)
            #expect(detector.planes.count == count, "\(gap) m")
            #expect(abs((detector.planes.first?.worldFromAnchor.translation.y ?? 9)) < 0.004)
        }
    }

    @Test("A hand and things on the table do not move the plane")
    func hand() throws {
        var room = RoomSample(seed: 6)
        room.scatter(300, corner: [0, 0, 0], [0.8, 0, 0], [0, 0, 0.6], noise: 0.004)
        room.scatter(60, corner: [0.1, 0.03, 0.1], [0.17, 0, 0], [0, 0, 0.13], noise: 0.002)
        room.fill(60, [0.4, 0.005, 0.2], [0.5, 0.06, 0.5])
        let detector = PlaneDetector(detecting: [.horizontal, .vertical])
        detector.see(room.points)
        #expect(detector.planes.count == 1)
        let plane = try #require(detector.planes.first)
        #expect(abs(plane.worldFromAnchor.translation.y) < 0.003)
    }

    @Test("A plane grows where its points come, its origin stays over the same place, and what changes little is not told")
    func growth() throws {
        var room = RoomSample(seed: 7)
        room.scatter(200, corner: [0, 0, 0], [0.4, 0, 0], [0, 0, 0.4], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal)
        let first = detector.see(room.points, at: 0)
        guard case .added(let small) = first.first else {
            Issue.record("\(first)")
            return
        }
        #expect(detector.see(room.points, at: 1).isEmpty)
        room.scatter(400, corner: [0, 0, 0], [1.2, 0, 0], [0, 0, 0.4], noise: 0.003)
        let changes = detector.see(room.points, at: 2)
        guard changes.count == 1, case .updated(let large) = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(small.identifier == large.identifier)
        #expect(large.extentX > 1.1 || large.extentZ > 1.1)
        #expect(abs(large.worldFromAnchor.translation.x - small.worldFromAnchor.translation.x) < 1e-9)
        #expect(abs(large.worldFromAnchor.translation.z - small.worldFromAnchor.translation.z) < 1e-9)
        #expect(abs(large.worldFromAnchor(large.center).x - 0.6) < 0.03)
    }

    @Test("Two pieces of a surface become one when the points between them come: the older stays and covers both")
    func merging() throws {
        var room = RoomSample(seed: 8)
        room.scatter(200, corner: [0, 0, 0], [0.4, 0, 0], [0, 0, 0.5], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal)
        detector.see(room.points, at: 0)
        room.scatter(300, corner: [1, 0.004, 0], [0.5, 0, 0], [0, 0, 0.5], noise: 0.003)
        detector.see(room.points, at: 1)
        #expect(detector.planes.map(\.identifier) == ["plane-1", "plane-2"])
        room.scatter(300, corner: [0.3, 0.002, 0], [0.8, 0, 0], [0, 0, 0.5], noise: 0.003)
        let changes = detector.see(room.points, at: 2)
        #expect(changes.contains(.removed(identifier: "plane-2", mergedInto: "plane-1")))
        #expect(detector.planes.map(\.identifier) == ["plane-1"])
        let plane = try #require(detector.planes.first)
        #expect(max(plane.extentX, plane.extentZ) > 1.4)
    }

    @Test("A plane that comes after one has gone gets a name of its own, also after a reset")
    func names() {
        var room = RoomSample(seed: 9)
        room.scatter(200, corner: [0, 0, 0], [0.5, 0, 0], [0, 0, 0.5], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal)
        detector.see(room.points)
        detector.reset()
        #expect(detector.planes.isEmpty)
        detector.see(room.points)
        #expect(detector.planes.map(\.identifier) == ["plane-2"])
    }

    @Test("Points that are withdrawn are forgotten")
    func withdrawn() {
        var room = RoomSample(seed: 10)
        room.scatter(200, corner: [0, 0, 0], [0.5, 0, 0], [0, 0, 0.5], noise: 0.003)
        let detector = PlaneDetector(detecting: [])
        detector.see(room.points)
        var frame = FeatureFrame()
        frame.withdrawn = room.points.map(\.identifier)
        _ = detector.update(with: frame, camera: nil, time: 1)
        detector.detecting = .horizontal
        detector.see([], at: 2)
        #expect(detector.planes.isEmpty)
    }

    @Test("When all points turn out to be void, the planes made of them go")
    func restart() {
        var room = RoomSample(seed: 13)
        room.scatter(200, corner: [0, 0, 0], [0.5, 0, 0], [0, 0, 0.5], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal)
        detector.see(room.points)
        var frame = FeatureFrame()
        frame.isRestarted = true
        #expect(detector.update(with: frame, camera: nil, time: 0.01) == [.removed(identifier: "plane-1", mergedInto: nil)])
        #expect(detector.planes.isEmpty)
    }

    @Test("Turning detection off keeps the planes, and only what is asked for is looked for")
    func choice() {
        var room = RoomSample(seed: 11)
        room.scatter(400, corner: [0, 0, 0], [1, 0, 0], [0, 0, 1], noise: 0.003)
        room.scatter(400, corner: [0, 0, 0], [1, 0, 0], [0, 1, 0], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal)
        detector.see(room.points, at: 0)
        #expect(detector.planes.map(\.alignment) == [.horizontal])
        detector.detecting = []
        #expect(detector.see(room.points, at: 1).isEmpty)
        #expect(detector.planes.count == 1)
        detector.detecting = .vertical
        detector.see(room.points, at: 2)
        #expect(detector.planes.map(\.alignment) == [.horizontal, .vertical])
    }

    @Test("The same points give the same planes", arguments: seeds)
    func repeatable(seed: UInt64) {
        var room = RoomSample(seed: seed)
        room.scatter(700, corner: [0, -0.4, -1], [1.3, 0, 0], [0, 0, 0.8], noise: 0.006)
        room.scatter(500, corner: [0, -0.4, -1], [1.3, 0, 0], [0, 0.9, 0], noise: 0.006)
        func run() -> [[Scene.Change]] {
            let detector = PlaneDetector(detecting: [.horizontal, .vertical])
            return (0..<6).map { i in detector.see(room.points.prefix(200 * (i + 1)), at: Double(i)) }
        }
        #expect(run() == run(), "seed \(seed)")
    }

    @Test("Planes are looked for a few times a second only")
    func interval() {
        var room = RoomSample(seed: 12)
        room.scatter(300, corner: [0, 0, 0], [1, 0, 0], [0, 0, 1], noise: 0.003)
        let detector = PlaneDetector(detecting: .horizontal, interval: 0.5)
        detector.see([], at: 0)
        #expect(detector.see(room.points, at: 0.4).isEmpty)
        #expect(detector.see([], at: 0.5).count == 1)
    }
}
