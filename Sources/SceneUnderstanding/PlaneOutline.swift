import Glibc

/// A convex outline in a plane's two coordinates, metres, counter-clockwise.
struct PlaneOutline: Hashable, Sendable {
    /// The corners; fewer than three when the points lie on a line.
    private(set) var corners: [SIMD2<Double>]

    /// The convex hull of points, by Andrew's monotone chain (Information Processing Letters 9(5), 1979).
    init(of points: [SIMD2<Double>]) {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else {
            corners = sorted
            return
        }
        func half(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
            var chain: [SIMD2<Double>] = []
            for p in points {
                while chain.count >= 2, turn(chain[chain.count - 2], chain[chain.count - 1], p) <= 1e-12 { chain.removeLast() }
                chain.append(p)
            }
            chain.removeLast()
            return chain
        }
        corners = half(sorted) + half(sorted.reversed())
    }

    /// Square metres.
    var area: Double {
        guard corners.count > 2 else { return 0 }
        var sum = 0.0
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) { sum += a.x * b.y - a.y * b.x }
        return sum / 2
    }

    /// The mean of the area.
    var middle: SIMD2<Double> {
        guard corners.count > 2, area > 1e-9 else {
            return corners.isEmpty ? .zero : corners.reduce(.zero, +) / Double(corners.count)
        }
        var sum = SIMD2<Double>.zero
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) { sum += (a + b) * (a.x * b.y - a.y * b.x) }
        return sum / (6 * area)
    }

    /// Whether a point lies inside, or outside by no more than a margin.
    func contains(_ p: SIMD2<Double>, margin: Double = 0) -> Bool {
        guard corners.count > 2 else {
            return corners.contains { ($0 - p).length <= margin }
        }
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let edge = b - a
            if edge.x * (p.y - a.y) - edge.y * (p.x - a.x) < -margin * edge.length { return false }
        }
        return true
    }

    /// Whether two outlines have a point in common when one is made larger by a margin.
    func meets(_ other: Self, margin: Double = 0) -> Bool {
        // Convex outlines are apart when one of their edges separates them.
        for (one, two) in [(self, other), (other, self)] where one.corners.count > 2 {
            for (a, b) in zip(one.corners, one.corners.dropFirst() + one.corners.prefix(1)) {
                let edge = (b - a) / (b - a).length
                if two.corners.allSatisfy({ edge.x * ($0.y - a.y) - edge.y * ($0.x - a.x) < -margin }) { return false }
            }
        }
        return !corners.isEmpty && !other.corners.isEmpty
    }

    /// A rectangle about the outline.
    struct Rectangle: Hashable, Sendable {
        /// The angle of its first side, radians.
        var angle: Double
        /// Its middle.
        var center: SIMD2<Double>
        /// Full lengths of the sides.
        var size: SIMD2<Double>

        var area: Double { size.x * size.y }
    }

    /// The rectangle about it whose first side has an angle.
    func rectangle(at angle: Double) -> Rectangle {
        let along = SIMD2(cos(angle), sin(angle))
        let across = SIMD2(-along.y, along.x)
        var low = SIMD2(repeating: Double.infinity)
        var high = -low
        for p in corners {
            let q = SIMD2((p * along).sum(), (p * across).sum())
            low = pointwiseMin(low, q)
            high = pointwiseMax(high, q)
        }
        let center = (low + high) / 2
        return Rectangle(angle: angle, center: along * center.x + across * center.y, size: high - low)
    }

    /// The rectangle of least area, which lies along one of the edges (Freeman and Shapira, CACM 18(7), 1975).
    var leastRectangle: Rectangle {
        var best = rectangle(at: 0)
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let edge = b - a
            guard edge.length > 1e-6 else { continue }
            let found = rectangle(at: atan2(edge.y, edge.x))
            if found.area < best.area - 1e-12 { best = found }
        }
        return best
    }
}

/// Twice the area of a triangle; above zero when it turns counter-clockwise.
private func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

extension SIMD2<Double> {
    /// Euclidean length.
    var length: Double { (x * x + y * y).squareRoot() }
}
