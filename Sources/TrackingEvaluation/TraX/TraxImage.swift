internal import Files
internal import Imaging

/// How a picture is written in TraX: the path of a file, the bytes of a file, or bare pixels.
enum TraxImage {
    /// What a peer takes, in the order in which it is chosen.
    enum Format: String, CaseIterable {
        /// `file://` and an absolute path.
        case path
        /// `image:width;height;rgb;` and the pixels in Base64.
        case memory
        /// `data:image/png;` and a file in Base64.
        case buffer
    }

    /// The path of a file as a text.
    static func text(path: String) -> String { "file://" + path }

    /// A picture as a text that holds it.
    static func text(_ picture: Picture, as format: Format) throws -> String {
        if format == .buffer { return "data:image/png;" + Base64.text(of: try picture.encoded(as: .png)) }
        var pixels = picture.bytes
        for pixel in stride(from: 0, to: pixels.count, by: 3) { pixels.swapAt(pixel, pixel + 2) }
        return "image:\(picture.width);\(picture.height);rgb;" + Base64.text(of: pixels)
    }

    /// The picture that a text names or holds.
    ///
    /// - Throws: ``TraxSyntax`` when the text is no picture, `ImagingFailure` when the picture cannot be read.
    static func picture(_ text: String) throws -> Picture {
        if text.hasPrefix("file://") { return try Picture(contentsOf: String(text.dropFirst("file://".count))) }
        if text.hasPrefix("/") { return try Picture(contentsOf: text) }
        if text.hasPrefix("data:") {
            // The specification says `data:image/jpeg;base64;…`; the reference library leaves the word out. No Base64 holds a
            // mark.
            guard let mark = text.utf8.lastIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }),
                let bytes = Base64.bytes(of: text[text.utf8.index(after: mark)...])
            else { throw TraxSyntax("no picture in Base64: \(excerpt(text.utf8))") }
            return try Picture(decoding: bytes, name: "a picture in a message")
        }
        guard text.hasPrefix("image:") else {
            throw TraxSyntax("no picture: \(excerpt(text.utf8)); file://, image: and data: are understood")
        }
        return try pixels(text)
    }

    private static func pixels(_ text: String) throws -> Picture {
        let parts = text.dropFirst("image:".count).split(separator: ";", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0,
            width <= Picture.mostPixels / height, let bytes = Base64.bytes(of: parts[3])
        else { throw TraxSyntax("no picture: \(excerpt(text.utf8))") }
        let count = width * height
        var bgr: [UInt8] = []
        bgr.reserveCapacity(3 * count)
        switch (parts[2], bytes.count) {
        case ("rgb", 3 * count):
            for pixel in stride(from: 0, to: bytes.count, by: 3) { bgr += [bytes[pixel + 2], bytes[pixel + 1], bytes[pixel]] }
        case ("gray8", count): for value in bytes { bgr += [value, value, value] }
        case ("gray16", 2 * count):
            // Little-endian, as every machine that TraX is known on.
            for pixel in stride(from: 1, to: bytes.count, by: 2) { bgr += [bytes[pixel], bytes[pixel], bytes[pixel]] }
        default: throw TraxSyntax("the pixels do not fit the size: \(excerpt(text.utf8))")
        }
        return try Picture(width: width, height: height, bgr: bgr)
    }
}
