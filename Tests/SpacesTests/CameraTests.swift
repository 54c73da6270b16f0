import Spaces
import TestSupport
import Testing

@Suite("The camera in the world")
struct CameraTests {
    private func camera(_ random: inout SeededGenerator) -> Camera {
        .init(
            model: CameraModelTests.desk, imageSize: .init(width: 720, height: 720),
            worldFromCamera: .init(
                eulerAngles: .init(pitch: -0.9, yaw: random.unit(), roll: random.unit() - 0.5),
                translation: .init(random.unit(), 0.5 + random.unit(), random.unit())))
    }

    @Test("brings a place of the view to a plane and back, in every orientation", arguments: InterfaceOrientation.allCases)
    func roundTrip(orientation: InterfaceOrientation) throws {
        for seed in UInt64(1)...10 {
            var random = SeededGenerator(seed: seed)
            let camera = camera(&random)
            let size = ViewSize(width: orientation.isPortrait ? 375 : 667, height: orientation.isPortrait ? 667 : 375)
            let plane = RigidTransform<AnchorSpace, WorldSpace>(
                eulerAngles: .init(pitch: 0.1, yaw: random.unit(), roll: -0.1), translation: [0.1, 0.02, -0.3])
            let p = ViewPoint(x: size.width * (0.3 + 0.4 * random.unit()), y: size.height * (0.3 + 0.4 * random.unit()))
            guard let hit = camera.unprojectPoint(p, ontoPlane: plane, orientation: orientation, viewportSize: size) else {
                continue
            }
            #expect(abs(plane.inverse(hit).y) < 1e-9, "seed \(seed)")
            let back = try #require(camera.projectPoint(hit, orientation: orientation, viewportSize: size), "seed \(seed)")
            #expect(back.distance(to: p) < 1e-6, "seed \(seed)")
        }
    }

    @Test("misses a plane behind it")
    func misses() {
        var random = SeededGenerator(seed: 3)
        let camera = camera(&random)
        let ceiling = RigidTransform<AnchorSpace, WorldSpace>(
            xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: [0, 9, 0])
        let size = ViewSize(width: 720, height: 720)
        #expect(
            camera.unprojectPoint(.init(x: 360, y: 360), ontoPlane: ceiling, orientation: .landscapeRight, viewportSize: size)
                == nil)
    }

    // Apple forum 86482: camera.transform is [−c2, c1, c3, c4] of the columns of a portrait view's point of view.
    @Test("turns its view matrix with the interface")
    func viewMatrix() {
        var random = SeededGenerator(seed: 8)
        let camera = camera(&random)
        let c = camera.worldFromCamera
        let expected: [(InterfaceOrientation, SIMD3<Double>, SIMD3<Double>)] = [
            (.landscapeRight, c.xAxis, c.yAxis), (.portrait, c.yAxis, -c.xAxis), (.landscapeLeft, -c.xAxis, -c.yAxis),
            (.portraitUpsideDown, -c.yAxis, c.xAxis),
        ]
        for (orientation, x, y) in expected {
            let pose = camera.viewMatrix(for: orientation).inverse
            for (a, b) in [(pose.xAxis, x), (pose.yAxis, y), (pose.zAxis, c.zAxis), (pose.translation, c.translation)] {
                let d = a - b
                #expect((d * d).sum().squareRoot() < 1e-12, "\(orientation)")
            }
        }
    }
}
