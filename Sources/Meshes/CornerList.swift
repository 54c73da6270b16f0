/// The corners of a mesh for formats in which a corner has one index, and not one each for place, normal and texture.
///
/// A position with several normals or places on the texture becomes several corners; the first of them keeps its index.
struct CornerList {
    /// The mesh.
    let mesh: Mesh
    /// For each corner the indices of position, normal and texture coordinate; nil when all of them are the corner's own.
    let sources: [SIMD3<Int32>]?
    /// Corners of each triangle; nil when they are the positions of the triangle.
    let triangles: [SIMD3<Int32>]?

    /// How many corners there are.
    var count: Int { sources?.count ?? mesh.positions.count }
    /// Whether corners have places on a texture.
    var hasTextureCoordinates: Bool { !mesh.textureCoordinates.isEmpty }

    /// Finds the corners of a mesh.
    init(_ mesh: Mesh) {
        self.mesh = mesh
        let usesTexture = !mesh.textureCoordinates.isEmpty
        let isPlain =
            mesh.hasOneNormalEach && (!usesTexture || mesh.triangles.allSatisfy { $0.textureCoordinates == $0.positions })
        guard !isPlain else {
            sources = nil
            triangles = nil
            return
        }
        let unused = Int32(-1)
        var sources = (0..<Int32(mesh.positions.count)).map { SIMD3($0, unused, unused) }
        // The next corner at the same position, or −1.
        var next = [Int32](repeating: unused, count: sources.count)
        triangles = mesh.triangles.map { triangle in
            var corners = SIMD3<Int32>.zero
            for corner in 0..<3 {
                let wanted = SIMD3(
                    triangle.positions[corner], triangle.normals[corner], usesTexture ? triangle.textureCoordinates[corner] : 0)
                var at = Int(wanted.x)
                while sources[at] != wanted {
                    if sources[at].y == unused {
                        sources[at] = wanted
                    } else if next[at] != unused {
                        at = Int(next[at])
                    } else {
                        next[at] = Int32(sources.count)
                        at = sources.count
                        sources.append(wanted)
                        next.append(unused)
                    }
                }
                corners[corner] = Int32(at)
            }
            return corners
        }
        // Positions that no triangle uses have no normal of their own.
        for index in sources.indices where sources[index].y == unused { sources[index] = SIMD3(Int32(index), 0, 0) }
        self.sources = sources
    }

    /// The corners of a triangle.
    @inline(__always) func corners(_ triangle: Int) -> SIMD3<Int32> {
        triangles?[triangle] ?? mesh.triangles[triangle].positions
    }

    /// Where the position, normal and texture coordinate of a corner stand.
    @inline(__always) func source(_ corner: Int) -> SIMD3<Int32> { sources?[corner] ?? SIMD3(repeating: Int32(corner)) }
}
