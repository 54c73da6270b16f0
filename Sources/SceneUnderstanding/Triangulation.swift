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
}

/// Makes errors in pixels those in expected standard deviations: (x, y) becomes (a·x + b·y, c·y).
struct Whitening {
    let a: Double
    let b: Double
    let c: Double

    /// From the variance in x, of x with y, and in y; pixels squared.
    init(variance: (xx: Double, xy: Double, yy: Double)) {
        // The Cholesky factor of the inverse.
        let determinant = max(variance.xx * variance.yy - variance.xy * variance.xy, 1e-12)
        a = (variance.yy / determinant).squareRoot()
        b = -variance.xy / determinant / a
        c = max(variance.xx / determinant - b * b, 0).squareRoot()
    }
}

/// A point that several sights agree on.
struct Triangulation {
    /// Where it is in the world, metres.
    let position: SIMD3<Double>
    /// One over the distance in front of the first camera, along its axis; 1/m.
    let inverseDepth: Double
    /// Standard deviation of ``inverseDepth`` when each sight is as good as its texture lets expect; 1/m.
    let inverseDeviation: Double
    /// Root of the mean squared distance between where the point should appear and where it did, pixels.
    let error: Double
    /// The largest such distance, pixels.
    let largestError: Double
    /// The same root mean square in standard deviations of what the texture lets expect.
    let relativeError: Double
    /// How much the sights say about the focal length, once the point's place is taken out: one over the variance of a share of it.
    let focalGain: Double
    /// ``focalGain`` times the share by which the focal length seems too long.
    let focalShare: Double
    /// The largest angle between the rays of the first sight and of another; radians.
    let parallax: Double

    /// Finds the point whose picture lies nearest to where all sights saw it.
    ///
    /// The unknowns are where the first sight should have seen it, and one over its depth there: in these the errors are nearly linear also
    /// where rays are nearly parallel, so that the solution of three linear equations and steps of Gauss and Newton find it, and its
    /// error is symmetric. Sources: R. Hartley and A. Zisserman, "Multiple view geometry in computer vision", 2004, chapter 12;
    /// J. Civera, A. Davison and J. Montiel, "Inverse depth parametrization for monocular SLAM", IEEE Trans. Robotics 24(5), 2008.
    ///
    /// - Parameters:
    ///   - sights: at least two.
    ///   - whitening: makes errors in pixels those in expected standard deviations.
    ///   - start: one over the depth to start from; 1/m.
    ///   - steps: how many times the equations are solved.
    /// - Returns: nil when the sights do not determine it, or it is behind one of the cameras.
    init?(_ sights: [Sight], _ whitening: Whitening, from start: Double, steps: Int) {
        guard sights.count >= 2, let first = sights.first else { return nil }
        var unknown = SIMD3(first.x, first.y, start)
        var normal = Normal3()
        for _ in 0..<steps {
            normal = Normal3()
            for sight in sights {
                guard let error = Self.error(sight, first, unknown) else { return nil }
                normal.add(error.jx * whitening.a + error.jy * whitening.b, error.x * whitening.a + error.y * whitening.b)
                normal.add(error.jy * whitening.c, error.y * whitening.c)
            }
            guard let step = normal.solution else { return nil }
            unknown -= step
        }
        guard unknown.z > 1e-3, unknown.z < 1e3, let solved = normal.solution(of: [0, 0, 1]), solved.z > 0 else { return nil }
        let direction = first.pose.xAxis * unknown.x - first.pose.yAxis * unknown.y - first.pose.zAxis
        let p = first.pose.translation + direction / unknown.z
        var sum = 0.0
        var white = 0.0
        var largest = 0.0
        var mixed = SIMD3<Double>.zero
        var own = 0.0
        var against = 0.0
        var least = 1.0
        let length = dot(direction, direction).squareRoot()
        for sight in sights {
            guard let error = Self.error(sight, first, unknown) else { return nil }
            let squared = error.x * error.x + error.y * error.y
            sum += squared
            largest = max(largest, squared)
            let a = error.x * whitening.a + error.y * whitening.b
            let b = error.y * whitening.c
            white += a * a + b * b
            // A focal length longer by a share g moves where the point appears by g times its way from the principal point.
            let ga = error.gx * whitening.a + error.gy * whitening.b
            let gb = error.gy * whitening.c
            own += ga * ga + gb * gb
            against += ga * a + gb * b
            mixed += (error.jx * whitening.a + error.jy * whitening.b) * ga + error.jy * (whitening.c * gb)
            let d = p - sight.pose.translation
            least = min(least, dot(d, direction) / length / dot(d, d).squareRoot())
        }
        if let moved = normal.solution(of: mixed) { own -= dot(mixed, moved) }
        focalGain = max(own, 0)
        focalShare = against
        position = p
        inverseDepth = unknown.z
        inverseDeviation = solved.z.squareRoot()
        error = (sum / Double(sights.count)).squareRoot()
        largestError = largest.squareRoot()
        relativeError = (white / Double(2 * sights.count)).squareRoot()
        parallax = least >= 1 ? 0 : acos(least)
        guard error.isFinite, parallax.isFinite, inverseDeviation.isFinite else { return nil }
    }

    /// Where the point appears less where it was seen, in pixels, with the derivatives; nil behind the camera.
    @inline(__always)
    private static func error(
        _ sight: Sight, _ first: Sight, _ unknown: SIMD3<Double>
    ) -> (x: Double, y: Double, jx: SIMD3<Double>, jy: SIMD3<Double>, gx: Double, gy: Double)? {
        // The point times its inverse depth, which is finite also far away.
        let way = first.pose.translation - sight.pose.translation
        let d = first.pose.xAxis * unknown.x - first.pose.yAxis * unknown.y - first.pose.zAxis + way * unknown.z
        let depth = -dot(sight.pose.zAxis, d)
        guard depth > 1e-3 else { return nil }
        let u = dot(sight.pose.xAxis, d) / depth
        let v = -dot(sight.pose.yAxis, d) / depth
        let scale = sight.focal / depth
        let rowX = (sight.pose.xAxis + sight.pose.zAxis * u) * scale
        let rowY = (sight.pose.zAxis * v - sight.pose.yAxis) * scale
        return (
            (u - sight.x) * sight.focal, (v - sight.y) * sight.focal,
            SIMD3(dot(rowX, first.pose.xAxis), -dot(rowX, first.pose.yAxis), dot(rowX, way)),
            SIMD3(dot(rowY, first.pose.xAxis), -dot(rowY, first.pose.yAxis), dot(rowY, way)),
            u * sight.focal, v * sight.focal
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
