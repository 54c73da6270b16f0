/// An area of a plane, its outlines on a grid of whole micrometres.
///
/// Whole numbers make every question about sides exact, and a micrometre is finer than any printer and coarser than the last digit of
/// any format. Outlines run counter-clockwise round the area and clockwise round its holes.
struct GridArea: Hashable, Sendable {
    /// A place on the grid.
    typealias Place = SIMD2<Int64>

    /// Steps of the grid in a metre.
    static let stepsPerMetre = 1e6
    /// Farthest place from the origin, metres: up to here doubles hold the products of two differences.
    static let reach = 25.0

    /// The outlines.
    var rings: [[Place]]

    /// The grid's place for a place in metres.
    static func place(_ p: SIMD2<Double>) -> Place {
        let steps = (p * stepsPerMetre).rounded(.toNearestOrAwayFromZero)
        return Place(Int64(steps.x), Int64(steps.y))
    }

    /// A place in metres.
    static func metres(_ p: Place) -> SIMD2<Double> { SIMD2(Double(p.x), Double(p.y)) / stepsPerMetre }

    /// Whether a place is inside, or on an outline.
    func contains(_ p: Place) -> Bool {
        var isInside = false
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                if (a.y > p.y) != (b.y > p.y) {
                    // The edge passes the height of the place: on which side of it?
                    let side = turn(a, b, p)
                    if side == 0 { return true }
                    if (side > 0) == (b.y > a.y) { isInside.toggle() }
                }
                a = b
            }
        }
        return isInside
    }

    /// Whether two corners lie at the same place.
    var hasTouchingCorners: Bool {
        var seen: Set<Place> = []
        seen.reserveCapacity(rings.reduce(0) { $0 + $1.count })
        for ring in rings { for p in ring where !seen.insert(p).inserted { return true } }
        return false
    }
}

/// Twice the area of a triangle of the grid; above 0 when it runs counter-clockwise.
func turn(_ a: GridArea.Place, _ b: GridArea.Place, _ c: GridArea.Place) -> Int64 {
    let u = b &- a
    let v = c &- a
    return u.x &* v.y &- u.y &* v.x
}
