import Imaging
import Spaces
import Testing

@Suite("What picture files say about themselves")
struct PictureTraitsTests {
    /// A picture in which every pixel is another.
    private let picture = try! Picture(
        width: 5, height: 3, bgr: (0..<3).flatMap { y in (0..<5).flatMap { x in [UInt8(10 * x), UInt8(50 * y), 7] } })

    /// A JPEG with the tag, as cameras write it.
    private func tagged(_ orientation: UInt8, bigEndian: Bool) throws -> [UInt8] {
        let plain = try picture.encoded(as: .jpeg)
        let tags: [UInt8] =
            bigEndian
            ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
            : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
        let body = Array("Exif\0\0".utf8) + tags
        return plain[..<2] + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + plain[2...]
    }

    @Test("The orientation tag is found in either byte order", arguments: 1...8)
    func orientation(value: Int) throws {
        for isBig in [true, false] {
            #expect(try PictureTraits(tagged(UInt8(value), bigEndian: isBig)).orientation == value)
        }
    }

    /// Where EXIF says that row 0 and column 0 of the stored picture are, as a map of (x, y) of the 5 × 3 picture.
    private static let places: [Int: @Sendable (Int, Int) -> (Int, Int)] = [
        1: { ($0, $1) }, 2: { (4 - $0, $1) }, 3: { (4 - $0, 2 - $1) }, 4: { ($0, 2 - $1) },
        5: { ($1, $0) }, 6: { (2 - $1, $0) }, 7: { (2 - $1, 4 - $0) }, 8: { ($1, 4 - $0) },
    ]

    @Test("A picture is turned exactly as its tag says", arguments: 1...8)
    func turned(value: Int) throws {
        let upright = try picture.upright(orientation: value)
        #expect((upright.width, upright.height) == (value < 5 ? (5, 3) : (3, 5)))
        let place = try #require(Self.places[value])
        for y in 0..<3 {
            for x in 0..<5 {
                let (u, v) = place(x, y)
                #expect(upright.bgr(u, v) == picture.bgr(x, y), "\(x), \(y)")
            }
        }
    }

    @Test("Alpha, depth, print and animation are seen in the first bytes")
    func others() throws {
        func png(depth: UInt8, kind: UInt8, extra: [UInt8] = []) -> [UInt8] {
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, 9, 0, 0, 0, 9, depth, kind, 0, 0, 0, 0, 0, 0, 0] + extra
        }
        #expect(PictureTraits(png(depth: 8, kind: 6)).hasAlpha)
        #expect(!PictureTraits(png(depth: 8, kind: 2)).hasAlpha)
        #expect(PictureTraits(png(depth: 16, kind: 2)).isDeep)
        #expect(PictureTraits(png(depth: 8, kind: 2, extra: [0, 0, 0, 8] + Array("acTL".utf8))).isAnimated)
        let webp = Array("RIFF".utf8) + [0, 1, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x12, 0, 0, 0, 9, 0, 0, 9, 0, 0]
        #expect(PictureTraits(webp).isAnimated && PictureTraits(webp).hasAlpha)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 20, 8, 0, 9, 0, 9, 4]
        #expect(PictureTraits(jpeg).isPrint)
        #expect(PictureTraits(try picture.encoded(as: .png)) == PictureTraits([]))
    }

    @Test("Files that end anywhere, or lie about lengths, are read as far as they go")
    func cut() throws {
        let file = try tagged(6, bigEndian: true)
        for end in 0..<min(file.count, 200) { _ = PictureTraits(Array(file[..<end])) }
        var lying = file
        lying[4] = 0xFF
        lying[5] = 0xFF
        _ = PictureTraits(lying)
    }
}
