import FoundationEssentials
import Glibc
import Spaces
import TestSupport

@testable import Recordings

/// A frame as the phone had it: the truth that every layout is written from, and held against after the import.
struct TrueFrame {
    /// Axis of the rotation (length 1) and angle, radians.
    var axis: SIMD3<Double>
    var angle: Double
    var position: SIMD3<Double>
    var time: Double
    var k: Intrinsics

    /// The rotation's quaternion, w x y z.
    var q: (w: Double, x: Double, y: Double, z: Double) {
        let s = sin(angle / 2)
        return (cos(angle / 2), axis.x * s, axis.y * s, axis.z * s)
    }

    /// The quaternion of the same camera with y down and z forward: q · i.
    var qOpenCV: (w: Double, x: Double, y: Double, z: Double) { (-q.x, q.w, q.z, -q.y) }

    /// The rotation's rows after Rodrigues: R v = v cos + (a × v) sin + a (a · v)(1 − cos).
    var rows: [[Double]] {
        let (c, s) = (cos(angle), sin(angle))
        let a = [axis.x, axis.y, axis.z]
        let cross = [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]
        return (0..<3).map { i in (0..<3).map { j in (i == j ? c : 0) + s * cross[i][j] + (1 - c) * a[i] * a[j] } }
    }

    /// The 4 × 4 matrix, camera → world, ARKit's axes.
    var matrix: [[Double]] {
        let p = [position.x, position.y, position.z]
        return (0..<3).map { rows[$0] + [p[$0]] } + [[0, 0, 0, 1]]
    }

    /// Where the camera is, in ARKit's axes.
    var pose: RigidTransform<CameraSpace, WorldSpace>? { .init(rows: matrix) }

    /// Five frames of a hand that wanders, no two alike.
    static let five: [TrueFrame] = (0..<5).map { i in
        let t = Double(i)
        let raw = SIMD3(0.3 + 0.01 * t, 0.8, -0.5 + 0.02 * t)
        return TrueFrame(
            axis: raw / (raw * raw).sum().squareRoot(), angle: 1.1 + 0.03 * t, position: [0.1 * t, 1.5 - 0.02 * t, 0.4],
            time: 402_896.5 + t / 30, k: .init(fx: 1450 + t, fy: 1451 + t, cx: 958.25 + t / 8, cy: 719.5 - t / 8))
    }
}

/// A source in a temporary folder, and the recording that is made of it.
final class ImportSample {
    let root: String
    let source: String
    var settings = ImportSettings()
    /// What the pictures are found to be.
    var pictureSize = PixelSize(width: 1920, height: 1440)
    var filmFrames = 5

    init(_ files: [String: String], name: String = "source") throws {
        root = FileManager.default.temporaryDirectory.appending(path: "airdraw-\(UUID().uuidString)").path
        source = root + "/" + name
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        for (name, text) in files { try write(Array(text.utf8), to: name) }
    }

    deinit {
        // A folder that stays behind in the temporary one is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: root)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: source + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    struct Imported {
        var report: ImportReport
        var header: RecordingHeader
        var frames: [FrameRecord]
        var guess: String
    }

    /// Imports the folder, or something in it, and reads the recording back.
    func imported(_ part: String = "", layout: ImportLayout? = nil) throws -> Imported {
        let probe = PictureProbe(film: { _ in .init(size: self.pictureSize, frameCount: self.filmFrames) }) { _ in
            self.pictureSize
        }
        var guess = ""
        let report = try importRecording(
            part.isEmpty ? source : source + "/" + part, layout: layout, settings: settings, pictures: probe, to: root + "/out",
            replacing: true
        ) { guess = "\($0.rawValue): \($1)" }
        let recording = try Recording(opening: root + "/out")
        var frames: [FrameRecord] = []
        let reader = try recording.frames()
        while let frame = try reader.next() { frames.append(frame) }
        return Imported(report: report, header: recording.header, frames: frames, guess: guess)
    }

    /// What the import says when it fails, without the folder.
    func failure(_ part: String = "", layout: ImportLayout? = nil) -> String? {
        do {
            _ = try imported(part, layout: layout)
            return nil
        } catch { return "\(error)".replacing(root + "/", with: "") }
    }
}

/// How far a recording is from the truth: the largest difference of a matrix, of an intrinsic over the focal length, and of a time.
func difference(_ frames: [FrameRecord], _ truth: [TrueFrame], intrinsics: Bool = true, times: Bool = true) -> Double {
    guard frames.count == truth.count else { return .infinity }
    var worst = 0.0
    for (frame, truth) in zip(frames, truth) {
        for (a, b) in zip(frame.camera.worldFromCamera.rows.joined(), truth.matrix.joined()) { worst = max(worst, abs(a - b)) }
        if intrinsics {
            let (a, b) = (frame.camera.model.intrinsics, truth.k)
            let errors = [a.fx - b.fx, a.fy - b.fy, a.cx - b.cx, a.cy - b.cy]
            worst = max(worst, errors.map { abs($0) / b.fx }.max() ?? 0)
        }
        if times { worst = max(worst, abs(frame.time - (truth.time - TrueFrame.five[0].time))) }
    }
    return worst
}
