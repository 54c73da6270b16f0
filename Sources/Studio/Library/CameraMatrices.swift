internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// The two matrices with which a page draws in three dimensions over the camera's picture, each sixteen numbers column by column.
struct CameraMatrices: Hashable, Sendable {
    /// The nearest depth that is drawn, metres.
    static let near = 0.005
    /// The farthest depth that is drawn, metres.
    static let far = 100.0

    /// World to camera: x right along the picture's long side, y up, z to the viewer.
    let cameraFromWorld: [Double]
    /// Camera to the clip space of the view, with the view's orientation in it; depth −1…1, as OpenGL and three.js have it.
    let clipFromCamera: [Double]

    /// Makes the matrices of a frame.
    ///
    /// - Parameters:
    ///   - camera: of the frame.
    ///   - viewport: of the recording.
    init(_ camera: Camera, in viewport: Viewport) {
        cameraFromWorld = Self.columns(of: camera.worldFromCamera.inverse)
        let p = camera.projectionMatrix(
            for: viewport.orientation, viewportSize: viewport.size, zNear: Self.near, zFar: Self.far)
        // The projection takes the view's axes: the camera's, turned about z by the interface. What `viewMatrix(for:)` does to a camera at
        // the world's origin is that turn alone.
        var still = camera
        still.worldFromCamera = .identity
        let turn = still.viewMatrix(for: viewport.orientation)
        // Depth 0…1 of Metal becomes −1…1: z′ = 2z − w, and w = −z of the camera.
        let m22 = 2 * p.m22 + 1
        let m32 = 2 * p.m32
        func projected(_ v: SIMD3<Double>, w: Double) -> [Double] {
            [p.m00 * v.x + p.m20 * v.z, p.m11 * v.y + p.m21 * v.z, m22 * v.z + m32 * w, -v.z]
        }
        clipFromCamera =
            projected(turn.xAxis, w: 0) + projected(turn.yAxis, w: 0) + projected(turn.zAxis, w: 0) + projected(.zero, w: 1)
    }

    /// A transform's 4 × 4 matrix, column by column.
    static func columns<From: Space3D, To: Space3D>(of transform: RigidTransform<From, To>) -> [Double] {
        let t = transform
        return [
            t.xAxis.x, t.xAxis.y, t.xAxis.z, 0, t.yAxis.x, t.yAxis.y, t.yAxis.z, 0, t.zAxis.x, t.zAxis.y, t.zAxis.z, 0,
            t.translation.x, t.translation.y, t.translation.z, 1,
        ]
    }
}
