internal import AirDrawing
internal import Files
internal import Imaging
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// One frame of footage.
struct FootageFrame {
    /// Number of the frame, from 0.
    let index: Int
    /// Seconds from the start.
    let time: Double
    /// The picture.
    let picture: Picture
}

/// Pictures with the view they are seen in: a recording, or anything plain, whose view is the picture.
final class Footage {
    /// Picture and view.
    let viewport: Viewport
    /// The recording; nil for plain pictures.
    let recording: Recording?
    private let pictures: any PictureSource
    private var frames: FrameReader?
    private var count = 0

    /// Whether the pictures follow each other closely, as in a film; false for a folder of pictures.
    var isContinuous: Bool { recording != nil || pictures.framesPerSecond != nil }

    /// Opens a source.
    ///
    /// - Throws: `RecordingFailure`, `ImagingFailure` or `ReplayFailure`, which say what was looked for.
    init(_ source: SourceChoice) throws {
        switch source {
        case .path(let path) where isRecording(path):
            let recording = try Recording(opening: path)
            self.recording = recording
            viewport = recording.header.viewport
            pictures = try ReadAhead(RecordedPictures(of: recording))
            frames = try recording.frames()
        case .path(let path):
            recording = nil
            let plain = try openPictures(path)
            viewport = Viewport(showing: plain.size)
            pictures = try ReadAhead(plain)
        case .camera(let number):
            recording = nil
            // A camera must not be read ahead: its pictures would be old when they are looked at.
            pictures = try openPictures("camera:\(number)")
            viewport = Viewport(showing: pictures.size)
        }
    }

    /// The next frame; nil after the last.
    func next() throws -> FootageFrame? {
        guard let picture = try pictures.next() else { return nil }
        defer { count += 1 }
        if let frames {
            guard let record = try frames.next() else { return nil }
            return FootageFrame(index: record.index, time: record.time, picture: picture)
        }
        let rate = pictures.framesPerSecond ?? 30
        return FootageFrame(index: count, time: picture.time ?? Double(count) / rate, picture: picture)
    }

    /// Reads up to a frame, and gives it.
    ///
    /// - Throws: ``CommandFailure`` that says how long the footage is when it ends before.
    func skip(to choice: FrameChoice) throws -> FootageFrame {
        var last: FootageFrame?
        while let frame = try next() {
            try Interruption.check()
            last = frame
            switch choice {
            case .index(let index): if frame.index >= index { return frame }
            case .seconds(let seconds): if frame.time >= seconds - 1e-9 { return frame }
            }
        }
        guard let last else { throw CommandFailure("there is no picture to show") }
        switch choice {
        case .index(let index):
            throw CommandFailure("there is no frame \(index)", help: "the frames are 0 to \(last.index)")
        case .seconds(let seconds):
            throw CommandFailure(
                "there is no frame at \(seconds) s or later", help: "the last one is at \(fixed(last.time, places: 3)) s")
        }
    }
}

/// Whether a path leads to a recording: a folder with a recording.json.
func isRecording(_ path: String) -> Bool { kind(of: path) == .folder && kind(of: path + "/recording.json") == .file }

/// Checks that a file can be written, before work that would be for nothing.
///
/// - Throws: `FileFailure`; ``CommandFailure`` when the place is inside the recording that is read.
func checkOutput(_ path: String?, outside recording: String? = nil) throws {
    guard let path else { return }
    _ = try StagedPath(path: path)
    guard let recording, let home = realPath(recording), let target = realPath(folder(of: path)) else { return }
    if target == home || target.hasPrefix(home + "/") {
        throw CommandFailure("\(path) would be written into the recording", help: "choose a place outside of \(recording)")
    }
}

/// The folder of a path; `.` for a bare name.
private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
