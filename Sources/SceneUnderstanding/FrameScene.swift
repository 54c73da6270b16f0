public import Recordings
public import Spaces

/// What a session knows at a frame, without the picture: `ARFrame` for those who look back.
///
/// It may be kept for as long as a program likes: next to its picture a frame is small.
public struct FrameScene: Sendable {
    /// Number of the frame in the recording, from 0.
    public let index: Int
    /// Seconds from the start of the recording.
    public let timestamp: Double
    /// Intrinsics, lens and pose, in the session's world.
    public let camera: Camera
    /// How well the session knows where the camera is.
    public let trackingState: TrackingState
    /// What the user may do about a tracking state that is not normal; nil while all is well.
    public let advice: TrackingAdvice?
    /// The planes, in the order in which they came, and the places the program marked.
    public let anchors: [SceneAnchor]
    /// What happened to planes since the frame before, in order.
    public let changes: [Scene.Change]
    /// Points of the world seen in this frame: `rawFeaturePoints`; empty where the session does not look for them.
    public let rawFeaturePoints: [FeaturePoint]
    /// Points of frames before that turned out to be none, such as those of a hand that began to move.
    public let withdrawnFeaturePoints: [UInt64]
    /// All feature points known, seen in this frame or before.
    public var featureMap: [FeaturePoint] { snapshot.map }
    /// The light; nil where it is not known or was not asked for.
    public let lightEstimate: LightEstimate?
    /// What the user did since the frame before, in order.
    public let userEvents: [UserEvent]
    /// Whether the session stands still.
    public let isInterrupted: Bool
    /// Whether the session goes on with this frame after it stood still.
    public var interruptionEnded: Bool { userEvents.contains { $0.kind == .interruption(false) } }
    /// The planes of ``anchors``.
    public var planes: [PlaneAnchor] { snapshot.planes }
    let snapshot: SceneSnapshot

    init(
        index: Int, timestamp: Double, camera: Camera, trackingState: TrackingState, advice: TrackingAdvice?,
        anchors: [SceneAnchor], changes: [Scene.Change], rawFeaturePoints: [FeaturePoint],
        withdrawnFeaturePoints: [UInt64], lightEstimate: LightEstimate?,
        userEvents: [UserEvent], isInterrupted: Bool, snapshot: SceneSnapshot
    ) {
        self.index = index
        self.timestamp = timestamp
        self.camera = camera
        self.trackingState = trackingState
        self.advice = advice
        self.anchors = anchors
        self.changes = changes
        self.rawFeaturePoints = rawFeaturePoints
        self.withdrawnFeaturePoints = withdrawnFeaturePoints
        self.lightEstimate = lightEstimate
        self.userEvents = userEvents
        self.isInterrupted = isInterrupted
        self.snapshot = snapshot
    }

    /// The map from the normalized picture to the normalized view, as `ARFrame.displayTransform(for:viewportSize:)`.
    ///
    /// - Parameters:
    ///   - orientation: of the interface.
    ///   - viewportSize: the view, points.
    public func displayTransform(
        for orientation: InterfaceOrientation, viewportSize: ViewSize
    ) -> AffineTransform<ImageSpace, NormalizedViewSpace> {
        Spaces.displayTransform(imageSize: camera.imageSize, orientation: orientation, viewport: viewportSize)
    }

    /// Shoots a ray through a point of the picture: `ARFrame.hitTest`.
    ///
    /// - Parameters:
    ///   - point: in the normalized picture, not in the view.
    ///   - types: what to look for.
    ///   - order: of the results.
    /// - Returns: nothing where only the camera's orientation is tracked, or the lens model does not invert.
    public func hitTest(
        _ point: Point<ImageSpace>, types: HitTestResult.ResultType, order: HitTestResult.Order = .nearestFirst
    ) -> [HitTestResult] {
        let pixel = imageFromPixel(camera.imageSize).inverse(point)
        guard let ray = camera.ray(through: pixel) else { return [] }
        return hitTest(ray, types: types, order: order)
    }

    /// Shoots any ray of the world at what this frame knows.
    ///
    /// - Parameters:
    ///   - ray: in the session's world.
    ///   - types: what to look for.
    ///   - order: of the results.
    public func hitTest(
        _ ray: Ray<WorldSpace>, types: HitTestResult.ResultType, order: HitTestResult.Order = .nearestFirst
    ) -> [HitTestResult] {
        tester(for: types).hitTest(ray, types: types, order: order)
    }

    /// Casts a ray: `ARSession.raycast`.
    public func raycast(_ query: RaycastQuery) -> [HitTestResult] {
        snapshot.tester(withFeatures: query.target == .estimatedPlane).raycast(query)
    }

    /// What rays are shot at, for many rays, or for ``HitTester/placement(along:objectPosition:draggingOnInfinitePlane:)``.
    ///
    /// - Parameter types: feature points are only prepared where one of these needs them.
    public func tester(for types: HitTestResult.ResultType) -> HitTester {
        snapshot.tester(
            withFeatures: !types.isDisjoint(with: [.featurePoint, .estimatedHorizontalPlane, .estimatedVerticalPlane]))
    }
}
