/// An affine map between two plane spaces, with the six numbers of a `CGAffineTransform`.
///
/// x′ = a·x + c·y + tx and y′ = b·x + d·y + ty.
public struct AffineTransform<From: Space2D, To: Space2D>: Hashable, Sendable {
    /// Part of x′ that comes from x.
    public var a: Double
    /// Part of y′ that comes from x.
    public var b: Double
    /// Part of x′ that comes from y.
    public var c: Double
    /// Part of y′ that comes from y.
    public var d: Double
    /// Shift in x′.
    public var tx: Double
    /// Shift in y′.
    public var ty: Double

    /// Makes a map from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Maps a point.
    public func callAsFunction(_ p: Point<From>) -> Point<To> {
        .init(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
    }

    /// Maps a vector: the shift does not move it.
    public func callAsFunction(_ v: Vector<From>) -> Vector<To> {
        .init(dx: a * v.dx + c * v.dy, dy: b * v.dx + d * v.dy)
    }

    /// Maps a rect to the smallest axis-parallel rect round its mapped corners, as `CGRect.applying` does.
    public func callAsFunction(_ r: Rect<From>) -> Rect<To> {
        let p = self(r.origin)
        let q = self(Point<From>(x: r.maxX, y: r.maxY))
        let s = self(Point<From>(x: r.maxX, y: r.minY))
        let t = self(Point<From>(x: r.minX, y: r.maxY))
        let x0 = min(p.x, q.x, s.x, t.x)
        let y0 = min(p.y, q.y, s.y, t.y)
        return .init(x: x0, y: y0, width: max(p.x, q.x, s.x, t.x) - x0, height: max(p.y, q.y, s.y, t.y) - y0)
    }

    /// The map back; its numbers are not finite when the map is singular.
    public var inverse: AffineTransform<To, From> {
        let k = 1 / (a * d - b * c)
        return .init(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    }

    /// The map that does this one first and `next` after it; compiles only when the inner spaces agree.
    public func then<Further: Space2D>(_ next: AffineTransform<To, Further>) -> AffineTransform<From, Further> {
        .init(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }
}
