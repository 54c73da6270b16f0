public import Spaces

/// Intersection over union of two boxes whose edges are continuous.
///
/// As `rect_iou` of got10k-toolkit 956e728, which adds the smallest step of a number to the union. 0 where a box has no area or is
/// not finite.
public func continuousOverlap(_ a: PixelRect, _ b: PixelRect) -> Double {
    guard a.isFinite, b.isFinite else { return 0 }
    let p = FileBox(a, origin: 0)
    let q = FileBox(b, origin: 0)
    return p.continuousOverlap(q)
}

/// Intersection over union of two boxes of whole pixels, the last one included.
///
/// As `calc_rect_int` of jwlim/tracker_benchmark 5e1029c: the right edge is x + w − 1, and 1 is added to the intersection's extents. With
/// the area w · h this is ``continuousOverlap(_:_:)`` but for the last bit. 0 where a box is not finite or both have no area.
public func inclusiveOverlap(_ a: PixelRect, _ b: PixelRect) -> Double {
    guard a.isFinite, b.isFinite else { return 0 }
    return FileBox(a, origin: 1).inclusiveOverlap(.init(b, origin: 1))
}

/// Distance of the centres of two boxes, pixels; infinite when one is not finite.
///
/// A centre is x + w / 2 here, and x + (w − 1) / 2 in OTB's files, where x counts from 1: the distance is the same.
public func centerError(_ a: PixelRect, _ b: PixelRect) -> Double {
    guard a.isFinite, b.isFinite else { return .infinity }
    return FileBox(a, origin: 1).centerError(.init(b, origin: 1))
}

/// Distance of the centres with x in widths and y in heights of the truth, as LaSOT and TrackingNet have it.
///
/// - Parameters:
///   - box: what the tracker says.
///   - truth: what is true.
/// - Returns: a distance without unit; infinite when a box is not finite or the truth has no area.
public func normalizedCenterError(_ box: PixelRect, truth: PixelRect) -> Double {
    guard box.isFinite, truth.isFinite, truth.width > 0, truth.height > 0 else { return .infinity }
    let x = (box.center.x - truth.center.x) / truth.width
    let y = (box.center.y - truth.center.y) / truth.height
    return (x * x + y * y).squareRoot()
}

/// A box in the numbers of a result file, on which the toolkits compute: their thresholds decide by the last bit.
struct FileBox: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The numbers of a box, where the picture's edge is at `origin`: 1 in OTB's files, 0 in those of VOT and GOT-10k.
    init(_ rect: PixelRect, origin: Double) {
        self.init(x: rect.origin.x + (origin + 0.5), y: rect.origin.y + (origin + 0.5), width: rect.width, height: rect.height)
    }

    var centerX: Double { x + (width - 1) / 2 }
    var centerY: Double { y + (height - 1) / 2 }

    func centerError(_ other: Self) -> Double {
        let dx = centerX - other.centerX
        let dy = centerY - other.centerY
        return (dx * dx + dy * dy).squareRoot()
    }

    func continuousOverlap(_ other: Self) -> Double {
        let w = max(min(x + width, other.x + other.width) - max(x, other.x), 0)
        let h = max(min(y + height, other.y + other.height) - max(y, other.y), 0)
        let common = w * h
        let union = width * height + other.width * other.height - common
        let overlap = common / (union + .ulpOfOne)
        return overlap.isNaN ? 0 : min(max(overlap, 0), 1)
    }

    func inclusiveOverlap(_ other: Self) -> Double {
        let w = max(0, min(x + width - 1, other.x + other.width - 1) - max(x, other.x) + 1)
        let h = max(0, min(y + height - 1, other.y + other.height - 1) - max(y, other.y) + 1)
        let common = w * h
        let overlap = common / (width * height + other.width * other.height - common)
        return overlap.isFinite ? overlap : 0
    }

    /// The part inside a picture, as got10k clips.
    func clipped(to size: PixelSize) -> Self {
        let left = min(max(x, 0), size.width)
        let top = min(max(y, 0), size.height)
        return .init(
            x: left, y: top, width: min(max(width, 0), size.width - left), height: min(max(height, 0), size.height - top))
    }

    var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
