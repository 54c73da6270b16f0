/// A coordinate space: a name that points, rects and transforms carry, so that mixing two spaces does not compile.
public protocol Space: Sendable {}

/// A space of the plane: pictures and screens.
public protocol Space2D: Space {}

/// A space of the room: cameras, anchors and the world.
public protocol Space3D: Space {}

/// The view: origin top left of the viewport, x right, y down, in points.
public enum ViewSpace: Space2D {}

/// The view, normalized: origin top left, x right, y down, 0…1 over the viewport.
public enum NormalizedViewSpace: Space2D {}

/// The captured picture, normalized: origin top left as the sensor delivers it (landscapeRight), x right, y down, 0…1.
public enum ImageSpace: Space2D {}

/// The captured picture in pixels: (0, 0) is the centre of the first pixel, x right, y down.
///
/// Rects are held in the same coordinates: the rect that covers just the first pixel has its origin at (−0.5, −0.5).
public enum PixelSpace: Space2D {}

/// Vision's picture: origin **lower** left, x right, y up, 0…1.
public enum VisionSpace: Space2D {}

/// The camera: x right along the long side of the picture, y up, z toward the viewer (it looks along −z); metres.
public enum CameraSpace: Space3D {}

/// The world: y up against gravity, right-handed; metres.
public enum WorldSpace: Space3D {}

/// An anchor: for a plane, the plane is its XZ and the normal +Y; metres.
public enum AnchorSpace: Space3D {}
