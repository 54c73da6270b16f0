public import Spaces

/// A confidence, and whether the prediction that it came with was right.
public struct ConfidenceSample: Hashable, Sendable {
    /// What the tracker says, 0…1.
    public var confidence: Double
    /// Whether it was right.
    public var isCorrect: Bool

    /// Makes a sample.
    public init(confidence: Double, isCorrect: Bool) {
        self.confidence = confidence
        self.isCorrect = isCorrect
    }
}

/// The samples of a run: right is a centre within 20 pixels of the truth (× width / 640); nothing is right of an absent target.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first, which is left out.
///   - truth: what is true of the same frames; those not known are left out.
///   - size: the picture's size, pixels.
/// - Returns: a sample for each prediction with a confidence; a lost one is wrong, its place or confidence whatever it is.
public func confidenceSamples(_ predictions: [Prediction], truth: [GroundTruth], size: PixelSize) -> [ConfidenceSample] {
    zip(predictions, truth).dropFirst().compactMap { prediction, target in
        guard let confidence = prediction.confidence, confidence.isFinite else { return nil }
        switch target {
        case .unknown: return nil
        case .absent: return .init(confidence: confidence, isCorrect: false)
        case .visible(let place):
            guard let region = prediction.region, prediction.isHeld else {
                return .init(confidence: confidence, isCorrect: false)
            }
            let distance = region.point.distance(to: place.point) * 640 / size.width
            return .init(confidence: confidence, isCorrect: distance <= PointScores.onTarget)
        }
    }
}

/// How good a confidence is: whether it tells right from wrong, and whether it is the chance that it says.
public struct ConfidenceQuality: Hashable, Sendable {
    /// One bin of confidences of equal width.
    public struct Bin: Hashable, Sendable {
        /// Where it begins; it ends where the next begins, the last with 1.
        public var from: Double
        /// Samples in it.
        public var count: Int
        /// Mean confidence of its samples; 0 of none.
        public var meanConfidence: Double
        /// Share of its samples that are right; 0 of none.
        public var shareCorrect: Double
    }

    /// A point of the ROC curve.
    public struct ROCPoint: Hashable, Sendable {
        /// Share of the wrong samples with this confidence or more.
        public var falsePositives: Double
        /// Share of the right samples with this confidence or more.
        public var truePositives: Double
        /// The confidence; nil at the start, where nothing passes.
        public var confidence: Double?
    }

    /// Area under the ROC curve: the chance that a right sample has more confidence than a wrong one, equal ones counting half.
    ///
    /// Nil when all samples are right or all wrong.
    public var area: Double?
    /// The ROC curve from nothing to everything passing; empty when all samples are right or all wrong.
    public var roc: [ROCPoint]
    /// Ten bins of confidence.
    public var bins: [Bin]
    /// Expected calibration error: the mean distance of share and confidence over bins, weighted by their samples.
    public var calibrationError: Double
    /// Mean squared distance of confidence and outcome (Brier).
    public var brierScore: Double
    /// Number of samples.
    public var count: Int

    /// Measures samples; a confidence outside 0…1 is taken to the nearer end.
    ///
    /// - Parameters:
    ///   - samples: of one run or of many.
    ///   - binCount: how many bins the range 0…1 has.
    public init(_ samples: [ConfidenceSample], bins binCount: Int = 10) {
        let samples = samples.map { ConfidenceSample(confidence: min(max($0.confidence, 0), 1), isCorrect: $0.isCorrect) }
        count = samples.count
        (roc, area) = rocCurve(samples)
        var binned = [[ConfidenceSample]](repeating: [], count: binCount)
        for sample in samples { binned[min(Int(sample.confidence * Double(binCount)), binCount - 1)].append(sample) }
        bins = binned.enumerated().map { i, inside in
            .init(
                from: Double(i) / Double(binCount), count: inside.count, meanConfidence: mean(inside.map(\.confidence)),
                shareCorrect: mean(inside.map { $0.isCorrect ? 1 : 0 }))
        }
        let total = Double(max(count, 1))
        calibrationError = bins.reduce(0) { $0 + Double($1.count) / total * abs($1.shareCorrect - $1.meanConfidence) }
        brierScore = mean(
            samples.map { sample in
                let miss = sample.confidence - (sample.isCorrect ? 1 : 0)
                return miss * miss
            })
    }
}

private func rocCurve(_ samples: [ConfidenceSample]) -> ([ConfidenceQuality.ROCPoint], Double?) {
    let right = samples.count(where: \.isCorrect)
    let wrong = samples.count - right
    guard right > 0, wrong > 0 else { return ([], nil) }
    let sorted = samples.sorted { $0.confidence > $1.confidence }
    var curve = [ConfidenceQuality.ROCPoint(falsePositives: 0, truePositives: 0, confidence: nil)]
    var area = 0.0
    var passedRight = 0
    var passedWrong = 0
    for (i, sample) in sorted.enumerated() {
        if sample.isCorrect { passedRight += 1 } else { passedWrong += 1 }
        // Equal confidences pass together.
        if i + 1 < sorted.count, sorted[i + 1].confidence == sample.confidence { continue }
        let point = ConfidenceQuality.ROCPoint(
            falsePositives: Double(passedWrong) / Double(wrong), truePositives: Double(passedRight) / Double(right),
            confidence: sample.confidence)
        if let last = curve.last {
            area += (point.falsePositives - last.falsePositives) * (point.truePositives + last.truePositives) / 2
        }
        curve.append(point)
    }
    return (curve, area)
}
