public import Spaces

/// Where the points of a drawing are, for the question "is one here already?" in constant time.
///
/// Space is cut into cubes a few times as wide as the spacing: a question looks into the few that the spacing reaches, each of which
/// holds few points, because they keep apart. Narrower cubes would be more to look up, and far apart in memory.
public struct PointGrid: Sendable {
    /// The closest two points may be, metres.
    public let spacing: Double
    private var cubes: [Int: [WorldPoint]] = [:]
    /// Width of a cube, in spacings.
    private static let width = 4.0
    /// Cubes in each direction, a power of two; what lies farther counts as in the outermost ones.
    private static let reach = 1 << 20

    /// Makes an empty grid.
    public init(spacing: Double = PointNode.spacing) { self.spacing = spacing }

    /// Whether a point lies strictly closer than the spacing, in three dimensions as in the tutorial.
    public func containsPoint(near p: WorldPoint) -> Bool {
        let low = cube(of: p.coordinates - spacing)
        let high = cube(of: p.coordinates + spacing)
        for x in low.x...high.x {
            for y in low.y...high.y {
                for z in low.z...high.z {
                    guard let points = cubes[key(x, y, z)] else { continue }
                    if points.contains(where: { $0.distance(to: p) < spacing }) { return true }
                }
            }
        }
        return false
    }

    /// Remembers a point.
    public mutating func insert(_ p: WorldPoint) {
        let (x, y, z) = cube(of: p.coordinates)
        cubes[key(x, y, z), default: []].append(p)
    }

    private func cube(of place: SIMD3<Double>) -> (x: Int, y: Int, z: Int) {
        // Clamped, so that a point far outside any room cannot trap the conversion.
        let cube = (place / (spacing * Self.width)).rounded(.down).clamped(
            lowerBound: .init(repeating: -Double(Self.reach)), upperBound: .init(repeating: Double(Self.reach - 1)))
        return (Int(cube.x), Int(cube.y), Int(cube.z))
    }

    /// One number for the three of a cube.
    private func key(_ x: Int, _ y: Int, _ z: Int) -> Int { ((x * 2 * Self.reach) + y) * 2 * Self.reach + z }
}
