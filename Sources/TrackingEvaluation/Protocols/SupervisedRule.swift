/// When VOT's supervised experiment seeds a tracker anew.
///
/// Kristan et al., The Sixth Visual Object Tracking VOT2018 Challenge Results, section 2: a tracker fails in the frame where its region and the
/// annotation have nothing in common, and is seeded again five frames later. The ten frames after a seed that do not count are the metric's
/// business.
enum SupervisedRule {
    /// Frames from a failure to the next seed.
    static let skip = 5
    /// The overlap at which, and below which, a tracker has failed.
    static let failureOverlap = 0.0

    /// The run that follows a failure; nil when the target is not seen again.
    static func run(after failure: Int, in sequence: EvaluationSequence) -> PlannedRun? {
        sequence.firstVisible(from: failure + skip).flatMap { sequence.run("seed-\($0)", from: $0) }
    }
}
