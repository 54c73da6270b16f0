internal import Imaging
internal import Recordings
internal import Spaces

/// Looks at the pictures of a session for feature points and planes, and judges how well the camera could be tracked by them.
final class SceneObserver {
    /// What a frame gave, in the recording's axes.
    struct Seen {
        var points: [FeaturePoint]
        var withdrawn: [UInt64] = []
        var map: [FeaturePoint]
        var changes: [Scene.Change]
        var trackingState: TrackingState
    }

    let features = FeaturePointDetector()
    let planes: PlaneDetector
    /// Whether the last frame had no pose to be trusted.
    private var isBlind = false
    private var estimator = TrackingStateEstimator()

    /// Makes an observer.
    ///
    /// - Parameter detecting: which planes it looks for at first.
    init(detecting: PlaneDetection) { planes = PlaneDetector(detecting: detecting) }

    /// Looks at a picture.
    ///
    /// - Parameters:
    ///   - picture: the next one.
    ///   - camera: that took it, in the recording's axes.
    ///   - time: seconds.
    ///   - recordedState: how the recorder says the camera was tracked; nil where it does not.
    ///   - detecting: which planes are looked for from now on; those found before stay.
    func look(
        at picture: Picture, camera: Camera, time: Double, recordedState: TrackingState?, detecting: PlaneDetection
    ) throws -> Seen {
        // Without a pose nothing can be triangulated.
        if recordedState == .notAvailable || recordedState == .limited(.relocalizing) {
            if !isBlind { features.interrupt() }
            isBlind = true
            return .init(
                points: [], map: features.map.points, changes: [], trackingState: recordedState ?? .notAvailable)
        }
        isBlind = false
        let frame = try features.next(picture, camera: camera, time: time)
        let state = estimator.state(
            .init(followed: frame.followedCount, motion: frame.medianMotion, luma: frame.brightness), camera: camera, time: time)
        planes.detecting = detecting
        let changes = planes.update(with: frame, camera: camera, time: time)
        return .init(
            points: frame.points, withdrawn: frame.withdrawn, map: features.map.points, changes: changes, trackingState: state)
    }

    /// The session stood still: corners of before are not those of after.
    func interrupt() {
        features.interrupt()
        estimator.interrupt()
    }
}
