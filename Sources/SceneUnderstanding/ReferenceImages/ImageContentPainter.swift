public import Imaging
public import Spaces

/// Lays content on reference images in pictures of the camera.
///
/// Not `Sendable`: one thread at a time.
public final class ImageContentPainter {
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

    /// Goes on to a frame and draws what is to be seen.
    ///
    /// - Parameters:
    ///   - canvas: the picture of the camera.
    ///   - camera: of the picture.
    ///   - images: the anchors now.
    ///   - showsAll: whether an anchor that exists is shown, as with detection only; otherwise one that is tracked.
    ///   - time: of the frame.
    public func draw(on canvas: Canvas, camera: Camera, images: [ImageAnchor], showsAll: Bool, time: Double) throws {
        for image in images { places[image.name] = image }
        for (index, item) in items.enumerated() {
            let isShown = images.contains { $0.name == item.content.reference && ($0.isTracked || showsAll) }
            let opacity = fades[index].advance(isShown: isShown, to: time)
            // What fades out stays where its image was seen last.
            guard opacity > 0, let image = places[item.content.reference], let size = image.physicalSize else { continue }
            let inCamera = image.worldFromAnchor.then(camera.worldFromCamera.inverse)
            guard PlanarPose(cameraFromAnchor: inCamera, reprojectionError: 0).showsFace else { continue }
            let half = item.content.width * size.x / 2
            let high = half * Double(item.panel.height) / Double(item.panel.width)
            let middle = item.content.offset * size.x
            let corners = [(-half, -high), (half, -high), (half, high), (-half, high)].compactMap { x, z in
                camera.model.project(inCamera(AnchorPoint(x: middle.x + x, y: 0, z: middle.y + z)))
            }
            guard corners.count == 4, corners.allSatisfy({ abs($0.x) < 5e4 && abs($0.y) < 5e4 }) else { continue }
            try canvas.lay(item.panel, on: corners, opacity: opacity)
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
