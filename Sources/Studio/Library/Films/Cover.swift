internal import AirDrawing
internal import Imaging
internal import Recordings
internal import Spaces

/// The picture by which a recording is known in a list: the view at the first tap, or in the middle.
struct Cover: Hashable, Sendable {
    /// Width of the picture, pixels; a narrower view is shown as it is.
    static let width = 480
    /// The last picture of a film that is used: to come there is decoding of a second or two, and a list waits for many.
    static let lastInFilm = 600
    /// Quality of the JPEG file, 0…100.
    static let quality = 82

    /// The frame that it shows.
    static func frame(of index: FrameIndex, taps: [UserSpans.Tap]) -> Int {
        let wanted = taps.first.map { index.frame(at: $0.time) } ?? index.times.count / 2
        guard case .videoFrame(let number) = index.picture(wanted), number > lastInFilm else { return wanted }
        // The frames of a film go up with its pictures.
        var frame = wanted
        while frame > 0, case .videoFrame(let number) = index.picture(frame), number > lastInFilm { frame -= 1 }
        return frame
    }

    /// Draws the view of a picture.
    ///
    /// - Parameters:
    ///   - picture: of the camera.
    ///   - viewport: of the recording.
    /// - Returns: the bytes of a JPEG file.
    /// - Throws: `ImagingFailure`.
    static func jpeg(of picture: Picture, in viewport: Viewport) throws -> [UInt8] {
        let canvas = ViewCanvas(viewport)
        let view = try canvas.picture(of: picture)
        guard canvas.width > width else { return try view.encoded(as: .jpeg, quality: quality) }
        let scale = Double(width) / Double(canvas.width)
        let height = max(1, Int((Double(canvas.height) * scale).rounded()))
        let smaller = AffineTransform<PixelSpace, ViewSpace>(a: scale, b: 0, c: 0, d: scale, tx: scale / 2, ty: scale / 2)
        return try view.warped(smaller, width: width, height: height).encoded(as: .jpeg, quality: quality)
    }
}
