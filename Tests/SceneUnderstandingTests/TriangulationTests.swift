import Glibc
import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

@Suite struct TriangulationTests {
    /// A camera that looks at the origin's surroundings from a place, with a lens that bends.
    private static func camera(at place: SIMD3<Double>) -> Camera {
        let model = CameraModel(
            intrinsics: .init(fx: 900, fy: 910, cx: 640, cy: 350), distortion: .init(k1: -0.2, k2: 0.05, p1: 0.001, p2: -0.002))
        let z = WorldVector(place).normalized
        let x = WorldVector(x: 0, y: 1, z: 0).cross(z).normalized
        return Camera(
            model: model, imageSize: .init(width: 1280, height: 720),
            worldFromCamera: .init(xAxis: x.components, yAxis: z.cross(x).components, zAxis: z.components, translation: place))
    }

    private static let even = Whitening(variance: (xx: 0.01, xy: 0, yy: 0.01))

    private static func path(_ count: Int) -> [Camera] {
        (0..<count).map { camera(at: [0.05 * Double($0) / Double(count), 0.5, 0.4 + 0.01 * sin(Double($0))]) }
    }

    private func sight(of point: SIMD3<Double>, by camera: Camera) throws -> Sight {
        let pixel = try #require(camera.project(.init(point)))
        return try #require(Sight(pixel, camera: camera))
    }

    @Test("Exact sights through a bent lens give the exact point", arguments: seeds)
    func exact(seed: UInt64) throws {
        var room = RoomSample(seed: seed)
        let point = SIMD3(room.number(-0.2, 0.2), room.number(-0.1, 0.1), room.number(-0.2, 0.2))
        let sights = try Self.path(10).map { try sight(of: point, by: $0) }
        // Half and double of the true distance are good enough to start from.
        for start in [0.8, 1.6, 3.2] {
            let found = try #require(Triangulation(sights, Self.even, from: start, steps: 6), "seed \(seed)")
            let off = found.position - point
            #expect((off * off).sum().squareRoot() < 1e-9, "seed \(seed)")
            #expect(found.error < 1e-6)
            #expect(found.parallax > 0.05)
        }
    }

    @Test("The standard deviation says how far noisy sights are off, and inverse depth has no bias")
    func deviation() throws {
        var room = RoomSample(seed: 21)
        var squares = 0.0
        var sum = 0.0
        let count = 400
        for _ in 0..<count {
            let point = SIMD3(room.number(-0.2, 0.2), 0, room.number(-0.2, 0.2))
            let cameras = Self.path(8)
            let sights = try cameras.map { camera in
                var pixel = try #require(camera.project(.init(point)))
                // A tenth of a pixel each way, as `even` says.
                pixel.x += 0.1 * room.normal()
                pixel.y += 0.1 * room.normal()
                return try #require(Sight(pixel, camera: camera))
            }
            let found = try #require(Triangulation(sights, Self.even, from: 1.5, steps: 3))
            let depth = -cameras[0].worldFromCamera.inverse(WorldPoint(point)).z
            let off = (found.inverseDepth - 1 / depth) / found.inverseDeviation
            squares += off * off
            sum += off
        }
        // The mean square of 400 numbers of deviation 1 is 1 ± 0.07, their mean 0 ± 0.05: three of those.
        #expect(abs(squares / Double(count) - 1) < 0.21)
        #expect(abs(sum / Double(count)) < 0.15)
    }

    @Test("A point that moves while the camera does fits no point that stands still")
    func moving() throws {
        let cameras = Self.path(12)
        let sights = try cameras.enumerated().map { i, camera in
            try sight(of: [0, 0, 0.003 * Double(i)], by: camera)
        }
        let found = try #require(Triangulation(sights, Self.even, from: 1.5, steps: 4))
        #expect(found.error > 3)
    }

    @Test("Sights from one place determine no point")
    func rotationOnly() throws {
        let camera = Self.camera(at: [0, 0.5, 0.4])
        let sight = try #require(Sight(.init(x: 500, y: 300), camera: camera))
        let found = Triangulation([sight, sight, sight, sight], Self.even, from: 1, steps: 3)
        #expect(found == nil || found?.parallax == 0)
    }
}

@Suite struct PlaneOutlineTests {
    @Test("The outline holds all points, and no rectangle of 3600 directions is smaller than the least", arguments: seeds)
    func hull(seed: UInt64) {
        var room = RoomSample(seed: seed)
        let points = (0..<60).map { _ in SIMD2(room.number(-1, 1), room.number(-0.3, 0.5)) }
        let outline = PlaneOutline(of: points)
        #expect(points.allSatisfy { outline.contains($0, margin: 1e-9) }, "seed \(seed)")
        let least = outline.leastRectangle.area
        for i in 0..<3600 {
            #expect(outline.rectangle(at: Double(i) * .pi / 3600).area >= least - 1e-9, "seed \(seed)")
        }
        #expect(outline.area <= least)
    }

    @Test("A square has its area and its middle, and outlines meet when they overlap or lie within the margin")
    func square() {
        let square = PlaneOutline(of: [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]])
        #expect(square.corners.count == 4)
        #expect(square.area == 4)
        #expect(square.middle == [1, 1])
        let beside = PlaneOutline(of: [[2.1, 0], [3, 0], [3, 2], [2.1, 2]])
        #expect(!square.meets(beside))
        #expect(square.meets(beside, margin: 0.11))
        #expect(square.meets(PlaneOutline(of: [[1, 1], [3, 1], [3, 3]])))
    }
}

@Suite struct FeatureMapTests {
    private func frame(_ points: [(UInt64, Double)]) -> FeatureFrame {
        FeatureFrame(points: points.map { FeaturePoint(identifier: $0.0, position: .init(x: $0.1, y: 0, z: 0)) })
    }

    @Test("A point that comes again is where it was seen last, and one that is withdrawn is gone")
    func update() {
        var map = FeatureMap()
        map.add(frame([(1, 0), (2, 5)]))
        var second = frame([(1, 1)])
        second.withdrawn = [2]
        map.add(second)
        #expect(map.points.map(\.identifier) == [1])
        #expect(map.points.first?.position.x == 1)
    }

    @Test("However many points come, it holds no more than its capacity, those in sight among them")
    func capacity() {
        var map = FeatureMap(capacity: 100)
        for i in 0..<500 { map.add(frame([(UInt64(i), Double(i) * 0.5), (10_000, 0)])) }
        #expect(map.count <= 100)
        #expect(map.points.contains { $0.identifier == 10_000 })
        #expect(map.points.contains { $0.identifier == 499 })
    }
}
