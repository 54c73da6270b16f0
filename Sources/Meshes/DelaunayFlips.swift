/// Turns any triangles of an area into the well-shaped ones of its constrained Delaunay triangulation, edge by edge.
///
/// Source: C. L. Lawson, "Software for C¹ surface interpolation", Mathematical Software III, 1977: an inner edge whose two triangles have each
/// other's far corner inside their circle is replaced by the other diagonal. Sides are asked exactly; the circle is asked with doubles,
/// where an error costs beauty and nothing else.
struct DelaunayFlips {
    private let places: [GridArea.Place]
    /// Three corners a triangle.
    private(set) var corners: [Int32]
    /// For the edge from each corner to the next of its triangle: the same edge in the neighbour, −1 at the border.
    private var twins: [Int32]

    /// Takes triangles that run counter-clockwise and share their edges.
    init(places: [GridArea.Place], corners: [Int32]) {
        self.places = places
        self.corners = corners
        twins = Array(repeating: -1, count: corners.count)
        // The edges that leave each corner, as linked lists: an edge's twin is among those that leave its end.
        var first = [Int32](repeating: -1, count: places.count)
        var next = [Int32](repeating: -1, count: corners.count)
        for edge in corners.indices {
            let from = Int(corners[edge])
            next[edge] = first[from]
            first[from] = Int32(edge)
        }
        for edge in corners.indices {
            let to = corners[Self.next(edge)]
            var candidate = first[Int(to)]
            while candidate >= 0 {
                if corners[Self.next(Int(candidate))] == corners[edge] { break }
                candidate = next[Int(candidate)]
            }
            twins[edge] = candidate
        }
    }

    /// Flips until nothing is left to flip.
    mutating func run() {
        var open = corners.indices.filter { twins[$0] > $0 }
        // Doubles may judge four corners on one circle both ways; the bound ends what would turn in a circle.
        var left = 40 * corners.count
        while let edge = open.popLast() {
            guard left > 0, shouldFlip(edge) else { continue }
            left -= 1
            open += flip(edge)
        }
    }

    private static func next(_ edge: Int) -> Int { edge % 3 == 2 ? edge - 2 : edge + 1 }
    private static func previous(_ edge: Int) -> Int { edge % 3 == 0 ? edge + 2 : edge - 1 }
    private func place(_ edge: Int) -> GridArea.Place { places[Int(corners[edge])] }

    private func shouldFlip(_ edge: Int) -> Bool {
        guard twins[edge] >= 0 else { return false }
        let twin = Int(twins[edge])
        let a = place(edge)
        let b = place(twin)
        let c = place(Self.previous(edge))
        let d = place(Self.previous(twin))
        guard turn(c, a, d) > 0, turn(d, b, c) > 0 else { return false }
        if turn(a, b, c) <= 0 || turn(b, a, d) <= 0 { return true }
        return Self.circle(a, b, c, holds: d)
    }

    /// Whether a place lies inside the circle through three others, and not merely on it.
    private static func circle(
        _ a: GridArea.Place, _ b: GridArea.Place, _ c: GridArea.Place, holds d: GridArea.Place
    ) -> Bool {
        func from(_ p: GridArea.Place) -> SIMD2<Double> { SIMD2(Double(p.x - d.x), Double(p.y - d.y)) }
        let (u, v, w) = (from(a), from(b), from(c))
        let (uu, vv, ww) = ((u * u).sum(), (v * v).sum(), (w * w).sum())
        let first = uu * (v.x * w.y - v.y * w.x)
        let second = vv * (w.x * u.y - w.y * u.x)
        let third = ww * (u.x * v.y - u.y * v.x)
        return first + second + third > 1e-9 * (abs(first) + abs(second) + abs(third))
    }

    /// Replaces an edge by the other diagonal.
    ///
    /// - Returns: the four edges round it, which may have to be flipped now.
    private mutating func flip(_ edge: Int) -> [Int] {
        let twin = Int(twins[edge])
        let (e1, e2) = (Self.next(edge), Self.previous(edge))
        let (t1, t2) = (Self.next(twin), Self.previous(twin))
        let (outerOfE2, outerOfT2) = (twins[e2], twins[t2])
        // (a, b, c) and (b, a, d) become (d, b, c) and (c, a, d): two edges change places with those of the neighbour.
        let (c, d) = (corners[e2], corners[t2])
        corners[edge] = d
        corners[twin] = c
        join(edge, outerOfT2)
        join(twin, outerOfE2)
        join(e2, Int32(t2))
        return [edge, e1, twin, t1].filter { twins[$0] >= 0 }
    }

    private mutating func join(_ edge: Int, _ twin: Int32) {
        twins[edge] = twin
        if twin >= 0 { twins[Int(twin)] = Int32(edge) }
    }
}
