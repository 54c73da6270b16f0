public import Imaging
public import Recordings
public import Spaces

/// The pictures of a recording, one for each of its frames, in their order.
///
/// It reads the frame list by itself and holds one picture, so that it can run ahead of the replay in a thread of its own.
public final class RecordedPictures: PictureSource {
    /// What the recording says the pictures' size is; each picture is held against it.
    public let size: PixelSize
    /// The film's rate; nil for picture files.
    public let framesPerSecond: Double?
    private let recording: Recording
    private let film: VideoFile?
    private var frames: FrameReader
    private var nextInFilm = 0

    /// Opens the film, or prepares to open the picture files.
    ///
    /// - Throws: `ImagingFailure` when the film cannot be opened, ``ReplayFailure`` when its size does not fit the intrinsics.
    public init(of recording: Recording) throws {
        self.recording = recording
        size = recording.header.imageSize
        frames = try recording.frames()
        switch recording.header.pictures {
        case .video(let path):
            let film = try VideoFile(path: recording.folder + "/" + path)
            self.film = film
            framesPerSecond = film.framesPerSecond
            try check(film.size, of: path)
        case .images:
            film = nil
            framesPerSecond = nil
        case .none:
            throw ReplayFailure(
                description: "\(recording.folder): the recording has no pictures, only the camera's path: nothing can be "
                    + "followed or drawn in it; import it with its pictures")
        }
    }

    /// The picture of the next frame; nil after the last frame.
    public func next() throws -> Picture? {
        guard let frame = try frames.next() else { return nil }
        switch frame.picture {
        case .none: return nil
        case .file(let path):
            let picture = try Picture(contentsOf: recording.folder + "/" + path)
            try check(picture.size, of: path)
            return picture
        case .videoFrame(let number):
            // The film may hold more pictures than the recording has frames: those between are passed over.
            while nextInFilm < number, try film?.skip() == true { nextInFilm += 1 }
            if nextInFilm == number, let picture = try film?.next() {
                nextInFilm += 1
                return picture
            }
            let cause = film?.cutOff ?? "it was cut off, or frames.jsonl belongs to another film"
            throw ReplayFailure(
                description: "\(film?.path ?? recording.folder): the film ends after \(nextInFilm) pictures, and frame "
                    + "\(frame.index) of frames.jsonl needs picture \(number + 1): \(cause)")
        }
    }

    private func check(_ found: PixelSize, of path: String) throws {
        guard found != size else { return }
        throw ReplayFailure(
            description: "\(recording.folder)/\(path): the picture is \(words(found)) and recording.json says \(words(size)): "
                + "the intrinsics would not fit it; correct image_size, or the picture's size")
    }

    private func words(_ size: PixelSize) -> String { "\(Int(size.width)) × \(Int(size.height))" }
}

/// What stops a replay: what does not fit, and where.
public struct ReplayFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence, with the cure.
    public let description: String
}
