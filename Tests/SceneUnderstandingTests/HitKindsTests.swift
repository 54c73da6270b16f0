import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

private func cloud(_ positions: [WorldPoint]) -> FeatureIndex {
    FeatureIndex(positions.enumerated().map { FeaturePoint(identifier: UInt64($0.offset), position: $0.element) })
}

/// A ray from the origin, slightly down.
private let ray = Ray<WorldSpace>(origin: .init(x: 0, y: 0, z: 0), direction: .init(x: 0, y: -0.3, z: -1))

private func table(_ name: String, y: Double) -> PlaneAnchor {
    var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
    pose.translation = [0, y, -1.5]
    return PlaneAnchor(
        identifier: name, alignment: .horizontal, worldFromAnchor: pose, center: .init(.zero), extentX: 4, extentZ: 4)
}

/// Points of a level square of 2 cm mesh at a height.
private func slab(y: Double, z: Double) -> [WorldPoint] {
    (-10...10).flatMap { i in (-10...10).map { .init(x: Double(i) * 0.02, y: y, z: z + Double($0) * 0.02) } }
}

@Suite struct FeatureIndexTests {
    /// What a cone holds, by looking at every point.
    private func expected(_ points: [WorldPoint], _ cone: FeatureIndex.Cone) -> [(index: Int, angle: Double, beside: Double)] {
        let d = cone.ray.direction.normalized
        return points.enumerated().compactMap { i, p in
            let way = p - cone.ray.origin
            let along = way.dot(d)
            let beside = (way - d * along).length
            guard along > 0, cone.range.contains(along), beside <= along * tangent(cone.halfAngle) else { return nil }
            return (i, beside / along, beside)
        }
    }

    private func tangent(_ angle: Double) -> Double {
        // Of a half angle in (0, π/2), by its series-free definition: the slope of a line at that angle.
        let t = RigidTransform<AnchorSpace, WorldSpace>(eulerAngles: .init(pitch: 0, yaw: 0, roll: angle)).xAxis
        return t.y / t.x
    }

    @Test("The tree finds what looking at every point finds", arguments: 0..<40 as Range<UInt64>)
    func brute(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        let points = (0..<(seed == 0 ? 0 : Int(seed) * 37)).map { _ in
            WorldPoint(x: number(-3...3), y: number(-1...1), z: number(-3...3))
        }
        let index = cloud(points)
        for _ in 0..<25 {
            let cone = FeatureIndex.Cone(
                around: .init(
                    origin: .init(x: number(-1...1), y: number(-1...1), z: number(-1...1)),
                    direction: .init(x: number(-1...1), y: number(-1...1), z: number(-1...1))),
                halfAngle: number(0.02...0.6), range: number(0...0.5)...number(1...5))
            let inside = expected(points, cone)
            #expect(index.points(in: cone).map { Int($0.identifier) } == inside.map(\.index))
            #expect(index.smallestAngle(in: cone).map { Int($0.identifier) } == inside.min { $0.angle < $1.angle }?.index)
            #expect(index.smallestDistance(in: cone).map { Int($0.identifier) } == inside.min { $0.beside < $1.beside }?.index)
        }
    }

    @Test("A ray without a direction, and points that are no numbers, are passed over")
    func awkward() {
        let index = cloud([.init(x: .nan, y: 0, z: 0), .init(x: 0, y: 0, z: -1), .init(x: 0, y: .infinity, z: 0)])
        #expect(index.points.count == 1)
        #expect(index.points(in: .init(around: .init(origin: .init(.zero), direction: .init(.zero)))).isEmpty)
        #expect(
            index.smallestAngle(in: .init(around: .init(origin: .init(.zero), direction: .init(x: 0, y: 0, z: -9))))?.identifier
                == 1)
    }
}

@Suite struct HitKindsTests {
    @Test("A feature point is hit on the ray, at the place beside the point at the smallest angle")
    func featurePoint() throws {
        let tester = HitTester(planes: [], features: cloud([.init(x: 0.05, y: 0, z: -1), .init(x: 0.3, y: 0, z: -0.9)]))
        let straight = Ray<WorldSpace>(origin: .init(.zero), direction: .init(x: 0, y: 0, z: -3))
        let hit = try #require(tester.hitTest(straight, types: .featurePoint).first)
        #expect(hit.type == .featurePoint && hit.anchor == nil)
        #expect(hit.worldPosition.distance(to: .init(x: 0, y: 0, z: -1)) < 1e-12)
        #expect(abs(hit.distance - 1) < 1e-12)
        #expect((hit.localTransform.origin - AnchorPoint(x: -0.05, y: 0, z: 0)).length < 1e-12)
    }

    @Test("A level plane is estimated from the points round the ray, at their height, whatever lies beside it")
    func level() throws {
        var points = slab(y: -0.4, z: -1.3)
        // A pole in the same cone, at no common height, and nowhere within a centimetre of the slab's.
        points += (0..<40).map { .init(x: 0.1, y: -0.38 + Double($0) * 0.023, z: -1.25) }
        let hit = try #require(
            HitTester(planes: [], features: cloud(points)).hitTest(ray, types: .estimatedHorizontalPlane).first)
        #expect(abs(hit.worldPosition.y + 0.4) < 1e-9)
        // On the ray: z = y / 0.3.
        #expect(abs(hit.worldPosition.z + 0.4 / 0.3) < 1e-9)
        #expect(hit.worldTransform.yAxis == [0, 1, 0])
        // x at a right angle to the ray, z back to its origin (ARCore's rule).
        #expect(abs((hit.worldTransform.xAxis * ray.direction.components).sum()) < 1e-12)
        #expect(hit.worldTransform.zAxis.z > 0.99)
        #expect(hit.worldTransform.rigidityError < 1e-12)
    }

    @Test(
        "An upright plane is estimated in its own direction, facing where the ray comes from", arguments: [-40.0, -10, 0, 25, 60])
    func upright(degrees: Double) throws {
        let turn = RigidTransform<AnchorSpace, WorldSpace>(
            eulerAngles: .init(pitch: 0, yaw: degrees * .pi / 180, roll: 0), translation: [0.02, 0, -1.2])
        var points = (-8...8).flatMap { i in
            (-8...8).map { turn(AnchorPoint(x: Double(i) * 0.02, y: Double($0) * 0.02, z: 0)) }
        }
        points += slab(y: -0.4, z: -1.3).prefix(80)
        let straight = Ray<WorldSpace>(origin: .init(.zero), direction: .init(x: 0, y: 0, z: -1))
        let hit = try #require(
            HitTester(planes: [], features: cloud(points)).hitTest(straight, types: .estimatedVerticalPlane).first)
        let normal = WorldVector(turn.zAxis)
        #expect((WorldVector(hit.worldTransform.yAxis) - normal).length < 1e-6)
        // Where the ray meets the true wall.
        let distance = normal.dot(turn.origin - straight.origin) / normal.dot(straight.direction)
        #expect(abs(hit.distance - distance) < 1e-6)
    }

    @Test("Seven points are no evidence of a plane, eight are")
    func fewPoints() {
        let points = slab(y: -0.4, z: -1.3)
        func count(_ n: Int) -> Int {
            HitTester(planes: [], features: cloud(Array(points[200..<(200 + n)]))).hitTest(ray, types: .estimatedHorizontalPlane)
                .count
        }
        #expect(count(7) == 0)
        #expect(count(8) == 1)
    }

    @Test("Nearest first is by distance alone; the documented order has known planes first and no estimate beside them")
    func order() {
        let features = cloud(slab(y: -0.3, z: -1))
        let tester = HitTester(planes: [table("low", y: -0.6)], features: features)
        let types: HitTestResult.ResultType = [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .featurePoint]
        let near = tester.hitTest(ray, types: types)
        #expect(
            near.map(\.type) == [.estimatedHorizontalPlane, .featurePoint, .existingPlaneUsingExtent]
                || near.map(\.type) == [.featurePoint, .estimatedHorizontalPlane, .existingPlaneUsingExtent])
        #expect(tester.hitTest(ray, types: types, order: .documented).map(\.type) == [.existingPlaneUsingExtent, .featurePoint])
        // Without a known plane in its way the estimate comes, and last.
        let open = HitTester(planes: [], features: features)
        #expect(open.hitTest(ray, types: types, order: .documented).map(\.type) == [.featurePoint, .estimatedHorizontalPlane])
    }

    @Test("A raycast takes known planes within their outline, as infinite, or estimates, and only of the alignment asked for")
    func raycast() {
        let tester = HitTester(planes: [table("low", y: -0.6)], features: cloud(slab(y: -0.3, z: -1)))
        func names(_ target: RaycastQuery.Target, _ alignment: RaycastQuery.Alignment, _ ray: Ray<WorldSpace>) -> [String?] {
            tester.raycast(.init(ray: ray, allowing: target, alignment: alignment)).map(\.anchor?.identifier)
        }
        #expect(names(.existingPlaneGeometry, .any, ray) == ["low"])
        #expect(names(.existingPlaneGeometry, .vertical, ray) == [])
        #expect(names(.estimatedPlane, .horizontal, ray) == [nil, "low"])
        let aside = Ray<WorldSpace>(origin: .init(.zero), direction: .init(x: 9, y: -0.5, z: -1))
        #expect(names(.existingPlaneGeometry, .any, aside) == [])
        #expect(names(.existingPlaneInfinite, .any, aside) == ["low"])
    }
}

@Suite struct ObjectPlacementTests {
    private let down = Ray<WorldSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 0, y: -1, z: -1))

    @Test("A known plane wins, then the nearest feature of the cone, projected on to the ray")
    func planeThenFeature() throws {
        let features = cloud([.init(x: 0.02, y: 0.5, z: -0.5), .init(x: 0, y: 0.3, z: -0.7)])
        var floor = RigidTransform<AnchorSpace, WorldSpace>.identity
        floor.translation = [0, -1, -2]
        let plane = PlaneAnchor(
            identifier: "floor", alignment: .horizontal, worldFromAnchor: floor, center: .init(.zero), extentX: 1, extentZ: 1)
        let both = HitTester(planes: [plane], features: features).placement(along: down)
        #expect(both == .init(position: .init(x: 0, y: -1, z: -2), basis: .plane(plane)))
        let feature = try #require(HitTester(planes: [], features: features).placement(along: down))
        #expect(feature.basis == .feature)
        #expect(feature.position.distance(to: .init(x: 0, y: 0.5, z: -0.5)) < 1e-12)
    }

    @Test("Dragging on the infinite plane, or without a feature near, the object's own level plane is used")
    func objectPlane() {
        let features = cloud([.init(x: 0.02, y: 0.5, z: -0.5)])
        let dragged = HitTester(planes: [], features: features).placement(
            along: down, objectPosition: .init(x: 9, y: 0.25, z: 9), draggingOnInfinitePlane: true)
        #expect(dragged?.basis == .objectPlane && (dragged?.position.y ?? 9) == 0.25 && (dragged?.position.z ?? 9) == -0.75)
        let alone = HitTester(planes: []).placement(along: down)
        #expect(alone?.basis == .objectPlane && abs((alone?.position.z ?? 9) + 1) < 1e-12)
    }

    @Test("A ray that hardly falls does not reach the object's plane; a far feature is better than nothing")
    func farFeature() {
        let flat = Ray<WorldSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 0, y: -0.029, z: -1))
        #expect(HitTester(planes: []).placement(along: flat) == nil)
        let far = HitTester(planes: [], features: cloud([.init(x: 3, y: 1, z: -4), .init(x: -3, y: 1, z: -6)])).placement(
            along: flat)
        #expect(far?.basis == .farFeature)
        // Both are 3 m aside; the first lies 0.12 m above the ray, the second 0.17 m.
        #expect(abs((far?.position.z ?? 0) + 4) < 0.01)
    }

    @Test("A dragged object goes to the mean of the last ten distances, at most 10 m off")
    func drag() {
        var drag = DragDistance()
        let camera = WorldPoint(.zero)
        for _ in 0..<9 { _ = drag.position(toward: .init(x: 0, y: 0, z: -1), from: camera) }
        #expect(abs(drag.position(toward: .init(x: 0, y: 0, z: -50), from: camera).z + 1.9) < 1e-12)
        for _ in 0..<9 { _ = drag.position(toward: .init(x: 0, y: 0, z: -50), from: camera) }
        #expect(abs(drag.position(toward: .init(x: 0, y: 0, z: -50), from: camera).z + 10) < 1e-12)
    }
}

@Suite struct FocusSquareTests {
    private func camera(pitch degrees: Double, yaw: Double = 0) -> Camera {
        Camera(
            model: .init(intrinsics: .init(fx: 900, fy: 900, cx: 639.5, cy: 359.5)), imageSize: .init(width: 1280, height: 720),
            worldFromCamera: .init(eulerAngles: .init(pitch: degrees * .pi / 180, yaw: yaw, roll: 0)))
    }

    private func hit(_ z: Double) throws -> HitTestResult {
        let ray = Ray<WorldSpace>(origin: .init(x: 0, y: 0, z: z), direction: .init(x: 0, y: -1, z: 0))
        return try #require(HitTester(planes: [table("t", y: -0.6)]).hitTest(ray, types: .existingPlane).first)
    }

    @Test("It lies at the mean of the last ten places, closed on a known plane, scaled by its distance")
    func follows() throws {
        var square = FocusSquare()
        for i in 0..<14 {
            square.update(hit: try hit(-Double(i) * 0.1), camera: camera(pitch: -30), orientation: .landscapeRight)
        }
        // The mean of 4…13 is 8.5.
        let place = try #require(square.worldFromSquare)
        #expect(abs(place.translation.z + 0.85) < 1e-12 && abs(place.translation.y + 0.6) < 1e-12)
        if case .closed(let plane) = square.state { #expect(plane.identifier == "t") } else { Issue.record("not closed") }
        let distance = (0.85 * 0.85 + 0.36).squareRoot()
        #expect(abs(square.scale - (0.25 * distance + 0.825)) < 1e-12)
    }

    @Test("With nothing under it, it floats 0.8 m before the camera and faces it")
    func billboard() throws {
        var square = FocusSquare()
        let camera = camera(pitch: -20, yaw: 0.7)
        square.update(hit: nil, camera: camera, orientation: .portrait)
        let place = try #require(square.worldFromSquare)
        #expect(square.state == .billboard)
        #expect(abs(place.origin.distance(to: camera.position) - 0.8) < 1e-12)
        #expect((place.yAxis * camera.worldFromCamera.zAxis).sum() > 1 - 1e-12)
        #expect(place.rigidityError < 1e-12)
    }

    @Test("It turns with the camera held up, and with the view's right side looking down", arguments: [-10.0, -55, -80])
    func yaw(pitch: Double) throws {
        for yaw in [-1.2, -0.3, 0, 0.4, 1.3] {
            var square = FocusSquare()
            square.update(hit: try hit(-0.5), camera: camera(pitch: pitch, yaw: yaw), orientation: .landscapeRight)
            let x = try #require(square.worldFromSquare).xAxis
            // Held level in landscape, both rules are the camera's yaw.
            #expect(
                (WorldVector(x)
                    - WorldVector(
                        RigidTransform<AnchorSpace, WorldSpace>(
                            eulerAngles: .init(pitch: 0, yaw: yaw, roll: 0)
                        ).xAxis)).length < 1e-9)
        }
    }
}
