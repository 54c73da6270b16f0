private import Glibc

/// What the boxes of an MP4 or QuickTime file say about its completeness, read without decoding.
///
/// FFmpeg's own words for a lost index are "moov atom not found", and it prints them instead of handing them over.
struct FilmContainer {
    /// The file's length, bytes.
    private(set) var length = 0
    /// Whether the file begins as MP4 or QuickTime does.
    private(set) var isMP4 = false
    /// Whether the index is there.
    private(set) var hasIndex = false
    /// Bytes that the last box says it has and the file does not; 0 when it is complete.
    private(set) var missing = 0

    /// Reads the outer boxes.
    ///
    /// - Throws: ``ImagingFailure`` when the file is not there or is no file.
    init(path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImagingFailure.lastOf(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw ImagingFailure.lastOf(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ImagingFailure(.unreadable, path, "it is a folder: a film is a file")
        }
        length = Int(status.st_size)
        var at = 0
        while at < length, let box = Self.box(descriptor, at: at) {
            if at == 0 {
                isMP4 = ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(box.name)
                guard isMP4 else { return }
            }
            if box.name == "moov" { hasIndex = true }
            // Length 0 means: up to the end of the file.
            let size = box.size == 0 ? length - at : box.size
            guard size >= 8 else { return }
            let (end, overflow) = at.addingReportingOverflow(size)
            guard !overflow else { return }
            if end > length { missing = end - length }
            at = end
        }
    }

    /// Why nothing of the file can be read, when that is seen from the boxes alone.
    func failure(_ path: String) -> ImagingFailure? {
        if length == 0 { return ImagingFailure(.unreadable, path, "the file is empty") }
        guard isMP4, !hasIndex else { return nil }
        return ImagingFailure(
            .cutOff, path,
            "the index of the film (moov) is missing: the recording was cut off before it was closed, and no frame can be found. "
                + "Recover it with a tool such as untrunc and an intact film of the same camera; "
                + "record fragmented MP4 (ffmpeg -movflags +frag_keyframe+empty_moov) or Matroska, which can be read up to the cut"
        )
    }

    /// The failure of a film that FFmpeg does not read.
    func unreadable(_ path: String, _ failure: ImagingFailure) -> ImagingFailure {
        if let cutOff { return ImagingFailure(.cutOff, path, "\(failure.message); \(cutOff)") }
        return ImagingFailure(
            failure.code, path,
            "\(failure.message): it is damaged, or of a format that FFmpeg does not know. "
                + "A film that a player shows can be made readable with: ffmpeg -i FILM -c:v libx264 new.mp4")
    }

    /// One sentence about a cut, when there is one.
    var cutOff: String? {
        guard missing > 0 else { return nil }
        return "the file is cut off: \(missing) bytes are missing at its end; frames after the cut are lost"
    }

    private static func box(_ descriptor: Int32, at offset: Int) -> (name: String, size: Int)? {
        var head = [UInt8](repeating: 0, count: 16)
        let n = unsafe head.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, 16, offset) }
        guard n >= 8 else { return nil }
        let bytes = Bytes(head)
        guard let short = bytes.big(0, 4) else { return nil }
        let name = String(decoding: head[4..<8], as: UTF8.self)
        // Length 1 means: the true one follows in eight bytes.
        guard short == 1 else { return (name, short) }
        guard n == 16, head[8] < 0x80, let long = bytes.big(8, 8) else { return nil }
        return (name, long)
    }
}
