import FoundationEssentials
import Spaces
import Testing

@Suite("The projection matrix")
struct ProjectionMatrixTests {
    /// Numbers that devices printed, in the order m00 m11 m20 m21 m22 m32.
    struct Golden: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let intrinsics: Intrinsics
        let image: PixelSize
        let viewport: ViewSize
        var near = 0.001
        var far: Double?
        let expected: [Double]
    }

    static let hd = PixelSize(width: 1280, height: 720)
    static let hdView = ViewSize(width: 1280, height: 720)
    static let goldens: [Golden] = [
        .init(
            testDescription: "G1, StackOverflow 60495004",
            intrinsics: .init(fx: 933.9137, fy: 933.9137, cx: 617.7059, cy: 363.0624), image: hd,
            viewport: .init(width: 700, height: 300), near: 0.007, far: 1300,
            expected: [1.4592401, 3.4048936, 0.034053326, 0.012987971, -1.0000054, -0.007000038]),
        .init(
            testDescription: "G2, PopEngine log",
            intrinsics: .init(fx: 1022.5894165039062, fy: 1022.5894165039062, cx: 629.5763549804688, cy: 352.0911560058594),
            image: hd, viewport: hdView,
            expected: [
                1.5977959632873535, 2.8405261039733887, 0.015505671501159668, -0.020580172538757324, -0.9999997615814209,
                -0.0009999998146668077,
            ]),
        .init(
            testDescription: "G3, PopEngine log",
            intrinsics: .init(fx: 1023.16455078125, fy: 1023.16455078125, cx: 629.5697021484375, cy: 352.0920104980469),
            image: hd, viewport: hdView,
            expected: [
                1.5986945629, 2.8421237469, 0.0155161023, -0.0205777884, -0.9999997615814209, -0.0009999998146668077,
            ]),
        .init(
            testDescription: "G4, PopEngine log",
            intrinsics: .init(fx: 1022.5894165, fy: 1022.5894165, cx: 629.57666015625, cy: 352.0909118652344),
            image: hd, viewport: hdView,
            expected: [
                1.5977959632873535, 2.8405261039733887, 0.015505194664, -0.020580768585, -0.9999997615814209,
                -0.0009999998146668077,
            ]),
        .init(
            testDescription: "G5, 3D Scanner App frame 0", intrinsics: chair, image: chairSize,
            viewport: .init(width: 1920, height: 1440),
            expected: [1.5079731941, 2.0106310844, -0.0068008900, -0.0386090279, -0.9999998, -0.001]),
    ]

    static let chair = Intrinsics(fx: 1447.654296875, fy: 1447.654296875, cx: 966.0288696, cy: 691.7015381)
    static let chairSize = PixelSize(width: 1920, height: 1440)

    private func numbers(_ m: ProjectionMatrix) -> [Double] { [m.m00, m.m11, m.m20, m.m21, m.m22, m.m32] }

    private func isNear(_ found: [Double], _ expected: [Double], _ tolerance: Double) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
    }

    @Test("agrees with what devices printed to the precision of their floats", arguments: goldens)
    func devices(golden: Golden) {
        let m = ProjectionMatrix(
            intrinsics: golden.intrinsics, imageSize: golden.image, viewport: golden.viewport, zNear: golden.near,
            zFar: golden.far)
        #expect(isNear(numbers(m), golden.expected, 2e-7), "\(numbers(m))")
    }

    // Derived from G5 and the rule for turning; no device printed them.
    @Test(
        "turns with the interface",
        arguments: [
            (InterfaceOrientation.portrait, 375.0, 812.0, [3.265265, 1.507973, -0.062701, 0.006801]),
            (.portraitUpsideDown, 375, 812, [3.265265, 1.507973, 0.062701, -0.006801]),
            (.landscapeRight, 812, 375, [1.507973, 3.265265, -0.006801, -0.062701]),
            (.landscapeLeft, 812, 375, [1.507973, 3.265265, 0.006801, 0.062701]),
        ])
    func derived(orientation: InterfaceOrientation, width: Double, height: Double, expected: [Double]) {
        let m = ProjectionMatrix(
            intrinsics: Self.chair, imageSize: Self.chairSize, orientation: orientation,
            viewport: .init(width: width, height: height))
        #expect(isNear(Array(numbers(m).prefix(4)), expected, 1e-6))
    }

    @Test("sees each point where the camera and the view's map put it", arguments: InterfaceOrientation.allCases)
    func consistent(orientation: InterfaceOrientation) throws {
        let view = ViewSize(width: orientation.isPortrait ? 375 : 812, height: orientation.isPortrait ? 812 : 375)
        let camera = Camera(
            model: .init(intrinsics: Self.chair), imageSize: Self.chairSize,
            worldFromCamera: .init(eulerAngles: .init(pitch: -0.5, yaw: 0.3, roll: 0.1), translation: [0.2, 1.4, -0.3]))
        let matrix = ProjectionMatrix(
            intrinsics: Self.chair, imageSize: Self.chairSize, orientation: orientation, viewport: view)
        for local in [Point3<CameraSpace>(x: 0, y: 0, z: -1), .init(x: 0.2, y: -0.1, z: -0.7), .init(x: -0.4, y: 0.3, z: -2)] {
            let world = camera.worldFromCamera(local)
            let inView = camera.viewMatrix(for: orientation)(world)
            let clip = matrix(inView)
            let expected = try #require(camera.projectPoint(world, orientation: orientation, viewportSize: view))
            #expect(abs((clip.x + 1) / 2 * view.width - expected.x) < 1e-9)
            #expect(abs((1 - clip.y) / 2 * view.height - expected.y) < 1e-9)
        }
    }

    @Test(
        "agrees with the 70 frames that a phone wrote",
        .enabled(if: chairFolder != nil, "AIRDRAW_DATA is not set: the frames of scenes/arkit-chair are not compared"))
    func chairFrames() throws {
        let folder = try #require(Self.chairFolder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
        #expect(names.count == 70)
        for name in names {
            let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
            let frame = try JSONDecoder().decode(ChairFrame.self, from: data)
            let k = frame.intrinsics
            let m = ProjectionMatrix(
                intrinsics: .init(fx: k[0], fy: k[4], cx: k[2], cy: k[5]), imageSize: Self.chairSize,
                viewport: .init(width: 1920, height: 1440))
            let p = frame.projectionMatrix
            #expect(isNear(numbers(m), [p[0], p[5], p[2], p[6], p[10], p[11]], 2e-7), "\(name)")
            let pose = frame.cameraPoseARFrame
            let rows = stride(from: 0, to: 16, by: 4).map { Array(pose[$0..<($0 + 4)]) }
            #expect(RigidTransform<CameraSpace, WorldSpace>(rows: rows, tolerance: 1e-5) != nil, "\(name)")
        }
    }

    private struct ChairFrame: Decodable {
        let cameraPoseARFrame: [Double]
        let intrinsics: [Double]
        let projectionMatrix: [Double]
    }

    static var chairFolder: String? {
        ProcessInfo.processInfo.environment["AIRDRAW_DATA"].map { $0 + "/scenes/arkit-chair" }
    }
}
