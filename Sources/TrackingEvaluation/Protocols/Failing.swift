internal import Spaces

/// Whether VOT's supervised experiment counts a prediction as a failure: it has nothing in common with the annotation inside the picture.
///
/// A frame whose target the annotation does not show is no failure.
func hasFailed(_ prediction: Prediction, truth: GroundTruth, size: PixelSize?) -> Bool {
    guard let wanted = truth.region else { return false }
    guard let region = prediction.region else { return true }
    var common = corners(of: wanted)
    if let size { common = clipped(common, to: corners(of: .rect(PixelRect(covering: size)))) }
    return area(of: clipped(common, to: corners(of: region))) <= SupervisedRule.failureOverlap
}

/// The corners of a region; a point is a box without extent.
private func corners(of region: Region) -> [PixelPoint] {
    if case .polygon(let points) = region { return points }
    let box = region.bounds
    return [
        .init(x: box.minX, y: box.minY), .init(x: box.maxX, y: box.minY), .init(x: box.maxX, y: box.maxY),
        .init(x: box.minX, y: box.maxY),
    ]
}

/// The part of a polygon inside a convex one (Sutherland and Hodgman, Reentrant polygon clipping, CACM 1974).
private func clipped(_ polygon: [PixelPoint], to convex: [PixelPoint]) -> [PixelPoint] {
    let turn = signedArea(of: convex) < 0 ? -1.0 : 1.0
    var out = polygon
    for (a, b) in zip(convex, convex.dropFirst() + convex.prefix(1)) {
        func side(_ p: PixelPoint) -> Double { turn * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) }
        let before = out
        out = []
        for (p, q) in zip(before, before.dropFirst() + before.prefix(1)) {
            let (from, to) = (side(p), side(q))
            if from >= 0 { out.append(p) }
            if (from > 0 && to < 0) || (from < 0 && to > 0) { out.append(p + (q - p) * (from / (from - to))) }
        }
    }
    return out
}

private func signedArea(of corners: [PixelPoint]) -> Double {
    var twice = 0.0
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) { twice += a.x * b.y - b.x * a.y }
    return twice / 2
}

/// The area inside a closed polygon that does not cross itself, pixels squared.
func area(of corners: [PixelPoint]) -> Double { abs(signedArea(of: corners)) }
