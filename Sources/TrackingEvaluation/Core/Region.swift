public import Spaces

/// What a tracker or an annotator says of one frame: where the target is.
///
/// All coordinates are pixels of the picture with (0, 0) at the centre of the first pixel, whatever the file's convention was; readers and writers
/// of files turn them. A box that a file gives as x, y, width and height from the picture's corner is `PixelRect(cornerX:…)`.
public enum Region: Hashable, Sendable {
    /// An axis-parallel box.
    case rect(PixelRect)
    /// A closed polygon, in either direction.
    case polygon([PixelPoint])
    /// A point, such as a fingertip.
    case point(PixelPoint)

    /// The smallest box round the region; of a point, a box without extent.
    public var bounds: PixelRect {
        switch self {
        case .rect(let rect): return rect
        case .point(let point): return .init(x: point.x, y: point.y, width: 0, height: 0)
        case .polygon(let points):
            let xs = points.map(\.x)
            let ys = points.map(\.y)
            guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max() else {
                return .init(x: .nan, y: .nan, width: .nan, height: .nan)
            }
            return .init(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
        }
    }
}

/// What the annotation says of one frame.
public enum GroundTruth: Hashable, Sendable {
    /// The target is there.
    case visible(Region)
    /// The target is out of the picture or covered, and the annotation says so.
    case absent
    /// There is no annotation.
    case unknown

    /// The region, when the target is there.
    public var region: Region? {
        if case .visible(let region) = self { region } else { nil }
    }
}
