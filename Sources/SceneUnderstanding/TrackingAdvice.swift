internal import Recordings

/// What a user may do so that the session knows again where the camera is.
public enum TrackingAdvice: String, Hashable, Sendable, CaseIterable {
    /// The session needs a moment.
    case wait
    /// It is too dark.
    case moreLight = "more_light"
    /// The camera moves too fast.
    case moveSlower = "move_slower"
    /// There is nothing to hold on to, such as a bare wall.
    case lookAtTexture = "look_at_texture"
    /// The session looks for the place where it was interrupted.
    case goBack = "go_back"

    /// The advice in a sentence.
    public var sentence: String {
        switch self {
        case .wait: "Move the phone a little and wait a moment."
        case .moreLight: "Turn on more light."
        case .moveSlower: "Move the phone more slowly."
        case .lookAtTexture: "Point the phone at something with more texture."
        case .goBack: "Go back to where you were before the interruption, or start anew."
        }
    }

    /// The advice that goes with a recorded state; nil for a normal one.
    ///
    /// A recording does not tell darkness from a bare wall; the picture's brightness does.
    ///
    /// - Parameters:
    ///   - state: of the tracking.
    ///   - luma: mean of the picture, 0…1.
    init?(_ state: TrackingState, luma: Double) {
        switch state {
        case .normal: return nil
        case .notAvailable, .limited(.initializing): self = .wait
        case .limited(.excessiveMotion): self = .moveSlower
        case .limited(.insufficientFeatures): self = luma < TrackingStateEstimator.darkness ? .moreLight : .lookAtTexture
        case .limited(.relocalizing): self = .goBack
        }
    }
}
