import FoundationEssentials
import Spaces
import Testing

@testable import Recordings

private let scenes = ProcessInfo.processInfo.environment["AIRDRAW_DATA"].map { $0 + "/scenes" }

@Suite("Sources as phones wrote them", .enabled(if: scenes != nil, "AIRDRAW_DATA is not set: no source of a phone is imported"))
struct RealSourceTests {
    private func frames(_ source: String, _ settings: ImportSettings = .init()) throws -> (
        ImportReport, RecordingHeader, [FrameRecord]
    ) {
        let sample = try ImportSample([:])
        let probe = PictureProbe(film: { _ in .init(size: .init(width: 1, height: 1), frameCount: 0) }) { _ in
            .init(width: 640, height: 480)
        }
        let report = try importRecording(
            (scenes ?? "") + "/" + source, settings: settings, pictures: probe, to: sample.root + "/out")
        let recording = try Recording(opening: sample.root + "/out")
        var frames: [FrameRecord] = []
        let reader = try recording.frames()
        while let frame = try reader.next() { frames.append(frame) }
        return (report, recording.header, frames)
    }

    private struct ChairFrame: Decodable {
        let projectionMatrix: [Double]
        let time: Double
    }

    @Test("A scan of 3D Scanner App without its pictures: poses orthonormal, projections as the phone printed them")
    func chair() throws {
        let (report, header, frames) = try frames("arkit-chair")
        #expect(report.layout == .scannerApp && frames.count == 70 && header.pictures == .none)
        #expect(header.imageSize == .init(width: 1920, height: 1440))
        #expect(frames.map(\.camera.worldFromCamera.rigidityError).max() ?? 1 < 2e-6)
        for frame in frames {
            let name = "/arkit-chair/frame_000" + (frame.index < 10 ? "0" : "") + "\(frame.index).json"
            let data = try #require(FileManager.default.contents(atPath: (scenes ?? "") + name))
            let printed = try JSONDecoder().decode(ChairFrame.self, from: data).projectionMatrix
            let m = ProjectionMatrix(
                intrinsics: frame.camera.model.intrinsics, imageSize: header.imageSize, viewport: header.viewportSize)
            for (a, b) in [(m.m00, printed[0]), (m.m11, printed[5]), (m.m20, printed[2]), (m.m21, printed[6])] {
                #expect(abs(a - b) <= 2e-7 * max(1, abs(b)), "\(name)")
            }
        }
    }

    @Test("Two logs of ARKit-Data-Logger, one by the folder and one by its file")
    func log() throws {
        var settings = ImportSettings()
        settings.intrinsics = .init(fx: 1450, fy: 1450, cx: 959.5, cy: 719.5)
        settings.imageSize = .init(width: 1920, height: 1440)
        let (report, header, frames) = try frames("arkit-log", settings)
        #expect(report.layout == .arKitDataLogger && frames.count == 2762 && header.worldAlignment == .gravity)
        #expect(frames.map(\.camera.worldFromCamera.rigidityError).max() ?? 1 < 1e-5)
        #expect(report.warnings.count == 1)
        let (_, _, letters) = try self.frames("arkit-log/ARKit_camera_pose_LARR_letters.txt", settings)
        #expect(letters.count == 1652 || letters.count == 1653)
    }

    @Test("A sequence of 7-Scenes, turned upright by the gravity that goes with it")
    func table() throws {
        var settings = ImportSettings()
        let path = (scenes ?? "") + "/table-rgbd/gravity-direction.txt"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let g = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        settings.gravity = .init(x: g[0], y: g[1], z: g[2])
        let (report, header, frames) = try frames("table-rgbd", settings)
        #expect(frames.count == 100 && header.worldAlignment == .gravity && header.frameDefaults.fx == 585)
        // The camera looks down on the table in every frame: what is before it lies lower.
        #expect(frames.allSatisfy { $0.camera.worldFromCamera.zAxis.y > 0.2 })
        #expect(frames.map(\.camera.worldFromCamera.rigidityError).max() ?? 1 < 1e-12)
        #expect(report.notes.contains { $0.hasSuffix("rigid to 0.000326 alone, made rigid in full") })
    }
}
