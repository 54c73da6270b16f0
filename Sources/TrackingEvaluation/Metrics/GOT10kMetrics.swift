public import Spaces

/// What runs score by GOT-10k's definition.
public struct GOT10kScores: Hashable, Sendable {
    /// Overlap of each frame that counts.
    public var overlaps: [Double]
    /// Mean overlap.
    public var averageOverlap: Double
    /// Share of frames with an overlap above 0.5.
    public var successRate50: Double
    /// Share of frames with an overlap above 0.75, as the server reports it.
    public var successRate75: Double
    /// Share of frames above 101 overlap thresholds 0, 0.01 … 1.
    public var success: ThresholdCurve
    /// Toolkit and commit.
    public var definition: String { "GOT-10k, got10k-toolkit 956e728" }

    /// Makes scores of overlaps: those of one sequence, or of all repetitions and sequences in one list.
    public init(overlaps: [Double]) {
        self.overlaps = overlaps
        averageOverlap = mean(overlaps)
        let count = Double(max(overlaps.count, 1))
        successRate50 = Double(overlaps.count { $0 > 0.5 }) / count
        successRate75 = Double(overlaps.count { $0 > 0.75 }) / count
        // As numpy.linspace(0, 1, 101) computes them.
        success = successCurve(overlaps, (0...100).map { $0 == 100 ? 1 : Double($0) * 0.01 })
    }

    /// Makes the scores over sequences: all their frames in one list.
    public init(joining scores: [GOT10kScores]) { self.init(overlaps: scores.flatMap(\.overlaps)) }
}

/// Scores a one-pass run by GOT-10k's definition, got10k-toolkit 956e728.
///
/// The first frame does not count, nor do frames whose target is absent or has no truth, which is where `cover.label` is 0. Boxes are
/// clipped to the picture; overlaps are continuous. A missing box has overlap 0.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
///   - size: the picture's size, pixels.
public func got10kScores(_ predictions: [Prediction], truth: [GroundTruth], size: PixelSize) -> GOT10kScores {
    let overlaps = fileBoxes(predictions, truth, origin: 0).dropFirst().compactMap { pair -> Double? in
        guard let target = pair.truth else { return nil }
        return pair.box?.clipped(to: size).continuousOverlap(target.clipped(to: size)) ?? 0
    }
    return .init(overlaps: overlaps)
}

/// Frames a second as got10k-toolkit reports them: the mean of 1/t over times above 0; nil when there is none.
///
/// - Parameter seconds: time of each frame.
public func got10kSpeed(_ seconds: [Double]) -> Double? {
    let valid = seconds.filter { $0 > 0 }
    return valid.isEmpty ? nil : mean(valid.map { 1 / $0 })
}
