internal import Imaging
public import Meshes

/// A picture of a wooden board, made by arithmetic alone: rings that the saw has cut along, fibres and pores.
///
/// The grain runs along the picture's x. It repeats without a seam both ways, and is the same each time.
enum WoodTexture {
    /// Width and height in pixels.
    static let side = 512
    /// How much of a surface it covers, metres.
    static let metres = 0.1
    /// How many rings the board has across.
    private static let rings = 18.0
    private static let light = SIMD3(0.80, 0.60, 0.37)
    private static let dark = SIMD3(0.56, 0.35, 0.18)

    /// The texture, as a JPEG.
    ///
    /// - Throws: `ImagingFailure` when it cannot be encoded.
    static func texture() throws -> Texture {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side * 3)
        var sum = SIMD3<Double>.zero
        for y in 0..<side {
            for x in 0..<side {
                let colour = colour(x: Double(x) / Double(side), y: Double(y) / Double(side))
                sum += colour
                for part in [colour.z, colour.y, colour.x] { bytes.append(UInt8((part * 255).rounded())) }
            }
        }
        let mean = sum / Double(side * side)
        let picture = try Picture(width: side, height: side, bgr: bytes)
        return Texture(
            name: "wood.jpg", bytes: try picture.encoded(as: .jpeg, quality: 90), side: metres,
            mean: Colour(red: mean.x, green: mean.y, blue: mean.z))
    }

    /// The colour at a place of 0..<1 both ways.
    static func colour(x: Double, y: Double) -> SIMD3<Double> {
        // The board was cut along the trunk, so that rings wander slowly along it and a little faster across.
        let bend = 2.2 * noise(x, y, 2, 3, 1) + 0.7 * noise(x, y, 4, 9, 2) + 0.08 * noise(x, y, 16, 64, 3)
        let phase = rings * y + bend
        let place = phase - phase.rounded(.down)
        // A year begins light and ends in a thin dark line.
        let late = smooth((place - 0.35) / 0.5) * (1 - smooth((place - 0.88) / 0.12))
        let fibre = noise(x, y, 8, 256, 4) - 0.5
        let streak = noise(x, y, 3, 40, 5) - 0.5
        let pore = smooth((noise(x, y, 40, 200, 6) - 0.80) / 0.12)
        let shade = min(max(0.08 + 0.72 * late + 0.16 * fibre + 0.22 * streak + 0.30 * pore, 0), 1)
        return light + (dark - light) * shade
    }

    /// From 0 to 1 without a kink.
    private static func smooth(_ value: Double) -> Double {
        let t = min(max(value, 0), 1)
        return t * t * (3 - 2 * t)
    }

    /// Value noise in 0…1 that repeats after 1 both ways.
    ///
    /// - Parameters:
    ///   - x: along, 0…1.
    ///   - y: across, 0…1.
    ///   - columns: how many random values lie along.
    ///   - rows: how many lie across.
    ///   - seed: which of the noises.
    private static func noise(_ x: Double, _ y: Double, _ columns: Int, _ rows: Int, _ seed: UInt64) -> Double {
        let u = x * Double(columns)
        let v = y * Double(rows)
        let column = Int(u)
        let row = Int(v)
        func corner(_ i: Int, _ j: Int) -> Double {
            random(UInt64((column + i) % columns), UInt64((row + j) % rows), seed)
        }
        let s = smooth(u - Double(column))
        let t = smooth(v - Double(row))
        let above = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * s
        let below = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * s
        return above + (below - above) * t
    }

    /// A random number in 0…1 for a place of a lattice: the mixing of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private static func random(_ column: UInt64, _ row: UInt64, _ seed: UInt64) -> Double {
        var z = (seed << 40 ^ row << 20 ^ column) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }
}

extension Material {
    /// Wood with a texture, as the tutorial's points have it.
    ///
    /// - Throws: `ImagingFailure` when the texture cannot be encoded.
    public static func wood() throws -> Material {
        Material(name: "wood", colour: Colour(red: 1, green: 1, blue: 1), texture: try WoodTexture.texture(), roughness: 0.55)
    }
}
