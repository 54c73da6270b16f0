private import Glibc
import Spaces

/// The pose of a plane in a camera while it is refined: OpenCV's axes, x right, y down, z forward in both.
///
/// A point (x, y) of the plane, y down, appears at focal · (p.x, p.y) / p.z from the middle of the picture, p = x·u + y·v + t.
struct PlanePose {
    /// The plane's x axis in the camera.
    var u: SIMD3<Double>
    /// The plane's y axis in the camera.
    var v: SIMD3<Double>
    /// The plane's origin in the camera, metres.
    var t: SIMD3<Double>

    /// The pose in ARKit's axes, as anchors have it.
    init(_ cameraFromAnchor: RigidTransform<AnchorSpace, CameraSpace>) {
        func turned(_ a: SIMD3<Double>) -> SIMD3<Double> { [a.x, -a.y, -a.z] }
        u = turned(cameraFromAnchor.xAxis)
        v = turned(cameraFromAnchor.zAxis)
        t = turned(cameraFromAnchor.translation)
    }

    /// The same in ARKit's axes: the plane is local XZ with z for y, the normal +Y towards who sees its face.
    var cameraFromAnchor: RigidTransform<AnchorSpace, CameraSpace> {
        func turned(_ a: SIMD3<Double>) -> SIMD3<Double> { [a.x, -a.y, -a.z] }
        let x = Vector3<CameraSpace>(turned(u))
        let z = Vector3<CameraSpace>(turned(v))
        return .init(xAxis: x.components, yAxis: z.cross(x).components, zAxis: z.components, translation: turned(t))
    }

    /// A point of the plane in the camera.
    func camera(_ p: SIMD2<Double>) -> SIMD3<Double> { u * p.x + v * p.y + t }

    /// Where a point of the plane appears, pixels from the middle; nil behind the camera.
    func project(_ p: SIMD2<Double>, focal: Double) -> SIMD2<Double>? {
        let q = camera(p)
        guard q.z > 1e-6 else { return nil }
        return SIMD2(q.x, q.y) * (focal / q.z)
    }

    /// The point of the plane that appears at a place, pixels from the middle; nil where the plane is not.
    func planePoint(at place: SIMD2<Double>, focal: Double) -> SIMD2<Double>? {
        let ray = SIMD3(place.x / focal, place.y / focal, 1)
        let normal = cross(u, v)
        let along = (normal * ray).sum()
        let depth = (normal * t).sum() / along
        guard depth.isFinite, depth > 0 else { return nil }
        let offset = ray * depth - t
        return SIMD2((offset * u).sum(), (offset * v).sum())
    }

    /// Residual of a place in pixels and its derivatives: six of the pose (a small turn about the camera's axes at the plane's
    /// origin, then the shift), two of the point, one of the focal length; nil behind the camera.
    struct Linear {
        var residual: SIMD2<Double>
        var pose: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
        var point: (SIMD2<Double>, SIMD2<Double>)
        var focal: SIMD2<Double>
    }

    func linear(_ p: SIMD2<Double>, seen: SIMD2<Double>, focal: Double) -> Linear? {
        let turned = u * p.x + v * p.y
        let q = turned + t
        guard q.z > 1e-6 else { return nil }
        let n = SIMD2(q.x, q.y) / q.z
        let k = focal / q.z
        func image(_ d: SIMD3<Double>) -> SIMD2<Double> { SIMD2(k * (d.x - n.x * d.z), k * (d.y - n.y * d.z)) }
        return Linear(
            residual: seen - n * focal,
            pose: (
                image([0, -turned.z, turned.y]), image([turned.z, 0, -turned.x]), image([-turned.y, turned.x, 0]),
                image([1, 0, 0]), image([0, 1, 0]), image([0, 0, 1])
            ),
            point: (image(u), image(v)), focal: n)
    }

    /// The pose after a small step.
    func moved(by step: ArraySlice<Double>) -> Self {
        let s = Array(step)
        let turn = SIMD3(s[0], s[1], s[2])
        let angle = (turn * turn).sum().squareRoot()
        var moved = self
        if angle > 1e-15 {
            let axis = turn / angle
            func rotated(_ a: SIMD3<Double>) -> SIMD3<Double> {
                a * cos(angle) + cross(axis, a) * sin(angle) + axis * ((axis * a).sum() * (1 - cos(angle)))
            }
            let x = rotated(u)
            let y = rotated(v)
            // Rounding must not add up over many steps.
            moved.u = x / (x * x).sum().squareRoot()
            let rest = y - moved.u * (moved.u * y).sum()
            moved.v = rest / (rest * rest).sum().squareRoot()
        }
        moved.t += SIMD3(s[3], s[4], s[5])
        return moved
    }
}

extension PlanePose.Linear {
    /// The six derivatives of the pose in one coordinate of the picture.
    func pose(_ i: Int) -> [Double] { [pose.0[i], pose.1[i], pose.2[i], pose.3[i], pose.4[i], pose.5[i]] }
}
