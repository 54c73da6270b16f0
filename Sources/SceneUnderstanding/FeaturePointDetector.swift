public import Imaging
public import Spaces

/// Finds feature points in the pictures of a session: corners followed from frame to frame and triangulated with the poses.
public final class FeaturePointDetector {
    /// All points known now, those out of sight included; bounded.
    public private(set) var map = FeatureMap()

    /// Makes a detector.
    public init() {}

    /// Takes the next picture.
    ///
    /// - Parameters:
    ///   - picture: of the size of the first one, or ``reset()`` is called first.
    ///   - camera: at the moment of the picture; its pose is trusted.
    ///   - time: seconds.
    public func next(_ picture: Picture, camera: Camera, time: Double) throws -> FeatureFrame { FeatureFrame() }

    /// Forgets everything but which identifiers were used.
    public func reset() { map = FeatureMap() }
}
