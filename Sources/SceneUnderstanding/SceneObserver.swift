internal import Imaging
internal import Recordings
internal import Spaces

/// Looks at the pictures of a session for feature points and planes, and judges how well the camera could be tracked by them.
final class SceneObserver {
    /// What a frame gave, in the recording's axes.
    struct Seen {
        var points: [FeaturePoint]
        var map: [FeaturePoint]
        var changes: [Scene.Change]
        var trackingState: TrackingState
    }

    init(detecting: PlaneDetection) {}

    func look(
        at picture: Picture, camera: Camera, time: Double, luma: Double, recordedState: TrackingState?,
        detecting: PlaneDetection
    ) throws -> Seen {
        .init(points: [], map: [], changes: [], trackingState: .normal)
    }

    func interrupt() {}

    func resetTracking() {}
}
