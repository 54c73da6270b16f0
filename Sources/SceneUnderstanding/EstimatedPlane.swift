internal import Glibc
internal import Spaces

/// A plane fitted to the feature points round one ray.
///
/// ARKit's thresholds are not published; these are ours: the points of Apple's 18° cone, of which at least eight must lie within 1 cm
/// of the plane.
struct EstimatedPlane {
    /// A point of the plane.
    var point: WorldPoint
    /// Its normal, length 1, on the side that the ray comes from.
    var normal: WorldVector

    /// Fewer points are no evidence of a surface.
    static let fewestPoints = 8
    /// How far a point may lie off the plane, metres.
    static let thickness = 0.01

    /// The level plane that most points support.
    ///
    /// - Returns: nil when no level slice holds points enough.
    static func level(through points: [FeaturePoint], seenAlong direction: WorldVector) -> EstimatedPlane? {
        let heights = points.map(\.position.y).sorted()
        var best = 0..<0
        var low = 0
        for high in heights.indices {
            while heights[high] - heights[low] > 2 * thickness { low += 1 }
            if high + 1 - low > best.count { best = low..<(high + 1) }
        }
        guard best.count >= fewestPoints else { return nil }
        let y = heights[best].reduce(0, +) / Double(best.count)
        return .init(point: .init(x: 0, y: y, z: 0), normal: .init(x: 0, y: direction.y > 0 ? -1 : 1, z: 0))
    }

    /// The upright plane that most points support: a line of their plan.
    ///
    /// - Returns: nil when no upright slice holds points enough.
    static func upright(through points: [FeaturePoint], seenAlong direction: WorldVector) -> EstimatedPlane? {
        let plan = points.map { SIMD2($0.position.x, $0.position.z) }
        var best: [SIMD2<Double>] = []
        for (i, j) in pairs(of: plan.count) {
            let along = plan[j] - plan[i]
            let length = (along * along).sum().squareRoot()
            // Two points closer than this give no direction worth trying.
            guard length > 4 * thickness else { continue }
            let across = SIMD2(-along.y, along.x) / length
            let support = plan.filter { abs((($0 - plan[i]) * across).sum()) <= thickness }
            if support.count > best.count { best = support }
        }
        guard best.count >= fewestPoints else { return nil }
        let middle = best.reduce(SIMD2(), +) / Double(best.count)
        var sxx = 0.0
        var sxz = 0.0
        var szz = 0.0
        for p in best {
            let d = p - middle
            sxx += d.x * d.x
            sxz += d.x * d.y
            szz += d.y * d.y
        }
        // The direction of the plan's longer axis; the normal is at a right angle to it.
        let angle = atan2(2 * sxz, sxx - szz) / 2
        var normal = WorldVector(x: -sin(angle), y: 0, z: cos(angle))
        if normal.dot(direction) > 0 { normal = -normal }
        return .init(point: .init(x: middle.x, y: 0, z: middle.y), normal: normal)
    }

    /// All pairs of a few points, and the same spread-out choice of pairs of many.
    private static func pairs(of count: Int) -> [(Int, Int)] {
        let most = 512
        guard count * (count - 1) / 2 > most else {
            return (0..<count).flatMap { i in ((i + 1)..<max(count, i + 1)).map { (i, $0) } }
        }
        // Multiples of the golden ratio fill the square of pairs evenly, and are the same in every run.
        return (0..<most).compactMap { k in
            let i = Int((Double(k) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) * Double(count))
            let j = Int((Double(k) * 0.754_877_666_246_693).truncatingRemainder(dividingBy: 1) * Double(count))
            return i == j ? nil : (i, j)
        }
    }

    /// Where a ray meets the plane, as a multiple of its direction; nil when it leads away.
    func meets(_ ray: Ray<WorldSpace>) -> Double? {
        let t = normal.dot(point - ray.origin) / normal.dot(ray.direction)
        return t.isFinite && t >= 0 ? t : nil
    }
}
