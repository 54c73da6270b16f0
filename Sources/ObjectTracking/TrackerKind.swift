public import Imaging

/// What follows a target.
public enum TrackerKind: String, CaseIterable, Sendable {
    /// OpenCV's discriminative correlation filter with channel and spatial reliability.
    case csrt
    /// OpenCV's kernelized correlation filter.
    case kcf
    /// OpenCV's adaptive correlation filter.
    case mosse
    /// OpenCV's optical flow both ways.
    case medianflow
    /// OpenCV's multiple instance learning.
    case mil
    /// The end of a finger, by the shape of the hand's region: for taps on a fingertip, where it follows what the others cannot.
    case fingertip

    /// The ready-made tracker; for a fingertip the one that stands in for it where no hand is found at the tap.
    public var correlation: CorrelationTrackerKind {
        switch self {
        case .csrt, .fingertip: .csrt
        case .kcf: .kcf
        case .mosse: .mosse
        case .medianflow: .medianflow
        case .mil: .mil
        }
    }
}
