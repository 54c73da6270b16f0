import Imaging
import Spaces
import Testing

/// Numbered pictures without a file behind them, and a failure after a number of them when asked.
private final class Numbers: PictureSource {
    let size = PixelSize(width: 4, height: 2)
    let framesPerSecond: Double? = 12
    private let count: Int
    private let fails: Bool
    private var at = 0

    init(_ count: Int, fails: Bool = false) {
        self.count = count
        self.fails = fails
    }

    func next() throws -> Picture? {
        if at == count {
            if fails { throw ImagingFailure(.unreadable, "numbers, frame \(at)", "no more") }
            return nil
        }
        at += 1
        return try Picture(width: 4, height: 2, bgr: .init(repeating: UInt8(truncatingIfNeeded: at - 1), count: 24))
    }
}

@Suite("Reading ahead")
struct ReadAheadTests {
    @Test("Pictures come in their order, and the end stays the end", arguments: [1, 4])
    func order(depth: Int) throws {
        let ahead = try ReadAhead(Numbers(200), depth: depth)
        #expect(ahead.size == PixelSize(width: 4, height: 2))
        #expect(ahead.framesPerSecond == 12)
        #expect(try all(ahead).map { Int($0.bgr(3, 1).red) } == Array(0..<200))
        #expect(try ahead.next() == nil)
        #expect(try ahead.next() == nil)
    }

    @Test("It can be dropped at once, in the middle and at the end", arguments: [0, 1, 3, 10, 11])
    func dropped(taken: Int) throws {
        for _ in 0..<20 {
            let ahead = try ReadAhead(Numbers(10))
            for _ in 0..<taken { _ = try ahead.next() }
        }
    }

    @Test("A failure comes at its place and once")
    func failure() throws {
        let ahead = try ReadAhead(Numbers(3, fails: true))
        for i in 0..<3 { #expect(try ahead.next()?.bgr(0, 0).blue == UInt8(i)) }
        let failure = #expect(throws: ImagingFailure.self) { try ahead.next() }
        #expect(failure?.subject == "numbers, frame 3")
        #expect(try ahead.next() == nil)
    }

    @Test("A source is opened on the way, and what goes wrong then comes first")
    func opening() throws {
        let size = PixelSize(width: 4, height: 2)
        let ahead = try ReadAhead(size: size) { Numbers(3) }
        #expect(try all(ahead).count == 3)
        let broken = try ReadAhead(size: size) { throw ImagingFailure(.unreadable, "numbers", "none") }
        let failure = #expect(throws: ImagingFailure.self) { try broken.next() }
        #expect(failure?.subject == "numbers")
        #expect(try broken.next() == nil)
    }

    @Test("A film read ahead is the film, though its memory is used again and again")
    func film() throws {
        let folder = try TemporaryFolder()
        try ImagingTests.film(folder("a.mp4"), frames: 40)
        let straight = try all(VideoFile(path: folder("a.mp4"))).map(\.bytes)
        let ahead = try ReadAhead(VideoFile(path: folder("a.mp4")))
        var kept: [Picture] = []
        var i = 0
        while let picture = try ahead.next() {
            #expect(picture.bytes == straight[i])
            if i % 7 == 0 { kept.append(picture) }
            i += 1
        }
        #expect(i == 40)
        // Pictures that somebody holds are not written over.
        #expect(kept.map(\.bytes) == stride(from: 0, to: 40, by: 7).map { straight[$0] })
    }
}
