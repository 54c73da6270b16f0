import Imaging
import Spaces
import TestSupport
import Testing

@Suite struct CameraCalibrationTests {
    static let size = PixelSize(width: 1280, height: 720)
    static let truth = CameraModel(
        intrinsics: .init(fx: 905, fy: 910, cx: 651, cy: 348),
        distortion: .init(k1: 0.12, k2: -0.21, p1: 0.0012, p2: -0.0008, k3: 0.05))

    /// Where the corners of a board appear, by the camera's own formula, with noise of a deviation in pixels.
    static func view(
        _ pose: RigidTransform<AnchorSpace, CameraSpace>, camera: CameraModel, noise: Double, _ random: inout SeededGenerator
    ) -> [MarkerBoard.Sight] {
        var sights: [MarkerBoard.Sight] = []
        for r in 0..<6 {
            for c in 0..<9 {
                let point = AnchorPoint(x: (Double(c) - 4) * 0.025, y: 0, z: (Double(r) - 2.5) * 0.025)
                guard let pixel = camera.project(pose(point)) else { continue }
                // Twelve uniform numbers make a normal one.
                func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } }
                sights.append(
                    .init(
                        number: 9 * r + c, point: point,
                        pixel: .init(x: pixel.x + noise * normal(), y: pixel.y + noise * normal())))
            }
        }
        return sights
    }

    static func views(_ count: Int, noise: Double, seed: UInt64, tilt: Double = 0.6, camera: CameraModel = truth) -> [[MarkerBoard
        .Sight]]
    {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            func within(_ span: Double) -> Double { (2 * random.unit() - 1) * span }
            let pose = boardPose(
                tiltX: within(tilt), tiltY: within(tilt), roll: within(0.5), x: within(0.1), y: within(0.05),
                distance: 0.35 + 0.2 * random.unit())
            return view(pose, camera: camera, noise: noise, &random)
        }
    }

    @Test("From views without noise the camera is found as it is")
    func exact() throws {
        let result = try CameraCalibration(views: Self.views(12, noise: 0, seed: 1), imageSize: Self.size)
        let k = result.camera.intrinsics
        let t = Self.truth.intrinsics
        for (a, b) in [(k.fx, t.fx), (k.fy, t.fy), (k.cx, t.cx), (k.cy, t.cy)] { #expect(abs(a - b) < 0.05) }
        let d = try #require(result.camera.distortion)
        #expect(abs(d.k1 - 0.12) < 1e-3 && abs(d.k2 + 0.21) < 1e-2 && abs(d.p1 - 0.0012) < 1e-4 && abs(d.p2 + 0.0008) < 1e-4)
        #expect(result.reprojectionError < 1e-3)
        #expect(result.viewErrors.count == 12)
    }

    @Test("Errors are as large as the deviations say: over seeds, the camera is within four of them")
    func deviations() throws {
        var worst = 0.0
        for seed in 1...8 as ClosedRange<UInt64> {
            let result = try CameraCalibration(views: Self.views(14, noise: 0.2, seed: seed), imageSize: Self.size)
            let (k, s, t) = (result.camera.intrinsics, result.deviations, Self.truth.intrinsics)
            for (a, b, d) in [(k.fx, t.fx, s.fx), (k.fy, t.fy, s.fy), (k.cx, t.cx, s.cx), (k.cy, t.cy, s.cy)] {
                #expect(d > 0)
                #expect(abs(a - b) < 4 * d, "seed \(seed): off by \(a - b), deviation \(d)")
                worst = max(worst, abs(a - b) / d)
            }
            // The rms of two coordinates with a deviation of 0.2 each.
            #expect(abs(result.reprojectionError - 0.2 * 2.0.squareRoot()) < 0.03)
        }
        print("MEASURED calibration: at most \(worst) deviations off over 8 seeds")
    }

    @Test("The focal length alone is found where the rest is as most cameras have it")
    func focalLength() throws {
        let camera = CameraModel(intrinsics: .init(fx: 700, fy: 700, cx: 639.5, cy: 359.5))
        let views = Self.views(6, noise: 0.1, seed: 3, camera: camera)
        let result = try CameraCalibration(views: views, imageSize: Self.size, model: .focalLength(guess: nil))
        #expect(abs(result.camera.intrinsics.fx - 700) < 4 * result.deviations.fx)
        #expect(result.camera.distortion == nil)
    }

    @Test("Calculated pictures of a board with a bent lens give the camera back")
    func pictures() throws {
        let scene = try BoardScene(.chessboard(columns: 9, rows: 6, square: 0.02))
        let camera = CameraModel(
            intrinsics: .init(fx: 430, fy: 433, cx: 242, cy: 178), distortion: .init(k1: -0.15, k2: 0.05, p1: 0.001, p2: 0.0005))
        var views: [CalibrationViews.View] = []
        for (i, (x, y)) in [
            (0.0, 0.0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5), (0.4, 0.4), (-0.4, 0.4), (0.35, -0.35), (-0.3, -0.4),
        ]
        .enumerated() {
            let pose = boardPose(
                tiltX: x, tiltY: y, roll: 0.1 * Double(i), x: 0.02 * Double(i % 3 - 1), y: 0.015 * Double(i % 2), distance: 0.26)
            let picture = try scene.picture(camera: camera, cameraFromBoard: pose, width: 480, height: 360)
            let sights = try scene.board.find(in: picture)
            if !sights.isEmpty { views.append(.init(frame: i, sights: sights)) }
        }
        #expect(views.count >= 8)
        let (result, used) = try CalibrationViews.calibrate(views, imageSize: .init(width: 480, height: 360))
        let k = result.camera.intrinsics
        #expect(abs(k.fx - 430) < 1.5 && abs(k.fy - 433) < 1.5 && abs(k.cx - 242) < 1.5 && abs(k.cy - 178) < 1.5, "\(k)")
        #expect(result.reprojectionError < 0.15)
        #expect(used.count >= 8)
        print("MEASURED calibration from pictures: \(k), rms \(result.reprojectionError)")
    }

    @Test("Views that are too few, or that all face the camera, are named")
    func advice() throws {
        func advice(_ count: Int, tilt: Double) throws -> String {
            let views = Self.views(count, noise: 0.1, seed: 5, tilt: tilt).enumerated().map {
                CalibrationViews.View(frame: $0, sights: $1)
            }
            let result = try CameraCalibration(views: views.map(\.sights), imageSize: Self.size)
            return result.advice(views: views, imageSize: Self.size).joined(separator: "\n")
        }
        #expect(try advice(5, tilt: 0.6).contains("only 5 views"))
        #expect(try advice(14, tilt: 0.05).contains("faces the camera"))
        let good = try advice(30, tilt: 0.7)
        #expect(!good.contains("faces the camera") && !good.contains("views"), "\(good)")
    }

    @Test("Of many views those are picked that differ, and memory stays bounded")
    func spread() throws {
        var random = SeededGenerator(seed: 9)
        var views = CalibrationViews(imageSize: Self.size)
        // A camera that rests for long and moves a little at the end.
        for i in 0..<1500 {
            let tilt = i < 1400 ? 0 : 0.6 * Double(i - 1400) / 100
            views.add(
                .init(
                    frame: i,
                    sights: Self.view(boardPose(tiltX: tilt, tiltY: 0, distance: 0.5), camera: Self.truth, noise: 0.1, &random)))
        }
        #expect(views.found == 1500)
        let picked = views.spread(most: 10)
        #expect(picked.count == 10)
        #expect(picked.filter { $0.frame >= 1400 }.count >= 5, "\(picked.map(\.frame))")
        #expect(picked == views.spread(most: 10))
    }

    @Test("What makes no camera is refused")
    func refused() {
        #expect(throws: ImagingFailure.self) { try CameraCalibration(views: [], imageSize: Self.size) }
        #expect(throws: ImagingFailure.self) {
            try CameraCalibration(
                views: [[.init(number: 0, point: .init(.zero), pixel: .init(x: 0, y: 0))]], imageSize: Self.size)
        }
    }
}
