import FoundationEssentials
import Imaging
import Recordings
import Spaces
import TestSupport

@testable import SceneUnderstanding

/// A recording of a few small pictures, made to order.
struct SmallRecording {
    var frames = 10
    /// The pose of each frame.
    var pose: (Int) -> RigidTransform<CameraSpace, WorldSpace> = { _ in .identity }
    var tracking: (Int) -> TrackingState? = { _ in .normal }
    var anchors: [AnchorEvent] = []
    var events: [UserEvent] = []
    var features: [FeatureRecord] = []
    var alignment = WorldAlignment.gravity
    var freedom = DegreesOfFreedom.six
    var level: UInt8 = 119
    var recordsTracking = true

    /// Frames a second.
    static let rate = 10.0

    /// Writes it, opens it, and runs a test.
    func withRecording<R>(_ body: (Recording) throws -> R) throws -> R {
        try withTemporaryFolder { try body(write(into: $0)) }
    }

    /// Writes it into a folder and opens it.
    func write(into folder: String) throws -> Recording {
        let header = RecordingHeader(
            name: "small", imageSize: .init(width: 96, height: 72), viewportSize: .init(width: 96, height: 72),
            orientation: .landscapeRight, worldAlignment: alignment, degreesOfFreedom: freedom, recordsTracking: recordsTracking,
            pictures: .images)
        let writer = try RecordingWriter(folder: folder + "/small", header: header)
        let bytes = try Picture(width: 96, height: 72, bgr: .init(repeating: level, count: 96 * 72 * 3)).encoded(as: .png)
        for i in 0..<frames {
            try writer.write(bytes, as: "images/\(i).png")
            let camera = Camera(
                model: .init(intrinsics: .init(fx: 60, fy: 60, cx: 47.5, cy: 35.5)), imageSize: header.imageSize,
                worldFromCamera: pose(i))
            try writer.write(
                FrameRecord(
                    index: i, time: Double(i) / Self.rate, picture: .file("images/\(i).png"), camera: camera,
                    tracking: tracking(i)))
        }
        for event in anchors { try writer.write(event) }
        for event in events { try writer.write(event) }
        for record in features { try writer.write(record) }
        try writer.commit()
        return try Recording(opening: folder + "/small")
    }

    /// A session on it, with pictures and nothing else read from it.
    func withSession<R>(_ body: (Session) throws -> R) throws -> R {
        try withRecording { try body(Session(replaying: $0, pictures: RecordedPictures(of: $0))) }
    }

    static func plane(
        _ id: String, y: Double, alignment: PlaneAnchorRecord.Alignment = .horizontal, extent: Double = 2
    ) -> AnchorRecord {
        var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
        pose.translation = [0, y, 0]
        return .plane(.init(id: id, alignment: alignment, worldFromAnchor: pose, extentX: extent, extentZ: extent))
    }
}

/// An event in a word, for lists to compare with.
func word(_ event: SessionEvent) -> String {
    switch event {
    case .frame(let frame): "frame \(frame.index)"
    case .added(let anchors): "added " + anchors.map(\.identifier).joined(separator: ",")
    case .updated(let anchors): "updated " + anchors.map(\.identifier).joined(separator: ",")
    case .removed(let anchors): "removed " + anchors.map(\.identifier).joined(separator: ",")
    case .trackingStateChanged(let state, let advice): "state \(state.name)" + (advice.map { " \($0.rawValue)" } ?? "")
    case .interrupted: "interrupted"
    case .interruptionEnded: "interruption ended"
    case .backPressure(.slowConsumer): "slow"
    case .backPressure(.framesKept(let count)): "kept \(count)"
    case .failed: "failed"
    }
}

extension Session {
    /// All that is left, in words.
    func words() throws -> [String] {
        var words: [String] = []
        while let events = try advance() { words += events.map(word) }
        return words
    }
}

/// A small recording that lives as long as this does, for tests that wait.
final class TemporaryRecording {
    let recording: Recording
    private let folder: String

    init(_ small: SmallRecording) throws {
        folder = FileManager.default.temporaryDirectory.path + "/airdraw-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        recording = try small.write(into: folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }  // a folder left in /tmp harms no test
}
