internal import AirDrawing
internal import ObjectTracking
internal import SceneUnderstanding

/// What the way of a finger depends on: two drawings with the same key can be made of the same tracking.
struct RunKey: Hashable, Sendable {
    let recording: String
    let signature: FileSignature
    let configuration: SessionConfiguration
    let taps: [DrawOptions.Tap]?
    let boxSize: Double?
    let tracker: TrackerKind
    let followsFinger: Bool
    /// The gate, where the finger is given up under it.
    let tutorialGate: Double?

    init(recording: String, configuration: SessionConfiguration, options: DrawOptions) {
        self.recording = recording
        signature = FileSignature(ofRecording: recording)
        self.configuration = configuration
        taps = options.taps
        boxSize = options.boxSize
        tracker = options.tracker
        followsFinger = if case .finger = options.pen { true } else { false }
        tutorialGate = options.tutorialExact ? options.effectiveGate : nil
    }
}
