internal import COpenCV
public import Spaces

/// Where a plane is in front of a camera, as far as points of it tell.
///
/// A plane that is small, far or nearly frontal has two poses that fit almost equally well, mirrored about the line of sight:
/// ``poses(of:in:camera:)`` gives both and ``choose(from:points:deviation:prior:)`` decides with what else is known.
///
/// Source: T. Collins and A. Bartoli, "Infinitesimal plane-based pose estimation", IJCV 109, 2014.
public struct PlanarPose: Hashable, Sendable {
    /// The plane in the camera's axes; the plane is local XZ, its picture has x to the right and z down, the normal +Y.
    public var cameraFromAnchor: RigidTransform<AnchorSpace, CameraSpace>
    /// Root mean square of the distances between points as seen and as the pose has them, pixels.
    public var reprojectionError: Double
    /// How far the pose may be off when each point may be off by one pixel in x and in y; nil where that cannot be told.
    ///
    /// Six rows of six: a small turn about the camera's axes in radians, then the translation in metres. It grows with the square of
    /// the points' own error.
    public var covariance: [Double]?

    /// Makes a pose.
    public init(
        cameraFromAnchor: RigidTransform<AnchorSpace, CameraSpace>, reprojectionError: Double, covariance: [Double]? = nil
    ) {
        self.cameraFromAnchor = cameraFromAnchor
        self.reprojectionError = reprojectionError
        self.covariance = covariance
    }

    /// The normal of the plane in the camera's axes; it points at whoever sees the picture's face.
    public var normal: Vector3<CameraSpace> { .init(cameraFromAnchor.yAxis) }

    /// Whether the camera is on the side of the picture's face.
    public var showsFace: Bool { -(normal.components * cameraFromAnchor.translation).sum() > 0 }

    /// Finds the poses of a plane from points of it.
    ///
    /// - Parameters:
    ///   - points: of the plane in its own axes, metres, y = 0; at least 4, not on a line.
    ///   - pixels: where each of them is in the picture.
    ///   - camera: intrinsics, and the distortion where the lens has one.
    /// - Throws: ``ImagingFailure`` when there are too few points, they lie on a line, or a number is not finite.
    /// - Returns: one or two poses, the one that fits better first; none when no pose has all points before the camera.
    public static func poses(of points: [AnchorPoint], in pixels: [PixelPoint], camera: CameraModel) throws -> [PlanarPose] {
        precondition(points.count == pixels.count, "a pixel for each point")
        let plane = points.map { ad_point(x: $0.x, y: $0.z) }
        let seen = pixels.map(\.forShim)
        var found = [ad_plane_pose](repeating: .init(), count: 2)
        let count = try unsafe shim("the pose of a plane") { error in
            let count = unsafe found.withUnsafeMutableBufferPointer { found -> Int32 in
                guard let base = found.baseAddress else { return -1 }
                // An empty array may have no address; the shim refuses the count of 0 before it looks.
                guard !plane.isEmpty else { return unsafe ad_plane_poses([.init()], [.init()], 0, camera.forShim, base, error) }
                return unsafe ad_plane_poses(plane, seen, plane.count, camera.forShim, base, error)
            }
            return count < 0 ? nil : Int(count)
        }
        return found.prefix(count).map(PlanarPose.init)
    }
}

extension PlanarPose {
    /// OpenCV's axes become ours: its camera turned by 180° about x, its plane's y our z.
    init(_ pose: ad_plane_pose) {
        let r = unsafe withUnsafeBytes(of: pose.rotation) { unsafe Array($0.bindMemory(to: Double.self)) }
        let t = unsafe withUnsafeBytes(of: pose.translation) { unsafe Array($0.bindMemory(to: Double.self)) }
        func turned(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> { [x, -y, -z] }
        cameraFromAnchor = .init(
            xAxis: turned(r[0], r[3], r[6]), yAxis: -turned(r[2], r[5], r[8]), zAxis: turned(r[1], r[4], r[7]),
            translation: turned(t[0], t[1], t[2]))
        reprojectionError = pose.error
        guard pose.has_covariance else {
            covariance = nil
            return
        }
        let c = unsafe withUnsafeBytes(of: pose.covariance) { unsafe Array($0.bindMemory(to: Double.self)) }
        let sign = [1.0, -1, -1, 1, -1, -1]
        covariance = (0..<36).map { c[$0] * sign[$0 / 6] * sign[$0 % 6] }
    }
}

extension CameraModel {
    var forShim: ad_camera {
        let d = distortion ?? .init()
        return .init(
            fx: intrinsics.fx, fy: intrinsics.fy, cx: intrinsics.cx, cy: intrinsics.cy, k1: d.k1, k2: d.k2, p1: d.p1, p2: d.p2,
            k3: d.k3)
    }
}
