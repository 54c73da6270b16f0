import Imaging
import Spaces
import TestSupport
import Testing

@Suite("Reading pictures")
struct PictureReadingTests {
    struct Depth: CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        let bgr: [UInt8]
        var testDescription: String { name }
    }

    static let depths = [
        Depth(name: "grey", file: PNGSamples.file(width: 3, height: 2, kind: .grey, pixel: [77]), bgr: [77, 77, 77]),
        Depth(name: "colour", file: PNGSamples.file(width: 3, height: 2, kind: .rgb, pixel: [10, 20, 30]), bgr: [30, 20, 10]),
        Depth(
            name: "alpha", file: PNGSamples.file(width: 3, height: 2, kind: .rgba, pixel: [10, 20, 30, 40]), bgr: [30, 20, 10]),
        Depth(
            name: "grey and alpha", file: PNGSamples.file(width: 3, height: 2, kind: .greyAlpha, pixel: [200, 3]),
            bgr: [200, 200, 200]),
        Depth(
            name: "16 bit", file: PNGSamples.file(width: 3, height: 2, kind: .rgb, bits: 16, pixel: [0x1234, 0x5678, 0x9ABC]),
            bgr: [0x9A, 0x56, 0x12]),
        Depth(
            name: "16 bit grey", file: PNGSamples.file(width: 3, height: 2, kind: .grey, bits: 16, pixel: [0xFE00]),
            bgr: [0xFE, 0xFE, 0xFE]),
    ]

    @Test("Every depth becomes 8-bit BGR", arguments: depths)
    func depth(depth: Depth) throws {
        let picture = try Picture(decoding: depth.file, name: depth.name)
        #expect(picture.size == PixelSize(width: 3, height: 2))
        #expect(picture.bytes == Array(repeatElement(depth.bgr, count: 6).joined()))
    }

    @Test("A BMP is read, and a pixel has its colour")
    func bmp() throws {
        let picture = try Picture(decoding: smallBMP, name: "small.bmp")
        #expect(picture.bgr(0, 0) == (1, 2, 3))
        #expect(picture.bgr(1, 0) == (4, 5, 6))
    }

    @Test("What is written comes back", arguments: ["png", "bmp", "webp", "jpg", "jpeg"])
    func roundTrip(ending: String) throws {
        let folder = try TemporaryFolder()
        let picture = try texture(width: 64, height: 48)
        try picture.write(to: folder("a." + ending))
        let back = try Picture(contentsOf: folder("a." + ending))
        let far = zip(back.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(ending.hasPrefix("jp") ? far < 30 * back.bytes.count : far == 0)
        #expect(try folder.names() == ["a." + ending])
    }

    @Test("The same picture gives the same PNG")
    func deterministic() throws {
        let picture = try texture(width: 64, height: 48)
        #expect(try picture.encoded(as: .png) == picture.encoded(as: .png))
    }

    @Test("The orientation tag of a JPEG does not turn it")
    func orientation() throws {
        let plain = try texture(width: 64, height: 48).encoded(as: .jpeg)
        // An Exif part with one entry: orientation (0x0112) is 6, a quarter turn.
        let tag: [UInt8] =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let turned = plain[..<2] + [0xFF, 0xE1, 0, UInt8(tag.count + 2)] + tag + plain[2...]
        let picture = try Picture(decoding: Array(turned), name: "turned.jpg")
        #expect(picture.size == PixelSize(width: 64, height: 48))
        #expect(try picture.bytes == Picture(decoding: plain, name: "plain.jpg").bytes)
    }

    @Test("A colour profile and texts of a PNG are passed over, also damaged ones")
    func ancillary() throws {
        var extra = PNGSamples.chunk("iCCP", [1, 2, 3]) + PNGSamples.chunk("tEXt", [65, 0, 66])
        extra[extra.count - 1] ^= 1
        let file = PNGSamples.file(width: 1, height: 1, kind: .rgb, pixel: [1, 2, 3], extra: extra)
        #expect(try Picture(decoding: file, name: "a.png").bytes == [3, 2, 1])
    }

    struct Refusal: CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        let code: ImagingFailure.Code
        let says: String
        var testDescription: String { name }
    }

    static func refusals() throws -> [Refusal] {
        let png = PNGSamples.file(width: 40, height: 40, kind: .rgb, pixel: [1, 2, 3])
        var flipped = png
        flipped[60] ^= 0x10
        let picture = try texture(width: 64, height: 48)
        let jpeg = try picture.encoded(as: .jpeg)
        let webp = try picture.encoded(as: .webp)
        var large = jpeg
        if let frame = large.indices.dropLast().first(where: { large[$0] == 0xFF && large[$0 + 1] == 0xC0 }) {
            large.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xFF, 0xFF, 0xFF])
        }
        return [
            .init(
                name: "20,000 × 20,000 PNG", file: PNGSamples.headerOnly(width: 20_000, height: 20_000), code: .tooLarge,
                says: "20000 × 20000"),
            .init(name: "65,535 × 65,535 JPEG", file: large, code: .tooLarge, says: "65535 × 65535"),
            .init(
                name: "PNG without pixels", file: PNGSamples.headerOnly(width: 0, height: 5), code: .unreadable, says: "no pixels"
            ),
            .init(name: "cut PNG", file: Array(png.dropLast(png.count / 2)), code: .cutOff, says: "PNG file is cut off"),
            .init(name: "cut JPEG", file: Array(jpeg.dropLast(jpeg.count / 2)), code: .cutOff, says: "JPEG file is cut off"),
            .init(name: "cut WebP", file: Array(webp.dropLast(webp.count / 2)), code: .cutOff, says: "WebP file is cut off"),
            .init(name: "cut BMP", file: Array(smallBMP.dropLast(4)), code: .cutOff, says: "BMP file is cut off"),
            .init(name: "cut in the header", file: Array(png.prefix(20)), code: .unreadable, says: "not a picture"),
            .init(name: "flipped bit", file: flipped, code: .unreadable, says: "check sum"),
            .init(name: "empty", file: [], code: .unreadable, says: "empty"),
            .init(name: "text", file: Array("P3 1 1 255".utf8), code: .unreadable, says: "PNG, JPEG, BMP and WebP"),
        ]
    }

    @Test("A bad picture gives one clear failure", arguments: try refusals())
    func refuses(refusal: Refusal) throws {
        let failure = #expect(throws: ImagingFailure.self) { try Picture(decoding: refusal.file, name: "bad.png") }
        #expect(failure?.code == refusal.code)
        #expect(failure?.description.contains(refusal.says) == true, "\(failure?.description ?? "")")
        #expect(failure?.description.hasPrefix("bad.png: ") == true)
    }

    @Test("Random damage to any format never crashes")
    func damaged() throws {
        let picture = try texture(width: 24, height: 20)
        for format in PictureFormat.allCases {
            let file = try picture.encoded(as: format)
            var random = SeededGenerator(seed: 7)
            for _ in 0..<150 {
                var bad = file
                for _ in 0..<3 { bad[Int(random.next() % UInt64(bad.count))] = UInt8(random.next() & 0xFF) }
                if random.next() % 4 == 0 { bad.removeLast(Int(random.next() % UInt64(bad.count))) }
                // Damage that does not show is a picture; all else is a failure.
                _ = try? Picture(decoding: bad, name: format.rawValue)
            }
        }
    }

    @Test("A missing file and a folder are said to be so")
    func missing() throws {
        let folder = try TemporaryFolder()
        let gone = #expect(throws: ImagingFailure.self) { try Picture(contentsOf: folder("gone.png")) }
        #expect(gone?.code == .missing)
        let isFolder = #expect(throws: ImagingFailure.self) { try Picture(contentsOf: folder.path) }
        #expect(isFolder?.message == "it is a folder")
    }

    @Test("A picture is not made from numbers that do not fit", arguments: [(2, 2, 11), (0, 0, 0), (-1, 2, 6), (2, 1, 0)])
    func badBytes(width: Int, height: Int, count: Int) {
        #expect(throws: ImagingFailure.self) {
            try Picture(width: width, height: height, bgr: .init(repeating: 0, count: count))
        }
    }

    @Test("A picture is not written under a name that says nothing", arguments: ["a", "a.gif", "png", "a.png/b"])
    func badEnding(name: String) throws {
        let folder = try TemporaryFolder()
        let picture = try texture(width: 8, height: 8)
        #expect(throws: ImagingFailure.self) { try picture.write(to: folder(name)) }
        #expect(try folder.names().isEmpty)
    }
}
