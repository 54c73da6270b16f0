internal import Glibc
internal import Recordings
internal import Spaces

/// Works out how well a phone would have known where it was, from what its pictures held on to.
///
/// ARKit does not publish its rule; this is ours. The poses of the recording are not doubted: what is judged is whether the pictures
/// could carry them.
struct TrackingStateEstimator {
    /// Mean luma under which a picture counts as dark, 0…1.
    static let darkness = 0.08
    /// Fewer followed corners than this cannot hold a pose.
    static let fewestCorners = 12
    /// The camera turns faster than this, radians a second: a picture taken at 1/60 s is smeared over 2° and more.
    static let fastestTurn = 2.5
    /// The picture's content moves by more than this share of its width from frame to frame.
    static let fastestMotion = 0.06
    /// How long corners must be followed before the state is normal, seconds.
    static let settling = 0.3

    private var steadySince: Double?
    private var isInitialized = false
    private var wasInterrupted = false
    private var last: (pose: RigidTransform<CameraSpace, WorldSpace>, time: Double)?

    /// What a frame showed.
    struct Evidence {
        /// Corners followed into the frame.
        var followed: Int
        /// By how much they moved, pixels; nil where none was followed.
        var motion: Double?
        /// Mean luma, 0…1.
        var luma: Double
    }

    /// The session stood still: what comes is to be found again first.
    mutating func interrupt() {
        steadySince = nil
        last = nil
        wasInterrupted = isInitialized
    }

    /// Takes in a frame.
    mutating func state(_ evidence: Evidence, camera: Camera, time: Double) -> TrackingState {
        defer { last = (camera.worldFromCamera, time) }
        let turn = last.map { last in
            time > last.time ? angle(last.pose, camera.worldFromCamera) / (time - last.time) : 0
        }
        let isFast =
            (turn ?? 0) > Self.fastestTurn || (evidence.motion ?? 0) > Self.fastestMotion * camera.imageSize.width
        let problem: TrackingState.Reason? =
            if evidence.luma < Self.darkness {
                .insufficientFeatures
            } else if isFast {
                .excessiveMotion
            } else if evidence.followed < Self.fewestCorners, last != nil {
                .insufficientFeatures
            } else {
                nil
            }
        if let problem {
            steadySince = nil
            return .limited(problem)
        }
        let since = steadySince ?? time
        steadySince = since
        guard time - since >= Self.settling || isInitialized && !wasInterrupted else {
            return .limited(wasInterrupted ? .relocalizing : .initializing)
        }
        isInitialized = true
        wasInterrupted = false
        return .normal
    }

    /// The angle between two orientations, radians.
    private func angle(
        _ a: RigidTransform<CameraSpace, WorldSpace>, _ b: RigidTransform<CameraSpace, WorldSpace>
    ) -> Double {
        let trace = (a.xAxis * b.xAxis).sum() + (a.yAxis * b.yAxis).sum() + (a.zAxis * b.zAxis).sum()
        return acos(min(max((trace - 1) / 2, -1), 1))
    }
}
