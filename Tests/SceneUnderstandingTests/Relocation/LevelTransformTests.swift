import Glibc
import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

/// A camera at a place that looks along −z turned by an angle about y and down by another.
func walkingCamera(at place: SIMD3<Double>, heading: Double, down: Double) -> Camera {
    let (c, s) = (cos(heading), sin(heading))
    let (cd, sd) = (cos(down), sin(down))
    let z = SIMD3(s * cd, sd, c * cd)
    return Camera(
        model: .init(intrinsics: .init(fx: 480, fy: 480, cx: 319.5, cy: 239.5)), imageSize: .init(width: 640, height: 480),
        worldFromCamera: .init(xAxis: [c, 0, -s], yAxis: [-s * sd, cd, -c * sd], zAxis: z, translation: place))
}

@Suite("Level worlds")
struct LevelTransformTests {
    @Test("A transform and the one back change nothing", arguments: seeds)
    func inverse(seed: UInt64) {
        var room = RoomSample(seed: seed)
        let transform = LevelTransform(
            yaw: room.number(-4, 4), translation: [room.number(-5, 5), room.number(-2, 2), room.number(-5, 5)])
        let p = WorldPoint(x: room.number(-3, 3), y: room.number(-3, 3), z: room.number(-3, 3))
        #expect(transform.inverse(transform(p)).distance(to: p) < 1e-12, "seed \(seed)")
        #expect(transform.rigid.rigidityError < 1e-12)
    }

    @Test("Laying a start on another one carries place and heading over")
    func laying() {
        let transform = LevelTransform(
            laying: .init(x: 1, y: 0.2, z: -2), heading: 0.3, on: .init(x: -4, y: 1, z: 5), heading: -0.5)
        #expect(transform(.init(x: 1, y: 0.2, z: -2)).distance(to: .init(x: -4, y: 1, z: 5)) < 1e-12)
        // One metre ahead stays one metre ahead; −z turned by an angle about y is (−sin, −cos).
        let ahead = WorldPoint(x: 1 - sin(0.3), y: 0.2, z: -2 - cos(0.3))
        let there = WorldPoint(x: -4 - sin(-0.5), y: 1, z: 5 - cos(-0.5))
        #expect(transform(ahead).distance(to: there) < 1e-12)
    }

    @Test("Two exact sightings give the transform, as one of at most two", arguments: seeds)
    func twoPoints(seed: UInt64) throws {
        var room = RoomSample(seed: seed)
        let truth = LevelTransform(yaw: room.number(-3, 3), translation: [room.number(-2, 2), 0.3, room.number(-2, 2)])
        let camera = walkingCamera(at: [0.1, 1.4, 0.2], heading: room.number(-3, 3), down: 0.2)
        var sightings: [Sighting] = []
        while sightings.count < 2 {
            let pixel = PixelPoint(x: room.number(0, 639), y: room.number(0, 479))
            let there = try #require(camera.ray(through: pixel)).point(at: room.number(1, 6))
            sightings.append(try #require(Sighting(of: truth.inverse(there), at: pixel, by: camera)))
        }
        let found = LevelTransform.through(sightings[0], sightings[1])
        #expect((1...2).contains(found.count), "seed \(seed)")
        let best = found.map { transform in
            let p = WorldPoint(x: 1, y: 2, z: 3)
            return transform(p).distance(to: truth(p))
        }.min()
        #expect(try #require(best) < 1e-7, "seed \(seed)")
    }

    @Test("Many noisy sightings with some that are wrong are fitted to a fraction of the noise", arguments: seeds)
    func refinement(seed: UInt64) throws {
        var room = RoomSample(seed: seed)
        let truth = LevelTransform(yaw: room.number(-3, 3), translation: [room.number(-2, 2), 0.3, room.number(-2, 2)])
        let camera = walkingCamera(at: [0.1, 1.4, 0.2], heading: room.number(-3, 3), down: 0.2)
        var sightings: [Sighting] = []
        for i in 0..<80 {
            var pixel = PixelPoint(x: room.number(0, 639), y: room.number(0, 479))
            let there = try #require(camera.ray(through: pixel)).point(at: room.number(1, 6))
            pixel.x += 0.5 * room.normal() + (i % 10 == 0 ? 30 : 0)
            pixel.y += 0.5 * room.normal()
            sightings.append(try #require(Sighting(of: truth.inverse(there), at: pixel, by: camera)))
        }
        var start = truth
        start.yaw += 0.03
        start.translation += [0.1, -0.05, 0.08]
        let found = start.refined(on: sightings, limit: 2)
        // Half a pixel at a focal length of 480, over some seventy good sightings.
        #expect(abs(found.yaw - truth.yaw) < 0.003, "seed \(seed)")
        let p = camera.position
        #expect(found.inverse(p).distance(to: truth.inverse(p)) < 0.02, "seed \(seed)")
    }

    @Test("Down is down in the picture, also when the camera is rolled and looks down")
    func down() throws {
        let camera = walkingCamera(at: [0, 1.4, 0], heading: 0.4, down: 0.3)
        #expect(abs(try #require(camera.down(at: .init(x: 319.5, y: 239.5))) - .pi / 2) < 1e-3)
        var rolled = camera
        let pose = camera.worldFromCamera
        // The camera's x points down in a portrait view.
        rolled.worldFromCamera = .init(
            xAxis: -pose.yAxis, yAxis: pose.xAxis, zAxis: pose.zAxis, translation: pose.translation)
        #expect(abs(try #require(rolled.down(at: .init(x: 319.5, y: 239.5)))) < 1e-3)
    }
}
