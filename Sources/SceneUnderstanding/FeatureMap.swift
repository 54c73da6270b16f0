/// The feature points of a session as they are known now, in bounded memory.
public struct FeatureMap: Sendable {
    /// The points, in the order in which they came.
    public private(set) var points: [FeaturePoint] = []

    /// Makes an empty map.
    public init() {}

    /// Takes in what a frame gave.
    public mutating func add(_ frame: FeatureFrame) {}
}
