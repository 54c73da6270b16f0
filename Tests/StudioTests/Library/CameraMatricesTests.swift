import Spaces
import TestSupport
import Testing

@testable import Studio

@Suite struct CameraMatricesTests {
    /// Column by column, times a column.
    private func product(_ m: [Double], _ v: [Double]) -> [Double] {
        (0..<4).map { row in (0..<4).reduce(0) { $0 + m[4 * $1 + row] * v[$1] } }
    }

    private func rotation(_ random: inout SeededGenerator) -> [SIMD3<Double>] {
        // Gram-Schmidt of random vectors.
        func vector() -> Vector3<WorldSpace> {
            .init(x: random.unit() * 2 - 1, y: random.unit() * 2 - 1, z: random.unit() * 2 - 1)
        }
        let x = vector().normalized
        let rough = vector()
        let y = (rough - x * rough.dot(x)).normalized
        return [x.components, y.components, x.cross(y).components]
    }

    @Test(
        "A world point lands in the view where Spaces projects it, to a millionth of a point",
        arguments: InterfaceOrientation.allCases)
    func agrees(orientation: InterfaceOrientation) {
        var checked = 0
        for seed in UInt64(1)...200 {
            var random = SeededGenerator(seed: seed)
            let axes = rotation(&random)
            let size = PixelSize(width: 1280 + 640 * random.unit(), height: 720 + 300 * random.unit())
            let camera = Camera(
                model: .init(
                    intrinsics: .init(
                        fx: 700 + 500 * random.unit(), fy: 700 + 500 * random.unit(),
                        cx: size.width * (0.4 + 0.2 * random.unit()),
                        cy: size.height * (0.4 + 0.2 * random.unit()))),
                imageSize: size,
                worldFromCamera: .init(
                    xAxis: axes[0], yAxis: axes[1], zAxis: axes[2],
                    translation: .init(random.unit() - 0.5, random.unit(), random.unit() - 0.5)))
            let view = ViewSize(width: 300 + 200 * random.unit(), height: 400 + 500 * random.unit())
            let matrices = CameraMatrices(camera, in: .init(imageSize: size, size: view, orientation: orientation))
            for _ in 0..<20 {
                // In front of the camera, also outside the view.
                let depth = 0.1 + 3 * random.unit()
                let world = camera.worldFromCamera(
                    Point3<CameraSpace>(x: depth * (2 * random.unit() - 1), y: depth * (2 * random.unit() - 1), z: -depth))
                guard let expected = camera.projectPoint(world, orientation: orientation, viewportSize: view) else {
                    Issue.record("seed \(seed): a point before the camera has a place")
                    continue
                }
                let clip = product(
                    matrices.clipFromCamera, product(matrices.cameraFromWorld, [world.x, world.y, world.z, 1]))
                let x = (clip[0] / clip[3] + 1) / 2 * view.width
                let y = (1 - clip[1] / clip[3]) / 2 * view.height
                #expect(abs(x - expected.x) < 1e-6 && abs(y - expected.y) < 1e-6, "seed \(seed)")
                checked += 1
            }
        }
        #expect(checked == 4000)
    }

    @Test(
        "Depth runs from −1 at the near plane to 1 at the far plane, as OpenGL has it", arguments: InterfaceOrientation.allCases)
    func depth(orientation: InterfaceOrientation) {
        let camera = Camera(
            model: .init(intrinsics: .init(fx: 960, fy: 960, cx: 639.5, cy: 359.5)),
            imageSize: .init(width: 1280, height: 720), worldFromCamera: .identity)
        let matrices = CameraMatrices(
            camera, in: .init(imageSize: camera.imageSize, size: .init(width: 375, height: 667), orientation: orientation))
        for (depth, expected) in [(0.005, -1.0), (100.0, 1.0)] {
            let clip = product(matrices.clipFromCamera, [0, 0, -depth, 1])
            #expect(abs(clip[2] / clip[3] - expected) < 1e-9)
        }
    }
}
