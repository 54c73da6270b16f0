public import Spaces

/// Where a ray meets the scene: `ARHitTestResult`.
public struct HitTestResult: Hashable, Sendable {
    /// What may be hit, with ARKit's bits.
    public struct ResultType: OptionSet, Hashable, Sendable {
        /// ARKit's bits.
        public let rawValue: UInt

        /// Makes a set from ARKit's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The point of the ray beside the feature point that lies at the smallest angle to it.
        public static let featurePoint = ResultType(rawValue: 1 << 0)
        /// A level plane, fitted for this ray to the feature points round it.
        public static let estimatedHorizontalPlane = ResultType(rawValue: 1 << 1)
        /// An upright plane, fitted for this ray to the feature points round it.
        public static let estimatedVerticalPlane = ResultType(rawValue: 1 << 2)
        /// A known plane, taken as infinite.
        public static let existingPlane = ResultType(rawValue: 1 << 3)
        /// A known plane within its rectangle.
        public static let existingPlaneUsingExtent = ResultType(rawValue: 1 << 4)
        /// A known plane within its outline, or its rectangle where it has none.
        public static let existingPlaneUsingGeometry = ResultType(rawValue: 1 << 5)

        /// Every kind that lands on a plane anchor.
        public static let existing: ResultType = [.existingPlane, .existingPlaneUsingExtent, .existingPlaneUsingGeometry]
        /// Every kind whose plane is made for the ray.
        public static let estimated: ResultType = [.estimatedHorizontalPlane, .estimatedVerticalPlane]

        /// ARKit's word for a single kind, such as `existingPlaneUsingExtent`; nil for none or several.
        public var name: String? { Self.names.first { $0.type == self }?.name }

        /// The kind that ARKit calls by a word; nil when it is none of them.
        public init?(name: String) {
            guard let type = Self.names.first(where: { $0.name == name })?.type else { return nil }
            self = type
        }

        private static let names: [(type: ResultType, name: String)] = [
            (.featurePoint, "featurePoint"), (.estimatedHorizontalPlane, "estimatedHorizontalPlane"),
            (.estimatedVerticalPlane, "estimatedVerticalPlane"), (.existingPlane, "existingPlane"),
            (.existingPlaneUsingExtent, "existingPlaneUsingExtent"), (.existingPlaneUsingGeometry, "existingPlaneUsingGeometry"),
        ]
    }

    /// In which order results come.
    public enum Order: Hashable, Sendable {
        /// By distance alone, as ARKit's header and talk (WWDC17, 602) say.
        case nearestFirst
        /// Known planes by distance, then feature points, then the estimated plane, as ARKit's reference page says.
        ///
        /// Where a known plane was asked for and hit, a level plane is not estimated.
        case documented
    }

    /// What was hit; one bit.
    public let type: ResultType
    /// From the ray's origin, metres.
    public let distance: Double
    /// Position of the hit, with the axes of the anchor.
    ///
    /// Without an anchor y is the normal of the plane (up for a feature point), x at a right angle to the ray, and z leads roughly
    /// back to where the ray came from, as ARCore publishes it; ARKit's rule is not known.
    public let worldTransform: RigidTransform<AnchorSpace, WorldSpace>
    /// Position of the hit in the anchor's axes; without an anchor, from the feature point nearest to it.
    public let localTransform: RigidTransform<AnchorSpace, AnchorSpace>
    /// The plane that was hit; nil for a feature point and for an estimated plane.
    public let anchor: PlaneAnchor?

    /// Position of the hit, metres.
    public var worldPosition: WorldPoint { worldTransform.origin }
}
