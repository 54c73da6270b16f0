import FoundationEssentials
import Glibc
import Imaging
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

/// A made-up film of a speckled floor at y = 0 by a camera that moves sideways, its lens bent.
private struct Floor {
    static let size = PixelSize(width: 320, height: 240)
    let distortion: LensDistortion?

    func camera(_ i: Int) -> Camera {
        Camera(
            model: .init(intrinsics: .init(fx: 260, fy: 260, cx: 159.5, cy: 119.5), distortion: distortion),
            imageSize: Self.size,
            worldFromCamera: .init(
                xAxis: [1, 0, 0], yAxis: [0, 0, -1], zAxis: [0, 1, 0], translation: [0.006 * Double(i), 0.6, 0]))
    }

    /// Brightness of the floor: smooth noise of cells of 2 cm, bilinear.
    private func shade(_ x: Double, _ z: Double) -> Double {
        func cell(_ i: Int, _ j: Int) -> Double {
            var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(i &* 7919 &+ j &* 104_729 &+ 1_000_003)))
            return generator.unit()
        }
        let (u, v) = (x / 0.02, z / 0.02)
        let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        func soft(_ t: Double) -> Double { t * t * (3 - 2 * t) }
        let (a, b) = (soft(u - Double(i)), soft(v - Double(j)))
        return (1 - b) * ((1 - a) * cell(i, j) + a * cell(i + 1, j)) + b * ((1 - a) * cell(i, j + 1) + a * cell(i + 1, j + 1))
    }

    /// A frame; a square of other texture lies on it, at a place of the picture that may move.
    func picture(_ i: Int, patch: PixelRect? = nil) throws -> Picture { try picture(by: camera(i), patch: patch) }

    /// A frame by another camera.
    func picture(by camera: Camera, patch: PixelRect? = nil) throws -> Picture {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(320 * 240 * 3)
        for y in 0..<240 {
            for x in 0..<320 {
                let pixel = PixelPoint(x: Double(x), y: Double(y))
                var value = 0.0
                if let patch, patch.contains(pixel) {
                    value = shade((pixel.x - patch.minX) / 400 + 7, (pixel.y - patch.minY) / 400)
                } else if let ray = camera.ray(through: pixel) {
                    let t = -ray.origin.y / ray.direction.y
                    let p = ray.point(at: t)
                    value = shade(p.x, p.z)
                }
                let level = UInt8(30 + 190 * value)
                bytes += [level, level, level]
            }
        }
        return try Picture(width: 320, height: 240, bgr: bytes)
    }
}

@Suite struct FeaturePointDetectorTests {
    @Test(
        "Points of a floor lie on it, through a straight lens and a bent one",
        arguments: [nil, LensDistortion(k1: -0.25, k2: 0.06)])
    func floor(distortion: LensDistortion?) throws {
        let floor = Floor(distortion: distortion)
        let detector = FeaturePointDetector()
        var last = FeatureFrame()
        for i in 0..<16 { last = try detector.next(floor.picture(i), camera: floor.camera(i), time: Double(i) / 30) }
        #expect(last.points.count > 60)
        #expect(last.followedCount > 60)
        #expect(last.medianMotion.map { (2.0...2.8).contains($0) } == true)
        #expect(last.detectedCount > last.detectableCount / 2)
        let heights = last.points.map { abs($0.position.y) }.sorted()
        #expect(heights[heights.count / 2] < 0.003)
        #expect(heights[heights.count * 95 / 100] < 0.012)
    }

    @Test("Something that moves of itself gives no points")
    func moving() throws {
        let floor = Floor(distortion: nil)
        let detector = FeaturePointDetector()
        var patch = PixelRect(x: 120, y: 60, width: 70, height: 70)
        for i in 0..<20 {
            patch = patch.moved(by: .init(dx: 1.5 * (i % 8 < 4 ? 1 : -1), dy: 2))
            let frame = try detector.next(floor.picture(i, patch: patch), camera: floor.camera(i), time: Double(i) / 30)
            guard i > 10 else { continue }
            let inner = PixelRect(center: patch.center, size: .init(width: 44, height: 44))
            for point in frame.points {
                let pixel = try #require(floor.camera(i).project(point.position))
                #expect(!inner.contains(pixel), "frame \(i), point \(point.identifier)")
            }
        }
    }

    @Test("A camera that turns and does not move gives no points")
    func rotation() throws {
        let floor = Floor(distortion: nil)
        let detector = FeaturePointDetector()
        for i in 0..<12 {
            let frame = try detector.next(floor.picture(0), camera: floor.camera(0), time: Double(i) / 30)
            #expect(frame.points.isEmpty && frame.uncertain.isEmpty)
        }
    }

    @Test("Darkness and a white wall are told apart by what the frame says")
    func quality() throws {
        func look(_ level: UInt8) throws -> FeatureFrame {
            let picture = try Picture(width: 320, height: 240, bgr: [UInt8](repeating: level, count: 320 * 240 * 3))
            return try FeaturePointDetector().next(picture, camera: Floor(distortion: nil).camera(0), time: 0)
        }
        let wall = try look(220)
        let dark = try look(6)
        #expect(abs(wall.brightness - 220.0 / 255) < 0.01 && abs(dark.brightness - 6.0 / 255) < 0.01)
        #expect(wall.detectedCount == 0 && wall.contrast == 0 && wall.sharpness == 0 && wall.medianMotion == nil)
        let floor = Floor(distortion: nil)
        let seen = try FeaturePointDetector().next(floor.picture(0), camera: floor.camera(0), time: 0)
        #expect(seen.detectedCount > 100 && seen.contrast > 0.1 && seen.sharpness > 0.01)
    }

    @Test("A focal length that is a tenth too long is noticed by a camera that turns and moves, one that is right is left alone")
    func focalLength() throws {
        for wrong in [1.0, 1.1] {
            let detector = FeaturePointDetector()
            for i in 0..<150 {
                // Round a place on the floor, forth and back.
                let angle = 0.5 * sin(Double(i) / 12)
                let (c, s) = (cos(angle), sin(angle))
                var camera = Floor(distortion: nil).camera(0)
                camera.worldFromCamera = .init(
                    xAxis: [c, s, 0], yAxis: [0, 0, -1], zAxis: [-s, c, 0], translation: [-0.6 * s, 0.6 * c, 0.002 * Double(i)])
                let picture = try Floor(distortion: nil).picture(by: camera)
                camera.model.intrinsics.fx *= wrong
                camera.model.intrinsics.fy *= wrong
                _ = try detector.next(picture, camera: camera, time: Double(i) / 30)
            }
            #expect(abs(detector.focalFactor * wrong - 1) < 0.03, "\(wrong)")
            if wrong == 1 { #expect(detector.focalFactor == 1) }
        }
    }

    @Test("A picture of another size is an error, and after a reset it is none")
    func size() throws {
        let floor = Floor(distortion: nil)
        let detector = FeaturePointDetector()
        _ = try detector.next(floor.picture(0), camera: floor.camera(0), time: 0)
        let other = try Picture(width: 200, height: 100, bgr: [UInt8](repeating: 9, count: 60_000))
        #expect(throws: ImagingFailure.self) { _ = try detector.next(other, camera: floor.camera(1), time: 0.1) }
        detector.reset()
        _ = try detector.next(other, camera: floor.camera(1), time: 0.2)
    }
}

/// Planes in the rendered recordings of the repository, whose own planes and points are not looked at.
@Suite(.serialized) struct RenderedPlaneTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// `AIRDRAW_RENDERED` names another folder of them, such as one of other seeds.
    private static let folder = ProcessInfo.processInfo.environment["AIRDRAW_RENDERED"] ?? repository + "/recordings"

    @Test(
        "After two seconds one table is one plane: height to 5 mm, at least 70 % of what was seen of it, and so it stays",
        arguments: ["square", "spiral", "letter", "return"])
    func table(name: String) throws {
        let recording = try Recording(opening: Self.folder + "/" + name)
        let planes = try RecordingTruth(opening: recording.folder)?.planes()
        let truth = try #require(planes?.first)
        let height = truth.worldFromPlane.translation.y
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        try session.run(.init(sceneSource: .pictures))
        var cameras: [Camera] = []
        var isJudged = false
        var names: Set<String> = []
        var last: PlaneAnchor?
        while let frame = try session.next() {
            last = frame.planes.first
            names.formUnion(frame.planes.map(\.identifier))
            if frame.index % 10 == 0, !isJudged { cameras.append(frame.camera) }
            guard frame.timestamp >= 2, !isJudged else { continue }
            isJudged = true
            let plane = try #require(last)
            let found = plane.worldFromAnchor(plane.center).y
            let fit = try #require(session.planeDetector?.fit(of: plane.identifier))
            let covered = share(of: truth, seenBy: cameras, coveredBy: plane)
            print(
                "MEASURED plane of \(name): \((found - height) * 1000) mm off after 2 s, fitted normal "
                    + "\(acos(min(1, fit.normal.y)) * 180 / .pi) degrees from up, \(covered * 100) % of what was seen")
            #expect(abs(found - height) < 0.005)
            #expect(plane.normal.y > cos(.pi / 180))
            // The normal of the anchor is up by rule; that of the points agrees as well as two seconds let it.
            #expect(fit.normal.y > cos(2.5 * .pi / 180))
            #expect(covered > 0.7)
        }
        #expect(names.count == 1, "one table, one plane: \(names.sorted())")
        #expect(abs((last?.worldFromAnchor.translation.y ?? 9) - height) < 0.003)
    }

    /// The share of what the cameras saw of the table, in steps of 2 cm, that lies over the plane.
    private func share(of table: TruthPlane, seenBy cameras: [Camera], coveredBy plane: PlaneAnchor) -> Double {
        var all = 0
        var covered = 0
        for x in stride(from: -table.extentX / 2, through: table.extentX / 2, by: 0.02) {
            for z in stride(from: -table.extentZ / 2, through: table.extentZ / 2, by: 0.02) {
                let place = table.worldFromPlane(AnchorPoint(x: x, y: 0, z: z))
                let isSeen = cameras.contains { camera in
                    camera.project(place).map {
                        $0.x >= 0 && $0.y >= 0 && $0.x <= camera.imageSize.width - 1 && $0.y <= camera.imageSize.height - 1
                    } ?? false
                }
                guard isSeen else { continue }
                all += 1
                if plane.boundaryContains(plane.local(place)) { covered += 1 }
            }
        }
        return Double(covered) / Double(max(all, 1))
    }
}
