import Recordings
import SceneUnderstanding

/// Why a session did not know where its camera was in a frame.
public enum TrackingProblem: String, Hashable, Sendable, CaseIterable, Codable {
    /// It stood still.
    case interrupted
    /// There was no pose.
    case notAvailable = "not_available"
    /// It had just begun.
    case initializing
    /// The camera moved too fast.
    case excessiveMotion = "excessive_motion"
    /// It was too dark.
    case darkness
    /// There was too little to see.
    case insufficientFeatures = "insufficient_features"
    /// It looked for its place after an interruption.
    case relocalizing

    /// The problem of a frame whose tracking is not normal.
    init(_ frame: FrameScene) {
        guard !frame.isInterrupted else {
            self = .interrupted
            return
        }
        switch frame.trackingState {
        case .notAvailable, .normal: self = .notAvailable
        case .limited(.initializing): self = .initializing
        case .limited(.excessiveMotion): self = .excessiveMotion
        case .limited(.insufficientFeatures): self = frame.advice == .moreLight ? .darkness : .insufficientFeatures
        case .limited(.relocalizing): self = .relocalizing
        }
    }

    /// The problem in words.
    public var words: String {
        switch self {
        case .interrupted: "interrupted"
        case .notAvailable: "no pose"
        case .initializing: "just begun"
        case .excessiveMotion: "moved too fast"
        case .darkness: "too dark"
        case .insufficientFeatures: "too little to see"
        case .relocalizing: "looking for its place"
        }
    }

    /// What a person can do about it; nil where nothing helps but time.
    public var cure: String? {
        switch self {
        case .interrupted, .initializing, .notAvailable: nil
        case .excessiveMotion: TrackingAdvice.moveSlower.sentence
        case .darkness: TrackingAdvice.moreLight.sentence
        case .insufficientFeatures: TrackingAdvice.lookAtTexture.sentence
        case .relocalizing: TrackingAdvice.goBack.sentence
        }
    }
}
