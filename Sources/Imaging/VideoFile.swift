internal import COpenCV
public import Spaces

/// A film, decoded frame by frame in its order.
///
/// The pictures come as they were coded: the container's rotation tag is not applied, because the intrinsics belong to the picture
/// as the sensor delivers it. Frames are counted by decoding; what the container says about their number is not used. OpenCV scales
/// frames to the size of the first one, also where a raw stream changes its size.
@safe public final class VideoFile: PictureSource {
    /// The file, as it was named.
    public let path: String
    /// The size of every picture, pixels.
    public let size: PixelSize
    /// Frames per second as the container says; nil when it does not.
    public let framesPerSecond: Double?
    /// Why the film ends early, when its file is cut off; the frames up to the cut are read all the same.
    public let cutOff: String?
    private let handle: OpaquePointer
    private let pool = PicturePool()
    private var first: Picture?
    private var frame = 0
    private var time: Double?

    /// Opens a film and decodes its first frame.
    ///
    /// - Throws: ``ImagingFailure`` with the cause and the cure.
    public init(path: String) throws {
        let container = try FilmContainer(path: path)
        if let failure = container.failure(path) { throw failure }
        self.path = path
        cutOff = container.cutOff
        do {
            unsafe handle = try unsafe shim(path) { unsafe ad_video_open_file(path, $0) }
        } catch {
            throw container.unreadable(path, error)
        }
        let rate = unsafe ad_video_rate(handle)
        framesPerSecond = rate > 0 ? rate : nil
        let picture: Picture?
        do {
            picture = try unsafe read(handle, frame: 0, of: path, pool: pool) { $0 }
        } catch {
            unsafe ad_video_destroy(handle)
            throw error
        }
        guard let picture else {
            unsafe ad_video_destroy(handle)
            throw container.unreadable(path, ImagingFailure(.unreadable, path, "no frame of it can be decoded"))
        }
        size = picture.size
        first = picture
        time = picture.time
    }

    deinit { unsafe ad_video_destroy(handle) }

    /// The next frame; nil at the end.
    public func next() throws -> Picture? {
        if let picture = first {
            first = nil
            frame = 1
            return picture
        }
        let picture = try unsafe read(handle, frame: frame, of: path, pool: pool) { containerTime in
            // OpenCV has no time for the last few frames, which leave the decoder after the file has ended.
            guard let before = time else { return containerTime }
            if let containerTime, containerTime > before { return containerTime }
            return framesPerSecond.map { before + 1 / $0 }
        }
        guard let picture else { return nil }
        time = picture.time
        // Not with OpenCV 4.6, which scales: for a version that does not.
        guard picture.size == size else {
            throw ImagingFailure(
                .sizeChanged, "\(path), frame \(frame)",
                "the picture is \(picture.width) × \(picture.height), those before it \(Int(size.width)) × \(Int(size.height)): "
                    + "cut the film there")
        }
        frame += 1
        return picture
    }

    /// Passes a frame over without converting it.
    public func skip() throws -> Bool {
        if first != nil { return try next() != nil }
        let status = try unsafe shim("\(path), frame \(frame)") { error in
            let status = unsafe ad_video_skip(handle, error)
            return status == .failed ? nil : status
        }
        guard status == .picture else { return false }
        frame += 1
        if let before = time { time = framesPerSecond.map { before + 1 / $0 } }
        return true
    }
}

/// Reads a frame of a film or camera into memory of a pool; nil at the end.
///
/// - Parameter time: makes the picture's time of what the container says, seconds.
@unsafe func read(
    _ handle: OpaquePointer, frame: Int, of path: String, pool: PicturePool, time: (Double?) -> Double?
) throws(ImagingFailure) -> Picture? {
    let memory = try pool.memory()
    var seconds = -1.0
    let status = try unsafe shim("\(path), frame \(frame)") { error in
        let status = unsafe ad_video_next(handle, memory.handle, &seconds, error)
        return status == .failed ? nil : status
    }
    guard status == .picture else {
        pool.take(back: memory)
        return nil
    }
    return Picture(memory, time: time(seconds >= 0 ? seconds : nil), pool: pool)
}
