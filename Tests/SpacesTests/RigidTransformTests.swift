import Spaces
import TestSupport
import Testing

@Suite("Rigid transforms")
struct RigidTransformTests {
    private static let seeds: [UInt64] = Array(1...20)

    private func pose<A: Space3D, B: Space3D>(_ random: inout SeededGenerator, _: A.Type, _: B.Type) -> RigidTransform<A, B> {
        .init(
            eulerAngles: .init(
                pitch: random.unit() * 3 - 1.5, yaw: random.unit() * 6 - 3, roll: random.unit() * 6 - 3),
            translation: .init(random.unit() * 10 - 5, random.unit() * 10 - 5, random.unit() * 10 - 5))
    }

    private func isNear<A: Space3D, B: Space3D>(_ a: RigidTransform<A, B>, _ b: RigidTransform<A, B>) -> Bool {
        zip(a.rows.joined(), b.rows.joined()).allSatisfy { abs($0 - $1) < 1e-12 }
    }

    @Test("undo themselves with their inverse", arguments: seeds)
    func inverse(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let t = pose(&random, CameraSpace.self, WorldSpace.self)
        #expect(isNear(t.then(t.inverse), .identity))
        #expect(isNear(t.inverse.then(t), .identity))
        #expect(isNear(t.inverse.inverse, t))
    }

    @Test("compose in any grouping, and as their maps do", arguments: seeds)
    func associativity(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let a = pose(&random, AnchorSpace.self, WorldSpace.self)
        let b = pose(&random, WorldSpace.self, CameraSpace.self)
        let c = pose(&random, CameraSpace.self, WorldSpace.self)
        #expect(isNear(a.then(b).then(c), a.then(b.then(c))))
        let p = AnchorPoint(x: random.unit(), y: random.unit(), z: random.unit())
        #expect(a.then(b)(p).distance(to: b(a(p))) < 1e-12)
    }

    @Test("keep distances, and move points but not vectors", arguments: seeds)
    func rigid(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let t = pose(&random, CameraSpace.self, WorldSpace.self)
        let p = Point3<CameraSpace>(x: random.unit(), y: random.unit(), z: random.unit())
        let q = Point3<CameraSpace>(x: random.unit(), y: random.unit(), z: random.unit())
        #expect(abs(t(p).distance(to: t(q)) - p.distance(to: q)) < 1e-12)
        #expect((t(q - p) - (t(q) - t(p))).length < 1e-12)
        #expect(t(Point3<CameraSpace>(.zero)).distance(to: t.origin) < 1e-12)
    }

    @Test("are read from rows only when they are rigid")
    func rows() {
        typealias Pose = RigidTransform<CameraSpace, WorldSpace>
        let good: [[Double]] = [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]
        #expect(Pose(rows: good)?.origin == WorldPoint(x: 1, y: 2, z: 3))
        #expect(Pose(rows: good)?.rows == good)
        var scaled = good
        scaled[0][0] = 1.01
        var mirrored = good
        mirrored[2][2] = -1
        var transposed = good
        transposed[3] = [1, 2, 3, 1]
        var infinite = good
        infinite[0][3] = .infinity
        for bad in [scaled, mirrored, transposed, infinite, Array(good.dropLast()), [[1]], []] { #expect(Pose(rows: bad) == nil) }
    }

    @Test("give a plane's hits in front of the ray only")
    func plane() {
        let down = Ray<AnchorSpace>(origin: .init(x: 1, y: 2, z: 3), direction: .init(x: 1, y: -2, z: 0))
        #expect(down.hitOfPlane() == AnchorPoint(x: 2, y: 0, z: 3))
        #expect(Ray<AnchorSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 1, y: 0, z: 0)).hitOfPlane() == nil)
        #expect(Ray<AnchorSpace>(origin: .init(x: 0, y: 1, z: 0), direction: .init(x: 0, y: 1, z: 0)).hitOfPlane() == nil)
        #expect(Ray<AnchorSpace>(origin: .init(x: 0, y: 0, z: 0), direction: .init(x: 1, y: 0, z: 0)).hitOfPlane() == nil)
    }
}
