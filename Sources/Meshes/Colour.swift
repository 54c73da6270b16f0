/// A colour by its red, green and blue parts, 0…1 each, as sRGB shows them.
public struct Colour: Hashable, Sendable {
    /// Red, 0…1.
    public var red: Double
    /// Green, 0…1.
    public var green: Double
    /// Blue, 0…1.
    public var blue: Double

    /// Makes a colour; parts outside of 0…1 are moved to the nearest end, and what is no number becomes 0.
    public init(red: Double, green: Double, blue: Double) {
        func clamped(_ part: Double) -> Double { part > 0 ? min(part, 1) : 0 }
        self.red = clamped(red)
        self.green = clamped(green)
        self.blue = clamped(blue)
    }
}

/// How a surface looks: a name and a diffuse colour.
public struct Material: Hashable, Sendable {
    /// The name, unique within a scene.
    public var name: String
    /// The diffuse colour.
    public var colour: Colour

    /// Makes a material.
    public init(name: String, colour: Colour) {
        self.name = name
        self.colour = colour
    }
}
