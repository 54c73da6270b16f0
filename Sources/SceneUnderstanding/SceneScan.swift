public import Imaging
public import Recordings

/// What a scan found in one frame of a recording.
public struct ScannedFrame {
    /// Pose, intrinsics, time and tracking state.
    public let record: FrameRecord
    /// Feature points; none while the session does not know where the camera is.
    public let features: FeatureFrame
    /// What happened to planes.
    public let changes: [Scene.Change]
}

/// Goes through a recording and finds feature points and planes in its pictures; the recording's own are not looked at.
public final class SceneScan {
    /// Finds the points.
    public let features: FeaturePointDetector
    /// Finds the planes.
    public let planes: PlaneDetector
    private let recording: Recording
    private let frames: FrameReader
    private let pictures: any PictureSource

    /// Makes a scan.
    ///
    /// - Parameters:
    ///   - recording: its text.
    ///   - pictures: one for each frame, in their order, such as ``RecordedPictures``, or those read ahead.
    ///   - detecting: which planes to look for.
    /// - Throws: `RecordingFailure` where the text is wrong.
    public init(of recording: Recording, pictures: any PictureSource, detecting: PlaneDetection) throws {
        self.recording = recording
        self.pictures = pictures
        frames = try recording.frames()
        features = FeaturePointDetector()
        planes = PlaneDetector(detecting: detecting)
    }

    /// What was noticed so far in the recording's text and did not stop the scan.
    public var warnings: [RecordingWarning] { frames.warnings }

    /// The next frame; nil after the last.
    ///
    /// - Throws: `RecordingFailure`, `ImagingFailure` or ``ReplayFailure``, each with its place.
    public func next() throws -> ScannedFrame? {
        guard let record = try frames.next() else { return nil }
        guard let picture = try pictures.next() else {
            throw ReplayFailure(description: "\(recording.folder): there is no picture for frame \(record.index)")
        }
        // Without a pose nothing can be triangulated.
        guard record.tracking != .notAvailable else {
            return ScannedFrame(record: record, features: FeatureFrame(), changes: [])
        }
        let found = try features.next(picture, camera: record.camera, time: record.time)
        let changes = planes.update(with: found, camera: record.camera, time: record.time)
        return ScannedFrame(record: record, features: found, changes: changes)
    }
}
