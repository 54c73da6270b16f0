import Glibc
import Imaging
import Spaces
import TestSupport
import Testing

@Suite("Poses of planes")
struct PlanarPoseTests {
    private let camera = CameraModel(intrinsics: .init(fx: 1450, fy: 1440, cx: 639.5, cy: 359.5))
    private let card = [(-0.05, -0.03), (0.05, -0.03), (0.05, 0.03), (-0.05, 0.03)]
        .map { AnchorPoint(x: $0.0, y: 0, z: $0.1) }

    /// A card that faces the camera, then turned by `tilt` about an axis in its plane and by `turn` in the picture.
    private func pose(tilt: Double, about direction: Double, turn: Double, at place: SIMD3<Double>)
        -> RigidTransform<AnchorSpace, CameraSpace>
    {
        /// Rodrigues' formula.
        func rotated(_ v: SIMD3<Double>, _ k: SIMD3<Double>, _ angle: Double) -> SIMD3<Double> {
            let cross = Vector3<CameraSpace>(k).cross(.init(v)).components
            return v * cos(angle) + cross * sin(angle) + k * ((k * v).sum() * (1 - cos(angle)))
        }
        let k = SIMD3(cos(direction), sin(direction), 0)
        // x of the picture to the right, z down, the normal to the viewer.
        func axis(_ v: SIMD3<Double>) -> SIMD3<Double> { rotated(rotated(v, [0, 0, 1], turn), k, tilt) }
        return .init(xAxis: axis([1, 0, 0]), yAxis: axis([0, 0, 1]), zAxis: axis([0, -1, 0]), translation: place)
    }

    private func pixels(_ points: [AnchorPoint], _ pose: RigidTransform<AnchorSpace, CameraSpace>, _ camera: CameraModel)
        throws -> [PixelPoint]
    {
        try points.map { try #require(camera.project(pose($0))) }
    }

    @Test(
        "A pose is found again from four corners, with and without a lens",
        arguments: [nil, LensDistortion(k1: 0.05, k2: -0.08, p1: 0.001, p2: -0.0007, k3: 0.01)])
    func exact(lens: LensDistortion?) throws {
        var random = SeededGenerator(seed: 5)
        let camera = CameraModel(intrinsics: camera.intrinsics, distortion: lens)
        for _ in 0..<200 {
            let truth = pose(
                tilt: 0.1 + random.unit() * 1.1, about: random.unit() * 6.3, turn: random.unit() * 6.3,
                at: [random.unit() * 0.1 - 0.05, random.unit() * 0.1 - 0.05, -0.3 - random.unit()])
            let poses = try PlanarPose.poses(of: card, in: pixels(card, truth, camera), camera: camera)
            let best = try #require(poses.first)
            #expect(best.reprojectionError < 1e-4)
            #expect(best.cameraFromAnchor.angle(to: truth) < 1e-5)
            #expect(best.cameraFromAnchor.origin.distance(to: truth.origin) < 1e-6)
            #expect(best.cameraFromAnchor.rigidityError < 1e-9)
            #expect(PlanarPose.choose(from: poses, points: 4) == best)
        }
    }

    @Test("The covariance is that of many noisy sights")
    func covariance() throws {
        var random = SeededGenerator(seed: 8)
        let truth = pose(tilt: 0.8, about: 0.4, turn: 0.3, at: [0.02, -0.01, -0.5])
        let seen = try pixels(card, truth, camera)
        let told = try #require(PlanarPose.poses(of: card, in: seen, camera: camera).first?.covariance)
        var sum = [Double](repeating: 0, count: 6)
        let runs = 3000
        let noise = 0.25
        for _ in 0..<runs {
            // The sum of twelve even numbers is nearly normal, with a variance of one.
            func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } * noise }
            let moved = seen.map { PixelPoint(x: $0.x + normal(), y: $0.y + normal()) }
            let best = try #require(PlanarPose.poses(of: card, in: moved, camera: camera).first).cameraFromAnchor
            let turn =
                (Vector3<CameraSpace>(truth.xAxis).cross(.init(best.xAxis))
                + Vector3(truth.yAxis).cross(.init(best.yAxis)) + Vector3(truth.zAxis).cross(.init(best.zAxis)))
                .components / 2
            let move = best.translation - truth.translation
            for i in 0..<3 {
                sum[i] += turn[i] * turn[i]
                sum[3 + i] += move[i] * move[i]
            }
        }
        for i in 0..<6 {
            let measured = sum[i] / Double(runs) / (noise * noise)
            #expect(abs(measured / told[7 * i] - 1) < 0.15, "number \(i): \(measured) and \(told[7 * i])")
        }
    }

    @Test("A small card far away has two poses; the last pose and gravity tell which")
    func flips() throws {
        var random = SeededGenerator(seed: 3)
        let truth = pose(tilt: 0.5, about: 0.2, turn: 0, at: [0, 0, -2])
        let seen = try pixels(card, truth, camera)
        var alone = 0
        var last = 0
        var level = 0
        for _ in 0..<300 {
            let moved = seen.map {
                PixelPoint(x: $0.x + (random.unit() - 0.5) * 2, y: $0.y + (random.unit() - 0.5) * 2)
            }
            let poses = try PlanarPose.poses(of: card, in: moved, camera: camera)
            func isWrong(_ prior: PlanarPose.Prior) -> Bool {
                PlanarPose.choose(from: poses, points: 4, prior: prior).map { $0.cameraFromAnchor.angle(to: truth) > 0.5 } ?? true
            }
            alone += isWrong(.init()) ? 1 : 0
            last += isWrong(.init(last: pose(tilt: 0.45, about: 0.25, turn: 0, at: [0, 0, -2]))) ? 1 : 0
            level += isWrong(.init(normal: .init(truth.yAxis))) ? 1 : 0
        }
        #expect(alone > 15, "the sight is not ambiguous: \(alone)")
        #expect(last == 0)
        #expect(level == 0)
    }

    @Test("A clear sight outweighs a wrong prior")
    func wrongPrior() throws {
        let truth = pose(tilt: 0.9, about: 0, turn: 0, at: [0, 0, -0.4])
        let poses = try PlanarPose.poses(of: card, in: pixels(card, truth, camera), camera: camera)
        #expect(PlanarPose.ambiguity(of: poses) > 10)
        let mirrored = pose(tilt: -0.9, about: 0, turn: 0, at: [0, 0, -0.4])
        let chosen = try #require(PlanarPose.choose(from: poses, points: 4, prior: .init(last: mirrored)))
        #expect(chosen.cameraFromAnchor.angle(to: truth) < 1e-4)
    }

    @Test("Points that fix no plane are refused")
    func degenerate() {
        let line = [0.0, 1, 2, 3].map { AnchorPoint(x: $0, y: 0, z: 2 * $0) }
        let square = [(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { PixelPoint(x: $0.0, y: $0.1) }
        let row = [0.0, 1, 2, 3].map { PixelPoint(x: 50 * $0, y: 10) }
        #expect(throws: ImagingFailure.self) { try PlanarPose.poses(of: line, in: square, camera: camera) }
        #expect(throws: ImagingFailure.self) { try PlanarPose.poses(of: card, in: row, camera: camera) }
        #expect(throws: ImagingFailure.self) {
            try PlanarPose.poses(of: Array(card.prefix(3)), in: Array(square.prefix(3)), camera: camera)
        }
        #expect(throws: ImagingFailure.self) { try PlanarPose.poses(of: [], in: [], camera: camera) }
        #expect(throws: ImagingFailure.self) {
            try PlanarPose.poses(of: card, in: square.dropLast() + [.init(x: .nan, y: 0)], camera: camera)
        }
    }
}
