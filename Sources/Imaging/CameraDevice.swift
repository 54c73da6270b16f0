internal import COpenCV
public import Spaces

/// A camera that is attached to the computer.
@safe public final class CameraDevice: PictureSource {
    /// Number of the camera; the first is 0.
    public let number: Int
    /// The size of every picture, pixels.
    public let size: PixelSize
    /// Frames per second as the driver says; nil when it does not.
    public let framesPerSecond: Double?
    private let handle: OpaquePointer
    private let pool = PicturePool()
    private var first: Picture?
    private var frame = 0

    /// Opens a camera and takes its first picture.
    ///
    /// - Throws: ``ImagingFailure`` when there is none of that number, or it gives no picture.
    public init(number: Int) throws {
        let name = "camera:\(number)"
        guard let index = Int32(exactly: number), index >= 0 else {
            throw ImagingFailure(.argument, name, "the number of a camera is 0 or above")
        }
        self.number = number
        do {
            unsafe handle = try unsafe shim(name) { unsafe ad_video_open_camera(index, $0) }
        } catch {
            throw ImagingFailure(.missing, name, "\(error.message) (/dev/video\(number))")
        }
        let rate = unsafe ad_video_rate(handle)
        framesPerSecond = rate > 0 ? rate : nil
        do {
            let read = try unsafe read(handle, frame: 0, of: name, pool: pool) { $0 }
            guard let picture = read else {
                throw ImagingFailure(.unreadable, name, "the camera gives no picture")
            }
            first = picture
            size = picture.size
        } catch {
            unsafe ad_video_destroy(handle)
            throw error
        }
    }

    deinit { unsafe ad_video_destroy(handle) }

    /// The next picture, when the camera has one; nil when it stopped.
    public func next() throws -> Picture? {
        if let picture = first {
            first = nil
            frame = 1
            return picture
        }
        let name = "camera:\(number)"
        let read = try unsafe read(handle, frame: frame, of: name, pool: pool) { $0 }
        guard let picture = read else { return nil }
        guard picture.size == size else {
            throw ImagingFailure(.sizeChanged, "\(name), frame \(frame)", "the size of the pictures changed")
        }
        frame += 1
        return picture
    }
}
