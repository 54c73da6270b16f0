internal import CNanoflann
internal import Glibc
public import Spaces

/// Feature points, found by rays: a k-d tree (nanoflann) that is built once and asked often.
///
/// It is `Sendable` because the tree does not change once it is built.
@safe public final class FeatureIndex: @unchecked Sendable {
    /// A half line with a width: what lies within an angle of it, between two distances.
    public struct Cone: Hashable, Sendable {
        /// The line in the middle; its direction need not have length 1.
        public var ray: Ray<WorldSpace>
        /// The angle between the line and the cone's side, radians, below π/2.
        public var halfAngle: Double
        /// Distances along the line between which points count, metres.
        public var range: ClosedRange<Double>

        /// Makes a cone; without angle and range, that of Apple's placing-objects sample: 18° wide in all, from 0.2 to 2 m.
        public init(
            around ray: Ray<WorldSpace>, halfAngle: Double = 9 * .pi / 180, range: ClosedRange<Double> = 0.2...2
        ) {
            self.ray = ray
            self.halfAngle = halfAngle
            self.range = range
        }
    }

    /// The points, as they were given.
    public let points: [FeaturePoint]
    private let tree: OpaquePointer

    /// Builds the index; points that are not finite are left out.
    public init(_ points: [FeaturePoint]) {
        self.points = points.filter { $0.position.isFinite }
        var coordinates: [Double] = []
        coordinates.reserveCapacity(self.points.count * 3)
        for point in self.points { coordinates += [point.position.x, point.position.y, point.position.z] }
        if coordinates.isEmpty { coordinates.append(0) }
        let count = self.points.count
        unsafe tree = coordinates.withUnsafeBufferPointer { unsafe an_index_create($0.baseAddress!, count) }
    }

    deinit { unsafe an_index_destroy(tree) }

    /// The point of a cone at the smallest angle to its line; nil when the cone is empty.
    public func smallestAngle(in cone: Cone) -> FeaturePoint? { unsafe one(cone, an_index_smallest_angle) }

    /// The point of a cone at the smallest perpendicular distance to its line; nil when the cone is empty.
    public func smallestDistance(in cone: Cone) -> FeaturePoint? { unsafe one(cone, an_index_smallest_distance) }

    /// The points of a cone, in the order in which they were given.
    public func points(in cone: Cone) -> [FeaturePoint] {
        guard var shape = an_cone(cone) else { return [] }
        var capacity = 256
        while true {
            var total = 0
            let found = unsafe [Int](unsafeUninitializedCapacity: capacity) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                unsafe base.withMemoryRebound(to: size_t.self, capacity: capacity) {
                    total = Int(unsafe an_index_inside(tree, &shape, $0, capacity))
                }
                count = min(total, capacity)
            }
            if total <= capacity { return found.map { points[$0] } }
            capacity = total
        }
    }

    @unsafe private typealias Search = (OpaquePointer, UnsafePointer<an_cone>, UnsafeMutablePointer<size_t>) -> Bool

    @unsafe private func one(_ cone: Cone, _ search: Search) -> FeaturePoint? {
        guard var shape = an_cone(cone) else { return nil }
        var found: size_t = 0
        return unsafe search(tree, &shape, &found) ? points[Int(found)] : nil
    }
}

extension an_cone {
    /// Nil for a ray without a direction.
    fileprivate init?(_ cone: FeatureIndex.Cone) {
        let d = cone.ray.direction.normalized.components
        let o = cone.ray.origin.coordinates
        guard d.x.isFinite, d.y.isFinite, d.z.isFinite else { return nil }
        self.init(
            origin: (o.x, o.y, o.z), direction: (d.x, d.y, d.z), tangent: tan(min(cone.halfAngle, 1.57)),
            nearest: cone.range.lowerBound, farthest: cone.range.upperBound)
    }
}
