internal import AirDrawing
internal import Imaging
internal import Recordings
internal import SceneUnderstanding

/// A finger that is followed through a recording, for all who draw from it; it grows while they look.
final class TrackingRun: Sendable {
    /// What is there so far.
    struct Progress: Sendable {
        /// The frames from where was asked.
        var frames: [FollowedFrame] = []
        /// How many other runs have to end before this one begins; nil when it has begun.
        var ahead: Int?
        /// Whether no more frames come.
        var isDone = false
    }

    private struct State {
        var frames: [FollowedFrame] = []
        var ahead: Int?
        var isDone = false
        var failure: StudioFailure?
        var cost = 0
    }

    /// The time of each frame of the recording, seconds.
    let times: [Double]
    /// Whether planes are looked for in the pictures.
    let findsPlanes: Bool
    /// Whether planes or feature points are.
    private let looksAtPictures: Bool
    /// What is worth knowing about the session.
    let note: String?
    private let state = Monitor(State())
    private let reporters = Monitor<[(words: [StudioWord], reporter: DrawReporter)]>([])
    /// How many reporters wait for their pages at most.
    private static let mostReporters = 8

    init(times: [Double], findsPlanes: Bool, looksAtPictures: Bool, note: String?) {
        self.times = times
        self.findsPlanes = findsPlanes
        self.looksAtPictures = looksAtPictures
        self.note = note
    }

    /// Frames from a number on, waited for where there are none yet.
    ///
    /// - Parameters:
    ///   - first: number of the first one wanted.
    ///   - most: how many at most.
    ///   - seconds: the longest wait.
    /// - Throws: ``StudioFailure`` when following ended with one, after the frames before it.
    func frames(from first: Int, most: Int, waiting seconds: Double) throws(StudioFailure) -> Progress {
        let before = state.change { $0.ahead }
        let (progress, failure) =
            state.wait(seconds: seconds) { state -> (Progress, StudioFailure?)? in
                if state.frames.count > first {
                    let end = min(first + most, state.frames.count)
                    // A copy of the part: a slice would hold the whole and make the next frame copy it.
                    let part = Array(state.frames[first..<end])
                    return (.init(frames: part, isDone: state.isDone && end == state.frames.count), nil)
                }
                if let failure = state.failure { return (.init(), failure) }
                if state.isDone { return (.init(isDone: true), nil) }
                return state.ahead == before ? nil : (.init(ahead: state.ahead), nil)
            } ?? (.init(ahead: before), nil)
        if let failure { throw failure }
        return progress
    }

    // MARK: - For streams that end and come back

    /// Leaves a reporter for the page that comes back.
    func leave(_ reporter: DrawReporter, of words: [StudioWord]) {
        reporters.change { reporters in
            reporters.removeAll { $0.words == words }
            reporters.append((words, reporter))
            if reporters.count > Self.mostReporters { reporters.removeFirst() }
        }
    }

    /// The reporter that was left after a frame; nil when there is none.
    func takeReporter(of words: [StudioWord], after frame: Int) -> DrawReporter? {
        reporters.change { reporters in
            reporters.firstIndex { $0.words == words && $0.reporter.count == frame + 1 }.map { reporters.remove(at: $0).reporter }
        }
    }

    /// Bytes that the frames take, about.
    var cost: Int { state.change { $0.cost } }

    /// Whether it ended before its time.
    var isBroken: Bool { state.change { $0.failure != nil } }

    // MARK: - For the thread that follows

    func queue(behind ahead: Int?) { state.change { $0.ahead = ahead } }

    func add(_ frame: FollowedFrame) {
        // Feature points found in pictures are others in each frame; recorded ones are shared.
        let cost = 1024 + (looksAtPictures ? frame.scene.featureMap.count * MemoryLayout<FeaturePoint>.stride : 0)
        state.change {
            $0.frames.append(frame)
            $0.cost += cost
        }
    }

    /// No more frames come.
    func end(_ failure: StudioFailure? = nil) {
        state.change {
            $0.failure = failure
            $0.isDone = true
        }
    }
}
