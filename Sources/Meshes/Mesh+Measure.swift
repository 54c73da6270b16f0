extension Mesh {
    /// Twice the area of a triangle as a vector along its outward normal, square metres.
    func doubleArea(_ triangle: Triangle) -> SIMD3<Double> {
        let a = positions[Int(triangle.positions.x)]
        return cross(positions[Int(triangle.positions.y)] - a, positions[Int(triangle.positions.z)] - a)
    }

    /// The area of the smallest triangle, square metres; nil without triangles.
    public var smallestTriangleArea: Double? {
        triangles.map { length(doubleArea($0)) / 2 }.min()
    }

    /// The volume inside, cubic metres, by the divergence theorem; right for closed meshes that face outward.
    public var volume: Double {
        triangles.reduce(0) { sum, triangle in
            let a = positions[Int(triangle.positions.x)]
            let b = positions[Int(triangle.positions.y)]
            let c = positions[Int(triangle.positions.z)]
            return sum + (a * cross(b, c)).sum() / 6
        }
    }

    /// Whether every edge is shared by exactly two triangles that run along it in opposite ways.
    public var isClosed: Bool {
        var balance: [SIMD2<Int32>: Int] = [:]
        for triangle in triangles {
            for corner in 0..<3 {
                let edge = SIMD2(triangle.positions[corner], triangle.positions[(corner + 1) % 3])
                balance[edge, default: 0] += 1
            }
        }
        return balance.allSatisfy { edge, count in count == 1 && balance[SIMD2(edge.y, edge.x)] == 1 }
    }

    /// Positions − edges + triangles: 2 for a closed surface without holes.
    public var eulerCharacteristic: Int {
        var edges: Set<SIMD2<Int32>> = []
        for triangle in triangles {
            for corner in 0..<3 {
                let a = triangle.positions[corner]
                let b = triangle.positions[(corner + 1) % 3]
                edges.insert(SIMD2(min(a, b), max(a, b)))
            }
        }
        return positions.count - edges.count + triangles.count
    }
}

/// The vector product, right-handed.
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The Euclidean length.
func length(_ a: SIMD3<Double>) -> Double { (a * a).sum().squareRoot() }
