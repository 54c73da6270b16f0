public import Spaces

/// Intersection over union of two regions by their exact areas, without rasterizing.
///
/// As `poly_iou` of got10k-toolkit 956e728, which asks shapely; here the plane is cut into slabs between all corners and crossings,
/// within which both regions are trapezoids. A self-crossing polygon counts by the even-odd rule. 0 when neither has an area.
///
/// - Parameters:
///   - a: a region; a point has no area.
///   - b: a region.
///   - size: the picture to which both are clipped; nil for no bound.
public func polygonOverlap(_ a: Region, _ b: Region, in size: PixelSize? = nil) -> Double {
    let p = a.corners
    let q = b.corners
    guard p.allSatisfy(\.isFinite), q.allSatisfy(\.isFinite) else { return 0 }
    let bounds = size.map { PixelRect(covering: $0) }
    let (common, areaA, areaB) = slabAreas(p, q, bounds)
    let union = areaA + areaB - common
    return union > 0 ? min(max(common / union, 0), 1) : 0
}

extension Region {
    /// The corners of its outline, in order; none of a point.
    var corners: [PixelPoint] {
        switch self {
        case .point: return []
        case .polygon(let points): return points
        case .rect(let r):
            return [
                .init(x: r.minX, y: r.minY), .init(x: r.maxX, y: r.minY), .init(x: r.maxX, y: r.maxY),
                .init(x: r.minX, y: r.maxY),
            ]
        }
    }
}

private typealias Edge = (a: PixelPoint, b: PixelPoint)

private func edges(_ points: [PixelPoint]) -> [Edge] {
    points.indices.map { (points[$0], points[($0 + 1) % points.count]) }
}

/// Areas of the common part and of both polygons, inside the bounds.
private func slabAreas(_ p: [PixelPoint], _ q: [PixelPoint], _ bounds: PixelRect?) -> (common: Double, a: Double, b: Double) {
    let mine = edges(p)
    let theirs = edges(q)
    var all = mine + theirs
    var ys = (p + q).map(\.y)
    if let bounds {
        // The bound's upright sides cross edges too; its level sides are cuts.
        all.append((.init(x: bounds.minX, y: bounds.minY), .init(x: bounds.minX, y: bounds.maxY)))
        all.append((.init(x: bounds.maxX, y: bounds.minY), .init(x: bounds.maxX, y: bounds.maxY)))
        ys += [bounds.minY, bounds.maxY]
    }
    for i in all.indices {
        for j in all.indices where j > i {
            if let y = crossing(all[i], all[j]) { ys.append(y) }
        }
    }
    ys.sort()
    var areas = (common: 0.0, a: 0.0, b: 0.0)
    for (y0, y1) in zip(ys, ys.dropFirst()) where y1 > y0 {
        let middle = (y0 + y1) / 2
        if let bounds, middle < bounds.minY || middle > bounds.maxY { continue }
        let a = spans(mine, at: middle, bounds)
        let b = spans(theirs, at: middle, bounds)
        let height = y1 - y0
        areas.a += height * a.reduce(0) { $0 + ($1.to - $1.from) }
        areas.b += height * b.reduce(0) { $0 + ($1.to - $1.from) }
        for s in a {
            for t in b { areas.common += height * max(0, min(s.to, t.to) - max(s.from, t.from)) }
        }
    }
    return areas
}

/// The y at which two edges cross; nil when they do not or are parallel.
private func crossing(_ e: Edge, _ f: Edge) -> Double? {
    let d = e.b - e.a
    let g = f.b - f.a
    let across = d.dx * g.dy - d.dy * g.dx
    guard across != 0 else { return nil }
    let between = f.a - e.a
    let t = (between.dx * g.dy - between.dy * g.dx) / across
    let u = (between.dx * d.dy - between.dy * d.dx) / across
    guard t >= 0, t <= 1, u >= 0, u <= 1 else { return nil }
    return e.a.y + t * d.dy
}

/// Where a level line is inside, by the even-odd rule.
private func spans(_ edges: [Edge], at y: Double, _ bounds: PixelRect?) -> [(from: Double, to: Double)] {
    var xs: [Double] = []
    for (a, b) in edges where (a.y <= y) != (b.y <= y) {
        xs.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
    }
    xs.sort()
    return stride(from: 0, to: xs.count - 1, by: 2).compactMap { i in
        let from = bounds.map { max($0.minX, xs[i]) } ?? xs[i]
        let to = bounds.map { min($0.maxX, xs[i + 1]) } ?? xs[i + 1]
        return to > from ? (from, to) : nil
    }
}
