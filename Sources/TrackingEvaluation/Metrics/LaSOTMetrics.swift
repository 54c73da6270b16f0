/// Scores a one-pass run as the MATLAB toolkit of LaSOT does, LaSOT_Evaluation_Toolkit 95bf38a.
///
/// Overlaps are of inclusive pixels; the first frame is set to the truth; a prediction without a box, or without width or height, is
/// that of the frame before. Frames whose target is absent do not score, and yet **all frames divide**. Other frames without truth,
/// or with a component of 0 or less, give overlap −1, which fails, and error −1, which passes. Normalized precision is
/// the mean of its curve over 0, 0.01 … 0.5.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func lasotScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    var overlaps: [Double] = []
    var errors: [Double] = []
    var normalized: [Double] = []
    var last: FileBox?
    for (i, pair) in fileBoxes(predictions, truth, origin: 1).enumerated() {
        if let box = pair.box, i == 0 || (box.width > 0 && box.height > 0) { last = box }
        if truth[i] == .absent { continue }
        guard let target = pair.truth, target.x > 0, target.y > 0, target.width > 0, target.height > 0 else {
            overlaps.append(-1)
            errors.append(-1)
            normalized.append(-1)
            continue
        }
        let box = i == 0 ? target : last
        overlaps.append(box?.inclusiveOverlap(target) ?? 0)
        errors.append(box?.centerError(target) ?? .infinity)
        normalized.append(
            box.map { box in
                let dx = box.centerX / target.width - target.centerX / target.width
                let dy = box.centerY / target.height - target.centerY / target.height
                return (dx * dx + dy * dy).squareRoot()
            } ?? .infinity)
    }
    let success = successCurve(overlaps, count: truth.count)
    let precision = precisionCurve(errors, count: truth.count)
    let normalizedPrecision = precisionCurve(normalized, normalizedThresholds, count: truth.count)
    return .init(
        definition: OPEDefinition.lasot.source, overlaps: overlaps, centerErrors: errors, success: success, precision: precision,
        normalizedPrecision: normalizedPrecision, auc: success.mean, averageOverlap: mean(overlaps.filter { $0 >= 0 }),
        precisionScore: precision.values[20], normalizedPrecisionScore: normalizedPrecision.mean, frames: truth.count)
}
