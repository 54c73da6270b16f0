public import Spaces

/// What a ray may land on, and how that must lie: `ARRaycastQuery`.
public struct RaycastQuery: Hashable, Sendable {
    /// What the ray may land on.
    public enum Target: String, Hashable, Sendable, CaseIterable {
        /// A known plane within its outline.
        case existingPlaneGeometry
        /// A known plane, taken as infinite.
        case existingPlaneInfinite
        /// A known plane within its outline, or a plane fitted to the feature points round the ray.
        case estimatedPlane
    }

    /// How the surface must lie.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Level.
        case horizontal
        /// Upright.
        case vertical
        /// Either.
        case any
    }

    /// The ray, in the world.
    public var ray: Ray<WorldSpace>
    /// What it may land on.
    public var target: Target
    /// How that must lie.
    public var alignment: Alignment

    /// Makes a query.
    public init(ray: Ray<WorldSpace>, allowing target: Target, alignment: Alignment = .any) {
        self.ray = ray
        self.target = target
        self.alignment = alignment
    }
}

extension HitTester {
    /// Casts a ray: `ARSession.raycast`.
    ///
    /// - Returns: nearest first; an estimated plane has no anchor.
    public func raycast(_ query: RaycastQuery) -> [HitTestResult] {
        var types: HitTestResult.ResultType
        switch query.target {
        case .existingPlaneGeometry: types = .existingPlaneUsingGeometry
        case .existingPlaneInfinite: types = .existingPlane
        case .estimatedPlane:
            types = .existingPlaneUsingGeometry
            if query.alignment != .vertical { types.insert(.estimatedHorizontalPlane) }
            if query.alignment != .horizontal { types.insert(.estimatedVerticalPlane) }
        }
        return hitTest(query.ray, types: types).filter { result in
            guard let anchor = result.anchor else { return true }
            switch query.alignment {
            case .any: return true
            case .horizontal: return anchor.alignment == .horizontal
            case .vertical: return anchor.alignment == .vertical
            }
        }
    }
}
