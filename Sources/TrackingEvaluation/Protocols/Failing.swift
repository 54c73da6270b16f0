internal import Spaces

/// Whether VOT's supervised experiment counts a prediction as a failure: it has no pixel in common with the annotation inside the picture.
///
/// As the metric does it: see ``supervisedStates(_:truth:size:)``.
func hasFailed(_ prediction: Prediction, truth: GroundTruth, size: PixelSize?) -> Bool {
    guard let region = prediction.region else { return true }
    return rasterOverlap(region, truth.region, in: size) <= SupervisedRule.failureOverlap
}
