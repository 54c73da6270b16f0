import Imaging
import Spaces
import TestSupport
import Testing

@Suite("Films that are damaged, turned or changed")
struct BadFilmTests {
    @Test("An MP4 without its index is one failure with cause and cure")
    func cutBeforeIndex() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 30)
        let whole = try bytes(folder("a.mp4"))
        try write(Array(whole.prefix(whole.count / 2)), folder("cut.mp4"))
        let failure = #expect(throws: ImagingFailure.self) { try VideoFile(path: folder("cut.mp4")) }
        #expect(failure?.code == .cutOff)
        #expect(failure?.subject == folder("cut.mp4"))
        #expect(failure?.message.contains("index of the film (moov) is missing") == true)
        #expect(failure?.message.contains("fragmented MP4") == true)
    }

    @Test("What is no film is one failure", arguments: ["", "this is text", "ftyp"])
    func noFilm(content: String) throws {
        let folder = try TemporaryFolder()
        let isStart = content == "ftyp"
        try write((isStart ? [0, 0, 0, 24] : []) + Array(content.utf8), folder("a.mp4"))
        let failure = #expect(throws: ImagingFailure.self) { try VideoFile(path: folder("a.mp4")) }
        #expect(failure?.subject == folder("a.mp4"))
        #expect(failure?.code == (isStart ? .cutOff : .unreadable))
    }

    @Test("A missing film and a folder are said to be so")
    func missing() throws {
        let folder = try TemporaryFolder()
        let gone = #expect(throws: ImagingFailure.self) { try VideoFile(path: folder("gone.mp4")) }
        #expect(gone?.code == .missing)
        let isFolder = #expect(throws: ImagingFailure.self) { try VideoFile(path: folder.path) }
        #expect(isFolder?.message.contains("folder") == true)
    }

    @Test("A Matroska film is read up to the cut")
    func cutMatroska() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mkv"), frames: 60)
        let whole = try bytes(folder("a.mkv"))
        try write(Array(whole.prefix(whole.count / 2)), folder("cut.mkv"))
        let count = try all(VideoFile(path: folder("cut.mkv"))).count
        #expect((5..<60).contains(count))
    }

    @Test("An MP4 with its index first is read up to the cut, and says that it is cut", .enabled(if: hasFFmpeg, "needs ffmpeg"))
    func cutAfterIndex() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 60)
        for (name, flags) in [("first.mp4", "+faststart"), ("parts.mp4", "+frag_keyframe+empty_moov")] {
            try #require(run("ffmpeg", ["-i", folder("a.mp4"), "-c", "copy", "-movflags", flags, folder(name)]) == 0)
            let whole = try bytes(folder(name))
            try write(Array(whole.prefix(whole.count * 2 / 3)), folder("cut-" + name))
            let video = try VideoFile(path: folder("cut-" + name))
            #expect(video.cutOff?.contains("bytes are missing") == true)
            #expect((5..<60).contains(try all(video).count))
        }
    }

    @Test("Random damage to a film never crashes")
    func damaged() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 8)
        let whole = try bytes(folder("a.mp4"))
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            var bad = whole
            for _ in 0..<4 { bad[Int(random.next() % UInt64(bad.count))] = UInt8(random.next() & 0xFF) }
            try write(bad, folder("bad.mp4"))
            // Damage that FFmpeg hides gives pictures; all else is a failure.
            _ = try? all(VideoFile(path: folder("bad.mp4")))
        }
    }

    @Test("The rotation tag of the container does not turn the pictures", .enabled(if: hasFFmpeg, "needs ffmpeg"))
    func rotation() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"))
        try #require(
            run("ffmpeg", ["-i", folder("a.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90", folder("turned.mp4")]) == 0)
        #expect(try bytes(folder("a.mp4")) != bytes(folder("turned.mp4")))
        let video = try VideoFile(path: folder("turned.mp4"))
        #expect(video.size == PixelSize(width: 96, height: 64))
        #expect(try all(video).map(\.bytes) == all(VideoFile(path: folder("a.mp4"))).map(\.bytes))
    }

    @Test("A stream whose size changes gives pictures of one size", .enabled(if: hasFFmpeg, "needs ffmpeg"))
    func sizeChange() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 10)
        try film(folder("b.mp4"), frames: 10, width: 128, height: 64)
        var joined: [UInt8] = []
        for name in ["a", "b"] {
            try #require(run("ffmpeg", ["-i", folder(name + ".mp4"), "-c", "copy", "-f", "h264", folder(name + ".h264")]) == 0)
            joined += try bytes(folder(name + ".h264"))
        }
        try write(joined, folder("joined.h264"))
        let pictures = try all(VideoFile(path: folder("joined.h264")))
        #expect(pictures.count == 20)
        #expect(pictures.allSatisfy { $0.size == PixelSize(width: 96, height: 64) })
    }

    @Test("A grey film comes as BGR", .enabled(if: hasFFmpeg, "needs ffmpeg"))
    func grey() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"))
        try #require(run("ffmpeg", ["-i", folder("a.mp4"), "-pix_fmt", "gray", "-c:v", "ffv1", folder("grey.mkv")]) == 0)
        let picture = try #require(try VideoFile(path: folder("grey.mkv")).next())
        let (blue, green, red) = picture.bgr(10, 10)
        #expect(blue == green && green == red)
    }
}
