internal import Recordings

/// When each frame of a recording is, and which picture it has: what must be known to find a frame without reading its poses again.
struct FrameIndex: Sendable {
    /// Which pictures the frames have.
    private enum Pictures: Sendable {
        case film([Int32])
        case files([String])
        case none
    }

    /// A span of time with one tracking state.
    struct Tracking: Hashable, Sendable {
        var from: Double
        var to: Double
        /// Nil where it is not recorded.
        var state: TrackingState?
    }

    /// The time of each frame, seconds.
    let times: [Double]
    /// The tracking states in order of time; each ends where the next begins.
    let tracking: [Tracking]
    private let pictures: Pictures

    /// Reads the frames of a recording.
    ///
    /// - Throws: `RecordingFailure`.
    init(of recording: Recording) throws(RecordingFailure) {
        var times: [Double] = []
        var numbers: [Int32] = []
        var names: [String] = []
        var tracking: [Tracking] = []
        let frames = try recording.frames()
        while let frame = try frames.next() {
            times.append(frame.time)
            switch frame.picture {
            case .videoFrame(let number): numbers.append(Int32(clamping: number))
            case .file(let name): names.append(name)
            case .none: break
            }
            if let last = tracking.indices.last {
                tracking[last].to = frame.time
                if tracking[last].state == frame.tracking { continue }
            }
            tracking.append(.init(from: frame.time, to: frame.time, state: frame.tracking))
        }
        self.times = times
        self.tracking = tracking
        pictures = !numbers.isEmpty ? .film(numbers) : !names.isEmpty ? .files(names) : .none
    }

    /// About how much memory it takes, bytes.
    var cost: Int {
        let rest =
            switch pictures {
            case .film(let numbers): numbers.count * 4
            case .files(let names): names.reduce(0) { $0 + 16 + ($1.utf8.count > 15 ? $1.utf8.count + 32 : 0) }
            case .none: 0
            }
        return times.count * 8 + tracking.count * 32 + rest + 128
    }

    /// The picture of a frame; nil when there is no such frame.
    func picture(_ frame: Int) -> PictureReference? {
        guard times.indices.contains(frame) else { return nil }
        switch pictures {
        case .film(let numbers): return numbers.indices.contains(frame) ? .videoFrame(Int(numbers[frame])) : PictureReference.none
        case .files(let names): return names.indices.contains(frame) ? .file(names[frame]) : PictureReference.none
        case .none: return PictureReference.none
        }
    }

    /// The first frame that is not before a time; the last one when all are.
    func frame(at time: Double) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return min(low, max(times.count - 1, 0))
    }
}
