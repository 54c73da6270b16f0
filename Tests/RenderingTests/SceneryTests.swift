import SceneUnderstanding
import Spaces
import Testing

@testable import Rendering

struct SceneryTests {
    @Test("A plane's grid lies inside of its outline, on multiples of the step")
    func grid() throws {
        let outline: [SIMD2<Double>] = [[-0.12, -0.1], [0.17, -0.08], [0.19, 0.09], [-0.1, 0.13]]
        let plane = PlaneAnchor(
            identifier: "p", alignment: .horizontal, worldFromAnchor: .identity, center: .init(.zero), extentX: 0.32,
            extentZ: 0.23, boundary: outline)
        var scene = RenderedScene()
        scene.add(plane, gridStep: 0.05)
        #expect(scene.surfaces.count == 1 && scene.surfaces[0].corners.count == 4)
        let lines = scene.lines.filter { !$0.isClosed }
        // x of −0.1 … 0.15 and z of −0.05 … 0.1.
        #expect(lines.count == 6 + 4, "\(lines.map(\.points))")
        for line in lines {
            let (a, b) = (line.points[0], line.points[1])
            func isStep(_ v: Double) -> Bool { abs(v / 0.05 - (v / 0.05).rounded()) < 1e-9 }
            #expect((abs(a.x - b.x) < 1e-9 && isStep(a.x)) || (abs(a.z - b.z) < 1e-9 && isStep(a.z)))
            for p in [a, b] { #expect(plane.boundaryContains(.init(x: p.x * 0.9999, y: 0, z: p.z * 0.9999))) }
        }
    }

    @Test("A plane without an end has no grid, and one without an extent is not shown")
    func extremes() {
        func plane(_ extent: Double) -> PlaneAnchor {
            .init(
                identifier: "p", alignment: .vertical, worldFromAnchor: .identity, center: .init(.zero), extentX: extent,
                extentZ: extent)
        }
        var scene = RenderedScene()
        scene.add(plane(1e6))
        #expect(scene.lines.count == 1)
        scene = RenderedScene()
        scene.add(plane(0))
        #expect(scene.lines.isEmpty && scene.surfaces.isEmpty)
    }

    @Test("A focus square that has not been anywhere adds nothing, and the axes have the length that was asked for")
    func squareAndAxes() {
        var scene = RenderedScene()
        scene.add(FocusSquare())
        #expect(scene.lines.isEmpty)
        scene.addWorldAxes(length: 0.3)
        #expect(
            scene.lines.map { $0.points[1] } == [.init(x: 0.3, y: 0, z: 0), .init(x: 0, y: 0.3, z: 0), .init(x: 0, y: 0, z: 0.3)])
        #expect(scene.labels.map(\.lines) == [["x"], ["y"], ["z"]])
    }
}
