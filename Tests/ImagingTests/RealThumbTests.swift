import Foundation
import Imaging
import Spaces
import Testing

/// The folder of real data; nil when the environment variable `AIRDRAW_DATA` is not set.
let realData = ProcessInfo.processInfo.environment["AIRDRAW_DATA"]

@Suite("A real thumb", .enabled(if: realData != nil, "AIRDRAW_DATA is not set: the real clips are not tested"))
struct RealThumbTests {
    private let folder = (realData ?? "") + "/fingers/cup"

    /// The thumb tip per frame, pixels.
    private func truth() throws -> [PixelPoint] {
        try String(contentsOfFile: folder + "/thumb_tip.csv", encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst().map
        {
            let numbers = $0.split(separator: ",").compactMap { Double($0) }
            return PixelPoint(x: numbers[1], y: numbers[2])
        }
    }

    @Test("The film has its 217 frames, alike with and without reading ahead")
    func frames() throws {
        let video = try VideoFile(path: folder + "/video.mp4")
        #expect(video.size == PixelSize(width: 640, height: 480))
        let ahead = try ReadAhead(VideoFile(path: folder + "/video.mp4"))
        var count = 0
        while let picture = try video.next() {
            let other = try #require(try ahead.next())
            if count % 40 == 0 { #expect(picture.bytes == other.bytes) }
            count += 1
        }
        #expect(count == 217)
        #expect(try ahead.next() == nil)
    }

    @Test("A bare CSRT, seeded once on the nail, is within 20 pixels in most frames")
    func csrt() throws {
        let truth = try truth()
        let ahead = try ReadAhead(VideoFile(path: folder + "/video.mp4"))
        let first = try #require(try ahead.next())
        let tracker = try CorrelationTracker(
            .csrt, picture: first, box: .init(center: truth[0], size: .init(width: 40, height: 40)))
        var errors: [Double] = []
        while let picture = try ahead.next() {
            let place = truth[errors.count + 1]
            errors.append(try tracker.update(picture)?.center.distance(to: place) ?? .infinity)
        }
        #expect(errors.count == 216)
        #expect(errors.filter { $0 <= 20 }.count > 150, "median \(errors.sorted()[108])")
    }
}
