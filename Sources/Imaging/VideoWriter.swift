internal import CFFmpeg
internal import Files
public import Spaces

/// A film that is being written: H.264 in MP4, which browsers play.
///
/// The file appears at ``finish()``; dropped before, nothing is left. The same pictures give the same bytes on the same machine.
@safe public final class VideoWriter {
    /// The final name.
    public var path: String { staged.path }
    /// The size of every picture, pixels; even.
    public let size: PixelSize
    private let staged: StagedPath
    private let handle: OpaquePointer
    private var frame = 0
    private var finished = false

    /// Starts a film.
    ///
    /// - Parameters:
    ///   - path: ends in .mp4 or .mkv.
    ///   - framesPerSecond: above 0.
    ///   - size: of every picture, pixels; width and height are even, as the coding of colour demands.
    /// - Throws: ``ImagingFailure``, or `FileFailure` when the file cannot be written there.
    public init(path: String, framesPerSecond: Double, size: PixelSize) throws {
        guard path.lowercased().hasSuffix(".mp4") || path.lowercased().hasSuffix(".mkv") else {
            throw ImagingFailure(.argument, path, "films are written as .mp4 or .mkv")
        }
        guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
            throw ImagingFailure(.argument, path, "the size of a film is in whole pixels")
        }
        let staged = try StagedPath(path: path)
        self.staged = staged
        self.size = size
        unsafe handle = try unsafe coded(path) { error in
            unsafe af_film_create(staged.stagingPath, framesPerSecond, width, height, error)
        }
    }

    deinit { unsafe af_film_destroy(handle) }

    /// Appends a picture of the film's size.
    public func append(_ picture: Picture) throws {
        precondition(!finished, "nothing can be appended to a finished film")
        guard picture.size == size else {
            throw ImagingFailure(
                .sizeChanged, "\(path), frame \(frame)",
                "the picture is \(picture.width) × \(picture.height), the film \(Int(size.width)) × \(Int(size.height))")
        }
        try unsafe codedCheck("\(path), frame \(frame)") { error in
            unsafe picture.memory.withBytes { bytes, stride in
                guard let base = bytes.baseAddress else { return false }
                return unsafe af_film_append(handle, base, bytes.count, stride, error)
            }
        }
        frame += 1
    }

    /// Writes the index, checks that the file is whole, and gives it its name.
    ///
    /// - Throws: ``ImagingFailure`` when there is no picture or the file is not whole, as on a full disk.
    public func finish() throws {
        precondition(!finished, "a film is finished once")
        finished = true
        try unsafe codedCheck(path) { unsafe af_film_finish(handle, $0) }
        guard frame > 0 else { throw ImagingFailure(.write, path, "a film has at least one picture") }
        // FFmpeg's writer says nothing when the disk is full; a film without its end does.
        let container = try FilmContainer(path: staged.stagingPath)
        guard container.length > 0, container.failure(path) == nil, container.cutOff == nil else {
            throw ImagingFailure(.write, path, "the film could not be written completely: the disk may be full")
        }
        try staged.commit()
    }
}

/// Calls a function of FFmpeg's door and turns the error that it fills into an ``ImagingFailure``.
private func coded<Result>(
    _ subject: @autoclosure () -> String, _ body: (UnsafeMutablePointer<af_error>) -> Result?
) throws(ImagingFailure) -> Result {
    var error = af_error()
    if let result = unsafe body(&error) { return result }
    let words = unsafe String(cString: af_error_message(&error))
    throw ImagingFailure(error.is_argument ? .argument : .write, subject(), words)
}

private func codedCheck(
    _ subject: @autoclosure () -> String, _ body: (UnsafeMutablePointer<af_error>) -> Bool
) throws(ImagingFailure) {
    _ = try unsafe coded(subject()) { unsafe body($0) ? true : nil }
}
