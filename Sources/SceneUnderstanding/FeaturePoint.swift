public import Spaces

/// A point of the world that the session sees again and again: one of `ARPointCloud`.
public struct FeaturePoint: Hashable, Sendable {
    /// The same number as long as the point is known.
    public let identifier: UInt64
    /// Where it is, metres.
    public var position: WorldPoint

    /// Makes a feature point.
    public init(identifier: UInt64, position: WorldPoint) {
        self.identifier = identifier
        self.position = position
    }
}
