/// Scores a one-pass run as the Python toolkit of OTB does, jwlim/tracker_benchmark 5e1029c.
///
/// Overlaps are of inclusive pixels, thresholds 0, 0.05 … 1 passed by `>`; centre errors are rounded to four places, thresholds
/// 0 … 50 passed by `≤`. The first frame's box is the truth. A truth with a component of 0 or less, or none, gives overlap −1, which
/// fails, and error −1, which **passes**; the mean overlap leaves it out. All curves divide by all frames. A tracker
/// without a box fails both. A perfect tracker scores 20/21, because no overlap is above 1.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func otbScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    var overlaps: [Double] = []
    var errors: [Double] = []
    for (i, pair) in fileBoxes(predictions, truth, origin: 1).enumerated() {
        guard let target = pair.truth, target.x > 0, target.y > 0, target.width > 0, target.height > 0 else {
            overlaps.append(-1)
            errors.append(-1)
            continue
        }
        let box = i == 0 ? target : pair.box
        overlaps.append(box?.inclusiveOverlap(target) ?? 0)
        errors.append(box.map { ($0.centerError(target) * 1e4).rounded(.toNearestOrEven) / 1e4 } ?? .infinity)
    }
    let success = successCurve(overlaps, quotientThresholds)
    let precision = precisionCurve(errors)
    return .init(
        definition: OPEDefinition.otb.source, overlaps: overlaps, centerErrors: errors, success: success, precision: precision,
        auc: success.mean, averageOverlap: mean(overlaps.filter { $0 >= 0 }), precisionScore: precision.values[20],
        frames: overlaps.count)
}

/// Scores a one-pass run as got10k-toolkit 956e728 does on OTB.
///
/// Overlaps are continuous; the first frame is set to the truth; a frame without truth fails both overlap and precision; no
/// rounding.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func got10kOTBScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    got10kOPE(predictions, truth, dropping: false, .got10kOTB)
}

/// Scores a one-pass run as got10k-toolkit 956e728 does on UAV123: as on OTB, but a frame without truth does not count.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
public func got10kUAVScores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
    got10kOPE(predictions, truth, dropping: true, .got10kUAV)
}

private func got10kOPE(
    _ predictions: [Prediction], _ truth: [GroundTruth], dropping: Bool, _ definition: OPEDefinition
) -> OPEScores {
    var overlaps: [Double] = []
    var errors: [Double] = []
    for (i, pair) in fileBoxes(predictions, truth, origin: 1).enumerated() {
        guard let target = pair.truth else {
            if !dropping {
                overlaps.append(.nan)
                errors.append(.nan)
            }
            continue
        }
        let box = i == 0 ? target : pair.box
        overlaps.append(box?.continuousOverlap(target) ?? 0)
        errors.append(box?.centerError(target) ?? .infinity)
    }
    let success = successCurve(overlaps)
    let precision = precisionCurve(errors)
    return .init(
        definition: definition.source, overlaps: overlaps, centerErrors: errors, success: success, precision: precision,
        auc: success.mean, averageOverlap: mean(overlaps.filter { !$0.isNaN }), precisionScore: precision.values[20],
        frames: overlaps.count)
}

/// The mean; 0 of none.
func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
