public import Imaging
public import Meshes
public import Spaces

/// A picture in the room: a rectangle that shows it in any light.
///
/// It lies in the XZ of its place with +Y toward those who see it, its right side along +X and its upper side along −Z, as image anchors
/// have it; its middle is the origin.
public struct ScenePicture: Sendable {
    /// The picture; one that is shown in many frames is kept by the renderer.
    public var picture: Picture
    /// Where it is.
    public var worldFromPicture: RigidTransform<AnchorSpace, WorldSpace>
    /// Width, metres.
    public var width: Double
    /// Height, metres.
    public var height: Double
    /// 0 for not to be seen … 1; for fading in and out.
    public var opacity: Double
    /// Whether it is seen from its front alone.
    public var isOneSided: Bool

    /// Puts a picture at a place; its height follows from its width unless it is given.
    public init(
        _ picture: Picture, at worldFromPicture: RigidTransform<AnchorSpace, WorldSpace>, width: Double,
        height: Double? = nil,
        opacity: Double = 1, isOneSided: Bool = false
    ) {
        self.picture = picture
        self.worldFromPicture = worldFromPicture
        self.width = width
        self.height = height ?? width * Double(picture.height) / Double(picture.width)
        self.opacity = opacity
        self.isOneSided = isOneSided
    }
}

extension ScenePicture {
    /// A picture of lines of text, for words that lie on something rather than face the camera.
    ///
    /// - Parameters:
    ///   - lines: one under the other, from the left.
    ///   - colour: of the letters.
    ///   - ground: the colour behind them.
    ///   - capitalHeight: height of a capital letter, pixels.
    /// - Throws: `ImagingFailure` when there is no memory, or nothing to write.
    public static func text(
        _ lines: [String], colour: Colour = .init(red: 1, green: 1, blue: 1),
        ground: Colour = .init(red: 0.1, green: 0.1, blue: 0.12), capitalHeight: Double = 28
    ) throws -> Picture {
        let step = (capitalHeight * 1.9).rounded()
        let margin = capitalHeight.rounded()
        let widths = lines.map { Canvas.width(of: $0, height: capitalHeight, thickness: 2) }
        let width = Int((widths.max() ?? 0) + 2 * margin)
        let height = Int(step * Double(lines.count - 1) + capitalHeight + 2 * margin)
        guard !lines.isEmpty, width * height <= 1 << 24 else {
            throw ImagingFailure(
                .argument, "a picture of text",
                "it has 1 to a few hundred lines of at most a few hundred letters")
        }
        let back = Color(ground)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for _ in 0..<(width * height) { bytes += [back.blue, back.green, back.red] }
        let canvas = try Canvas(Picture(width: width, height: height, bgr: bytes))
        for (i, line) in lines.enumerated() {
            try canvas.text(
                line, at: .init(x: margin, y: margin + capitalHeight + step * Double(i)),
                height: capitalHeight,
                color: Color(colour), thickness: 2)
        }
        return try canvas.picture()
    }
}

extension Color {
    /// The colour in bytes.
    init(_ colour: Colour) {
        func byte(_ part: Double) -> UInt8 { UInt8((part * 255).rounded()) }
        self.init(red: byte(colour.red), green: byte(colour.green), blue: byte(colour.blue))
    }
}
