/// Focal lengths and principal point of a camera, for pictures of one size.
public struct Intrinsics: Hashable, Sendable {
    /// Focal length in x, pixels.
    public var fx: Double
    /// Focal length in y, pixels.
    public var fy: Double
    /// Principal point in x, pixels; the centre of the first pixel is 0.
    public var cx: Double
    /// Principal point in y, pixels; the centre of the first pixel is 0.
    public var cy: Double

    /// Makes intrinsics from focal lengths and principal point in pixels.
    public init(fx: Double, fy: Double, cx: Double, cy: Double) {
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
    }
}

/// Distortion of a lens after Brown and Conrady, in the order of OpenCV: k1 k2 p1 p2 k3.
///
/// Source: D. C. Brown, "Close-range camera calibration", Photogrammetric Engineering 37(8), 1971.
public struct LensDistortion: Hashable, Sendable {
    /// Radial coefficient of r².
    public var k1: Double
    /// Radial coefficient of r⁴.
    public var k2: Double
    /// Tangential coefficient.
    public var p1: Double
    /// Tangential coefficient.
    public var p2: Double
    /// Radial coefficient of r⁶.
    public var k3: Double

    /// Makes a distortion from its coefficients.
    public init(k1: Double = 0, k2: Double = 0, p1: Double = 0, p2: Double = 0, k3: Double = 0) {
        self.k1 = k1
        self.k2 = k2
        self.p1 = p1
        self.p2 = p2
        self.k3 = k3
    }

    /// Where a point of the ideal picture at distance 1 appears; x right, y down.
    func distort(x: Double, y: Double) -> (x: Double, y: Double) {
        let r2 = x * x + y * y
        let radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        return (
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        )
    }

    /// The ideal point that appears at a distorted one, by Newton's method; nil where the lens model does not invert.
    func undistort(x: Double, y: Double) -> (x: Double, y: Double)? {
        var u = x
        var v = y
        for _ in 0..<50 {
            let (dx, dy) = distort(x: u, y: v)
            let ex = dx - x
            let ey = dy - y
            if abs(ex) < 1e-14, abs(ey) < 1e-14 { break }
            let (xx, xy, yy) = jacobian(x: u, y: v)
            let determinant = xx * yy - xy * xy
            guard determinant > 1e-9 else { return nil }
            u -= (yy * ex - xy * ey) / determinant
            v -= (xx * ey - xy * ex) / determinant
        }
        let (dx, dy) = distort(x: u, y: v)
        return abs(dx - x) < 1e-9 && abs(dy - y) < 1e-9 && holds(x: u, y: v) ? (u, v) : nil
    }

    /// Whether the model still says where an ideal point appears: past the radius where the picture folds back, it does not.
    func holds(x: Double, y: Double) -> Bool {
        let r2 = x * x + y * y
        let step = r2 / 16
        // The radius must grow all the way out to the point.
        for i in 1...16 {
            let s = step * Double(i)
            guard 1 + s * (3 * k1 + s * (5 * k2 + s * 7 * k3)) > 0 else { return false }
        }
        let (xx, xy, yy) = jacobian(x: x, y: y)
        return xx * yy - xy * xy > 0
    }

    /// The derivatives of ``distort(x:y:)``: radial r(s) with s = x² + y², r′ = dr/ds.
    private func jacobian(x: Double, y: Double) -> (xx: Double, xy: Double, yy: Double) {
        let s = x * x + y * y
        let radial = 1 + s * (k1 + s * (k2 + s * k3))
        let slope = k1 + s * (2 * k2 + 3 * s * k3)
        return (
            radial + 2 * x * x * slope + 2 * p1 * y + 6 * p2 * x, 2 * x * y * slope + 2 * p1 * x + 2 * p2 * y,
            radial + 2 * y * y * slope + 6 * p1 * y + 2 * p2 * x
        )
    }
}

/// A camera without its place: intrinsics, and distortion where the lens has one.
public struct CameraModel: Hashable, Sendable {
    /// Focal lengths and principal point, pixels.
    public var intrinsics: Intrinsics
    /// Distortion; nil for pictures that are already straight, as ARKit's.
    public var distortion: LensDistortion?

    /// Makes a camera model.
    public init(intrinsics: Intrinsics, distortion: LensDistortion? = nil) {
        self.intrinsics = intrinsics
        self.distortion = distortion
    }

    /// The pixel in which a camera point appears; nil when it is not in front of the camera, or so far aside that the lens model
    /// would fold it back into the picture.
    public func project(_ p: Point3<CameraSpace>) -> PixelPoint? {
        guard p.z < 0 else { return nil }
        var x = p.x / -p.z
        var y = p.y / p.z
        if let distortion {
            guard distortion.holds(x: x, y: y) else { return nil }
            (x, y) = distortion.distort(x: x, y: y)
        }
        return .init(x: intrinsics.fx * x + intrinsics.cx, y: intrinsics.fy * y + intrinsics.cy)
    }

    /// The ray of a pixel, its direction with z = −1; nil where the lens model does not invert.
    public func unproject(_ p: PixelPoint) -> Ray<CameraSpace>? {
        var x = (p.x - intrinsics.cx) / intrinsics.fx
        var y = (p.y - intrinsics.cy) / intrinsics.fy
        if let distortion {
            guard let ideal = distortion.undistort(x: x, y: y) else { return nil }
            (x, y) = ideal
        }
        return .init(origin: .init(.zero), direction: .init(x: x, y: -y, z: -1))
    }
}
