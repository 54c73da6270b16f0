public import Recordings

/// What happens in a running session: the calls of `ARSessionDelegate` and `ARSessionObserver`.
public enum SessionEvent: Sendable {
    /// A new frame: `session(_:didUpdate:)`.
    case frame(Frame)
    /// Anchors came: `session(_:didAdd:)`.
    case added([SceneAnchor])
    /// Anchors moved or grew: `session(_:didUpdate:)`.
    case updated([SceneAnchor])
    /// Anchors went: `session(_:didRemove:)`.
    case removed([SceneAnchor])
    /// The session knows better or worse where the camera is: `session(_:cameraDidChangeTrackingState:)`.
    case trackingStateChanged(TrackingState, advice: TrackingAdvice?)
    /// The session stands still: `sessionWasInterrupted(_:)`.
    case interrupted(at: Double)
    /// It goes on: `sessionInterruptionEnded(_:)`. Where things were before may be off.
    case interruptionEnded(at: Double)
    /// The program is slower than the session may run ahead, or keeps frames.
    case backPressure(BackPressure)
    /// The session cannot go on: `session(_:didFailWithError:)`. It is the last event.
    case failed(any Error)
}

/// How a program holds a session up.
public enum BackPressure: Hashable, Sendable {
    /// The session waits for the program to take its events; nothing is lost.
    case slowConsumer
    /// The program keeps this many frames, with their pictures.
    case framesKept(Int)
}
