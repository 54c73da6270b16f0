public import Spaces

/// The small box that marks a drawn point, as the tutorial's `PointNode` (ARPaint): 3 mm × 0.01 mm × 3 mm, standing on the plane.
public enum PointNode {
    /// Side of the square footprint, metres.
    public static let side = 0.003
    /// Height before the drawing is raised, metres.
    public static let flatHeight = 0.00001
    /// Chamfer as far as the box allows it, metres.
    public static let chamfer = 0.001
    /// Two points may not be closer than half the diagonal of the footprint: √2 · 3 mm / 2 ≈ 2.121 mm.
    public static let spacing = side * 2.0.squareRoot() / 2
}

/// Where the points of a drawing are, for the question "is one here already?" in constant time.
///
/// Space is cut into cubes as wide as the spacing, so only a point's own cube and its 26 neighbours can hold one that is too near.
public struct PointGrid: Sendable {
    /// The closest two points may be, metres.
    public let spacing: Double
    private var cubes: [SIMD3<Int32>: [WorldPoint]] = [:]

    /// Makes an empty grid.
    public init(spacing: Double = PointNode.spacing) { self.spacing = spacing }

    /// Whether a point lies strictly closer than the spacing, in three dimensions as in the tutorial.
    public func containsPoint(near p: WorldPoint) -> Bool {
        let middle = cube(of: p)
        for dx: Int32 in -1...1 {
            for dy: Int32 in -1...1 {
                for dz: Int32 in -1...1 {
                    guard let points = cubes[middle &+ SIMD3(dx, dy, dz)] else { continue }
                    if points.contains(where: { $0.distance(to: p) < spacing }) { return true }
                }
            }
        }
        return false
    }

    /// Remembers a point.
    public mutating func insert(_ p: WorldPoint) { cubes[cube(of: p), default: []].append(p) }

    private func cube(of p: WorldPoint) -> SIMD3<Int32> {
        // Clamped, so that a point far outside any room cannot trap the conversion.
        let scaled = (p.coordinates / spacing).rounded(.down).clamped(
            lowerBound: .init(repeating: -1e9), upperBound: .init(repeating: 1e9))
        return .init(Int32(scaled.x), Int32(scaled.y), Int32(scaled.z))
    }
}
