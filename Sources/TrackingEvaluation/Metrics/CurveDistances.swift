public import Spaces

/// The Hausdorff distance of two sets of points, metres: the largest distance from a point of either to the nearest of the other.
///
/// - Returns: 0 of two empty sets, infinite when one alone is empty.
public func hausdorffDistance(_ a: [WorldPoint], _ b: [WorldPoint]) -> Double {
    if a.isEmpty, b.isEmpty { return 0 }
    return max(directedDistance(from: a, to: b), directedDistance(from: b, to: a))
}

/// The largest distance from a point of one set to the nearest point of another, metres; 0 from an empty set.
public func directedDistance(from a: [WorldPoint], to b: [WorldPoint]) -> Double {
    a.reduce(0) { largest, point in
        max(largest, b.reduce(.infinity) { min($0, point.distance(to: $1)) })
    }
}

/// The discrete Fréchet distance of two curves, metres: the shortest leash with which both are walked from end to end, point by point.
///
/// After Eiter and Mannila, Computing Discrete Fréchet Distance, 1994. Memory grows with one curve alone.
///
/// - Returns: 0 of two empty curves, infinite when one alone is empty.
public func frechetDistance(_ a: [WorldPoint], _ b: [WorldPoint]) -> Double {
    guard !a.isEmpty, !b.isEmpty else { return a.isEmpty && b.isEmpty ? 0 : .infinity }
    var row = [Double](repeating: .infinity, count: b.count)
    for (i, p) in a.enumerated() {
        var diagonal = Double.infinity
        for (j, q) in b.enumerated() {
            let above = row[j]
            let left = j > 0 ? row[j - 1] : .infinity
            let reached = i == 0 && j == 0 ? 0 : min(above, left, diagonal)
            row[j] = max(reached, p.distance(to: q))
            diagonal = above
        }
    }
    return row[b.count - 1]
}

/// Points along a polyline at a spacing, its corners' ends included.
///
/// - Parameters:
///   - points: the corners.
///   - spacing: metres between points, more than 0.
/// - Returns: the first corner, points each one spacing further along, and the last corner.
public func resampled(_ points: [WorldPoint], spacing: Double) -> [WorldPoint] {
    precondition(spacing > 0, "the spacing is more than 0")
    guard let first = points.first, let last = points.last, points.count > 1 else { return points }
    var out = [first]
    var toNext = spacing
    for (a, b) in zip(points, points.dropFirst()) {
        let length = a.distance(to: b)
        guard length > 0 else { continue }
        var along = toNext
        while along < length {
            out.append(a + (b - a) * (along / length))
            along += spacing
        }
        toNext = along - length
    }
    if out.last != last { out.append(last) }
    return out
}

/// The length of a polyline, metres.
public func length(of points: [WorldPoint]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
}
