public import Imaging
public import Spaces

/// One frame of a running session: `ARFrame`, what is known at it and the picture.
///
/// A frame holds its picture. A program that keeps many is told, and a session does not go on without end: see ``Session``. One that
/// looks back keeps ``scene`` instead.
@dynamicMemberLookup
public struct Frame: Sendable {
    /// All that is known at it beside the picture; its properties are the frame's own.
    public let scene: FrameScene
    /// What the camera saw, landscapeRight: `capturedImage`.
    public let picture: Picture
    private let lease: FrameLease

    init(_ scene: FrameScene, picture: Picture, lease: FrameLease) {
        self.scene = scene
        self.picture = picture
        self.lease = lease
    }

    /// A property of ``scene``.
    public subscript<Value>(dynamicMember path: KeyPath<FrameScene, Value>) -> Value { scene[keyPath: path] }

    /// The map from the normalized picture to the normalized view: as `FrameScene` has it.
    public func displayTransform(
        for orientation: InterfaceOrientation, viewportSize: ViewSize
    ) -> AffineTransform<ImageSpace, NormalizedViewSpace> {
        scene.displayTransform(for: orientation, viewportSize: viewportSize)
    }

    /// Shoots a ray through a point of the normalized picture: as `FrameScene` has it.
    public func hitTest(
        _ point: Point<ImageSpace>, types: HitTestResult.ResultType, order: HitTestResult.Order = .nearestFirst
    ) -> [HitTestResult] { scene.hitTest(point, types: types, order: order) }

    /// Shoots any ray of the world at what this frame knows.
    public func hitTest(
        _ ray: Ray<WorldSpace>, types: HitTestResult.ResultType, order: HitTestResult.Order = .nearestFirst
    ) -> [HitTestResult] { scene.hitTest(ray, types: types, order: order) }

    /// Casts a ray: `ARSession.raycast`.
    public func raycast(_ query: RaycastQuery) -> [HitTestResult] { scene.raycast(query) }

    /// What rays are shot at, for many rays, as `FrameScene` has it.
    public func tester(for types: HitTestResult.ResultType) -> HitTester { scene.tester(for: types) }
}

extension Camera {
    /// The projection on to the picture itself, without a far plane: `ARCamera.projectionMatrix`.
    public var projectionMatrix: ProjectionMatrix {
        projectionMatrix(
            for: .landscapeRight, viewportSize: .init(width: imageSize.width, height: imageSize.height), zNear: 0.001, zFar: nil)
    }

    /// The projection into a view that the picture fills: `ARCamera.projectionMatrix(for:viewportSize:zNear:zFar:)`.
    ///
    /// - Parameters:
    ///   - orientation: of the interface.
    ///   - viewportSize: the view, points.
    ///   - zNear: metres.
    ///   - zFar: metres; nil for infinitely far.
    public func projectionMatrix(
        for orientation: InterfaceOrientation, viewportSize: ViewSize, zNear: Double, zFar: Double?
    ) -> ProjectionMatrix {
        .init(
            intrinsics: model.intrinsics, imageSize: imageSize, orientation: orientation, viewport: viewportSize, zNear: zNear,
            zFar: zFar)
    }
}
