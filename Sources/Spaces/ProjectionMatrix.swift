/// A perspective projection for drawing over the camera picture, as `ARCamera.projectionMatrix(for:viewportSize:zNear:zFar:)`.
///
/// Only the six numbers that are not 0 or −1 are held; `m20` is column 2, row 0. Clip depth runs from 0 to 1. Agrees with numbers
/// printed by devices to 1.2e-7, which is the precision of their floats.
public struct ProjectionMatrix: Hashable, Sendable {
    /// Column 0, row 0.
    public let m00: Double
    /// Column 1, row 1.
    public let m11: Double
    /// Column 2, row 0.
    public let m20: Double
    /// Column 2, row 1.
    public let m21: Double
    /// Column 2, row 2.
    public let m22: Double
    /// Column 3, row 2.
    public let m32: Double

    /// Makes the projection of a camera into a viewport that its picture fills.
    ///
    /// - Parameters:
    ///   - intrinsics: pixels; half a pixel is added, because they count from the centre of the first pixel.
    ///   - imageSize: pixels, landscapeRight.
    ///   - orientation: of the interface.
    ///   - viewport: points.
    ///   - zNear: metres.
    ///   - zFar: metres; nil for infinitely far, as the property `projectionMatrix` of a device, whose m22 is 2⁻²² − 1.
    public init(
        intrinsics: Intrinsics, imageSize: PixelSize, orientation: InterfaceOrientation = .landscapeRight,
        viewport: ViewSize, zNear: Double = 0.001, zFar: Double? = nil
    ) {
        let w = imageSize.width
        let h = imageSize.height
        let k = intrinsics
        let cx = k.cx + 0.5
        let cy = k.cy + 0.5
        // The picture as the view sees it: its size, focal lengths and principal point.
        let (sx, sy, fx, fy, px, py) =
            switch orientation {
            case .landscapeRight: (w, h, k.fx, k.fy, cx, cy)
            case .portrait: (h, w, k.fy, k.fx, h - cy, cx)
            case .landscapeLeft: (w, h, k.fx, k.fy, w - cx, h - cy)
            case .portraitUpsideDown: (h, w, k.fy, k.fx, cy, w - cx)
            }
        let fill = max(viewport.width / sx, viewport.height / sy)
        let visibleWidth = viewport.width / fill
        let visibleHeight = viewport.height / fill
        m00 = 2 * fx / visibleWidth
        m11 = 2 * fy / visibleHeight
        m20 = (sx - 2 * px) / visibleWidth
        m21 = (2 * py - sy) / visibleHeight
        if let zFar {
            m22 = -zFar / (zFar - zNear)
            m32 = -zFar * zNear / (zFar - zNear)
        } else {
            m22 = 0x1p-22 - 1
            m32 = zNear * m22
        }
    }

    /// Where a camera point lands: x right and y up in −1…1 over the viewport, depth in 0…1.
    ///
    /// Its axes are the view's.
    public func callAsFunction(_ p: Point3<CameraSpace>) -> SIMD3<Double> {
        let w = -p.z
        return .init((m00 * p.x + m20 * p.z) / w, (m11 * p.y + m21 * p.z) / w, (m22 * p.z + m32) / w)
    }
}
