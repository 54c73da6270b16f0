public import Spaces

extension FocusSquare {
    /// Follows what lies under the middle of the view at a frame.
    ///
    /// - Parameters:
    ///   - frame: the next one.
    ///   - viewport: picture and view.
    public mutating func update(in frame: FrameScene, _ viewport: Viewport) {
        // What is firm comes first: a feature point before a plane would leave the square open.
        let kinds: [HitTestResult.ResultType] = [.existingPlaneUsingExtent, .estimatedHorizontalPlane, .featurePoint]
        let hit = frame.camera.ray(through: viewport.pixelFromView(viewport.bounds.center)).flatMap { ray in
            kinds.lazy.compactMap { frame.hitTest(ray, types: $0).first }.first
        }
        update(hit: hit, camera: frame.camera, orientation: viewport.orientation)
    }
}
