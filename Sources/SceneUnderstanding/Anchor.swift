public import Spaces

/// A place in the world that a program marks: `ARAnchor`.
public struct Anchor: Hashable, Sendable {
    /// What the anchor is called; unique while it lives.
    public let identifier: String
    /// What it is for; nil when nobody said.
    public let name: String?
    /// Where it is.
    public let worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>

    /// Makes an anchor.
    public init(identifier: String, name: String? = nil, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>) {
        self.identifier = identifier
        self.name = name
        self.worldFromAnchor = worldFromAnchor
    }
}

/// An anchor of any kind.
public enum SceneAnchor: Hashable, Sendable {
    /// A plane that was found.
    case plane(PlaneAnchor)
    /// A place that the program marked.
    case place(Anchor)
    /// A reference image that was found.
    case image(ImageAnchor)

    /// What the anchor is called.
    public var identifier: String {
        switch self {
        case .plane(let plane): plane.identifier
        case .place(let anchor): anchor.identifier
        case .image(let image): image.identifier
        }
    }

    /// Where the anchor is.
    public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace> {
        switch self {
        case .plane(let plane): plane.worldFromAnchor
        case .place(let anchor): anchor.worldFromAnchor
        case .image(let image): image.worldFromAnchor
        }
    }
}

extension PlaneAnchor {
    /// The same plane in a world with other axes.
    func moved(by worldFromWorld: RigidTransform<WorldSpace, WorldSpace>) -> PlaneAnchor {
        .init(
            identifier: identifier, alignment: alignment, worldFromAnchor: worldFromAnchor.then(worldFromWorld), center: center,
            extentX: extentX, extentZ: extentZ, boundary: boundary)
    }
}
