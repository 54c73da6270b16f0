internal import COpenCV
internal import Files

/// The formats in which a picture is written.
public enum PictureFormat: String, CaseIterable, Sendable {
    /// Lossless; the same picture gives the same bytes.
    case png
    /// Lossy.
    case jpeg = "jpg"
    /// Not compressed.
    case bmp
    /// Lossless WebP.
    case webp

    /// The format that a file's name asks for; nil when its ending is none of a picture.
    public init?(path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
        guard let ending, ending.count > 1, let last = ending.last?.lowercased() else { return nil }
        self.init(rawValue: last == "jpeg" ? "jpg" : last)
    }
}

extension Picture {
    /// The picture as the bytes of a file.
    ///
    /// - Parameters:
    ///   - format: of the file.
    ///   - quality: 0…100, for JPEG alone.
    public func encoded(as format: PictureFormat, quality: Int = 95) throws -> [UInt8] {
        let setting = format == .webp ? 101 : Int32(clamping: min(max(quality, 0), 100))
        let encoded = try unsafe shim("a picture of \(width) × \(height)") { error in
            unsafe ad_encoded_create(memory.handle, "." + format.rawValue, setting, error)
        }
        defer { unsafe ad_encoded_destroy(encoded) }
        var count = 0
        let bytes = unsafe ad_encoded_bytes(encoded, &count)
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Writes the picture to a file in the format of its ending: png, jpg, jpeg, bmp or webp.
    ///
    /// The file appears when it is complete.
    /// - Throws: ``ImagingFailure`` for another ending, `FileFailure` when the file cannot be written.
    public func write(to path: String) throws {
        guard let format = PictureFormat(path: path) else {
            throw ImagingFailure(.argument, path, "pictures are written as .png, .jpg, .bmp or .webp")
        }
        let file = try AtomicFile(path: path)
        file.write(try encoded(as: format))
        try file.commit()
    }
}
