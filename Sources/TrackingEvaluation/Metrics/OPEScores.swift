/// What a one-pass run over one sequence scores, or the mean over sequences.
public struct OPEScores: Hashable, Sendable {
    /// Whose definition these numbers follow: toolkit and commit.
    public var definition: String
    /// Overlap a frame, −1 where the definition says that the truth is invalid; empty for a mean over sequences.
    public var overlaps: [Double]
    /// Centre error a frame, pixels, −1 where the definition says that the truth is invalid; empty for a mean over sequences.
    public var centerErrors: [Double]
    /// Share of frames over overlap thresholds 0, 0.05 … 1.
    public var success: ThresholdCurve
    /// Share of frames over centre error thresholds, pixels.
    public var precision: ThresholdCurve
    /// Share of frames over normalized centre error thresholds 0 … 0.5; nil where the definition has none.
    public var normalizedPrecision: ThresholdCurve?
    /// Area under the success curve.
    public var auc: Double
    /// Mean overlap, of the frames that the definition counts.
    public var averageOverlap: Double
    /// Share of frames with an overlap above 0.5.
    public var successRate50: Double
    /// Share of frames with an overlap above 0.75.
    public var successRate75: Double
    /// The definition's one number of precision: share of frames within 20 pixels, or an area.
    public var precisionScore: Double
    /// The definition's one number of normalized precision; nil where it has none.
    public var normalizedPrecisionScore: Double?
    /// Frames that count.
    public var frames: Int

    /// The mean of overlaps above 0 alone, which OTB's Python toolkit prints by attribute; 0 of none and for a mean over sequences.
    public var averageOverlapWhereTouching: Double { mean(overlaps.filter { $0 > 0 }) }

    /// Makes the mean over sequences, each with the same weight, as OTB and LaSOT report; nil of none.
    ///
    /// - Parameter scores: scores of one definition.
    public init?(meanOf scores: [OPEScores]) {
        guard let first = scores.first, let success = ThresholdCurve.mean(of: scores.map(\.success)),
            let precision = ThresholdCurve.mean(of: scores.map(\.precision))
        else { return nil }
        func mean(_ value: (OPEScores) -> Double) -> Double { scores.reduce(0) { $0 + value($1) } / Double(scores.count) }
        definition = first.definition
        overlaps = []
        centerErrors = []
        self.success = success
        self.precision = precision
        normalizedPrecision = ThresholdCurve.mean(of: scores.compactMap(\.normalizedPrecision))
        auc = mean(\.auc)
        averageOverlap = mean(\.averageOverlap)
        successRate50 = mean(\.successRate50)
        successRate75 = mean(\.successRate75)
        precisionScore = mean(\.precisionScore)
        normalizedPrecisionScore = first.normalizedPrecisionScore == nil ? nil : mean { $0.normalizedPrecisionScore ?? 0 }
        frames = scores.reduce(0) { $0 + $1.frames }
    }

    /// Makes scores of one sequence.
    init(
        definition: String, overlaps: [Double], centerErrors: [Double], success: ThresholdCurve, precision: ThresholdCurve,
        normalizedPrecision: ThresholdCurve? = nil, auc: Double, averageOverlap: Double, precisionScore: Double,
        normalizedPrecisionScore: Double? = nil, frames: Int
    ) {
        self.definition = definition
        self.overlaps = overlaps
        self.centerErrors = centerErrors
        self.success = success
        self.precision = precision
        self.normalizedPrecision = normalizedPrecision
        self.auc = auc
        self.averageOverlap = averageOverlap
        let count = Double(max(frames, 1))
        successRate50 = Double(overlaps.count { $0 > 0.5 }) / count
        successRate75 = Double(overlaps.count { $0 > 0.75 }) / count
        self.precisionScore = precisionScore
        self.normalizedPrecisionScore = normalizedPrecisionScore
        self.frames = frames
    }
}

/// The definitions in which a one-pass run is scored.
public enum OPEDefinition: String, Hashable, Sendable, CaseIterable {
    /// The Python toolkit of OTB.
    case otb
    /// got10k-toolkit's experiment on OTB.
    case got10kOTB = "got10k-otb"
    /// got10k-toolkit's experiment on UAV123: frames without truth do not count.
    case got10kUAV = "got10k-uav123"
    /// pysot-toolkit.
    case pysot
    /// The MATLAB toolkit of LaSOT.
    case lasot
    /// The devkit of TrackingNet.
    case trackingNet = "trackingnet"

    /// Toolkit and commit.
    public var source: String {
        switch self {
        case .otb: "OTB, jwlim/tracker_benchmark 5e1029c"
        case .got10kOTB: "OTB by got10k-toolkit 956e728"
        case .got10kUAV: "UAV123 by got10k-toolkit 956e728"
        case .pysot: "pysot-toolkit 8b5ced3"
        case .lasot: "LaSOT_Evaluation_Toolkit 95bf38a"
        case .trackingNet: "TrackingNet-devkit 967661d"
        }
    }

    /// Scores a run by the definition.
    ///
    /// - Parameters:
    ///   - predictions: what the tracker says, a frame each, its seed first. A missing one counts as a failure.
    ///   - truth: what is true of the same frames.
    public func scores(_ predictions: [Prediction], truth: [GroundTruth]) -> OPEScores {
        switch self {
        case .otb: otbScores(predictions, truth: truth)
        case .got10kOTB: got10kOTBScores(predictions, truth: truth)
        case .got10kUAV: got10kUAVScores(predictions, truth: truth)
        case .pysot: pysotScores(predictions, truth: truth)
        case .lasot: lasotScores(predictions, truth: truth)
        case .trackingNet: trackingNetScores(predictions, truth: truth)
        }
    }
}

/// Boxes of a run in the numbers of a file, with the truth.
///
/// - Parameters:
///   - predictions: one a frame; polygons and points count by the box round them.
///   - truth: one a frame.
///   - origin: the number that the file gives to the picture's edge.
/// - Returns: as many pairs as there are frames with truth lines; nil for no box.
func fileBoxes(
    _ predictions: [Prediction], _ truth: [GroundTruth], origin: Double
) -> [(box: FileBox?, truth: FileBox?)] {
    truth.indices.map { i in
        let box = i < predictions.count ? predictions[i].region.map { FileBox($0.bounds, origin: origin) } : nil
        let known = truth[i].region.map { FileBox($0.bounds, origin: origin) }
        return (box.flatMap { $0.isFinite ? $0 : nil }, known.flatMap { $0.isFinite ? $0 : nil })
    }
}
