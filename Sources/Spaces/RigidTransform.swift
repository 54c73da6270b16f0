/// A rotation and translation from one room space to another, such as `worldFromCamera`.
public struct RigidTransform<From: Space3D, To: Space3D>: Hashable, Sendable {
    /// The rotation's columns: where the axes of `From` point in `To`.
    public var xAxis: SIMD3<Double>
    /// Where y of `From` points in `To`.
    public var yAxis: SIMD3<Double>
    /// Where z of `From` points in `To`.
    public var zAxis: SIMD3<Double>
    /// Where the origin of `From` lies in `To`, metres.
    public var translation: SIMD3<Double>

    /// Makes a transform from the columns of its 4 × 4 matrix.
    public init(xAxis: SIMD3<Double>, yAxis: SIMD3<Double>, zAxis: SIMD3<Double>, translation: SIMD3<Double>) {
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.zAxis = zAxis
        self.translation = translation
    }

    /// The transform that changes nothing.
    public static var identity: Self {
        .init(xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: .zero)
    }

    /// Makes a transform from a 4 × 4 matrix given as four rows; nil when it is not rigid.
    ///
    /// Rigid means: finite, the last row 0 0 0 1, columns of length 1 and at right angles to `tolerance`, right-handed.
    /// Floats printed by a phone are rigid to about 1e-6.
    public init?(rows: [[Double]], tolerance: Double = 1e-3) {
        guard rows.count == 4, rows.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isFinite) }) else { return nil }
        func column(_ j: Int) -> SIMD3<Double> { .init(rows[0][j], rows[1][j], rows[2][j]) }
        self.init(xAxis: column(0), yAxis: column(1), zAxis: column(2), translation: column(3))
        let last = zip(rows[3], [0.0, 0, 0, 1]).allSatisfy { abs($0 - $1) <= tolerance }
        guard last, rigidityError <= tolerance else { return nil }
    }

    /// The 4 × 4 matrix as four rows.
    public var rows: [[Double]] {
        [
            [xAxis.x, yAxis.x, zAxis.x, translation.x],
            [xAxis.y, yAxis.y, zAxis.y, translation.y],
            [xAxis.z, yAxis.z, zAxis.z, translation.z],
            [0, 0, 0, 1],
        ]
    }

    /// How far the axes are from being orthonormal and right-handed: the largest error of any of their products.
    public var rigidityError: Double {
        let x = Vector3<To>(xAxis)
        let y = Vector3<To>(yAxis)
        let z = Vector3<To>(zAxis)
        return [
            abs(x.dot(x) - 1), abs(y.dot(y) - 1), abs(z.dot(z) - 1),
            abs(x.dot(y)), abs(y.dot(z)), abs(z.dot(x)), abs(x.cross(y).dot(z) - 1),
        ].max() ?? .infinity
    }

    /// Maps a point.
    public func callAsFunction(_ p: Point3<From>) -> Point3<To> { .init(rotated(p.coordinates) + translation) }

    /// Maps a vector: the translation does not move it.
    public func callAsFunction(_ v: Vector3<From>) -> Vector3<To> { .init(rotated(v.components)) }

    /// Maps a ray.
    public func callAsFunction(_ r: Ray<From>) -> Ray<To> { .init(origin: self(r.origin), direction: self(r.direction)) }

    /// The transform back.
    public var inverse: RigidTransform<To, From> {
        func row(_ v: SIMD3<Double>) -> Double { -(v * translation).sum() }
        return .init(
            xAxis: .init(xAxis.x, yAxis.x, zAxis.x), yAxis: .init(xAxis.y, yAxis.y, zAxis.y),
            zAxis: .init(xAxis.z, yAxis.z, zAxis.z), translation: .init(row(xAxis), row(yAxis), row(zAxis)))
    }

    /// The transform that does this one first and `next` after it; compiles only when the inner spaces agree.
    public func then<Further: Space3D>(_ next: RigidTransform<To, Further>) -> RigidTransform<From, Further> {
        .init(
            xAxis: next.rotated(xAxis), yAxis: next.rotated(yAxis), zAxis: next.rotated(zAxis),
            translation: next.rotated(translation) + next.translation)
    }

    /// Where the origin of `From` lies in `To`.
    public var origin: Point3<To> { .init(translation) }

    private func rotated(_ v: SIMD3<Double>) -> SIMD3<Double> { xAxis * v.x + yAxis * v.y + zAxis * v.z }
}

/// A half line in a room space; the direction need not have length 1.
public struct Ray<S: Space3D>: Hashable, Sendable {
    /// Where it starts.
    public var origin: Point3<S>
    /// Where it goes.
    public var direction: Vector3<S>

    /// Makes a ray from a start and a direction.
    public init(origin: Point3<S>, direction: Vector3<S>) {
        self.origin = origin
        self.direction = direction
    }

    /// The point at a multiple of the direction.
    public func point(at t: Double) -> Point3<S> { origin + direction * t }
}

extension Ray where S == AnchorSpace {
    /// Where the ray meets the plane y = 0 in front of its origin; nil when it is parallel to it or leads away.
    public func hitOfPlane() -> AnchorPoint? {
        let t = -origin.y / direction.y
        guard t.isFinite, t >= 0 else { return nil }
        var p = point(at: t)
        p.coordinates.y = 0
        return p
    }
}
