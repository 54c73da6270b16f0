public import Spaces

/// How a plane lies against gravity.
public enum PlaneAlignment: String, Sendable, Codable {
    /// Level, such as a table.
    case horizontal
    /// Upright, such as a wall.
    case vertical
}

/// A plane that the session knows: `ARPlaneAnchor`.
///
/// The plane is the XZ of the anchor's own axes and its normal +Y. The rectangle has its middle at ``center`` and reaches half of
/// ``extentX`` and ``extentZ`` to each side.
public struct PlaneAnchor: Hashable, Sendable {
    /// What the anchor is called; unique while it lives.
    public let identifier: String
    /// Level or upright.
    public let alignment: PlaneAlignment
    /// Where the anchor is.
    public let worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// Middle of the rectangle in the anchor's axes, metres, y = 0.
    public let center: AnchorPoint
    /// Full extent along the anchor's x, metres.
    public let extentX: Double
    /// Full extent along the anchor's z, metres.
    public let extentZ: Double
    /// Convex outline in the anchor's axes as (x, z), metres; nil when the session gave none.
    public let boundary: [SIMD2<Double>]?
    /// World to anchor, kept because every hit test needs it.
    let anchorFromWorld: RigidTransform<WorldSpace, AnchorSpace>

    /// Makes a plane anchor.
    public init(
        identifier: String, alignment: PlaneAlignment, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>,
        center: AnchorPoint, extentX: Double, extentZ: Double, boundary: [SIMD2<Double>]? = nil
    ) {
        self.identifier = identifier
        self.alignment = alignment
        self.worldFromAnchor = worldFromAnchor
        self.center = center
        self.extentX = extentX
        self.extentZ = extentZ
        self.boundary = boundary
        anchorFromWorld = worldFromAnchor.inverse
    }

    /// The normal in the world.
    public var normal: WorldVector { .init(worldFromAnchor.yAxis) }

    /// A point in the anchor's axes: its y is the height over the plane.
    public func local(_ p: WorldPoint) -> AnchorPoint { anchorFromWorld(p) }

    /// Whether a point of the anchor's axes lies over the rectangle, made larger by a share of its extent on each side.
    public func extentContains(_ p: AnchorPoint, margin: Double = 0) -> Bool {
        abs(p.x - center.x) <= extentX * (0.5 + margin) && abs(p.z - center.z) <= extentZ * (0.5 + margin)
    }

    /// Whether a point of the anchor's axes lies over the outline; over the rectangle where no outline is known.
    public func boundaryContains(_ p: AnchorPoint) -> Bool {
        guard let boundary, boundary.count >= 3 else { return extentContains(p) }
        // Inside a convex outline all edges turn the same way round the point; which way depends on the order given.
        var left = false
        var right = false
        for (i, a) in boundary.enumerated() {
            let edge = boundary[(i + 1) % boundary.count] - a
            let turn = edge.x * (p.z - a.y) - edge.y * (p.x - a.x)
            if turn > 0 { left = true }
            if turn < 0 { right = true }
            if left, right { return false }
        }
        return true
    }

    /// The outline in the anchor's axes as (x, z), metres: the boundary, or the rectangle where there is none; empty for a mere place.
    public var outline: [SIMD2<Double>] {
        if let boundary, boundary.count >= 3 { return boundary }
        let x = extentX / 2
        let z = extentZ / 2
        guard x > 0, z > 0 else { return [] }
        return [(-x, -z), (x, -z), (x, z), (-x, z)].map { SIMD2(center.x + $0, center.z + $1) }
    }
}
