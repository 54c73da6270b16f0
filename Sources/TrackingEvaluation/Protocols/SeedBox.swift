public import Spaces

/// Side of the box round a point that seeds a tracker, in a picture 640 wide, pixels.
public let pointBoxSide = 40.0

/// The box with which a tracker of boxes is seeded.
///
/// A point becomes a square of 40 px in a picture 640 wide, scaled with the width. A polygon becomes an axis-parallel box about the mean of
/// its corners, of the polygon's area and its bounds' shape, which holds less of the ground than the bounds do; for a rectangle that stands
/// straight this is the rectangle. The toolkits of VOT's correlation filters and pysot do the same with VOT's polygons.
///
/// - Parameters:
///   - region: where the target is.
///   - pictureWidth: width of the picture, pixels.
public func seedBox(of region: Region, pictureWidth: Double) -> PixelRect {
    switch region {
    case .rect(let box): return box
    case .point(let point):
        let side = pointBoxSide * pictureWidth / 640
        return PixelRect(center: point, size: .init(width: side, height: side))
    case .polygon(let corners):
        let bounds = region.bounds
        let n = Double(corners.count)
        let center = PixelPoint(x: corners.reduce(0) { $0 + $1.x } / n, y: corners.reduce(0) { $0 + $1.y } / n)
        let factor = (area(of: corners) / bounds.area).squareRoot()
        guard factor.isFinite else { return bounds }
        return PixelRect(center: center, size: .init(width: factor * bounds.width, height: factor * bounds.height))
    }
}

/// The area inside a closed polygon that does not cross itself, pixels squared.
private func area(of corners: [PixelPoint]) -> Double {
    var twice = 0.0
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) { twice += a.x * b.y - b.x * a.y }
    return abs(twice) / 2
}
