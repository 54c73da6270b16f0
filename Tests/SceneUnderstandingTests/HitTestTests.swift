import SceneUnderstanding
import Spaces
import Testing

/// A level plane at a height, its rectangle about a centre.
private func table(
    _ name: String, y: Double, center: (Double, Double) = (0, 0), extent: (Double, Double) = (1, 1),
    boundary: [SIMD2<Double>]? = nil
) -> PlaneAnchor {
    var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
    pose.translation = [0, y, 0]
    return PlaneAnchor(
        identifier: name, alignment: .horizontal, worldFromAnchor: pose, center: .init(x: center.0, y: 0, z: center.1),
        extentX: extent.0, extentZ: extent.1, boundary: boundary)
}

private func hitTest(
    _ ray: Ray<WorldSpace>, planes: [PlaneAnchor], types: HitTestResult.ResultType
) -> [HitTestResult] { HitTester(planes: planes).hitTest(ray, types: types) }

private func down(x: Double = 0, z: Double = 0) -> Ray<WorldSpace> {
    .init(origin: .init(x: x, y: 1, z: z), direction: .init(x: 0, y: -2, z: 0))
}

@Suite struct HitTestTests {
    @Test("Results come nearest first, with distance, place and anchor")
    func order() throws {
        let hits = hitTest(
            down(x: 0.1, z: 0.2), planes: [table("low", y: -0.5), table("high", y: 0.25)], types: .existingPlaneUsingExtent)
        #expect(hits.map(\.anchor?.identifier) == ["high", "low"])
        #expect(hits.map(\.distance) == [0.75, 1.5])
        let first = try #require(hits.first)
        #expect(first.worldPosition == .init(x: 0.1, y: 0.25, z: 0.2))
        #expect(first.localTransform.origin == .init(x: 0.1, y: 0, z: 0.2))
        #expect(first.type == .existingPlaneUsingExtent)
    }

    @Test("The rectangle ends at half the extent from its centre, the infinite plane does not end")
    func extent() {
        let plane = table("t", y: 0, center: (1, 0), extent: (0.4, 2))
        #expect(hitTest(down(x: 0.81), planes: [plane], types: .existingPlaneUsingExtent).count == 1)
        #expect(hitTest(down(x: 0.79), planes: [plane], types: .existingPlaneUsingExtent).isEmpty)
        #expect(hitTest(down(x: 50), planes: [plane], types: .existingPlane).count == 1)
        #expect(hitTest(down(x: 0.81), planes: [plane], types: [.existingPlane, .existingPlaneUsingExtent]).count == 2)
    }

    @Test("The outline decides where one is given, whichever way round it is listed", arguments: [false, true])
    func boundary(reversed: Bool) {
        let triangle: [SIMD2<Double>] = [[0, 0], [1, 0], [0, 1]]
        let plane = table("t", y: 0, extent: (2, 2), boundary: reversed ? triangle.reversed() : triangle)
        #expect(hitTest(down(x: 0.4, z: 0.4), planes: [plane], types: .existingPlaneUsingGeometry).count == 1)
        #expect(hitTest(down(x: 0.6, z: 0.6), planes: [plane], types: .existingPlaneUsingGeometry).isEmpty)
        #expect(hitTest(down(x: 0.6, z: 0.6), planes: [plane], types: .existingPlaneUsingExtent).count == 1)
    }

    @Test("A ray that leads away from a plane or runs along it hits nothing")
    func misses() {
        let up = Ray<WorldSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 0, y: 1, z: 0))
        let along = Ray<WorldSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 1, y: 0, z: 0))
        #expect(hitTest(up, planes: [table("t", y: 0)], types: .existingPlane).isEmpty)
        #expect(hitTest(along, planes: [table("t", y: 0)], types: .existingPlane).isEmpty)
    }

    @Test("A turned and tilted plane is hit in its own axes")
    func tilted() throws {
        // An upright wall seen on a device, 4.3° off the vertical: its normal is the second column.
        let pose = try #require(
            RigidTransform<AnchorSpace, WorldSpace>(rows: [
                [0.99807, 0.06183, -0.00530, -0.58824], [-0.00065, -0.07488, -0.99719, -0.03506],
                [-0.06205, 0.99527, -0.07469, -0.55065], [0, 0, 0, 1],
            ]))
        let wall = PlaneAnchor(
            identifier: "wall", alignment: .vertical, worldFromAnchor: pose, center: .init(.zero), extentX: 1, extentZ: 1)
        let inside = AnchorPoint(x: 0.3, y: 0, z: -0.4)
        let target = pose(inside)
        let eye = WorldPoint(x: 0.1, y: 0.2, z: 1)
        let hit = try #require(
            hitTest(.init(origin: eye, direction: target - eye), planes: [wall], types: .existingPlaneUsingExtent).first)
        #expect(hit.worldPosition.distance(to: target) < 1e-4)
        #expect(abs(hit.distance - eye.distance(to: target)) < 1e-4)
    }
}

@Suite struct SceneTests {
    @Test("Planes come, change in place, and go")
    func changes() {
        var scene = Scene()
        scene.apply(.added(table("a", y: 0)))
        scene.apply(.added(table("b", y: 1)))
        scene.apply(.updated(table("a", y: 0.5)))
        #expect(scene.planes.map(\.identifier) == ["a", "b"])
        #expect(scene.plane("a")?.worldFromAnchor.translation.y == 0.5)
        scene.apply(.removed(identifier: "a", mergedInto: "b"))
        #expect(scene.planes.map(\.identifier) == ["b"])
    }
}
