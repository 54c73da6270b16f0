/// Scores a one-pass run as pysot-toolkit 8b5ced3 does.
///
/// A truth without width or height gives overlap −1, which fails; a truth whose centre is not right of and below the picture's edge,
/// or none, gives error −1, which **passes**. Curves divide by all frames, absent ones too. Normalized precision is the value
/// at 0.20. The first frame is taken as the tracker gave it.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func pysotScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    var overlaps: [Double] = []
    var errors: [Double] = []
    var normalized: [Double] = []
    for pair in fileBoxes(predictions, truth, origin: 1) {
        // No truth is a box of zeros in the files of this toolkit, whose centre is left of the edge.
        let target = pair.truth ?? .init(x: 0, y: 0, width: 0, height: 0)
        let hasArea = target.width > 0 && target.height > 0
        overlaps.append(hasArea ? pair.box?.plainOverlap(target) ?? 0 : -1)
        if target.centerX > 0, target.centerY > 0 {
            errors.append(pair.box?.centerError(target) ?? .infinity)
        } else {
            errors.append(-1)
        }
        let w = target.width + 1e-16
        let h = target.height + 1e-16
        if target.centerX / w > 0, target.centerY / h > 0 {
            normalized.append(
                pair.box.map { box in
                    let dx = target.centerX / w - box.centerX / w
                    let dy = target.centerY / h - box.centerY / h
                    return (dx * dx + dy * dy).squareRoot()
                } ?? .infinity)
        } else {
            normalized.append(-1)
        }
    }
    let success = successCurve(overlaps, steppedThresholds)
    let precision = precisionCurve(errors)
    let normalizedPrecision = precisionCurve(normalized, normalizedThresholds)
    return .init(
        definition: OPEDefinition.pysot.source, overlaps: overlaps, centerErrors: errors, success: success, precision: precision,
        normalizedPrecision: normalizedPrecision, auc: success.mean, averageOverlap: mean(overlaps.filter { $0 >= 0 }),
        precisionScore: precision.values[20], normalizedPrecisionScore: normalizedPrecision.values[20], frames: overlaps.count)
}

extension FileBox {
    /// Intersection over union without got10k's small number.
    func plainOverlap(_ other: Self) -> Double {
        let w = max(0, min(x + width, other.x + other.width) - max(x, other.x))
        let h = max(0, min(y + height, other.y + other.height) - max(y, other.y))
        let overlap = w * h / (width * height + other.width * other.height - w * h)
        return overlap.isNaN ? 0 : max(min(1, overlap), 0)
    }
}
