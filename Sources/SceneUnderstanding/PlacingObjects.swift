public import Spaces

/// Where an object is set down when one tap must always find a place: the chain of Apple's sample "Placing Objects" (2017).
public struct ObjectPlacement: Hashable, Sendable {
    /// What the place rests on.
    public enum Basis: Hashable, Sendable {
        /// A known plane.
        case plane(PlaneAnchor)
        /// A feature point in the cone round the ray.
        case feature
        /// The level plane on which the object stands already.
        case objectPlane
        /// The feature point nearest to the ray, however far off.
        case farFeature
    }

    /// The place.
    public let position: WorldPoint
    /// What it rests on.
    public let basis: Basis

    /// A ray that does not lead down by this much, for a direction of length 1, does not reach the object's plane.
    static let leastFall = 0.03
}

extension HitTester {
    /// Finds a place for an object.
    ///
    /// In this order: a known plane within its rectangle; the level plane of the object, where `draggingOnInfinitePlane` is set or no
    /// feature lies near the ray; the nearest feature in an 18° cone between 0.2 and 2 m; the feature at the smallest distance from
    /// the ray. A feature is projected on to the ray.
    ///
    /// - Parameters:
    ///   - ray: through the tap, in the world.
    ///   - objectPosition: where the object is; nil for one that is not placed yet, whose plane is y = 0.
    ///   - draggingOnInfinitePlane: whether the object slides on its plane where no known plane is hit.
    /// - Returns: nil when there is nothing at all.
    public func placement(
        along ray: Ray<WorldSpace>, objectPosition: WorldPoint? = nil, draggingOnInfinitePlane: Bool = false
    ) -> ObjectPlacement? {
        if let hit = hitTest(ray, types: .existingPlaneUsingExtent).first, let plane = hit.anchor {
            return .init(position: hit.worldPosition, basis: .plane(plane))
        }
        let direction = ray.direction.normalized
        func onRay(_ feature: FeaturePoint) -> WorldPoint {
            ray.origin + direction * (feature.position - ray.origin).dot(direction)
        }
        let near = features?.points(in: .init(around: ray)).map(onRay).min {
            $0.distance(to: ray.origin) < $1.distance(to: ray.origin)
        }
        if draggingOnInfinitePlane || near == nil, direction.y < -ObjectPlacement.leastFall {
            let t = ((objectPosition?.y ?? 0) - ray.origin.y) / direction.y
            if t >= 0 { return .init(position: ray.origin + direction * t, basis: .objectPlane) }
        }
        if let near { return .init(position: near, basis: .feature) }
        let anywhere = FeatureIndex.Cone(around: ray, halfAngle: .pi / 2, range: 0...1e6)
        return features?.smallestDistance(in: anywhere).map { .init(position: onRay($0), basis: .farFeature) }
    }
}

/// The last distances of an object that is dragged: their mean keeps it from jumping, as the sample does.
public struct DragDistance: Hashable, Sendable {
    private var recent: [Double] = []

    /// Starts without a distance.
    public init() {}

    /// Takes in where the object should go and gives where it goes: at most 10 m off, at the mean of the last ten distances.
    public mutating func position(toward target: WorldPoint, from camera: WorldPoint) -> WorldPoint {
        let way = target - camera
        guard way.length > 0 else { return target }
        recent = (recent + [min(way.length, 10)]).suffix(10)
        let mean = recent.reduce(0, +) / Double(recent.count)
        return camera + way.normalized * mean
    }
}
