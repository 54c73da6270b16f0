import Glibc
import Spaces

/// How one frame saw a corner.
struct Sight {
    /// The pose of the camera; its axes and place in the world.
    let pose: RigidTransform<CameraSpace, WorldSpace>
    /// Where the corner appears at distance 1 in the picture of an ideal lens; x right, y down.
    let x: Double
    /// See ``x``.
    let y: Double
    /// Pixels a unit of ``x`` and ``y``.
    let focal: Double

    /// Takes a pixel's sight; nil where the lens model does not invert.
    init?(_ pixel: PixelPoint, camera: Camera) {
        guard let ray = camera.model.unproject(pixel) else { return nil }
        pose = camera.worldFromCamera
        x = ray.direction.x
        y = -ray.direction.y
        focal = (camera.model.intrinsics.fx + camera.model.intrinsics.fy) / 2
    }

    /// The direction in the world, of length 1.
    var direction: SIMD3<Double> {
        let d = pose.xAxis * x - pose.yAxis * y - pose.zAxis
        return d / dot(d, d).squareRoot()
    }
}

/// A point that several sights agree on.
struct Triangulation {
    /// Where it is in the world, metres.
    var position: SIMD3<Double>
    /// Root of the mean squared distance between where the point should appear and where it did, pixels.
    var error: Double
    /// The largest such distance, pixels.
    var largestError: Double
    /// The largest angle between the rays of two sights, one of them the first; radians.
    var parallax: Double
    /// Distance to the last camera, metres.
    var distance: Double
    /// Standard deviation along the ray of the last sight for an error of one pixel in every sight, metres.
    var spread: Double

    /// Finds the point nearest to all rays, then moves it to where the squared distances in the pictures are least.
    ///
    /// The start is the linear least squares of rays, the rest are steps of Gauss and Newton; both solve three equations directly.
    /// Source: R. Hartley and A. Zisserman, "Multiple view geometry in computer vision", 2004, chapter 12.
    ///
    /// - Parameters:
    ///   - sights: at least two.
    ///   - start: a first guess, which saves the linear step; metres.
    /// - Returns: nil when the rays are parallel, or the point is behind one of the cameras.
    init?(_ sights: [Sight], from start: SIMD3<Double>? = nil) {
        guard sights.count >= 2, let first = sights.first, let last = sights.last else { return nil }
        var p: SIMD3<Double>
        if let start {
            p = start
        } else {
            var rays = Normal3()
            for sight in sights {
                let d = sight.direction
                // I − d·dᵀ takes away what lies along the ray.
                rays.addProjection(along: d, to: sight.pose.translation)
            }
            guard let nearest = rays.solution else { return nil }
            p = nearest
        }
        var normal = Normal3()
        for _ in 0..<(start == nil ? 3 : 1) {
            normal = Normal3()
            for sight in sights {
                guard let (rx, ry, jx, jy) = Self.residual(sight, p) else { return nil }
                normal.add(jx, rx)
                normal.add(jy, ry)
            }
            guard let step = normal.solution else { return nil }
            p -= step
        }
        var sum = 0.0
        var largest = 0.0
        var least = 1.0
        let away = p - first.pose.translation
        let d0 = away / dot(away, away).squareRoot()
        for sight in sights {
            guard let (rx, ry, _, _) = Self.residual(sight, p) else { return nil }
            let squared = rx * rx + ry * ry
            sum += squared
            largest = max(largest, squared)
            let d = p - sight.pose.translation
            least = min(least, dot(d, d0) / dot(d, d).squareRoot())
        }
        guard let solved = normal.solution(of: last.direction) else { return nil }
        position = p
        error = (sum / Double(sights.count)).squareRoot()
        largestError = largest.squareRoot()
        parallax = least >= 1 ? 0 : acos(least)
        let d = p - last.pose.translation
        distance = dot(d, d).squareRoot()
        spread = max(0, dot(solved, last.direction)).squareRoot()
        guard error.isFinite, distance.isFinite, spread.isFinite else { return nil }
    }

    /// Where a point appears less where it was seen, in pixels, with the derivatives by the point; nil behind the camera.
    @inline(__always)
    private static func residual(
        _ sight: Sight, _ p: SIMD3<Double>
    ) -> (x: Double, y: Double, jx: SIMD3<Double>, jy: SIMD3<Double>)? {
        let d = p - sight.pose.translation
        let depth = -dot(sight.pose.zAxis, d)
        guard depth > 1e-3 else { return nil }
        let u = dot(sight.pose.xAxis, d) / depth
        let v = -dot(sight.pose.yAxis, d) / depth
        let scale = sight.focal / depth
        return (
            (u - sight.x) * sight.focal, (v - sight.y) * sight.focal,
            (sight.pose.xAxis + sight.pose.zAxis * u) * scale, (sight.pose.zAxis * v - sight.pose.yAxis) * scale
        )
    }
}

/// The sum of the products of three numbers each.
@inline(__always)
func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

/// The normal equations of least squares in three unknowns.
struct Normal3 {
    private var xx = 0.0
    private var xy = 0.0
    private var xz = 0.0
    private var yy = 0.0
    private var yz = 0.0
    private var zz = 0.0
    private var right = SIMD3<Double>.zero

    /// Adds the equation row · p = value with a weight.
    @inline(__always)
    mutating func add(_ row: SIMD3<Double>, _ value: Double, weight: Double = 1) {
        let w = row * weight
        xx += w.x * row.x
        xy += w.x * row.y
        xz += w.x * row.z
        yy += w.y * row.y
        yz += w.y * row.z
        zz += w.z * row.z
        right += w * value
    }

    /// Adds the three equations that p lies on a line.
    mutating func addProjection(along d: SIMD3<Double>, to point: SIMD3<Double>) {
        xx += 1 - d.x * d.x
        xy -= d.x * d.y
        xz -= d.x * d.z
        yy += 1 - d.y * d.y
        yz -= d.y * d.z
        zz += 1 - d.z * d.z
        right += point - d * dot(d, point)
    }

    /// The unknowns; nil when the equations do not determine them.
    var solution: SIMD3<Double>? { solution(of: right) }

    /// The unknowns for another right side.
    func solution(of right: SIMD3<Double>) -> SIMD3<Double>? {
        let a = yy * zz - yz * yz
        let b = xz * yz - xy * zz
        let c = xy * yz - xz * yy
        let determinant = xx * a + xy * b + xz * c
        let size = xx + yy + zz
        guard determinant > 1e-14 * size * size * size else { return nil }
        let d = xx * zz - xz * xz
        let e = xy * xz - xx * yz
        let f = xx * yy - xy * xy
        return SIMD3(
            a * right.x + b * right.y + c * right.z, b * right.x + d * right.y + e * right.z,
            c * right.x + e * right.y + f * right.z) / determinant
    }
}
