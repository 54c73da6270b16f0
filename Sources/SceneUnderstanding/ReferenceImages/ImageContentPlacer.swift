public import Imaging
public import Spaces

/// Puts content on reference images: where each panel lies in the world, and how far it is faded in.
///
/// Not `Sendable`: one thread at a time.
public final class ImageContentPlacer {
    private let items: [(content: ImageContent, panel: Picture)]
    private var fades: [ContentFade]
    private var places: [String: ImageAnchor] = [:]

    /// Prepares content: pictures are read, upright by their orientation tag, and labels are written.
    ///
    /// - Throws: `ImagingFailure` where a picture cannot be read.
    public init(_ contents: [ImageContent]) throws {
        items = try contents.map { content in
            switch content.kind {
            case .label(let lines): (content, try Self.label(lines))
            case .picture(let path): (content, try Picture(uprightContentsOf: path))
            }
        }
        fades = contents.map { _ in ContentFade() }
    }

    /// A panel where it lies in the world: its XZ is the picture, +Y towards those who see it.
    public struct Panel: Sendable {
        /// What it shows.
        public let picture: Picture
        /// Where its middle is.
        public let worldFromPanel: RigidTransform<AnchorSpace, WorldSpace>
        /// Its width, metres; the height follows from the picture.
        public let width: Double
        /// 0…1, while it fades in or out.
        public let opacity: Double
    }

    /// Goes on to a frame, and says what is to be seen of the content.
    ///
    /// - Parameters:
    ///   - images: the anchors now.
    ///   - showsAll: whether an anchor that exists is shown, as with detection only; otherwise one that is tracked.
    ///   - time: of the frame.
    public func panels(on images: [ImageAnchor], showsAll: Bool, time: Double) -> [Panel] {
        for image in images { places[image.name] = image }
        return items.indices.compactMap { index in
            let item = items[index]
            let isShown = images.contains { $0.name == item.content.reference && ($0.isTracked || showsAll) }
            let opacity = fades[index].advance(isShown: isShown, to: time)
            // What fades out stays where its image was seen last.
            guard opacity > 0, let image = places[item.content.reference], let size = image.physicalSize else { return nil }
            let middle = item.content.offset * size.x
            var place = image.worldFromAnchor
            // A hair over the image, so that neither hides the other.
            place.translation = place(AnchorPoint(x: middle.x, y: 0.0002, z: middle.y)).coordinates
            return Panel(picture: item.panel, worldFromPanel: place, width: item.content.width * size.x, opacity: opacity)
        }
    }

    /// Lines of text, dark on a light panel.
    private static func label(_ lines: [String]) throws -> Picture {
        let height = 28.0
        let width = lines.map { Canvas.width(of: $0, height: height, thickness: 2) }.max() ?? 0
        let size = (width: Int(width) + 48, height: Int(Double(lines.count) * height * 1.8) + 40)
        let paper = [UInt8](repeating: 245, count: size.width * size.height * 3)
        let canvas = try Canvas(Picture(width: size.width, height: size.height, bgr: paper))
        try canvas.rectangle(
            .init(cornerX: 4, cornerY: 4, width: Double(size.width - 8), height: Double(size.height - 8)),
            color: .init(red: 60, green: 60, blue: 60), thickness: 2)
        for (row, line) in lines.enumerated() {
            let baseline = 20 + height * (1.4 + 1.8 * Double(row))
            try canvas.text(
                line, at: .init(x: 24, y: baseline), height: height, color: .init(red: 30, green: 30, blue: 30), thickness: 2)
        }
        return try canvas.picture()
    }
}
