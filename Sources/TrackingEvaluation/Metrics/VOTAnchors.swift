public import Spaces

/// What one run from an anchor scores in VOT's anchor protocol.
public struct AnchorRunScores: Hashable, Sendable {
    /// Overlap a frame in the order of the run; the seed's is 0, because the toolkit stores no region for it.
    public var overlaps: [Double]
    /// Frames before the failure; all where there was none.
    public var progress: Int

    /// Frames of the run.
    public var length: Int { overlaps.count }
    /// Whether the tracker failed before the end.
    public var hasFailed: Bool { progress < length }

    /// Scores a run.
    ///
    /// - Parameters:
    ///   - run: a run from an anchor to the end of the sequence, forward or backward.
    ///   - truth: what is true of the sequence.
    ///   - size: the picture's size, pixels; nil for no bound.
    ///   - threshold: the largest overlap that counts as a miss.
    ///   - grace: how many misses in a row are a failure; frames without a target do not miss.
    public init(
        _ run: TrackRun, truth: [GroundTruth], size: PixelSize?, threshold: Double = 0.1, grace: Int = 10
    ) {
        let frames = run.forward ? Array(run.start..<max(truth.count, run.start)) : Array((0...run.start).reversed())
        overlaps = frames.enumerated().map { i, frame in
            let region = i == 0 ? nil : i < run.predictions.count ? run.predictions[i].region : nil
            return rasterOverlap(region, truth[frame].region, in: size)
        }
        progress = overlaps.count
        var left = grace
        for (i, overlap) in overlaps.enumerated() {
            guard overlap <= threshold, truth[frames[i]].region?.isEmpty == false else {
                left = grace
                continue
            }
            left -= 1
            if left == 0 {
                progress = i + 1 - grace
                break
            }
        }
    }
}

extension Region {
    /// Whether it has no extent in x or y.
    fileprivate var isEmpty: Bool {
        if case .point = self { return false }
        return !(bounds.width > 0 && bounds.height > 0)
    }
}

/// What one sequence scores in VOT's anchor protocol.
public struct AnchorScores: Hashable, Sendable {
    /// Overlap of the frames before failures, a frame.
    public var accuracy: Double
    /// Share of the frames that came before failures.
    public var robustness: Double
    /// Frames before failures, of all runs.
    public var trackedFrames: Int
    /// Frames of the sequence.
    public var length: Int
    /// Runs from anchors.
    public var runs: [AnchorRunScores]

    /// Toolkit and version.
    public static let definition = "VOT anchors, votchallenge/toolkit 0.9.0 (56f0053)"

    /// Joins the runs of a sequence.
    ///
    /// - Parameters:
    ///   - runs: one from each anchor.
    ///   - length: frames of the sequence.
    public init(_ runs: [AnchorRunScores], length: Int) {
        self.runs = runs
        self.length = length
        trackedFrames = runs.reduce(0) { $0 + $1.progress }
        let total = runs.reduce(0) { $0 + $1.length }
        let overlap = runs.reduce(0.0) { $0 + $1.overlaps.prefix($1.progress).reduce(0, +) }
        accuracy = trackedFrames > 0 ? overlap / Double(trackedFrames) : 0
        robustness = total > 0 ? Double(trackedFrames) / Double(total) : 0
    }

    /// The expected overlap at each length below a limit, and how many runs it is of.
    ///
    /// A run that failed counts at lengths beyond its end with its sum divided by the length less one, as the toolkit has it.
    public func curve(below limit: Int) -> (values: [Double], runs: [Int]) {
        var sums = [Double](repeating: 0, count: limit)
        var counts = [Int](repeating: 0, count: limit)
        for run in runs {
            var total = 0.0
            for j in 1..<max(limit, 1) {
                if j < run.length {
                    total += j < run.progress ? run.overlaps[j] : 0
                    sums[j] += total / Double(j)
                    counts[j] += 1
                } else if run.hasFailed {
                    // At length 1 the toolkit divides by 0; a failed run has at least as many frames as the grace.
                    sums[j] += total / Double(j - 1)
                    counts[j] += 1
                } else {
                    break
                }
            }
        }
        return (zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : 0 }, counts)
    }
}

/// What all sequences score in VOT's anchor protocol.
public struct AnchorSetScores: Hashable, Sendable {
    /// Accuracy, weighted by the tracked frames of the sequences.
    public var accuracy: Double
    /// Robustness, weighted by the sequences' lengths.
    public var robustness: Double
    /// Expected average overlap over the lengths that were asked for; nil when the limit is below them.
    public var expectedAverageOverlap: Double?
    /// Expected overlap at each length, from 0 on.
    public var curve: [Double]

    /// The lengths over which VOT2020 to 2022 average the expected overlap, frames.
    public static let usualLengths = 115...755

    /// Joins the scores of sequences.
    ///
    /// - Parameters:
    ///   - scores: one a sequence.
    ///   - lengths: the lengths over which the expected overlap is averaged: 115…755 for VOT2020 to 2022. The curve ends before the last.
    public init(_ scores: [AnchorScores], lengths: ClosedRange<Int> = usualLengths) {
        let tracked = scores.reduce(0.0) { $0 + Double($1.trackedFrames) }
        let length = scores.reduce(0.0) { $0 + Double($1.length) }
        accuracy = tracked > 0 ? scores.reduce(0) { $0 + $1.accuracy * Double($1.trackedFrames) } / tracked : 0
        robustness = length > 0 ? scores.reduce(0) { $0 + $1.robustness * Double($1.length) } / length : 0
        var sums = [Double](repeating: 0, count: lengths.upperBound)
        var counts = [Int](repeating: 0, count: lengths.upperBound)
        for score in scores {
            let curve = score.curve(below: lengths.upperBound)
            for j in sums.indices {
                sums[j] += curve.values[j] * Double(curve.runs[j])
                counts[j] += curve.runs[j]
            }
        }
        curve = zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : 0 }
        expectedAverageOverlap = averageOverlap(of: curve, over: lengths)
    }
}
