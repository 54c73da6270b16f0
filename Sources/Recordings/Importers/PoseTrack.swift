import Spaces

/// Poses with times of their own, to be brought together with pictures that have other times.
struct PoseTrack {
    struct Sample {
        var time: SourceTime
        var rotation: Quaternion
        var translation: SIMD3<Double>
    }

    /// The poses, in the order of time.
    let samples: [Sample]

    /// Takes poses; those whose time is not later than that of the pose before are left out.
    ///
    /// - Returns: also how many were left out.
    static func make(_ samples: [Sample]) -> (track: PoseTrack, dropped: Int) {
        var kept: [Sample] = []
        kept.reserveCapacity(samples.count)
        for sample in samples where kept.last.map({ $0.time < sample.time }) ?? true { kept.append(sample) }
        return (.init(samples: kept), samples.count - kept.count)
    }

    /// The pose at a time: that of a sample, or a mixture of the two around it; nil when the nearest is too far away.
    ///
    /// - Parameters:
    ///   - time: on the clock of the samples.
    ///   - reach: how far away the nearest sample may be, seconds.
    ///   - rounding: a sample this close is of the same moment, and its time is the exact one, seconds.
    func pose(at time: SourceTime, reach: Double, rounding: Double = 1e-4) -> Sample? {
        // The first sample that is not earlier.
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].time < time { low = middle + 1 } else { high = middle }
        }
        let before = low > 0 ? samples[low - 1] : nil
        let after = low < samples.count ? samples[low] : nil
        let toBefore = before.map { time.seconds(since: $0.time) } ?? .infinity
        let toAfter = after.map { $0.time.seconds(since: time) } ?? .infinity
        guard min(toBefore, toAfter) <= reach, var nearest = toBefore < toAfter ? before : after else { return nil }
        if min(toBefore, toAfter) <= rounding { return nearest }
        nearest.time = time
        guard let before, let after, toBefore + toAfter <= 4 * reach else { return nearest }
        let share = toBefore / (toBefore + toAfter)
        nearest.rotation = before.rotation.mixed(with: after.rotation, share)
        nearest.translation = before.translation * (1 - share) + after.translation * share
        return nearest
    }
}
