public import Spaces

/// What VOT's supervised protocol says of one frame.
public enum SupervisedState: Hashable, Sendable {
    /// The tracker was seeded here.
    case initialized
    /// The tracker gave a region that overlaps the truth.
    case tracked(Region)
    /// The tracker's region does not overlap the truth: it failed.
    case failed
    /// Between a failure and the next seed.
    case skipped
}

/// Joins the runs of a supervised protocol to a state a frame.
///
/// - Parameters:
///   - runs: forward runs in the order of their starts; a run ends with the prediction at which it failed, or with the sequence.
///   - truth: what is true of the sequence.
///   - size: the picture's size, pixels; nil for no bound.
/// - Returns: a state a frame; a run's prediction fails when its overlap is 0, as votchallenge/toolkit 0.9.0 decides.
public func supervisedStates(_ runs: [TrackRun], truth: [GroundTruth], size: PixelSize?) -> [SupervisedState] {
    var states = [SupervisedState](repeating: .skipped, count: truth.count)
    for run in runs where run.start >= 0 && run.start < truth.count {
        states[run.start] = .initialized
        for (i, prediction) in run.predictions.enumerated().dropFirst() {
            let frame = run.start + i
            guard frame < truth.count else { break }
            if let region = prediction.region, rasterOverlap(region, truth[frame].region, in: size) > 0 {
                states[frame] = .tracked(region)
            } else {
                states[frame] = .failed
                break
            }
        }
    }
    return states
}

/// What one sequence scores in VOT's supervised protocol.
public struct SupervisedScores: Hashable, Sendable {
    /// Mean overlap of the frames that count; 0 of none.
    public var accuracy: Double
    /// Frames that count: tracked, and not within the burn-in after a seed.
    public var validFrames: Int
    /// How often the tracker failed.
    public var failures: Int
    /// Frames of the sequence.
    public var length: Int
    /// Overlaps between a seed and the failure or end that follows, the seed's own 0 first, and whether it ended by failing.
    public var fragments: [OverlapFragment]

    /// Toolkit and version.
    public static let definition = "VOT supervised, votchallenge/toolkit 0.9.0 (56f0053)"

    /// The toolkit's robustness, e to the power −30 · failures / frames.
    public var reliability: Double { length > 0 ? exponential(-30 * Double(failures) / Double(length)) : 0 }
    /// pysot's robustness: failures in a hundred frames.
    public var failuresPerHundred: Double { length > 0 ? Double(failures) / Double(length) * 100 : 0 }

    /// Scores the states of a sequence.
    ///
    /// - Parameters:
    ///   - states: a state a frame.
    ///   - truth: what is true of the sequence.
    ///   - size: the picture's size, pixels; nil for no bound.
    ///   - burnIn: frames from a seed on that do not count for accuracy.
    public init(_ states: [SupervisedState], truth: [GroundTruth], size: PixelSize?, burnIn: Int = 10) {
        let count = min(states.count, truth.count)
        var overlaps: [Double] = []
        overlaps.reserveCapacity(count)
        var counts = [Bool](repeating: true, count: count)
        fragments = []
        failures = 0
        length = truth.count
        var start: Int?
        for i in 0..<count {
            switch states[i] {
            case .tracked(let region): overlaps.append(rasterOverlap(region, truth[i].region, in: size))
            case .initialized:
                overlaps.append(rasterOverlap(nil, truth[i].region, in: size))
                for j in i..<min(count, i + burnIn) { counts[j] = false }
                start = i
            case .failed:
                overlaps.append(rasterOverlap(nil, truth[i].region, in: size))
                counts[i] = false
                failures += 1
                if let begin = start { fragments.append(.init(overlaps: Array(overlaps[begin..<i]), hasFailed: true)) }
                start = nil
            case .skipped:
                overlaps.append(0)
                counts[i] = false
            }
        }
        if let begin = start { fragments.append(.init(overlaps: Array(overlaps[begin...]), hasFailed: false)) }
        let valid = overlaps.indices.filter { counts[$0] }
        validFrames = valid.count
        accuracy = mean(valid.map { overlaps[$0] })
    }
}

/// Overlaps from a seed on, the seed's own first.
public struct OverlapFragment: Hashable, Sendable {
    /// Overlap a frame.
    public var overlaps: [Double]
    /// Whether it ended because the tracker failed; then it counts with overlap 0 at every longer length.
    public var hasFailed: Bool

    /// Makes a fragment.
    public init(overlaps: [Double], hasFailed: Bool) {
        self.overlaps = overlaps
        self.hasFailed = hasFailed
    }
}

/// What all sequences score in VOT's supervised protocol.
public struct SupervisedSetScores: Hashable, Sendable {
    /// Accuracy, weighted by the sequences' lengths.
    public var accuracy: Double
    /// Failures of a sequence, weighted by the sequences' lengths.
    public var failures: Double
    /// e to the power −30 · failures / mean length.
    public var reliability: Double
    /// Expected average overlap over the lengths that were asked for; nil when no fragment is that long.
    public var expectedAverageOverlap: Double?
    /// Expected average overlap at each length, from 0 on.
    public var curve: [Double]

    /// The lengths over which VOT2017 and 2018 average the expected overlap, frames.
    public static let usualLengths = 100...356

    /// Joins the scores of sequences.
    ///
    /// - Parameters:
    ///   - scores: one a sequence and repetition.
    ///   - lengths: the lengths over which the expected overlap is averaged: 100…356 for VOT2017 and 2018.
    public init(_ scores: [SupervisedScores], lengths: ClosedRange<Int> = usualLengths) {
        let weight = scores.reduce(0.0) { $0 + Double($1.length) }
        func weighted(_ value: (SupervisedScores) -> Double) -> Double {
            weight > 0 ? scores.reduce(0) { $0 + value($1) * Double($1.length) } / weight : 0
        }
        accuracy = weighted(\.accuracy)
        failures = weighted { Double($0.failures) }
        reliability = scores.isEmpty ? 0 : exponential(-30 * failures / (weight / Double(scores.count)))
        curve = expectedOverlapCurve(scores.flatMap(\.fragments))
        expectedAverageOverlap = averageOverlap(of: curve, over: lengths)
    }
}
