/// When a target that is doubted counts as lost.
///
/// Between ``low`` and the gate the pen lifts and the tracker goes on: a finger that turns or blurs is often back in a few frames.
struct LossRule {
    /// Confidence from which on the target is held for certain.
    static let gate = 0.5
    /// Confidence under which doubt is counted.
    static let low = 0.25
    /// Confidence under which the target is lost at once.
    static let hopeless = 0.06
    /// So many frames of doubt without one at the gate are a loss.
    static let patience = 4

    private var doubts = 0

    /// Takes a frame in; gives whether the target is lost with it.
    mutating func isLost(confidence: Double) -> Bool {
        if confidence >= Self.gate { doubts = 0 } else if confidence < Self.low { doubts += 1 }
        return doubts >= Self.patience || confidence < Self.hopeless
    }
}
