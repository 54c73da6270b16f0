public import Spaces

/// A smooth curve through points: centripetal Catmull–Rom, each span as a cubic Bézier curve.
///
/// Centripetal knots (the square root of the chord) make neither loops nor cusps within a span: Yuksel, Schaefer and Keyser,
/// "Parameterization and applications of Catmull–Rom curves", Computer-Aided Design 43(7), 2011.
public struct CatmullRom: Sendable {
    /// One span: starts at p0, ends at p3, pulled by p1 and p2.
    public struct Bezier: Hashable, Sendable {
        /// Where it starts, metres.
        public var p0: WorldPoint
        /// What its start is pulled toward.
        public var p1: WorldPoint
        /// What its end is pulled toward.
        public var p2: WorldPoint
        /// Where it ends.
        public var p3: WorldPoint

        /// The point at a parameter of 0…1.
        public func point(at t: Double) -> WorldPoint {
            let u = 1 - t
            let a = p0.coordinates * (u * u * u) + p1.coordinates * (3 * u * u * t)
            return .init(a + p2.coordinates * (3 * u * t * t) + p3.coordinates * (t * t * t))
        }
    }

    /// The spans, one between each two neighbouring points.
    public let spans: [Bezier]

    /// Makes the curve through points; neighbours at the same place count once.
    public init(through path: [WorldPoint]) {
        var points: [WorldPoint] = []
        for p in path where points.last.map({ $0.distance(to: p) > 1e-9 }) ?? true { points.append(p) }
        spans = points.indices.dropLast().map { i in
            let p1 = points[i]
            let p2 = points[i + 1]
            // Beyond the ends, the end points are mirrored, so that the curve leaves along its first chord.
            let p0 = i > 0 ? points[i - 1] : p1 - (p2 - p1)
            let p3 = i + 2 < points.count ? points[i + 2] : p2 + (p2 - p1)
            let d1 = p0.distance(to: p1).squareRoot()
            let d2 = p1.distance(to: p2).squareRoot()
            let d3 = p2.distance(to: p3).squareRoot()
            // Tangents of the non-uniform spline in p1 and p2, scaled to the span.
            let m1 = ((p1 - p0) * (1 / d1) - (p2 - p0) * (1 / (d1 + d2)) + (p2 - p1) * (1 / d2)) * d2
            let m2 = ((p2 - p1) * (1 / d2) - (p3 - p1) * (1 / (d2 + d3)) + (p3 - p2) * (1 / d3)) * d2
            return Bezier(p0: p1, p1: p1 + m1 * (1.0 / 3), p2: p2 - m2 * (1.0 / 3), p3: p2)
        }
    }

    /// The curve as points no more than about a distance apart, metres; the points it goes through are among them.
    public func polyline(spacing: Double) -> [WorldPoint] {
        guard let first = spans.first else { return [] }
        var line = [first.p0]
        for span in spans {
            let pieces = max(1, Int((span.p0.distance(to: span.p3) / spacing).rounded(.up)))
            for k in 1...pieces { line.append(k == pieces ? span.p3 : span.point(at: Double(k) / Double(pieces))) }
        }
        return line
    }
}
