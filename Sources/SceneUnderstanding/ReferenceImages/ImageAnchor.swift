public import Spaces

/// A reference image that was found: `ARImageAnchor`.
///
/// The picture lies in the anchor's XZ, its middle at the origin, x to its right and z down; the normal is +Y.
public struct ImageAnchor: Hashable, Sendable {
    /// What the anchor is called; unique while it lives.
    public let identifier: String
    /// Which reference image.
    public let name: String
    /// Where the anchor is.
    public let worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// Width and height of the print, metres; nil when a recording does not say.
    public let physicalSize: SIMD2<Double>?
    /// Whether the image is followed in this very frame; otherwise the anchor is where it was seen last.
    public let isTracked: Bool

    /// Makes an image anchor.
    public init(
        identifier: String, name: String, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>,
        physicalSize: SIMD2<Double>? = nil, isTracked: Bool
    ) {
        self.identifier = identifier
        self.name = name
        self.worldFromAnchor = worldFromAnchor
        self.physicalSize = physicalSize
        self.isTracked = isTracked
    }

    /// The same in a world with other axes.
    func moved(by worldFromWorld: RigidTransform<WorldSpace, WorldSpace>) -> ImageAnchor {
        .init(
            identifier: identifier, name: name, worldFromAnchor: worldFromAnchor.then(worldFromWorld),
            physicalSize: physicalSize, isTracked: isTracked)
    }
}

/// What happened to an image anchor.
public enum ImageChange: Hashable, Sendable {
    /// The image was found.
    case added(ImageAnchor)
    /// It moved, or it is tracked now and was not, or the other way round.
    case updated(ImageAnchor)
    /// It went.
    case removed(ImageAnchor)

    /// The anchor, as it is now or was last.
    public var anchor: ImageAnchor {
        switch self {
        case .added(let anchor), .updated(let anchor), .removed(let anchor): anchor
        }
    }

    func moved(by worldFromWorld: RigidTransform<WorldSpace, WorldSpace>) -> ImageChange {
        switch self {
        case .added(let anchor): .added(anchor.moved(by: worldFromWorld))
        case .updated(let anchor): .updated(anchor.moved(by: worldFromWorld))
        case .removed(let anchor): .removed(anchor.moved(by: worldFromWorld))
        }
    }
}
