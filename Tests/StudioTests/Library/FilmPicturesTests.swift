import Imaging
import TestSupport
import Testing

@testable import Studio

@Suite struct FilmPicturesTests {
    private static let film = LibraryFixture.recordings + "/walk/video.mp4"

    /// The mean difference of two pictures over a sample of their values, of 255.
    private func difference(_ a: Picture, _ b: Picture) -> Double {
        #expect(a.size == b.size)
        let (x, y) = (a.bytes, b.bytes)
        let sample = stride(from: 0, to: x.count, by: 97)
        return sample.reduce(0.0) { $0 + abs(Double(x[$1]) - Double(y[$1])) } / Double(x.count / 97)
    }

    @Test("Forward, back and far away, each picture is that of the film") func anyOrder() throws {
        var decoded: [Picture] = []
        let film = try VideoFile(path: Self.film)
        while decoded.count < 60, let picture = try film.next() { decoded.append(picture) }
        let pictures = FilmPictures()
        for number in [0, 1, 2, 30, 29, 28, 27, 31, 59, 5, 5, 58] {
            let jpeg = try pictures.jpeg(of: Self.film, number: number)
            let picture = try Picture(decoding: jpeg, name: "\(number)")
            let own = difference(picture, decoded[number])
            #expect(own < 3, "picture \(number) differs by \(own)")
        }
        #expect(pictures.idleCount <= FilmPictures.mostIdle)
        #expect(pictures.keptBytes <= FilmPictures.mostBytes)
    }

    @Test("Many who ask at once for several films get their pictures, and few decoders are kept") func many() async throws {
        let pictures = FilmPictures()
        let names = ["walk", "walk-follow", "square", "letter", "spiral", "return"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                for number in [3, 0, 7] {
                    group.addTask {
                        let path = LibraryFixture.recordings + "/\(name)/video.mp4"
                        let jpeg = try pictures.jpeg(of: path, number: number)
                        #expect(jpeg.count > 1000)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(pictures.idleCount <= FilmPictures.mostIdle)
    }

    @Test("Decoders and pictures that nobody asks for are let go") func rest() throws {
        let pictures = FilmPictures(rest: 0.2)
        _ = try pictures.jpeg(of: Self.film, number: 2)
        #expect(pictures.idleCount == 1 && pictures.keptBytes > 0)
        for _ in 0..<500 where pictures.idleCount > 0 || pictures.keptBytes > 0 { pause(0.02) }
        #expect(pictures.idleCount == 0 && pictures.keptBytes == 0)
        // And it begins again.
        #expect(try pictures.jpeg(of: Self.film, number: 2).count > 1000)
    }

    @Test("A picture after the end of a film, and a film that is none, are said") func ends() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        #expect(throws: LibraryFailure.self) { try library.picture(128, of: "walk") }
        try withTemporaryFolder { folder in
            try LibraryFixture.copy("walk", to: folder + "/walk")
            try LibraryFixture.put("this is no film", to: folder + "/walk/video.mp4")
            let broken = try Library(folder: folder)
            let failure = #expect(throws: LibraryFailure.self) { try broken.picture(3, of: "walk") }
            #expect(failure?.kind == .unusable)
            #expect(failure?.description.hasPrefix("walk/video.mp4: ") == true)
            #expect(throws: LibraryFailure.self) { try broken.cover(of: "walk") }
            // The rest of it can still be shown.
            #expect(try broken.details(of: "walk").problem?.hasPrefix("walk/video.mp4: ") == true)
            #expect(try broken.entries().map(\.problem) == [nil])
        }
    }
}
