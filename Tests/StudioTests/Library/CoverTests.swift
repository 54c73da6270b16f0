import Imaging
import Spaces
import TestSupport
import Testing

@testable import Studio

@Suite struct CoverTests {
    @Test("The cover is the view and not the picture: what is left in the camera is on top in portrait") func turned() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(at: folder + "/one")
            let picture = try Picture(decoding: try Library(folder: folder).cover(of: "one").jpeg, name: "cover")
            #expect(picture.width == 120 && picture.height == 160)
            let top = picture.bgr(60, 20)
            let bottom = picture.bgr(60, 140)
            #expect(top.red > 200 && top.blue < 60)
            #expect(bottom.blue > 200 && bottom.red < 60)
        }
    }

    @Test("It is 480 pixels wide and shaped as the view", arguments: ["square", "walk"]) func size(name: String) throws {
        let library = try Library(folder: LibraryFixture.recordings)
        let cover = try library.cover(of: name)
        let picture = try Picture(decoding: cover.jpeg, name: "cover")
        #expect(picture.width <= 480 && picture.width >= 260)
        #expect(abs(Double(picture.height) / Double(picture.width) - 667.0 / 375) < 0.01)
        #expect(cover.jpeg.count < 150_000)
        #expect(try library.cover(of: name).tag == cover.tag)
    }

    @Test("It shows the first tap's frame, else the middle, and goes not far into a long film") func frame() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        // The tap of the square is at 0.5 s, its frames are a thirtieth of a second apart.
        let square = try library.index(of: try library.recording("square"))
        #expect(Cover.frame(of: square, taps: try library.details(of: "square").taps) == 15)
        let walk = try library.index(of: try library.recording("walk"))
        #expect(Cover.frame(of: walk, taps: []) == 64)
        try withTemporaryFolder { folder in
            try LibraryFixture.copy("walk", to: folder + "/long")
            var lines = ""
            for frame in 0..<3000 {
                lines += "{\"index\":\(frame),\"time\":\(Double(frame) / 30),\"video_frame\":\(frame),"
                lines += "\"world_from_camera\":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}\n"
            }
            try LibraryFixture.put(lines, to: folder + "/long/frames.jsonl")
            let long = try Library(folder: folder)
            #expect(Cover.frame(of: try long.index(of: try long.recording("long")), taps: []) == Cover.lastInFilm)
        }
    }
}
