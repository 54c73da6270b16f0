import Files

/// Reads `frames.jsonl` line by line, and checks each line and how it follows the one before.
///
/// Memory does not grow with the length. After a failure ``next()`` goes on with the line after the bad one.
public final class FrameReader {
    private var lines: LineStream
    private let header: RecordingHeader
    private let folder: RecordingFolder?
    private var last: (index: Int, time: Double, videoFrame: Int)?
    private var knowsIndex = true
    private var count = 0

    init(_ source: TextSource, header: RecordingHeader, folder: RecordingFolder?) {
        lines = LineStream(source)
        self.header = header
        self.folder = folder
    }

    /// What was noticed so far and did not stop the reading: a last line that was cut off.
    public var warnings: [RecordingWarning] { lines.warnings }

    /// Where the line that was read last is.
    var place: Place { lines.place }

    /// The next frame; nil at the end.
    ///
    /// - Throws: ``RecordingFailure`` with file, line and key; also at the end, when there was no frame at all.
    public func next() throws(RecordingFailure) -> FrameRecord? {
        let line: (fields: Fields, text: [UInt8])?
        do {
            line = try lines.next()
        } catch {
            knowsIndex = false
            count += 1
            throw error
        }
        guard let (fields, _) = line else {
            if count == 0 {
                count = 1
                throw Place(lines.place.path).failure("there is no frame in it")
            }
            return nil
        }
        count += 1
        let frame: FrameRecord
        do {
            frame = try .init(fields, header: header)
        } catch {
            knowsIndex = false
            throw error
        }
        try checkOrder(frame, fields)
        try checkPicture(frame, fields)
        return frame
    }

    private func checkOrder(_ frame: FrameRecord, _ fields: Fields) throws(RecordingFailure) {
        let before = last
        let wasKnown = knowsIndex
        var videoFrame = -1
        if case .videoFrame(let number) = frame.picture { videoFrame = number }
        last = (frame.index, frame.time, videoFrame)
        knowsIndex = true
        let due = (before?.index ?? -1) + 1
        if wasKnown, frame.index != due {
            throw fields.failure("index", "expected \(due), found \(frame.index)", cure: "frames count 0, 1, 2 … without gaps")
        }
        guard let before else { return }
        guard frame.time > before.time else {
            throw fields.failure(
                "time",
                "expected more than \(numberText(before.time)), that of the frame before, found \(numberText(frame.time))")
        }
        if case .videoFrame(let number) = frame.picture, number <= before.videoFrame {
            throw fields.failure(
                "video_frame", "expected more than \(before.videoFrame), that of the frame before, found \(number)")
        }
    }

    private func checkPicture(_ frame: FrameRecord, _ fields: Fields) throws(RecordingFailure) {
        guard let folder, case .file(let name) = frame.picture else { return }
        if case .failure(let problem) = folder.resolve(name) { throw fields.failure("file", problem.words) }
    }
}
