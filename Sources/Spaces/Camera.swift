/// A camera at its place for one frame: `ARCamera`'s geometry.
public struct Camera: Hashable, Sendable {
    /// Intrinsics and lens.
    public var model: CameraModel
    /// The picture's size in pixels, landscapeRight.
    public var imageSize: PixelSize
    /// The pose: camera to world.
    public var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>

    /// Makes a camera.
    public init(model: CameraModel, imageSize: PixelSize, worldFromCamera: RigidTransform<CameraSpace, WorldSpace>) {
        self.model = model
        self.imageSize = imageSize
        self.worldFromCamera = worldFromCamera
    }

    /// Where the camera is, metres.
    public var position: WorldPoint { worldFromCamera.origin }

    /// The pixel in which a point of the world appears; nil when it is behind the camera.
    public func project(_ p: WorldPoint) -> PixelPoint? { model.project(worldFromCamera.inverse(p)) }

    /// The ray of the world that a pixel sees; nil where the lens model does not invert.
    public func ray(through p: PixelPoint) -> Ray<WorldSpace>? { model.unproject(p).map { worldFromCamera($0) } }

    /// The place in the view of a point of the world, as `ARCamera.projectPoint(_:orientation:viewportSize:)`.
    ///
    /// - Returns: view points, which may lie outside the viewport; nil when the point is behind the camera.
    public func projectPoint(_ p: WorldPoint, orientation: InterfaceOrientation, viewportSize: ViewSize) -> ViewPoint? {
        let view = Viewport(imageSize: imageSize, size: viewportSize, orientation: orientation)
        return project(p).map { view.viewFromPixel($0) }
    }

    /// The world point on a plane that a view point shows, as `ARCamera.unprojectPoint(_:ontoPlane:…)`.
    ///
    /// - Parameters:
    ///   - p: in view points.
    ///   - worldFromPlane: the plane is this transform's XZ.
    ///   - orientation: of the interface.
    ///   - viewportSize: the view, points.
    /// - Returns: nil when the view's ray misses the plane.
    public func unprojectPoint(
        _ p: ViewPoint, ontoPlane worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>,
        orientation: InterfaceOrientation, viewportSize: ViewSize
    ) -> WorldPoint? {
        let view = Viewport(imageSize: imageSize, size: viewportSize, orientation: orientation)
        return ray(through: view.pixelFromView(p)).flatMap { ray in worldFromPlane.inverse(ray).hitOfPlane() }
            .map { worldFromPlane($0) }
    }

    /// The world-to-view transform for an orientation, as `ARCamera.viewMatrix(for:)`: inverse of the pose turned about z.
    public func viewMatrix(for orientation: InterfaceOrientation) -> RigidTransform<WorldSpace, CameraSpace> {
        let (c, s): (Double, Double) =
            switch orientation {
            case .landscapeRight: (1, 0)
            case .portrait: (0, 1)
            case .landscapeLeft: (-1, 0)
            case .portraitUpsideDown: (0, -1)
            }
        let turn = RigidTransform<CameraSpace, CameraSpace>(
            xAxis: [c, s, 0], yAxis: [-s, c, 0], zAxis: [0, 0, 1], translation: .zero)
        return turn.then(worldFromCamera).inverse
    }
}
