/// What a stroke looks like as a solid.
public enum MeshStyle: Hashable, Sendable {
    /// A box for each point, as the tutorial has it, and a line along the way of the pen.
    case points
    /// A band along the way of the pen that stands on its plane, as high as the drawing.
    case ribbon(RibbonStyle)
    /// A pipe whose axis is the way of the pen; the height of the drawing does not count.
    case tube(TubeStyle)

    /// How wide the pen is, metres; for points the side of their boxes.
    public var width: Double {
        switch self {
        case .points: PointNode.side
        case .ribbon(let style): style.width
        case .tube(let style): 2 * style.radius
        }
    }

    /// Whether strokes that touch become one solid.
    public var unites: Bool {
        switch self {
        case .points: false
        case .ribbon(let style): style.unites
        case .tube(let style): style.unites
        }
    }
}

/// How a ribbon is made.
public struct RibbonStyle: Hashable, Sendable {
    /// How wide it is, metres: the side of a point unless said otherwise.
    public var width = PointNode.side
    /// How far from its edge the top begins to slope down at 45°, metres; less where the height or width does not allow it.
    public var chamfer = 0.0005
    /// Whether both ends get thin.
    public var tapersEnds = false
    /// Whether it is thin where the pen was fast.
    public var followsSpeed = false
    /// Whether strokes that touch become one solid, in the colour of the first, as a printer wants them.
    public var unites = true

    /// Makes a ribbon of 3 mm.
    public init() {}
}

/// How a pipe is made.
public struct TubeStyle: Hashable, Sendable {
    /// Its radius, metres.
    public var radius = PointNode.side / 2
    /// Whether strokes that touch become one solid, in the colour of the first, as a printer wants them.
    public var unites = true

    /// Makes a pipe of 3 mm.
    public init() {}
}
