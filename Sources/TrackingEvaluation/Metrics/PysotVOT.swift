public import Spaces

/// What all sequences score in VOT's supervised protocol by pysot-toolkit 8b5ced3, which published tables of trackers follow.
///
/// It differs from the VOT toolkit: accuracy is the mean over all frames of all sequences; robustness is failures in a hundred frames;
/// a fragment runs from five frames after a failure to five frames after the next, both included, with 0 where nothing was tracked;
/// and the expected overlap at length 0 counts as 1.
public struct PysotSupervisedScores: Hashable, Sendable {
    /// Mean overlap of tracked frames, the ten after each seed left out; 0 of none.
    public var accuracy: Double
    /// Failures in a hundred frames.
    public var robustness: Double
    /// Expected average overlap; nil when no sequence is as long as the first of the lengths.
    public var expectedAverageOverlap: Double?
    /// Expected overlap at each length, from 0 on.
    public var curve: [Double]

    /// Scores sequences.
    ///
    /// - Parameters:
    ///   - sequences: a state a frame, what is true, and the picture's size, of each sequence and repetition.
    ///   - lengths: the lengths over which the expected overlap is averaged, of which the toolkit takes each less one.
    ///   - burnIn: frames from a seed on that do not count for accuracy.
    ///   - skip: frames from a failure to the next seed.
    public init(
        _ sequences: [(states: [SupervisedState], truth: [GroundTruth], size: PixelSize?)],
        lengths: ClosedRange<Int> = 100...356, burnIn: Int = 10, skip: Int = 5
    ) {
        var valid: [Double] = []
        var failures = 0
        var frames = 0
        var longest = 0
        var fragments: [OverlapFragment] = []
        for sequence in sequences {
            let count = min(sequence.states.count, sequence.truth.count)
            var overlaps = [Double](repeating: 0, count: count)
            var lastSeed = -burnIn
            var starts = [0]
            for i in 0..<count {
                switch sequence.states[i] {
                case .initialized: lastSeed = i
                case .skipped: break
                case .failed:
                    failures += 1
                    if i + skip <= count { starts.append(i + skip) }
                case .tracked(let region):
                    overlaps[i] = rasterOverlap(region, sequence.truth[i].region, in: sequence.size)
                    if i >= lastSeed + burnIn { valid.append(overlaps[i]) }
                }
            }
            frames += count
            longest = max(longest, count)
            for (start, next) in zip(starts, starts.dropFirst()) {
                fragments.append(.init(overlaps: Array(overlaps[start..<min(next + 1, count)]), hasFailed: true))
            }
            fragments.append(.init(overlaps: Array(overlaps[starts[starts.count - 1]...]), hasFailed: false))
        }
        accuracy = mean(valid)
        robustness = frames > 0 ? Double(failures) / Double(frames) * 100 : 0
        curve = expectedOverlapCurve(fragments, count: longest)
        if !curve.isEmpty { curve[0] = 1 }
        expectedAverageOverlap = averageOverlap(of: curve, over: max(lengths.lowerBound - 1, 0)...max(lengths.upperBound - 1, 0))
    }
}
