public import Spaces

/// What rays are shot at: the planes and the feature points of one moment.
///
/// Made once for a scene and asked often; planes cost a ray a few nanoseconds each, and feature points a walk down a tree.
public struct HitTester: Sendable {
    /// The feature points; nil where the session has none.
    public let features: FeatureIndex?
    private let faces: PlaneHits
    private let estimates: Bool
    /// Where the feature points lie that tell a plane, along the ray, and how far off the plane may be met, metres.
    private static let reach = 0.05...4.0

    /// The planes.
    public var planes: [PlaneAnchor] { faces.planes }

    /// Makes a tester.
    ///
    /// - Parameters:
    ///   - planes: in the order in which they came.
    ///   - features: the feature points; nil where there are none.
    ///   - knowsUp: whether the world's y is up; else no plane is estimated, which would be level or upright.
    public init(planes: [PlaneAnchor], features: FeatureIndex? = nil, knowsUp: Bool = true) {
        faces = PlaneHits(planes)
        self.features = features
        estimates = knowsUp
    }

    /// Shoots a ray: `ARFrame.hitTest`.
    ///
    /// - Parameters:
    ///   - ray: in the world; distances are measured from its origin.
    ///   - types: what to look for; a plane gives one result for each kind it satisfies.
    ///   - order: of the results.
    /// - Returns: in the order asked for; equal distances in the order of the planes, the narrower kind first.
    public func hitTest(
        _ ray: Ray<WorldSpace>, types: HitTestResult.ResultType, order: HitTestResult.Order = .nearestFirst
    ) -> [HitTestResult] {
        var results: [HitTestResult] = []
        if !types.isDisjoint(with: .existing) { faces.collect(ray, types: types, into: &results) }
        sort(&results)
        let hitsKnownPlane = !results.isEmpty
        guard let features, !types.isDisjoint(with: [.featurePoint, .estimatedHorizontalPlane, .estimatedVerticalPlane]) else {
            return results
        }
        if types.contains(.featurePoint) { featurePoint(ray, features).map { results.append($0) } }
        let skipsLevel = order == .documented && hitsKnownPlane
        if estimates, !types.isDisjoint(with: .estimated) {
            let near = features.points(in: .init(around: ray, range: Self.reach))
            for type in [HitTestResult.ResultType.estimatedHorizontalPlane, .estimatedVerticalPlane] where types.contains(type) {
                if type == .estimatedHorizontalPlane, skipsLevel { continue }
                estimate(type, ray, near).map { results.append($0) }
            }
        }
        if order == .nearestFirst { sort(&results) }
        return results
    }

    /// `sorted(by:)` is not promised to be stable, and equal distances are common here: the place in the list decides.
    private func sort(_ results: inout [HitTestResult]) {
        guard results.count > 1 else { return }
        results = results.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element)
    }

    private func featurePoint(_ ray: Ray<WorldSpace>, _ features: FeatureIndex) -> HitTestResult? {
        guard let feature = features.smallestAngle(in: .init(around: ray, range: 0.05...100)) else { return nil }
        let direction = ray.direction.normalized
        let distance = (feature.position - ray.origin).dot(direction)
        return unanchored(
            .featurePoint, at: ray.origin + direction * distance, distance: distance, normal: .init(x: 0, y: 1, z: 0), ray,
            nearest: feature)
    }

    private func estimate(_ type: HitTestResult.ResultType, _ ray: Ray<WorldSpace>, _ near: [FeaturePoint]) -> HitTestResult? {
        let direction = ray.direction.normalized
        let plane =
            type == .estimatedHorizontalPlane
            ? EstimatedPlane.level(through: near, seenAlong: direction) : .upright(through: near, seenAlong: direction)
        guard let plane, let distance = plane.meets(.init(origin: ray.origin, direction: direction)),
            distance <= Self.reach.upperBound
        else { return nil }
        let point = ray.origin + direction * distance
        guard let nearest = near.min(by: { $0.position.distance(to: point) < $1.position.distance(to: point) }) else {
            return nil
        }
        return unanchored(type, at: point, distance: distance, normal: plane.normal, ray, nearest: nearest)
    }

    private func unanchored(
        _ type: HitTestResult.ResultType, at point: WorldPoint, distance: Double, normal: WorldVector, _ ray: Ray<WorldSpace>,
        nearest: FeaturePoint
    ) -> HitTestResult {
        let pose = RigidTransform<AnchorSpace, WorldSpace>(standingAt: point, normal: normal, facing: -ray.direction)
        var localPose = RigidTransform<AnchorSpace, AnchorSpace>.identity
        localPose.translation = (point - nearest.position).components
        return .init(type: type, distance: distance, worldTransform: pose, localTransform: localPose, anchor: nil)
    }
}

extension RigidTransform where From == AnchorSpace, To == WorldSpace {
    /// A place on a surface: y is its normal, and z leads as nearly as it can the way that is given.
    ///
    /// - Parameters:
    ///   - point: the origin.
    ///   - normal: of the surface, length 1.
    ///   - toward: where z should lead; where that is along the normal, z is one of the directions at a right angle to it.
    public init(standingAt point: WorldPoint, normal: WorldVector, facing toward: WorldVector) {
        var z = toward - normal * toward.dot(normal)
        if z.length < 1e-9 * toward.length || !z.length.isFinite || toward.length == 0 {
            let other: WorldVector = abs(normal.z) < 0.9 ? .init(x: 0, y: 0, z: 1) : .init(x: 0, y: 1, z: 0)
            z = other - normal * other.dot(normal)
        }
        z = z.normalized
        self.init(
            xAxis: normal.cross(z).components, yAxis: normal.components, zAxis: z.components, translation: point.coordinates)
    }
}
