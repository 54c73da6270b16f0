internal import Glibc

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

extension Colour {
    /// The parts as light that adds up, 0…1, without sRGB's curve (IEC 61966-2-1): what glTF and USD calculate with.
    var linear: SIMD3<Double> {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return SIMD3(linear(red), linear(green), linear(blue))
    }

    /// The parts as bytes.
    @inline(__always) var bytes: SIMD3<UInt8> {
        SIMD3(UInt8((red * 255).rounded()), UInt8((green * 255).rounded()), UInt8((blue * 255).rounded()))
    }
}

/// A picture that is laid on surfaces.
public struct Texture: Hashable, Sendable {
    /// The name of its file, with the ending `.png` or `.jpg`, unique within a scene.
    public var name: String
    /// The file: PNG or JPEG, sRGB.
    public var bytes: [UInt8]
    /// How much of a surface one side of the picture covers where the surface has no texture coordinates of its own, metres.
    public var side: Double
    /// The colour that stands for it in files that have no textures.
    public var mean: Colour

    /// Makes a texture of the bytes of a picture file.
    public init(name: String, bytes: [UInt8], side: Double = 0.1, mean: Colour = Colour(red: 1, green: 1, blue: 1)) {
        self.name = name
        self.bytes = bytes
        self.side = side
        self.mean = mean
    }
}

/// How a surface looks: a name, a diffuse colour, and what the metallic-roughness model of glTF 2.0 adds.
public struct Material: Hashable, Sendable {
    /// The name, unique within a scene.
    public var name: String
    /// The diffuse colour; a texture is multiplied with it.
    public var colour: Colour
    /// The picture on it; nil for none.
    public var texture: Texture?
    /// 0 as a mirror … 1 as chalk.
    public var roughness: Double
    /// Whether the surface shows its colour in any light.
    public var isUnlit: Bool

    /// Makes a material.
    public init(name: String, colour: Colour, texture: Texture? = nil, roughness: Double = 0.6, isUnlit: Bool = false) {
        self.name = name
        self.colour = colour
        self.texture = texture
        self.roughness = roughness
        self.isUnlit = isUnlit
    }
}
