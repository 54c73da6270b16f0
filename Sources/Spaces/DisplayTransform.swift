/// How the interface is turned on the device, as `UIInterfaceOrientation` names it.
public enum InterfaceOrientation: String, Sendable, CaseIterable, Codable {
    /// Home button below: the phone upright.
    case portrait
    /// Home button above.
    case portraitUpsideDown = "portrait_upside_down"
    /// Home button right: as the sensor lies, the picture is not turned.
    case landscapeRight = "landscape_right"
    /// Home button left.
    case landscapeLeft = "landscape_left"

    /// Whether width and height of picture and view change places.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

/// The map from the captured picture to the view, as `ARFrame.displayTransform(for:viewportSize:)` gives it.
///
/// Both sides are normalized with the origin top left: the picture is turned and fills the viewport (aspect fill), so that two
/// of its sides may be cut off. Rotation signs and the fill rule were seen on devices (iPhone 11 Pro, 375 × 812).
///
/// - Parameters:
///   - imageSize: the captured picture, pixels, landscapeRight.
///   - orientation: of the interface.
///   - viewport: the view, points.
public func displayTransform(
    imageSize: PixelSize, orientation: InterfaceOrientation, viewport: ViewSize
) -> AffineTransform<ImageSpace, NormalizedViewSpace> {
    let turned: AffineTransform<ImageSpace, NormalizedViewSpace> =
        switch orientation {
        case .landscapeRight: .init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        case .portrait: .init(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .landscapeLeft: .init(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .portraitUpsideDown: .init(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    let width = orientation.isPortrait ? imageSize.height : imageSize.width
    let height = orientation.isPortrait ? imageSize.width : imageSize.height
    let fill = max(viewport.width / width, viewport.height / height)
    let kx = width * fill / viewport.width
    let ky = height * fill / viewport.height
    return .init(
        a: turned.a * kx, b: turned.b * ky, c: turned.c * kx, d: turned.d * ky,
        tx: (turned.tx - 0.5) * kx + 0.5, ty: (turned.ty - 0.5) * ky + 0.5)
}

/// Picture and view of one recording: every way from one to the other.
public struct Viewport: Hashable, Sendable {
    /// The captured picture, pixels, landscapeRight.
    public let imageSize: PixelSize
    /// The view, points.
    public let size: ViewSize
    /// How the interface is turned.
    public let orientation: InterfaceOrientation
    /// From pixels of the picture to points of the view.
    public let viewFromPixel: AffineTransform<PixelSpace, ViewSpace>
    /// From points of the view to pixels of the picture.
    public let pixelFromView: AffineTransform<ViewSpace, PixelSpace>

    /// Makes the maps between a picture and a view.
    public init(imageSize: PixelSize, size: ViewSize, orientation: InterfaceOrientation) {
        self.imageSize = imageSize
        self.size = size
        self.orientation = orientation
        let pointsFromNormalized = AffineTransform<NormalizedViewSpace, ViewSpace>(
            a: size.width, b: 0, c: 0, d: size.height, tx: 0, ty: 0)
        let display = displayTransform(imageSize: imageSize, orientation: orientation, viewport: size)
        viewFromPixel = imageFromPixel(imageSize).then(display).then(pointsFromNormalized)
        pixelFromView = viewFromPixel.inverse
    }

    /// A view that shows a picture as it is, a point for a pixel, as for a plain video.
    public init(showing imageSize: PixelSize) {
        self.init(
            imageSize: imageSize, size: .init(width: imageSize.width, height: imageSize.height), orientation: .landscapeRight)
    }

    /// The whole view, points.
    public var bounds: ViewRect { .init(origin: .init(x: 0, y: 0), size: size) }
}

/// The map from pixels to the normalized picture: pixel (0, 0) is a centre, normalized (0, 0) is the picture's corner.
public func imageFromPixel(_ size: PixelSize) -> AffineTransform<PixelSpace, ImageSpace> {
    .init(a: 1 / size.width, b: 0, c: 0, d: 1 / size.height, tx: 0.5 / size.width, ty: 0.5 / size.height)
}

extension Rect where S == PixelSpace {
    /// Makes a rect from its top left corner where the picture's corner is (0, 0), as `cv::Rect` and OTB's boxes count edges.
    public init(cornerX x: Double, cornerY y: Double, width: Double, height: Double) {
        self.init(x: x - 0.5, y: y - 0.5, width: width, height: height)
    }

    /// The left edge where the picture's corner is (0, 0), pixels.
    public var cornerX: Double { origin.x + 0.5 }
    /// The top edge where the picture's corner is (0, 0), pixels.
    public var cornerY: Double { origin.y + 0.5 }

    /// The rect that covers a whole picture.
    public init(covering size: PixelSize) { self.init(cornerX: 0, cornerY: 0, width: size.width, height: size.height) }
}
