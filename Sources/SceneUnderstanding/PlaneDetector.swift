public import Spaces

/// Which planes to look for: `ARWorldTrackingConfiguration.PlaneDetection`.
public struct PlaneDetection: OptionSet, Hashable, Sendable {
    /// ARKit's bits.
    public let rawValue: UInt

    /// Makes a set from ARKit's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Level planes.
    public static let horizontal = PlaneDetection(rawValue: 1 << 0)
    /// Upright planes.
    public static let vertical = PlaneDetection(rawValue: 1 << 1)
}

/// Finds planes in feature points, over many frames.
public final class PlaneDetector {
    /// What is looked for; what was found stays when it is changed.
    public var detecting: PlaneDetection
    /// The planes now, in the order in which they came.
    public var planes: [PlaneAnchor] { [] }

    /// Makes a detector.
    public init(detecting: PlaneDetection) { self.detecting = detecting }

    /// Takes in what a frame gave.
    ///
    /// - Parameters:
    ///   - frame: its points; those that were withdrawn are forgotten.
    ///   - camera: towards which an upright plane's normal points; nil for a bare cloud.
    ///   - time: seconds; planes are looked for a few times a second.
    /// - Returns: what happened to planes, most often nothing.
    public func update(with frame: FeatureFrame, camera: Camera?, time: Double) -> [Scene.Change] { [] }

    /// Forgets all planes and points, but not which names were used.
    public func reset() {}
}
