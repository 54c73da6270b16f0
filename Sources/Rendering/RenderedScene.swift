public import Meshes
public import Recordings
public import Spaces

/// What is laid over the camera picture of one frame: a description between those who know what there is to see and the one who draws.
///
/// Everything is optional, and a value. Things of the room stand at places of the world, in metres, and hide each other; marks lie on
/// the view, in view points. Widths, radii and heights of text that do not say metres are in ``SceneUnit``s, so that a picture of another
/// size looks the same. The order is: shadows, surfaces, lines on the ground, models, pictures, lines and dots in the room, lines and
/// dots in front, labels, marks, texts in the corners.
public struct RenderedScene: Sendable {
    /// Solids and other meshes.
    public var models: [PlacedModel] = []
    /// Areas that let the picture shine through, such as planes.
    public var surfaces: [SceneSurface] = []
    /// Lines, as wide everywhere as they say.
    public var lines: [SceneLine] = []
    /// Round dots, such as feature points.
    public var dots: [SceneDot] = []
    /// Pictures in the room, such as on a reference image.
    public var pictures: [ScenePicture] = []
    /// Words at places of the world that always face the camera.
    public var labels: [SceneLabel] = []
    /// Marks on the view, such as a tracked box.
    public var marks: [ViewMark] = []
    /// The light that models are seen in; nil for neutral light.
    public var light: LightEstimate?
    /// The bar along the lower edge; nil for none.
    public var status: StatusBar?
    /// Lines of text in the upper left corner.
    public var notes: [String] = []

    /// Makes an empty scene: the picture as it is.
    public init() {}
}

/// 1/720 of the short side of the picture that is drawn: about a pixel of an HD picture.
public typealias SceneUnit = Double

/// How wide a line or dot is.
public enum SceneWidth: Hashable, Sendable {
    /// The same in the picture, however far away it is.
    case units(SceneUnit)
    /// The same in the room.
    case metres(Double)
}

/// What hides a line or dot, and what it hides.
public enum SceneLayer: Hashable, Sendable, CaseIterable {
    /// Under all models, such as the outline of a plane.
    case ground
    /// Among the models: hidden by what is nearer.
    case room
    /// Before everything.
    case front
}

/// A model at a place.
public struct PlacedModel: Sendable {
    /// What it is; a model that is used in many frames is made once.
    public var model: SceneModel
    /// Where it is.
    public var worldFromModel: RigidTransform<AnchorSpace, WorldSpace>
    /// How much larger it is shown.
    public var scale: Double
    /// A colour in place of its own; nil for its own.
    public var colour: Colour?
    /// 0 for not to be seen … 1.
    public var opacity: Double
    /// What of it is there: what has a later time is not drawn yet; nil for all.
    public var until: Double?
    /// The surface that it casts its shadow on, as a place on it with +Y along its normal; nil for no shadow.
    public var shadowPlane: RigidTransform<AnchorSpace, WorldSpace>?

    /// Puts a model at a place; one that is in world axes already needs none.
    public init(
        _ model: SceneModel, at worldFromModel: RigidTransform<AnchorSpace, WorldSpace> = .identity,
        scale: Double = 1,
        colour: Colour? = nil, opacity: Double = 1, until: Double? = nil,
        shadowPlane: RigidTransform<AnchorSpace, WorldSpace>? = nil
    ) {
        self.model = model
        self.worldFromModel = worldFromModel
        self.scale = scale
        self.colour = colour
        self.opacity = opacity
        self.until = until
        self.shadowPlane = shadowPlane
    }
}

/// A convex area of the world that lets the picture shine through.
public struct SceneSurface: Hashable, Sendable {
    /// The corners, in order.
    public var corners: [WorldPoint]
    /// Its colour.
    public var colour: Colour
    /// 0…1.
    public var opacity: Double

    /// Makes an area.
    public init(corners: [WorldPoint], colour: Colour, opacity: Double) {
        self.corners = corners
        self.colour = colour
        self.opacity = opacity
    }
}

/// A line through places of the world, round at its ends and joins.
public struct SceneLine: Hashable, Sendable {
    /// The places.
    public var points: [WorldPoint]
    /// Whether the last is joined to the first.
    public var isClosed: Bool
    /// Its colour.
    public var colour: Colour
    /// 0…1.
    public var opacity: Double
    /// How wide it is.
    public var width: SceneWidth
    /// What hides it.
    public var layer: SceneLayer

    /// Makes a line.
    public init(
        _ points: [WorldPoint], isClosed: Bool = false, colour: Colour, opacity: Double = 1,
        width: SceneWidth = .units(2),
        layer: SceneLayer = .room
    ) {
        self.points = points
        self.isClosed = isClosed
        self.colour = colour
        self.opacity = opacity
        self.width = width
        self.layer = layer
    }
}

/// A round dot that faces the camera.
public struct SceneDot: Hashable, Sendable {
    /// Its middle.
    public var position: WorldPoint
    /// Its colour.
    public var colour: Colour
    /// 0…1.
    public var opacity: Double
    /// Its diameter.
    public var width: SceneWidth
    /// What hides it.
    public var layer: SceneLayer

    /// Makes a dot.
    public init(
        at position: WorldPoint, colour: Colour, opacity: Double = 1, width: SceneWidth = .units(5),
        layer: SceneLayer = .room
    ) {
        self.position = position
        self.colour = colour
        self.opacity = opacity
        self.width = width
        self.layer = layer
    }
}

/// Words at a place of the world, on a dark ground; they always face the camera.
public struct SceneLabel: Hashable, Sendable {
    /// The lines, one under the other.
    public var lines: [String]
    /// The place; the label stands just over it.
    public var position: WorldPoint
    /// Colour of the letters.
    public var colour: Colour
    /// 0…1.
    public var opacity: Double
    /// Height of a capital letter.
    public var height: SceneUnit

    /// Makes a label.
    public init(
        _ lines: [String], at position: WorldPoint, colour: Colour = .init(red: 1, green: 1, blue: 1),
        opacity: Double = 1,
        height: SceneUnit = 12
    ) {
        self.lines = lines
        self.position = position
        self.colour = colour
        self.opacity = opacity
        self.height = height
    }
}
