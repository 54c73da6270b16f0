internal import AirDrawing
internal import Imaging
internal import Recordings
internal import SceneUnderstanding

/// The work of a tracking run, done in one thread: session in, followed frames out.
final class FollowWork: @unchecked Sendable {
    // `Sendable` because the session and the follower are used by the run's thread alone, once it has begun.

    let run: TrackingRun
    private let session: Session
    private let follower: FingerFollower

    /// Prepares to follow; the pictures are opened on the way, so that a page hears at once where its taps are.
    ///
    /// - Throws: what the rooms below throw where the recording cannot be drawn in.
    init(_ recording: Recording, configuration: SessionConfiguration, plan: any DrawPlan, times: [Double]) throws {
        let pictures = try ReadAhead(size: recording.header.imageSize) {
            // The film that somebody looks at goes before what is found in it.
            stepBehindOtherThreads()
            return try RecordedPictures(of: recording)
        }
        session = try Session(replaying: recording, pictures: pictures)
        try session.run(configuration)
        follower = try FingerFollower(in: recording, options: plan.options)
        run = TrackingRun(
            times: times, findsPlanes: session.sceneSource == .pictures,
            looksAtPictures: session.sceneSource == .pictures || configuration.findsFeaturePoints,
            note: plan.note(on: session))
    }

    /// Follows until the recording ends.
    ///
    /// - Parameter isUnwanted: asked before each frame; true ends the run.
    func run(_ isUnwanted: () -> Bool) {
        stepBehindOtherThreads()
        // As in `draw`: decoding has a thread of its own, and OpenCV's would only be in each other's way.
        setOpenCVThreads(1)
        do {
            while let frame = try session.next() {
                if isUnwanted() { return run.end(.noLongerWanted) }
                run.add(try follower.follow(frame))
            }
            run.end()
        } catch {
            run.end(StudioFailure(telling: error))
        }
    }
}

extension StudioFailure {
    /// Says what a room below says.
    init(telling error: any Error) {
        switch error {
        case let failure as StudioFailure: self = failure
        case let failure as LibraryFailure: self.init(failure.description, cure: failure.help)
        case let failure as SessionFailure: self.init(failure.problem, cure: failure.cure)
        default: self.init("\(error)")
        }
    }
}
