/// The surface of a distance field, tetrahedron by tetrahedron.
struct FieldSurface {
    /// Corners stay this share of an edge away from its ends, so that no face is without an area.
    private static let margin = 0.02

    /// The six tetrahedra of a cube: corners as sums of the bits 1 (x), 2 (y) and 4 (z), and whether they turn the right way.
    private static let tetrahedra: [(corners: [Int], isPositive: Bool)] = [
        ([0, 1, 3, 7], true), ([0, 2, 6, 7], true), ([0, 4, 5, 7], true),
        ([0, 1, 5, 7], false), ([0, 2, 3, 7], false), ([0, 4, 6, 7], false),
    ]

    private let field: DistanceField
    private var positions: [SIMD3<Double>] = []
    private var times: [Double] = []
    private var lines: [Int] = []
    private var triangles: [SIMD3<Int32>] = []
    /// Corners by the edges they lie on: the key of the lower end, and the bits of the way to the upper one.
    private var known: [SIMD2<Int>: Int32] = [:]
    /// Lines that are one solid, as a forest.
    private var parents: [Int]

    init(field: DistanceField, lineCount: Int) {
        self.field = field
        parents = Array(0..<lineCount)
    }

    /// Goes through all cubes.
    mutating func march() {
        let offsets = (0..<8).map { bits in (0..<3).reduce(0) { $0 + (bits >> $1 & 1) * DistanceField.steps[$1] } }
        // Dictionaries have another order in each run.
        for key in field.nodes.keys.sorted() {
            var corners: [DistanceField.Node] = []
            for offset in offsets {
                guard let node = field.nodes[key + offset] else { break }
                corners.append(node)
            }
            // The surface passes only cubes of which every corner is known.
            guard corners.count == 8, corners.contains(where: { $0.distance < field.radius }) else { continue }
            for tetrahedron in Self.tetrahedra { add(tetrahedron, corners, key, offsets) }
        }
    }

    /// Two lines are one solid.
    mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(a), root(b))
        parents[max(a, b)] = min(a, b)
    }

    private func root(_ line: Int) -> Int {
        var line = line
        while parents[line] != line { line = parents[line] }
        return line
    }

    private mutating func add(
        _ tetrahedron: (corners: [Int], isPositive: Bool), _ nodes: [DistanceField.Node], _ key: Int, _ offsets: [Int]
    ) {
        let all = tetrahedron.corners
        let inside = all.filter { nodes[$0].distance < field.radius }
        for corner in inside.dropFirst() where nodes[corner].line != nodes[inside[0]].line {
            join(nodes[corner].line, nodes[inside[0]].line)
        }
        guard (1...3).contains(inside.count) else { return }
        let outside = all.filter { nodes[$0].distance >= field.radius }
        // How the order "inside, then outside" turns, beside that of the tetrahedron.
        let order = (inside + outside).compactMap(all.firstIndex)
        var isOutward = tetrahedron.isPositive
        for i in 0..<4 { for j in (i + 1)..<4 where order[i] > order[j] { isOutward.toggle() } }
        func corner(_ from: Int, _ to: Int) -> Int32 { point(from, to, nodes, key, offsets) }
        switch inside.count {
        case 1: add(outside.map { corner(inside[0], $0) }, isOutward)
        case 3: add(inside.map { corner($0, outside[0]) }, isOutward)
        default:
            let (a, b, c, d) = (inside[0], inside[1], outside[0], outside[1])
            let (ac, ad, bd, bc) = (corner(a, c), corner(a, d), corner(b, d), corner(b, c))
            add([ac, ad, bd], isOutward)
            add([ac, bd, bc], isOutward)
        }
    }

    private mutating func add(_ corners: [Int32], _ isOutward: Bool) {
        triangles.append(isOutward ? SIMD3(corners[0], corners[1], corners[2]) : SIMD3(corners[0], corners[2], corners[1]))
    }

    /// The corner where the surface passes an edge.
    private mutating func point(
        _ inside: Int, _ outside: Int, _ nodes: [DistanceField.Node], _ key: Int, _ offsets: [Int]
    ) -> Int32 {
        let edge = SIMD2(key + offsets[inside & outside], inside ^ outside)
        if let index = known[edge] { return index }
        let (a, b) = (nodes[inside], nodes[outside])
        let from = field.place(key + offsets[inside])
        let to = field.place(key + offsets[outside])
        // Between the two the line is nearly straight: where is the edge as far from it as the radius?
        let way = b.foot - a.foot
        let squared = (way * way).sum()
        var (low, high) = (0.0, 1.0)
        for _ in 0..<16 {
            let middle = (low + high) / 2
            let p = from + (to - from) * middle
            let along = squared > 0 ? min(max(((p - a.foot) * way).sum() / squared, 0), 1) : 0
            if length(p - a.foot - way * along) < field.radius { low = middle } else { high = middle }
        }
        let share = (low + high) / 2
        let index = Int32(positions.count)
        known[edge] = index
        positions.append(from + (to - from) * min(max(share, Self.margin), 1 - Self.margin))
        times.append(a.time)
        lines.append(a.line)
        return index
    }

    /// The surface, cut into solids.
    func solids() -> [StrokeSolid] {
        var parts: [Int: [SIMD3<Int32>]] = [:]
        for triangle in withoutCavities { parts[root(lines[Int(triangle.x)]), default: []].append(triangle) }
        return parts.keys.sorted().map { first in
            StrokeSolid(mesh: mesh(of: parts[first] ?? []), lines: parents.indices.filter { root($0) == first })
        }
    }

    /// The triangles without those round a hollow inside, such as in a ball of yarn: nobody sees it, and it is filled.
    private var withoutCavities: [SIMD3<Int32>] {
        var shells = positions.indices.map { Int32($0) }
        func shell(_ corner: Int32) -> Int32 {
            var corner = corner
            while shells[Int(corner)] != corner {
                shells[Int(corner)] = shells[Int(shells[Int(corner)])]
                corner = shells[Int(corner)]
            }
            return corner
        }
        for t in triangles {
            let first = shell(t.x)
            shells[Int(shell(t.y))] = first
            shells[Int(shell(t.z))] = first
        }
        // A surface that faces into a hollow has a volume below 0.
        var volumes: [Int32: Double] = [:]
        for t in triangles {
            let (a, b, c) = (positions[Int(t.x)], positions[Int(t.y)], positions[Int(t.z)])
            volumes[shell(t.x), default: 0] += ((a - field.origin) * cross(b - field.origin, c - field.origin)).sum() / 6
        }
        return triangles.filter { (volumes[shell($0.x)] ?? 0) > 0 }
    }

    private func mesh(of triangles: [SIMD3<Int32>]) -> Mesh {
        var renumbered = [Int32](repeating: -1, count: positions.count)
        var places: [SIMD3<Double>] = []
        var moments: [Double] = []
        let corners = triangles.map { triangle in
            var corners = SIMD3<Int32>.zero
            for k in 0..<3 {
                let old = Int(triangle[k])
                if renumbered[old] < 0 {
                    renumbered[old] = Int32(places.count)
                    places.append(positions[old])
                    moments.append(times[old])
                }
                corners[k] = renumbered[old]
            }
            return corners
        }
        // A corner faces as its triangles do on average, by their areas.
        var normals = [SIMD3<Double>](repeating: .zero, count: places.count)
        for t in corners {
            let a = places[Int(t.x)]
            let area = cross(places[Int(t.y)] - a, places[Int(t.z)] - a)
            for k in 0..<3 { normals[Int(t[k])] += area }
        }
        var textured = BoxTexture()
        let faces = corners.map { t in
            Triangle(positions: t, normals: t, textureCoordinates: textured.coordinates(of: t, at: places))
        }
        return Mesh(
            positions: places, normals: normals.map { $0 / length($0) }, triangles: faces,
            textureCoordinates: textured.coordinates,
            times: moments)
    }
}
