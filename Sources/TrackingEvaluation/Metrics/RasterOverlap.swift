public import Spaces

/// Intersection over union of two regions in whole pixels, as VOT measures.
///
/// The definition is that of votchallenge/toolkit 0.9.0: coordinates are single precision and rounded half to even; a rectangle covers
/// the pixels x … x + w − 1; a polygon covers, in each row, the pixels between its edges with both ends, their places cut to whole
/// numbers. Two regions without pixels are equal and give 1; so does a common bounding box of one row or column.
///
/// - Parameters:
///   - a: a region; nil for none.
///   - b: a region; nil for none. A point counts as none.
///   - size: the picture outside which pixels do not count; nil for no bound.
public func rasterOverlap(_ a: Region?, _ b: Region?, in size: PixelSize? = nil) -> Double {
    let p = Raster(a)
    let q = Raster(b)
    let union = p.bounds.union(q.bounds)
    if union.left >= union.right || union.top >= union.bottom { return 1 }
    var area = union
    if let size {
        area = .init(
            left: max(0, union.left), top: max(0, union.top), right: min(Int(size.width) - 1, union.right),
            bottom: min(Int(size.height) - 1, union.bottom))
        if area.left >= area.right || area.top >= area.bottom { return 0 }
    }
    var common = 0
    var either = 0
    for y in area.top...area.bottom {
        let mine = p.runs(inRow: y, of: area)
        let theirs = q.runs(inRow: y, of: area)
        let shared = sharedLength(mine, theirs)
        common += shared
        either += length(mine) + length(theirs) - shared
    }
    return either > 0 ? Double(common) / Double(either) : 0
}

/// Pixels from left to right and top to bottom, both ends included.
private struct PixelBounds {
    var left = 0
    var top = 0
    var right = 0
    var bottom = 0

    func union(_ other: Self) -> Self {
        .init(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}

/// A region in whole pixels, row by row.
private struct Raster {
    enum Shape {
        case none
        case rect
        case polygon([(x: Int, y: Int)])
    }

    var shape = Shape.none
    var bounds = PixelBounds()

    init(_ region: Region?) {
        switch region {
        case nil, .point: break
        case .rect(let rect):
            guard let x = pixel(rect.cornerX), let y = pixel(rect.cornerY), let width = pixel(rect.width),
                let height = pixel(rect.height)
            else { return }
            shape = .rect
            bounds = .init(left: x, top: y, right: x + width - 1, bottom: y + height - 1)
        case .polygon(let points):
            let corners = points.compactMap { point -> (x: Int, y: Int)? in
                guard let x = pixel(point.x + 0.5), let y = pixel(point.y + 0.5) else { return nil }
                return (x, y)
            }
            guard corners.count == points.count, corners.count > 2 else { return }
            shape = .polygon(corners)
            let xs = corners.map(\.x)
            let ys = corners.map(\.y)
            bounds = .init(left: xs.min() ?? 0, top: ys.min() ?? 0, right: xs.max() ?? 0, bottom: ys.max() ?? 0)
        }
    }

    /// The runs of pixels in a row, sorted, apart from each other, and inside an area.
    func runs(inRow y: Int, of area: PixelBounds) -> [ClosedRange<Int>] {
        switch shape {
        case .none: return []
        case .rect:
            guard y >= bounds.top, y <= bounds.bottom else { return [] }
            let left = max(bounds.left, area.left)
            let right = min(bounds.right, area.right)
            return left <= right ? [left...right] : []
        case .polygon(let corners):
            return polygonRuns(corners, y: y, area)
        }
    }
}

/// A coordinate as a whole pixel: single precision, half to even; nil when it is not finite or far outside any picture.
private func pixel(_ value: Double) -> Int? {
    let rounded = Float(value).rounded(.toNearestOrEven)
    return abs(rounded) < 16_777_216 ? Int(rounded) : nil
}

private func polygonRuns(_ corners: [(x: Int, y: Int)], y: Int, _ area: PixelBounds) -> [ClosedRange<Int>] {
    var nodes: [Int] = []
    var before = corners[corners.count - 1]
    for corner in corners {
        let low = min(corner.y, before.y)
        let high = max(corner.y, before.y)
        if low <= y, y <= high {
            if low == high {
                nodes.append(corner.x - area.left)
            } else {
                // Cut toward zero, from the left of the area.
                let x =
                    Double(corner.x - area.left) + Double(y - corner.y) / Double(before.y - corner.y)
                    * Double(before.x - corner.x)
                nodes.append(Int(x))
            }
        }
        before = corner
    }
    nodes.sort()
    let width = area.right - area.left + 1
    var runs: [ClosedRange<Int>] = []
    var i = 0
    while i < nodes.count - 1, nodes[i] < width {
        // A corner gives its place twice: once is enough, unless it is the last.
        if nodes[i] == nodes[i + 1], i < nodes.count - 2 {
            i += 1
            continue
        }
        if nodes[i + 1] >= 0 {
            let run = max(nodes[i], 0)...min(nodes[i + 1], width - 1)
            let placed = (run.lowerBound + area.left)...(run.upperBound + area.left)
            if let last = runs.last, placed.lowerBound <= last.upperBound {
                runs[runs.count - 1] = last.lowerBound...max(last.upperBound, placed.upperBound)
            } else {
                runs.append(placed)
            }
        }
        i += 2
    }
    return runs
}

private func length(_ runs: [ClosedRange<Int>]) -> Int { runs.reduce(0) { $0 + $1.count } }

private func sharedLength(_ a: [ClosedRange<Int>], _ b: [ClosedRange<Int>]) -> Int {
    var shared = 0
    for p in a {
        for q in b { shared += max(0, min(p.upperBound, q.upperBound) - max(p.lowerBound, q.lowerBound) + 1) }
    }
    return shared
}
