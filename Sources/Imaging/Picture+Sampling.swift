internal import COpenCV
public import Spaces

extension Picture {
    /// The picture seen through a map: turned, cropped, scaled.
    ///
    /// - Parameters:
    ///   - map: to the output, whose (0, 0) is the **corner** of its first pixel and whose unit is one pixel; so a map to the view
    ///     gives the view at one pixel a point.
    ///   - width: of the output, pixels.
    ///   - height: of the output, pixels.
    /// - Throws: ``ImagingFailure`` when the map cannot be inverted or the output has no pixels or more than ``mostPixels``.
    /// - Returns: a picture that is black where the map leads outside this one; shrinking averages.
    public func warped<To: Space2D>(_ map: AffineTransform<PixelSpace, To>, width: Int, height: Int) throws -> Picture {
        Picture(try warpedMemory(map, width: width, height: height), time: time)
    }

    /// The memory of such a picture.
    func warpedMemory<To: Space2D>(
        _ map: AffineTransform<PixelSpace, To>, width: Int, height: Int
    ) throws(ImagingFailure) -> PictureMemory {
        let target = try PictureMemory()
        // From corner to centre of the first pixel of the output: half a pixel less.
        let centers = ad_affine(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx - 0.5, ty: map.ty - 0.5)
        try unsafe shimCheck("a view of a picture") { error in
            unsafe ad_picture_warp(
                target.handle, memory.handle, centers, Int32(clamping: width), Int32(clamping: height), error)
        }
        return target
    }
}

/// Samples a part of a picture as grey.
///
/// - Parameters:
///   - picture: what is sampled.
///   - rect: the part, pixels; outside the picture its nearest pixel counts.
///   - width: number of values in x; each is the mean over its cell of the rect, with bilinear interpolation.
///   - height: number of values in y.
/// - Throws: ``ImagingFailure`` when the rect is not finite or empty, or a number of values is below 1.
/// - Returns: 0…255 (BT.601), row by row.
public func greyPatch(of picture: Picture, rect: PixelRect, width: Int, height: Int) throws -> [Float] {
    guard (1...4096).contains(width), (1...4096).contains(height) else {
        throw ImagingFailure(.argument, "a patch of \(width) × \(height)", "each side has 1 to 4096 values")
    }
    var failure: ImagingFailure?
    let values = unsafe [Float](unsafeUninitializedCapacity: width * height) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        do throws(ImagingFailure) {
            try unsafe shimCheck("a patch") { error in
                unsafe ad_picture_grey_patch(picture.memory.handle, rect.forShim, Int32(width), Int32(height), base, error)
            }
            count = width * height
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return values
}
