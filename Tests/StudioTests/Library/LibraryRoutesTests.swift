import Foundation
import Imaging
import TestSupport
import Testing

@testable import Studio

@Suite struct LibraryRoutesTests {
    @Test("A page gets the list, a recording's facts, its frames, film, pictures and cover") func all() throws {
        let page = try ImportServer(LibraryFixture.recordings)
        let list = try #require(try page.json("/api/library")["recordings"] as? [[String: Any]])
        #expect(list.count == 7)
        let details = try page.json("/api/recordings/square")
        let frames = try page.server.ask("GET " + (try #require(details["frames_url"] as? String)))
        #expect(frames.status == 200 && frames.header("Content-Type") == "application/octet-stream")
        #expect(frames.body.count == 245 * 36 * 8)
        let film = try #require((details["film"] as? [String: Any])?["url"] as? String)
        let part = try page.server.ask("GET " + film, ["Range: bytes=4-7"])
        #expect(part.status == 206 && part.text == "ftyp" && part.header("Content-Type") == "video/mp4")
        let picture = try page.server.ask("GET /api/recordings/square/pictures/3")
        #expect(picture.header("Content-Type") == "image/jpeg")
        #expect(try Picture(decoding: picture.body, name: "3").width == 1280)
        let cover = try page.server.ask("GET /api/recordings/square/cover")
        #expect(cover.status == 200)
        let tag = try #require(cover.header("ETag"))
        let again = try page.server.ask("GET /api/recordings/square/cover", ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
        #expect(try page.json("/api/recordings/square/timeline")["taps"] as? [[String: Double]] != nil)
    }

    @Test("What is not there, and what does not go, is answered with words") func wrong() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(at: folder + "/a b")
            let page = try ImportServer(folder)
            let image = try page.server.ask("GET /api/recordings/a%20b/pictures/1")
            #expect(image.header("Content-Type") == "image/png")
            #expect(try image.body == ImportServer.bytes(folder + "/a b/images/1.png"))
            for (path, status) in [
                ("/api/recordings/none", 404), ("/api/recordings/a%20b/pictures/3", 404), ("/api/recordings/a%20b/film", 404),
                ("/api/recordings/%2e%2e", 400), ("/api/recordings/a%20b/pictures/-1", 404), ("/api/recordings/a%20b/other", 404),
                ("/api/recordings/a%20b/pictures/99999999999999999999", 404),
            ] {
                #expect(try page.server.ask("GET " + path).status == status, "\(path)")
            }
            let lost = try page.server.ask("GET /api/recordings/none")
            let words = try JSONSerialization.jsonObject(with: Data(lost.body)) as? [String: String]
            #expect(words?["error"]?.contains("none") == true && words?["help"] != nil)
            #expect(try page.post("/api/library").status == 405)
            try FileManager.default.removeItem(atPath: folder)
            #expect(try page.server.ask("GET /api/library").status == 404)
            #expect(try page.server.ask("GET /api/recordings/a%20b/cover").status == 404)
        }
    }
}
