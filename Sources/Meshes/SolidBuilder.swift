/// Gathers the faces of a convex-faced solid: equal corners become one, faces without an area are left out.
struct SolidBuilder {
    private var positions: [SIMD3<Double>] = []
    private var normals: [SIMD3<Double>] = []
    private var triangles: [Triangle] = []

    /// The index of a corner; corners at exactly the same place are one.
    mutating func position(_ place: SIMD3<Double>) -> Int32 {
        // Zero may come as −0, which compares equal.
        if let known = positions.firstIndex(of: place) { return Int32(known) }
        positions.append(place)
        return Int32(positions.count - 1)
    }

    /// Adds a flat convex face, counter-clockwise seen from outside; with fewer than three different corners it vanishes.
    mutating func face(_ corners: [Int32]) {
        var outline: [Int32] = []
        for corner in corners where !outline.contains(corner) { outline.append(corner) }
        guard outline.count >= 3 else { return }
        // The normal of the whole outline (Newell), so that a short edge does not spoil it.
        var area = SIMD3<Double>.zero
        for i in outline.indices {
            area += cross(positions[Int(outline[i])], positions[Int(outline[(i + 1) % outline.count])])
        }
        let normal = Int32(normals.count)
        normals.append(area / length(area))
        for i in 1..<outline.count - 1 {
            triangles.append(
                Triangle(positions: SIMD3(outline[0], outline[i], outline[i + 1]), normals: SIMD3(repeating: normal)))
        }
    }

    /// What was gathered; corners that no face uses are not in it.
    var mesh: Mesh {
        let used = Set(triangles.flatMap { [$0.positions.x, $0.positions.y, $0.positions.z] })
        var renumbered: [Int32: Int32] = [:]
        var kept: [SIMD3<Double>] = []
        for index in positions.indices.map({ Int32($0) }) where used.contains(index) {
            renumbered[index] = Int32(kept.count)
            kept.append(positions[Int(index)])
        }
        let moved = triangles.map { triangle in
            var triangle = triangle
            for corner in 0..<3 { triangle.positions[corner] = renumbered[triangle.positions[corner]] ?? 0 }
            return triangle
        }
        return Mesh(positions: kept, normals: normals, triangles: moved)
    }
}
