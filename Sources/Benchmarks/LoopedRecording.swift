internal import Files
internal import Commands
internal import Imaging
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// A stretch of a recording that is played forth and back, as long as one likes.
struct LoopedRecording {
    /// How much is played, seconds: enough for the finger to move, and little enough to be held in memory.
    static let stretch = 3.0

    private let recording: Recording
    private let tap: ViewPoint
    private let rate: Double
    /// Frames from the first tap on, with their pictures.
    private let frames: [(record: FrameRecord, picture: Picture)]
    /// What happened to anchors up to the end of the stretch, in the loop's time.
    private let anchors: [AnchorEvent]

    /// Reads the stretch.
    ///
    /// - Throws: `CommandFailure` when nobody tapped in time.
    init(of folder: String) throws {
        recording = try Recording(opening: folder)
        rate = try recording.frameRate()
        let events = try recording.events()
        var first: (place: ViewPoint, time: Double)?
        while first == nil, let event = try events.next() {
            if case .tap(let place) = event.kind { first = (place, event.time) }
        }
        guard let first else {
            throw CommandFailure("nobody tapped the nail in \(folder)", help: "choose a recording with a recorded tap")
        }
        tap = first.place
        frames = try Self.frames(of: recording, from: first.time)
        guard let start = frames.first?.record.time, let end = frames.last?.record.time, frames.count > 1 else {
            throw CommandFailure("\(folder) ends with its first tap")
        }
        let reader = try recording.anchors()
        var anchors: [AnchorEvent] = []
        while var event = try reader.next(), event.time <= end {
            event.time = max(0, event.time - start)
            anchors.append(event)
        }
        self.anchors = anchors
    }

    /// Writes the recording.
    ///
    /// - Throws: `RecordingFailure` when there is something of that name, `ImagingFailure`, `FileFailure`.
    func write(seconds: Double, to folder: String, _ console: any Console) throws {
        var header = recording.header
        header.pictures = .video("video.mp4")
        header.frameDefaults = .init()
        let writer = try RecordingWriter(folder: folder, header: header)
        let temporary = try TemporaryFolder(for: "benchmark")
        let film = temporary.file("video.mp4")
        let pictures = try VideoWriter(path: film, framesPerSecond: rate, size: header.imageSize)
        let count = max(2, Int((seconds * rate).rounded()))
        var progress = ProgressLine("looping", unit: "frames", total: count, on: console)
        for index in 0..<count {
            try Interruption.check()
            let (source, picture) = frames[Self.source(of: index, count: frames.count)]
            var record = source
            record.index = index
            record.time = Double(index) / rate
            record.picture = .videoFrame(index)
            record.tracking = .normal
            try writer.write(record)
            try pictures.append(picture)
            progress.update(index + 1)
        }
        progress.finish()
        try pictures.finish()
        try writer.copy(film, as: "video.mp4", linking: true)
        for event in anchors { try writer.write(event) }
        for kind in [UserEvent.Kind.tap(tap), .draw(true)] { try writer.write(UserEvent(time: 0, kind: kind)) }
        try writer.commit()
    }

    /// Which frame of the stretch is played at a place of the loop: 0, 1, 2, 3, 2, 1, 0, 1 … for four.
    ///
    /// - Precondition: the stretch has at least two frames.
    static func source(of index: Int, count: Int) -> Int {
        let place = index % (2 * count - 2)
        return place < count ? place : 2 * count - 2 - place
    }

    private static func frames(of recording: Recording, from start: Double) throws -> [(FrameRecord, Picture)] {
        let pictures = try RecordedPictures(of: recording)
        let reader = try recording.frames()
        var frames: [(record: FrameRecord, picture: Picture)] = []
        while let record = try reader.next(), let picture = try pictures.next() {
            try Interruption.check()
            guard record.time >= start else { continue }
            if let first = frames.first, record.time - first.record.time > stretch { break }
            frames.append((record, picture))
        }
        return frames
    }
}
