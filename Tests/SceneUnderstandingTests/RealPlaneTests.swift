import FoundationEssentials
import Glibc
import Imaging
import SceneUnderstanding
import Spaces
import Testing

/// The folder of real clips; nil when it is not named.
private let realData = ProcessInfo.processInfo.environment["AIRDRAW_DATA"]

/// Planes in what phones and a depth camera recorded.
@Suite(.serialized, .enabled(if: realData != nil, "AIRDRAW_DATA is not set: no real scenes to find planes in"))
struct RealPlaneTests {
    /// What `tools/planes/depth_plane.py` prints for `scenes/table-rgbd`: the plane that the depth pictures give.
    private static let depthHeight = -0.7635

    @Test("The table of a depth camera's colour pictures is found without depth, within 15 mm and 3 degrees")
    func tableWithoutDepth() throws {
        let folder = try #require(realData) + "/scenes/table-rgbd"
        let gravity = try numbers(folder + "/gravity-direction.txt")
        let k = try numbers(folder + "/camera-intrinsics.txt")
        let model = CameraModel(intrinsics: .init(fx: k[0], fy: k[4], cx: k[2], cy: k[5]))
        let up = WorldVector(x: -gravity[0], y: -gravity[1], z: -gravity[2]).normalized
        let side = WorldVector(x: 1, y: 0, z: 0).cross(up).normalized
        let across = up.cross(side)
        func turned(_ v: WorldVector) -> SIMD3<Double> { [v.dot(across), v.dot(up), v.dot(side)] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".color.jpg") }.sorted()
        let features = FeaturePointDetector()
        let detector = PlaneDetector(detecting: .horizontal)
        for name in names {
            let stem = String(name.dropLast(".color.jpg".count))
            let pose = try numbers(folder + "/" + stem + ".pose.txt")
            func column(_ j: Int) -> WorldVector { .init(x: pose[j], y: pose[4 + j], z: pose[8 + j]) }
            // OpenCV's camera looks along +z with y down.
            let worldFromCamera = RigidTransform<CameraSpace, WorldSpace>(
                xAxis: turned(column(0)), yAxis: turned(-column(1)), zAxis: turned(-column(2)), translation: turned(column(3)))
            let camera = Camera(model: model, imageSize: .init(width: 640, height: 480), worldFromCamera: worldFromCamera)
            let time = try #require(Double(stem.suffix(6))) / 30
            let frame = try features.next(Picture(contentsOf: folder + "/" + name), camera: camera, time: time)
            _ = detector.update(with: frame, camera: camera, time: time)
        }
        let planes = detector.planes.map { ($0, $0.extentX * $0.extentZ) }.sorted { $0.1 > $1.1 }
        for (plane, area) in planes {
            let fit = try #require(detector.fit(of: plane.identifier))
            print(
                "MEASURED table-rgbd: \(plane.identifier) height \(plane.worldFromAnchor.translation.y), area \(area), tilt \(degrees(fit.normal)), "
                    + "points \(fit.points)")
        }
        let table = try #require(planes.first?.0)
        #expect(abs(table.worldFromAnchor(table.center).y - Self.depthHeight) < 0.015)
        let fit = try #require(detector.fit(of: table.identifier))
        #expect(degrees(fit.normal) < 3)
    }

    @Test("Both heights at which a phone's cloud is densest come out as planes")
    func cloudOfPhone() throws {
        let data = try #require(realData)
        let text = try numbers(data + "/scenes/arkit-log/ARKit_point_cloud.txt")
        let points = stride(from: 0, to: text.count - 5, by: 6).enumerated().map { number, i in
            FeaturePoint(identifier: UInt64(number), position: .init(x: text[i], y: text[i + 1], z: text[i + 2]))
        }
        #expect(points.count == 14_644)
        let detector = PlaneDetector(detecting: [.horizontal, .vertical])
        let changes = detector.update(with: FeatureFrame(points: points), camera: nil, time: 0)
        #expect(changes.count == detector.planes.count)
        for plane in detector.planes {
            let fit = try #require(detector.fit(of: plane.identifier))
            print(
                "MEASURED arkit-log: \(plane.alignment) height \(plane.worldFromAnchor(plane.center).y), \(plane.extentX) x \(plane.extentZ), "
                    + "normal \(plane.normal.components), points \(fit.points)")
        }
        let heights = detector.planes.filter { $0.alignment == .horizontal }.map { $0.worldFromAnchor.translation.y }
        for peak in [-0.82, -0.64] { #expect(heights.contains { abs($0 - peak) < 0.02 }, "no plane at \(peak) m: \(heights)") }
    }

    /// Degrees between a direction and up.
    private func degrees(_ normal: SIMD3<Double>) -> Double {
        let v = WorldVector(normal)
        return atan2(v.cross(.init(x: 0, y: 1, z: 0)).length, abs(v.y)) * 180 / .pi
    }

    /// All numbers of a text file; lines that begin with # are left out.
    private func numbers(_ path: String) throws -> [Double] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .flatMap { $0.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
    }
}
