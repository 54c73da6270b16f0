public import Spaces

/// What happened to an anchor: it came, changed or went.
public struct AnchorEvent: Hashable, Sendable {
    /// Seconds from the start; holds from the first frame that is not earlier.
    public var time: Double
    /// Which anchor.
    public var id: String
    /// What happened to it.
    public var change: Change

    /// Makes an event.
    public init(time: Double, id: String, change: Change) {
        self.time = time
        self.id = id
        self.change = change
    }

    /// What happened to the anchor.
    public enum Change: Hashable, Sendable {
        /// It is new.
        case add(AnchorRecord)
        /// It is now so; what the file's line left out is as it was before.
        case update(AnchorRecord)
        /// It is gone; another plane may have taken it over.
        case remove(mergedInto: String?)
    }
}

/// An anchor's state.
public enum AnchorRecord: Hashable, Sendable {
    /// A plane.
    case plane(PlaneAnchorRecord)
    /// A reference image.
    case image(ImageAnchorRecord)
    /// Any other anchor, kept as it was read.
    case other(OtherAnchorRecord)

    /// The anchor's name.
    public var id: String {
        switch self {
        case .plane(let plane): plane.id
        case .image(let image): image.id
        case .other(let other): other.id
        }
    }
}

/// A plane that the session found, as `ARPlaneAnchor`: the plane is the anchor's XZ, its normal +Y.
public struct PlaneAnchorRecord: Hashable, Sendable {
    /// How a plane lies.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// As a table.
        case horizontal
        /// As a wall.
        case vertical
    }

    /// Any text, unique while the anchor lives.
    public var id: String
    /// How the plane lies.
    public var alignment: Alignment
    /// The pose: anchor to world.
    public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// Middle of the rectangle, in the anchor; y = 0.
    public var center: AnchorPoint
    /// Full width along the anchor's x, metres.
    public var extentX: Double
    /// Full length along the anchor's z, metres.
    public var extentZ: Double
    /// Convex outline in the anchor's x and z, metres; nil when only the rectangle is known.
    public var boundary: [SIMD2<Double>]?

    /// Makes a plane anchor.
    public init(
        id: String, alignment: Alignment = .horizontal, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>,
        center: AnchorPoint = .init(.zero), extentX: Double, extentZ: Double, boundary: [SIMD2<Double>]? = nil
    ) {
        self.id = id
        self.alignment = alignment
        self.worldFromAnchor = worldFromAnchor
        self.center = center
        self.extentX = extentX
        self.extentZ = extentZ
        self.boundary = boundary
    }
}

/// A reference image that the session found, as `ARImageAnchor`: the picture lies in the anchor's XZ, x to its right and z down.
public struct ImageAnchorRecord: Hashable, Sendable {
    /// Any text, unique while the anchor lives.
    public var id: String
    /// Which reference image.
    public var name: String
    /// The pose: anchor to world.
    public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// Width and height of the print, metres; nil when it is not known.
    public var physicalSize: SIMD2<Double>?
    /// Whether the image is followed now; otherwise the pose is where it was seen last.
    public var isTracked: Bool

    /// Makes an image anchor.
    public init(
        id: String, name: String, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>,
        physicalSize: SIMD2<Double>? = nil, isTracked: Bool = true
    ) {
        self.id = id
        self.name = name
        self.worldFromAnchor = worldFromAnchor
        self.physicalSize = physicalSize
        self.isTracked = isTracked
    }
}

/// An anchor that is neither plane nor image: kept, and not used for drawing.
public struct OtherAnchorRecord: Hashable, Sendable {
    /// Any text, unique while the anchor lives.
    public var id: String
    /// What the file calls it, such as `face`.
    public var type: String
    /// The pose: anchor to world.
    public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// The line of the file it was read from, for those who know more about the type; nil when it was not read from one.
    public var json: String?

    /// Makes an anchor of a type that is only carried along.
    public init(id: String, type: String, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>, json: String? = nil) {
        self.id = id
        self.type = type
        self.worldFromAnchor = worldFromAnchor
        self.json = json
    }
}
