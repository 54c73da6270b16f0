public import Meshes
public import Spaces

/// A mark on the view; it hides what lies in the room.
public enum ViewMark: Hashable, Sendable {
    /// The outline of a rect, with words on its upper edge.
    case box(ViewRect, colour: Colour, words: String?)
    /// A thin cross, such as where the pen is.
    case cross(ViewPoint, colour: Colour)
    /// A ring, such as round a pen that touches; radius in ``SceneUnit``s.
    case ring(ViewPoint, radius: SceneUnit, colour: Colour)
}

/// The bar along the lower edge: the state in words.
public struct StatusBar: Hashable, Sendable {
    /// What stands on the left, such as the time.
    public var left: String
    /// What stands on the right, such as what became of the frame.
    public var right: String
    /// Colour of what stands on the right.
    public var colour: Colour

    /// Makes a bar.
    public init(left: String, right: String, colour: Colour = .init(red: 1, green: 1, blue: 1)) {
        self.left = left
        self.right = right
        self.colour = colour
    }
}
