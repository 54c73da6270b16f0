internal import CTessellator

/// Triangles that fill an area of the grid; their corners are the corners of its outlines, in order.
struct GridTriangles {
    /// Places of all corners.
    let places: [GridArea.Place]
    /// Three corners a triangle, counter-clockwise.
    private(set) var corners: [Int32]

    /// Fills what lies inside an odd number of outlines; nil when outlines touch or cross.
    ///
    /// The tessellator sweeps the plane, which makes needles; flips turn them into the triangles of Delaunay.
    init?(filling rings: [[GridArea.Place]]) {
        places = rings.flatMap { $0 }
        guard !GridArea(rings: rings).hasTouchingCorners else { return nil }
        let numbers = places.flatMap { [Double($0.x), Double($0.y)] }
        let counts = rings.map(\.count)
        let filled = unsafe numbers.withUnsafeBufferPointer { xy in
            unsafe counts.withUnsafeBufferPointer { counts -> OpaquePointer? in
                guard let xy = xy.baseAddress, let start = counts.baseAddress else { return nil }
                return unsafe at_fill(xy, start, counts.count)
            }
        }
        guard let filled = unsafe filled else { return nil }
        defer { unsafe at_triangles_destroy(filled) }
        guard unsafe at_crossings(filled) == 0 else { return nil }
        corners = unsafe Array(UnsafeBufferPointer(start: at_corners(filled), count: 3 * at_count(filled)))
        var flips = DelaunayFlips(places: places, corners: corners)
        flips.run()
        corners = flips.corners
        for t in stride(from: 0, to: corners.count, by: 3) {
            // A face without an area would be one too many for those who read the file.
            guard turn(places[Int(corners[t])], places[Int(corners[t + 1])], places[Int(corners[t + 2])]) > 0 else { return nil }
        }
    }
}
