public import Spaces

/// Where a ray meets the scene: `ARHitTestResult`.
public struct HitTestResult: Hashable, Sendable {
    /// What may be hit, with ARKit's bits.
    public struct ResultType: OptionSet, Hashable, Sendable {
        /// ARKit's bits.
        public let rawValue: UInt

        /// Makes a set from ARKit's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A known plane, taken as infinite.
        public static let existingPlane = ResultType(rawValue: 1 << 3)
        /// A known plane within its rectangle.
        public static let existingPlaneUsingExtent = ResultType(rawValue: 1 << 4)
        /// A known plane within its outline, or its rectangle where it has none.
        public static let existingPlaneUsingGeometry = ResultType(rawValue: 1 << 5)
    }

    /// What was hit; one bit.
    public let type: ResultType
    /// From the ray's origin, metres.
    public let distance: Double
    /// Position of the hit, with the axes of the anchor.
    public let worldTransform: RigidTransform<AnchorSpace, WorldSpace>
    /// Position of the hit in the anchor's axes.
    public let localTransform: RigidTransform<AnchorSpace, AnchorSpace>
    /// The plane that was hit.
    public let anchor: PlaneAnchor

    /// Position of the hit, metres.
    public var worldPosition: WorldPoint { worldTransform.origin }
}

/// Shoots a ray at planes.
///
/// - Parameters:
///   - ray: in the world; distances are measured from its origin.
///   - planes: what the session knows.
///   - types: what to look for; a plane gives one result for each kind it satisfies.
/// - Returns: nearest first; equal distances in the order of `planes`, the narrower kind first.
public func hitTest(
    _ ray: Ray<WorldSpace>, planes: some Sequence<PlaneAnchor>, types: HitTestResult.ResultType
) -> [HitTestResult] {
    var results: [HitTestResult] = []
    for plane in planes {
        guard let local = plane.anchorFromWorld(ray).hitOfPlane() else { continue }
        let world = plane.worldFromAnchor(local)
        let distance = world.distance(to: ray.origin)
        guard distance.isFinite else { continue }
        var pose = plane.worldFromAnchor
        pose.translation = world.coordinates
        var localPose = RigidTransform<AnchorSpace, AnchorSpace>.identity
        localPose.translation = local.coordinates
        func add(_ type: HitTestResult.ResultType, if holds: Bool) {
            guard types.contains(type), holds else { return }
            results.append(
                .init(type: type, distance: distance, worldTransform: pose, localTransform: localPose, anchor: plane))
        }
        add(.existingPlaneUsingGeometry, if: plane.boundaryContains(local))
        add(.existingPlaneUsingExtent, if: plane.extentContains(local))
        add(.existingPlane, if: true)
    }
    // sorted(by:) is not promised to be stable, and equal distances are common here: the place in the list decides.
    return results.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element)
}
