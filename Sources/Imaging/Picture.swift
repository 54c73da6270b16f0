internal import COpenCV
public import Spaces

/// An 8-bit BGR picture that does not change.
///
/// It is `Sendable` because its pixels are written before it exists and never after: many threads may read them. The memory goes
/// back to its pool when the last reference is gone, and only then is it filled anew.
@safe public final class Picture: @unchecked Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Seconds from the start of the film that it is from; nil when it is from none or the film does not say.
    public let time: Double?
    let memory: PictureMemory
    private let pool: PicturePool?

    /// Width and height in pixels.
    public var size: PixelSize { .init(width: Double(width), height: Double(height)) }

    /// Takes over memory that is filled.
    ///
    /// - Parameters:
    ///   - pool: where the memory goes when the picture is gone.
    init(_ memory: PictureMemory, time: Double? = nil, pool: PicturePool? = nil) {
        self.memory = memory
        self.pool = pool
        self.time = time
        width = memory.width
        height = memory.height
    }

    /// Makes a picture from rows of blue, green, red.
    ///
    /// - Parameters:
    ///   - width: in pixels, at least 1.
    ///   - height: in pixels, at least 1.
    ///   - bgr: width × height × 3 bytes, row by row.
    /// - Throws: ``ImagingFailure`` when the numbers do not fit together.
    public convenience init(width: Int, height: Int, bgr: [UInt8]) throws {
        let memory = try PictureMemory()
        let name = "a picture of \(width) × \(height)"
        guard let w = Int32(exactly: width), let h = Int32(exactly: height) else {
            throw ImagingFailure(.argument, name, "a side must be at least 1 pixel")
        }
        try unsafe shimCheck(name) { error in
            unsafe bgr.withUnsafeBufferPointer { bytes in
                // An empty array has no address; the shim refuses the count of 0 before it looks.
                guard let base = bytes.baseAddress else {
                    return unsafe ad_picture_fill(memory.handle, [0], 0, w, h, error)
                }
                return unsafe ad_picture_fill(memory.handle, base, bytes.count, w, h, error)
            }
        }
        self.init(memory)
    }

    deinit { pool?.take(back: memory) }

    /// The colour of a pixel.
    ///
    /// - Precondition: the pixel lies in the picture.
    public func bgr(_ x: Int, _ y: Int) -> (blue: UInt8, green: UInt8, red: UInt8) {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the picture")
        return unsafe memory.withBytes { bytes, stride in
            let i = y * stride + 3 * x
            return unsafe (bytes[i], bytes[i + 1], bytes[i + 2])
        }
    }

    /// Lends the pixels, three bytes each: blue, green, red; `stride` is the number of bytes from row to row.
    @unsafe package func withPixels<Result>(
        _ body: (UnsafeBufferPointer<UInt8>, _ stride: Int) throws -> Result
    ) rethrows -> Result { try unsafe memory.withBytes(body) }

    /// All pixels, row by row, three bytes each: blue, green, red.
    public var bytes: [UInt8] {
        unsafe memory.withBytes { bytes, stride in
            var all: [UInt8] = []
            all.reserveCapacity(width * height * 3)
            for row in 0..<height { unsafe all.append(contentsOf: bytes[(row * stride)..<(row * stride + width * 3)]) }
            return all
        }
    }
}
