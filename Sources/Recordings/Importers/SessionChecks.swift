import Spaces

extension ImportedSession {
    /// How far from rigid a pose may be as it is; floats and six decimals stay below.
    static let rounding = 1e-5

    /// Makes poses that are rigid to 1e-3 alone rigid in full.
    mutating func makeRigid() {
        var worst = 0.0
        var count = 0
        for i in frames.indices {
            let error = frames[i].worldFromCamera.rigidityError
            guard error > Self.rounding else { continue }
            frames[i].worldFromCamera = frames[i].worldFromCamera.nearestRigid
            worst = max(worst, error)
            count += 1
        }
        if count > 0 {
            notes.append(
                "\(counted(count, "pose")) rigid to \(numberText((worst * 1e6).rounded() / 1e6)) alone, made rigid in full")
        }
    }

    /// Sorts what has no order, and leaves out frames whose time is not later than that of the frame before.
    ///
    /// - Throws: ``RecordingFailure`` when that would be more than a tenth of them: then the times are something else.
    mutating func putInOrder() throws(RecordingFailure) {
        if isUnordered {
            let wasSorted = zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time }
            if !wasSorted {
                // Equal times keep the order of the source, so that the same source gives the same recording.
                let sorted = frames.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                frames = sorted.map(\.element)
                notes.append("the frames are not in order in the source, and were put in the order of their times")
            }
        }
        var kept: [ImportedFrame] = []
        kept.reserveCapacity(frames.count)
        var firstLate: ImportedFrame?
        for frame in frames {
            if let last = kept.last, frame.time <= last.time {
                if firstLate == nil { firstLate = frame }
            } else {
                kept.append(frame)
            }
        }
        let dropped = frames.count - kept.count
        if let firstLate {
            let words = "the time \(firstLate.time.text) is not later than that of the frame before"
            guard dropped * 10 <= frames.count else {
                throw firstLate.place.failure(
                    "\(words), and so it is with \(dropped) of \(counted(frames.count, "frame"))",
                    cure: "the clock was set back, or two sessions are in one file: split it")
            }
            warnings.append("\(firstLate.place.failure(words)); \(counted(dropped, "frame")) left out")
        }
        frames = kept
    }

    /// The speed and the turning speed above which a pose is taken to have jumped: nobody moves a phone like that.
    static let fastest = (speed: 5.0, step: 0.2, turn: 12.0, angle: 0.35)

    /// Says how often the pose jumps from one frame to the next.
    mutating func warnAboutJumps() {
        var jumps = 0
        var first: ImportedFrame?
        for (a, b) in zip(frames, frames.dropFirst()) {
            let seconds = b.time.seconds(since: a.time)
            let step = (b.worldFromCamera.origin - a.worldFromCamera.origin).length
            let angle = a.worldFromCamera.angle(to: b.worldFromCamera)
            let limits = Self.fastest
            guard (step > limits.step && step > limits.speed * seconds) || (angle > limits.angle && angle > limits.turn * seconds)
            else { continue }
            jumps += 1
            if first == nil { first = b }
        }
        guard let first else { return }
        warnings.append(
            "\(first.place.failure("the pose jumps from the frame before to this one")); that happens \(counted(jumps, "time")), "
                + "and strokes across a jump are not to be trusted")
    }
}
