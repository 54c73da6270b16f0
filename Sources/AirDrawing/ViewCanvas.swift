public import Imaging
public import Spaces

/// Pictures of the view: what a person sees on the phone, turned, cut and scaled to about the pixels of the camera.
public struct ViewCanvas: Sendable {
    /// Pixels of a picture of the view, from its top left corner.
    private enum PictureOfView: Space2D {}

    /// Picture and view.
    public let viewport: Viewport
    /// Pixels a view point.
    public let scale: Double
    /// Width of the pictures, pixels; even, as films want it.
    public let width: Int
    /// Height of the pictures, pixels; even.
    public let height: Int

    /// Makes the pictures of a view about as fine as the camera's.
    public init(_ viewport: Viewport) {
        self.viewport = viewport
        // One pixel of the camera covers this much of the view; both axes are scaled alike.
        let map = viewport.viewFromPixel
        scale = 1 / max(abs(map.a) + abs(map.c), 1e-6)
        func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
        width = even(viewport.size.width * scale)
        height = even(viewport.size.height * scale)
    }

    /// The view of a camera picture.
    ///
    /// - Throws: `ImagingFailure` when there is no memory for it.
    public func picture(of picture: Picture) throws -> Picture { try picture.warped(map, width: width, height: height) }

    /// The view of a camera picture, to draw on.
    ///
    /// - Throws: `ImagingFailure` when there is no memory for it.
    public func sheet(of picture: Picture) throws -> Canvas {
        try Canvas(picture, through: map, width: width, height: height)
    }

    private var map: AffineTransform<PixelSpace, PictureOfView> {
        viewport.viewFromPixel.then(.init(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
    }

    /// Where a view point lies on the picture of the view.
    public func callAsFunction(_ p: ViewPoint) -> PixelPoint { .init(x: p.x * scale - 0.5, y: p.y * scale - 0.5) }

    /// Where a rect of the view lies on the picture of the view.
    public func callAsFunction(_ r: ViewRect) -> PixelRect {
        .init(origin: self(r.origin), size: .init(width: r.width * scale, height: r.height * scale))
    }

    /// Where a pixel of the camera lies on the picture of the view.
    public func callAsFunction(_ p: PixelPoint) -> PixelPoint { self(viewport.viewFromPixel(p)) }
}
