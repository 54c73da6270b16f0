/// Scores a one-pass run as the devkit of TrackingNet does, TrackingNet-devkit 967661d.
///
/// Coordinates are rounded half to even; the first frame is set to the truth; overlap thresholds 0, 0.05 … 1 are passed by `≥`, so
/// that a perfect tracker scores 1; centre errors have 21 thresholds over 0 … 50 pixels and normalized ones over 0 … 0.5; all three
/// scores are areas by trapezoids. Without a box the prediction is a box of zeros; frames without truth do not count.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func trackingNetScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    var overlaps: [Double] = []
    var errors: [Double] = []
    var normalized: [Double] = []
    for (i, pair) in fileBoxes(predictions, truth, origin: 0).enumerated() {
        guard let target = pair.truth?.rounded else { continue }
        let box = i == 0 ? target : pair.box?.rounded ?? .init(x: 0, y: 0, width: 0, height: 0)
        overlaps.append(box.inclusiveOverlap(target))
        // The devkit's centre is x + (w + 1) / 2: the difference is the same.
        let dx = (target.x + (target.width + 1) / 2) - (box.x + (box.width + 1) / 2)
        let dy = (target.y + (target.height + 1) / 2) - (box.y + (box.height + 1) / 2)
        errors.append((dx * dx + dy * dy).squareRoot())
        let nx = dx / target.width * dx / target.width
        let ny = dy / target.height * dy / target.height
        normalized.append((nx + ny).squareRoot())
    }
    let success = successCurve(overlaps, inclusive: true)
    let precision = precisionCurve(errors, (0...20).map { Double($0) * 2.5 })
    let normalizedPrecision = precisionCurve(normalized, (0...20).map { Double($0) * 0.025 })
    return .init(
        definition: OPEDefinition.trackingNet.source, overlaps: overlaps, centerErrors: errors, success: success,
        precision: precision, normalizedPrecision: normalizedPrecision, auc: success.trapezoid, averageOverlap: mean(overlaps),
        precisionScore: precision.trapezoid, normalizedPrecisionScore: normalizedPrecision.trapezoid, frames: overlaps.count)
}

extension FileBox {
    /// All numbers rounded half to even.
    fileprivate var rounded: Self {
        .init(
            x: x.rounded(.toNearestOrEven), y: y.rounded(.toNearestOrEven), width: width.rounded(.toNearestOrEven),
            height: height.rounded(.toNearestOrEven))
    }
}
