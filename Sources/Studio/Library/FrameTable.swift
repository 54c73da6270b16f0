internal import Files
internal import Recordings
internal import Spaces

/// All frames of a recording as one table of numbers, for a page that draws over its film.
///
/// A row a frame, 36 numbers a row, each a Float64 with the lowest byte first: time in seconds; number of the picture in the film, −1 without;
/// tracking (0 normal or not recorded, 1 limited, 2 not available); 1 while the session stands still; `cameraFromWorld` and
/// `clipFromCamera` of ``CameraMatrices``.
enum FrameTable {
    /// Numbers in a row.
    static let columns = 36
    /// Bytes in a row.
    static let rowBytes = columns * 8

    /// Writes the table of a recording to a file, which appears when it is complete; memory does not grow with its length.
    ///
    /// - Throws: `RecordingFailure`, or `FileFailure` when the file cannot be written.
    static func write(_ recording: Recording, to path: String) throws {
        let file = try AtomicFile(path: path)
        var row: [UInt8] = []
        row.reserveCapacity(rowBytes)
        try visit(recording) { frame, isInterrupted in
            row.removeAll(keepingCapacity: true)
            for number in numbers(of: frame, isInterrupted: isInterrupted, in: recording.viewport) {
                let bits = number.bitPattern
                for shift in stride(from: UInt64(0), to: 64, by: 8) { row.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
            file.write(row)
        }
        try file.commit()
    }

    /// The numbers of a row.
    static func numbers(of frame: FrameRecord, isInterrupted: Bool, in viewport: Viewport) -> [Double] {
        let picture: Double =
            if case .videoFrame(let number) = frame.picture { Double(number) } else { -1 }
        let tracking: Double =
            switch frame.tracking {
            case .normal, nil: 0
            case .limited: 1
            case .notAvailable: 2
            }
        let matrices = CameraMatrices(frame.camera, in: viewport)
        return [frame.time, picture, tracking, isInterrupted ? 1 : 0] + matrices.cameraFromWorld + matrices.clipFromCamera
    }

    /// Goes through the frames with whether the session stands still, which an event changes at the first frame that is not earlier.
    private static func visit(_ recording: Recording, _ body: (FrameRecord, Bool) throws -> Void) throws {
        let frames = try recording.frames()
        let events = try recording.events()
        var next = try events.next()
        var isInterrupted = false
        while let frame = try frames.next() {
            while let event = next, event.time <= frame.time {
                if case .interruption(let on) = event.kind { isInterrupted = on }
                next = try events.next()
            }
            try body(frame, isInterrupted)
        }
    }
}
