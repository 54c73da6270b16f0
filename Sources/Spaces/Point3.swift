/// A point of a room space, in metres.
public struct Point3<S: Space3D>: Hashable, Sendable {
    /// x, y and z in metres.
    public var coordinates: SIMD3<Double>

    /// Makes a point from its coordinates in metres.
    public init(_ coordinates: SIMD3<Double>) { self.coordinates = coordinates }
    /// Makes a point from x, y and z in metres.
    public init(x: Double, y: Double, z: Double) { coordinates = .init(x, y, z) }

    /// x in metres.
    public var x: Double { coordinates.x }
    /// y in metres.
    public var y: Double { coordinates.y }
    /// z in metres.
    public var z: Double { coordinates.z }
    /// Whether all coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The distance to another point of the same space, in metres.
    public func distance(to other: Self) -> Double { (self - other).length }

    /// The vector from one point to another.
    public static func - (a: Self, b: Self) -> Vector3<S> { .init(a.coordinates - b.coordinates) }
    /// The point moved by a vector.
    public static func + (p: Self, v: Vector3<S>) -> Self { .init(p.coordinates + v.components) }
    /// The point moved back by a vector.
    public static func - (p: Self, v: Vector3<S>) -> Self { .init(p.coordinates - v.components) }
}

/// A difference of two points of a room space, in metres; translation does not move it.
public struct Vector3<S: Space3D>: Hashable, Sendable {
    /// x, y and z in metres.
    public var components: SIMD3<Double>

    /// Makes a vector from its components in metres.
    public init(_ components: SIMD3<Double>) { self.components = components }
    /// Makes a vector from x, y and z in metres.
    public init(x: Double, y: Double, z: Double) { components = .init(x, y, z) }

    /// x in metres.
    public var x: Double { components.x }
    /// y in metres.
    public var y: Double { components.y }
    /// z in metres.
    public var z: Double { components.z }

    /// The Euclidean length in metres.
    public var length: Double { (components * components).sum().squareRoot() }
    /// The vector with length 1; not finite for the zero vector.
    public var normalized: Self { .init(components / length) }
    /// The scalar product.
    public func dot(_ other: Self) -> Double { (components * other.components).sum() }
    /// The vector product, right-handed.
    public func cross(_ other: Self) -> Self {
        let a = components
        let b = other.components
        return .init(x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x)
    }

    /// The sum of two vectors.
    public static func + (a: Self, b: Self) -> Self { .init(a.components + b.components) }
    /// The difference of two vectors.
    public static func - (a: Self, b: Self) -> Self { .init(a.components - b.components) }
    /// The vector made longer by a factor.
    public static func * (a: Self, factor: Double) -> Self { .init(a.components * factor) }
    /// The vector turned round.
    public static prefix func - (a: Self) -> Self { .init(-a.components) }
}

/// A point of the world, in metres.
public typealias WorldPoint = Point3<WorldSpace>
/// A direction or difference in the world, in metres.
public typealias WorldVector = Vector3<WorldSpace>
/// A point in an anchor's own axes, in metres.
public typealias AnchorPoint = Point3<AnchorSpace>
