/// A point of a plane space.
public struct Point<S: Space2D>: Hashable, Sendable {
    /// Horizontal coordinate, in the unit of the space.
    public var x: Double
    /// Vertical coordinate, in the unit of the space.
    public var y: Double

    /// Makes a point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Whether both coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance to another point of the same space, in its unit.
    public func distance(to other: Self) -> Double { (self - other).length }
}

/// A difference of two points of a plane space; translation does not move it.
public struct Vector<S: Space2D>: Hashable, Sendable {
    /// Horizontal part, in the unit of the space.
    public var dx: Double
    /// Vertical part, in the unit of the space.
    public var dy: Double

    /// Makes a vector from its parts.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The vector of length zero.
    public static var zero: Self { .init(dx: 0, dy: 0) }

    /// The Euclidean length, in the unit of the space.
    public var length: Double { (dx * dx + dy * dy).squareRoot() }

    /// The sum of two vectors.
    public static func + (a: Self, b: Self) -> Self { .init(dx: a.dx + b.dx, dy: a.dy + b.dy) }
    /// The vector made longer by a factor.
    public static func * (a: Self, factor: Double) -> Self { .init(dx: a.dx * factor, dy: a.dy * factor) }
}

extension Point {
    /// The vector from one point to another.
    public static func - (a: Self, b: Self) -> Vector<S> { .init(dx: a.x - b.x, dy: a.y - b.y) }
    /// The point moved by a vector.
    public static func + (p: Self, v: Vector<S>) -> Self { .init(x: p.x + v.dx, y: p.y + v.dy) }
    /// The point moved back by a vector.
    public static func - (p: Self, v: Vector<S>) -> Self { .init(x: p.x - v.dx, y: p.y - v.dy) }
}

/// A width and height in a plane space.
public struct Size<S: Space2D>: Hashable, Sendable {
    /// Extent in x, in the unit of the space.
    public var width: Double
    /// Extent in y, in the unit of the space.
    public var height: Double

    /// Makes a size from width and height.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An axis-parallel rectangle of a plane space.
public struct Rect<S: Space2D>: Hashable, Sendable {
    /// The corner with the smallest coordinates.
    public var origin: Point<S>
    /// Width and height.
    public var size: Size<S>

    /// Makes a rect from origin and size.
    public init(origin: Point<S>, size: Size<S>) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rect from the origin's coordinates, width and height.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: .init(x: x, y: y), size: .init(width: width, height: height))
    }

    /// Makes a rect of a size about its centre.
    public init(center: Point<S>, size: Size<S>) {
        self.init(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// The middle.
    public var center: Point<S> { .init(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
    /// The smallest x.
    public var minX: Double { origin.x }
    /// The smallest y.
    public var minY: Double { origin.y }
    /// The largest x.
    public var maxX: Double { origin.x + size.width }
    /// The largest y.
    public var maxY: Double { origin.y + size.height }
    /// Width, in the unit of the space.
    public var width: Double { size.width }
    /// Height, in the unit of the space.
    public var height: Double { size.height }
    /// Area, in the unit of the space squared.
    public var area: Double { size.width * size.height }
    /// Whether all four numbers are finite.
    public var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }

    /// The common part of two rects; nil when they do not overlap or are not finite.
    public func intersection(_ other: Self) -> Self? {
        guard isFinite, other.isFinite else { return nil }
        let x0 = max(minX, other.minX)
        let y0 = max(minY, other.minY)
        let x1 = min(maxX, other.maxX)
        let y1 = min(maxY, other.maxY)
        guard x1 > x0, y1 > y0 else { return nil }
        return .init(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// The rect moved by a vector.
    public func moved(by v: Vector<S>) -> Self { .init(origin: origin + v, size: size) }

    /// Whether a point lies inside or on the edge.
    public func contains(_ p: Point<S>) -> Bool { p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY }
}

/// A point of the view, in points.
public typealias ViewPoint = Point<ViewSpace>
/// A rect of the view, in points.
public typealias ViewRect = Rect<ViewSpace>
/// A viewport, in points.
public typealias ViewSize = Size<ViewSpace>
/// A point of the captured picture, in pixels; the centre of the first pixel is (0, 0).
public typealias PixelPoint = Point<PixelSpace>
/// A rect of the captured picture, in the coordinates of ``PixelPoint``.
public typealias PixelRect = Rect<PixelSpace>
/// A picture's size, in pixels.
public typealias PixelSize = Size<PixelSpace>
/// A point of the captured picture, normalized.
public typealias ImagePoint = Point<ImageSpace>
/// A rect of the captured picture, normalized.
public typealias ImageRect = Rect<ImageSpace>
/// A rect in Vision's space, normalized, y up.
public typealias VisionRect = Rect<VisionSpace>
