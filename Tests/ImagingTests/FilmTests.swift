import Imaging
import Spaces
import Testing

/// Writes a film of moving texture and gives its frames.
@discardableResult
func film(_ path: String, frames: Int = 12, width: Int = 96, height: Int = 64, rate: Double = 25) throws -> [Picture] {
    let writer = try VideoWriter(
        path: path, framesPerSecond: rate, size: .init(width: Double(width), height: Double(height)))
    let pictures = try (0..<frames).map { try texture(width: width, height: height, dx: 2 * $0, dy: $0) }
    for picture in pictures { try writer.append(picture) }
    try writer.finish()
    return pictures
}

/// All pictures of a source.
func all(_ source: any PictureSource) throws -> [Picture] {
    var pictures: [Picture] = []
    while let picture = try source.next() { pictures.append(picture) }
    return pictures
}

/// The mean difference of two pictures, grey levels.
func difference(_ a: Picture, _ b: Picture) -> Double {
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.width * a.height * 3)
}

@Suite("Films")
struct FilmTests {
    @Test("A film that is written comes back, frame for frame and with its rate", arguments: ["a.mp4", "a.mkv"])
    func roundTrip(name: String) throws {
        let folder = try TemporaryFolder()
        let pictures = try film(folder(name))
        #expect(try folder.names() == [name])
        let video = try VideoFile(path: folder(name))
        #expect(video.size == PixelSize(width: 96, height: 64))
        #expect(video.framesPerSecond == 25)
        #expect(video.cutOff == nil)
        let back = try all(video)
        #expect(back.count == pictures.count)
        for (i, picture) in back.enumerated() {
            // Closer to its own frame than to the neighbours.
            let own = difference(picture, pictures[i])
            for j in [i - 1, i + 1] where pictures.indices.contains(j) { #expect(own < difference(picture, pictures[j])) }
            #expect(abs((picture.time ?? -1) - Double(i) / 25) < 0.002)
        }
        #expect(try video.next() == nil)
    }

    @Test("Frames passed over are not decoded twice nor lost")
    func skips() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 6)
        let straight = try all(VideoFile(path: folder("a.mp4")))
        let video = try VideoFile(path: folder("a.mp4"))
        #expect(try video.skip())
        #expect(try video.skip())
        #expect(try video.next()?.bytes == straight[2].bytes)
        #expect(try video.skip())
        #expect(try video.next()?.bytes == straight[4].bytes)
        #expect(try video.skip())
        #expect(try !video.skip())
    }

    @Test("The same pictures give the same bytes")
    func deterministic() throws {
        let folder = try TemporaryFolder()
        try film(folder("a.mp4"), frames: 30)
        try film(folder("b.mp4"), frames: 30)
        #expect(try bytes(folder("a.mp4")) == bytes(folder("b.mp4")))
    }

    @Test("A film that is dropped leaves nothing behind, and what was there stays")
    func dropped() throws {
        let folder = try TemporaryFolder()
        try write([1, 2, 3], folder("a.mp4"))
        do {
            let writer = try VideoWriter(path: folder("a.mp4"), framesPerSecond: 25, size: .init(width: 96, height: 64))
            try writer.append(texture(width: 96, height: 64))
        }
        #expect(try folder.names() == ["a.mp4"])
        #expect(try bytes(folder("a.mp4")) == [1, 2, 3])
    }

    struct BadFilm: CustomTestStringConvertible {
        let name: String
        let path: String
        let rate: Double
        let size: PixelSize
        var testDescription: String { name }
    }

    @Test(
        "A film that cannot be is refused at its start, and nothing is left",
        arguments: [
            BadFilm(name: "odd width", path: "a.mp4", rate: 25, size: .init(width: 95, height: 64)),
            BadFilm(name: "no size", path: "a.mp4", rate: 25, size: .init(width: 0, height: 0)),
            BadFilm(name: "size not a number", path: "a.mp4", rate: 25, size: .init(width: .nan, height: 64)),
            BadFilm(name: "no rate", path: "a.mp4", rate: 0, size: .init(width: 96, height: 64)),
            BadFilm(name: "rate not a number", path: "a.mp4", rate: .nan, size: .init(width: 96, height: 64)),
            BadFilm(name: "another ending", path: "a.avi", rate: 25, size: .init(width: 96, height: 64)),
        ])
    func badWriter(film: BadFilm) throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: ImagingFailure.self) {
            try VideoWriter(path: folder(film.path), framesPerSecond: film.rate, size: film.size)
        }
        #expect(failure?.code == .argument)
        #expect(try folder.names().isEmpty)
    }

    @Test("A picture of another size does not fit a film, nor does a film without pictures end well")
    func wrongPicture() throws {
        let folder = try TemporaryFolder()
        let writer = try VideoWriter(path: folder("a.mp4"), framesPerSecond: 25, size: .init(width: 96, height: 64))
        let failure = #expect(throws: ImagingFailure.self) { try writer.append(texture(width: 64, height: 96)) }
        #expect(failure?.code == .sizeChanged)
        #expect(throws: ImagingFailure.self) { try writer.finish() }
    }
}
