internal import COpenCV
private import Glibc
public import Spaces

extension Picture {
    /// The largest picture that is read, in pixels: 64 megapixels.
    public static let mostPixels = 1 << 26

    /// Reads a PNG, JPEG, BMP or WebP file.
    ///
    /// Grey, alpha, palette and 16 bit become 8-bit BGR. An orientation tag (EXIF) is **not** applied: what comes is the picture as
    /// the sensor delivered it, to which the intrinsics belong.
    /// - Throws: ``ImagingFailure``; a picture of more than ``mostPixels`` is refused before it is decoded.
    public convenience init(contentsOf path: String) throws {
        self.init(try PictureMemory(reading: path, into: nil))
    }

    /// Reads a picture that is in memory as the bytes of a file, as ``init(contentsOf:)`` does.
    ///
    /// - Parameters:
    ///   - file: the bytes.
    ///   - name: what failures call it.
    public convenience init(decoding file: [UInt8], name: String) throws {
        let memory = try PictureMemory()
        try memory.decode(file, name: name)
        self.init(memory)
    }
}

/// The size of a PNG, JPEG, BMP or WebP file in pixels as stored, from its header alone; an orientation tag is not applied.
///
/// - Throws: ``ImagingFailure`` when it is none of them.
public func sizeOfPicture(_ path: String) throws -> PixelSize {
    // A JPEG file may have much before its size, such as a small picture of it.
    for limit in [1 << 16, 1 << 30] {
        let bytes = try bytesOfFile(path, limit: limit)
        guard !bytes.isEmpty else { throw ImagingFailure(.unreadable, path, "the file is empty") }
        if let header = PictureHeader(bytes), header.width > 0, header.height > 0 {
            return .init(width: Double(header.width), height: Double(header.height))
        }
    }
    throw ImagingFailure(.unreadable, path, "not a picture that can be read: PNG, JPEG, BMP and WebP are accepted")
}

extension PictureMemory {
    /// Reads a picture file into memory of a pool, or into new memory.
    convenience init(reading path: String, into pool: PicturePool?) throws {
        try self.init()
        try decode(bytesOfFile(path), name: path)
    }

    /// Decodes the bytes of a file, after a look at its header.
    func decode(_ file: [UInt8], name: String) throws {
        guard !file.isEmpty else { throw ImagingFailure(.unreadable, name, "the file is empty") }
        guard let header = PictureHeader(file) else {
            throw ImagingFailure(.unreadable, name, "not a picture that can be read: PNG, JPEG, BMP and WebP are accepted")
        }
        let most = Picture.mostPixels
        guard header.width > 0, header.height > 0 else {
            throw ImagingFailure(.unreadable, name, "the \(header.kind.rawValue) picture has no pixels")
        }
        guard header.width <= most / header.height else {
            throw ImagingFailure(
                .tooLarge, name,
                "the picture has \(header.width) × \(header.height) pixels; at most \(most >> 20) megapixels are accepted")
        }
        guard header.isComplete(file) else {
            throw ImagingFailure(.cutOff, name, "the \(header.kind.rawValue) file is cut off: copy it anew")
        }
        do {
            try unsafe shimCheck(name) { error in
                unsafe file.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress else { return false }
                    return unsafe ad_picture_decode(handle, base, bytes.count, error)
                }
            }
        } catch {
            throw ImagingFailure(
                .unreadable, name, "the \(header.kind.rawValue) picture is damaged and cannot be decoded (\(error.message))")
        }
        guard width == header.width, height == header.height else {
            throw ImagingFailure(
                .unreadable, name, "the picture is \(width) × \(height) but its header says \(header.width) × \(header.height)")
        }
    }
}

/// The whole of a file.
///
/// - Throws: ``ImagingFailure``.
func bytesOfFile(_ path: String, limit: Int = .max) throws(ImagingFailure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .lastOf(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .lastOf(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
        throw ImagingFailure(.unreadable, path, status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a file")
    }
    let count = min(Int(status.st_size), limit)
    guard count <= 1 << 30 else { throw ImagingFailure(.tooLarge, path, "the file is larger than 1 GiB") }
    // All empty arrays share one storage, and the way below would write its count into it, from several threads at once.
    guard count > 0 else { return [] }
    var failure: ImagingFailure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
        while done < count {
            guard let base = buffer.baseAddress else { break }
            let n = unsafe read(descriptor, base + done, count - done)
            if n < 0 {
                if errno == EINTR { continue }
                failure = .lastOf(path)
            }
            if n <= 0 { break }
            done += n
        }
    }
    if let failure { throw failure }
    return bytes
}

extension ImagingFailure {
    /// The failure that the last system call of this thread left in `errno`.
    static func lastOf(_ path: String) -> ImagingFailure {
        switch errno {
        case ENOENT: .init(.missing, path, "it does not exist")
        case EACCES, EPERM: .init(.missing, path, "permission denied")
        default: .init(.missing, path, unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")
        }
    }
}
