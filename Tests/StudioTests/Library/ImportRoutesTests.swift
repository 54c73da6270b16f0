import Archives
import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct ImportRoutesTests {
    private static let walk = LibraryFixture.recordings + "/walk"

    /// A recording of the repository as a zip archive.
    private func archive(_ folder: String, inner: String = "", frames: String? = nil) throws -> [UInt8] {
        let path = folder + "/\(UUID().uuidString).zip"
        let zip = try ZipWriter(path: path)
        for name in ["recording.json", "frames.jsonl", "video.mp4"] {
            let own = name == "frames.jsonl" ? frames.map { Array($0.utf8) } : nil
            try zip.append(inner + name, try own ?? ImportServer.bytes(Self.walk + "/" + name))
        }
        try zip.finish()
        return try ImportServer.bytes(path)
    }

    @Test("A zip archive of a recording becomes one of the library, under a name that is free") func packed() throws {
        try withTemporaryFolder { folder in
            let page = try ImportServer(folder + "/library")
            try FileManager.default.createDirectory(atPath: page.folder, withIntermediateDirectories: true)
            let bytes = try archive(folder, inner: "the walk/")
            for expected in ["my walk", "my walk-2"] {
                let begun = try page.post("/api/imports?file=my%20walk.zip", bytes)
                #expect(begun.status == 202)
                let events = try page.events(try #require(begun.json["id"] as? String))
                #expect(events.last?.name == "done")
                #expect(events.last?.data["name"] as? String == expected)
            }
            let named = try page.post("/api/imports?file=x.zip&name=%C3%BC", bytes)
            #expect(named.status == 202)
            let id = try #require(named.json["id"] as? String)
            #expect(try page.events(id).last?.data["name"] as? String == "ü")
            let list = try #require(try page.json("/api/library")["recordings"] as? [[String: Any]])
            #expect(list.compactMap { $0["name"] as? String } == ["my walk", "my walk-2", "ü"])
            #expect(list.allSatisfy { $0["problem"] == nil })
            let frames = try ImportServer.bytes(page.folder + "/my walk-2/frames.jsonl")
            #expect(try frames == ImportServer.bytes(Self.walk + "/frames.jsonl"))
            // Nothing of the way there is left.
            #expect(try page.contents().filter { $0.contains("files") || $0.contains("made") } == [])
        }
    }

    @Test("A folder that is dropped comes file by file, and is then taken in") func dropped() throws {
        try withTemporaryFolder { folder in
            let page = try ImportServer(folder)
            let first = try page.post(
                "/api/imports?file=walk/recording.json", try ImportServer.bytes(Self.walk + "/recording.json"))
            #expect(first.status == 202)
            let id = try #require(first.json["id"] as? String)
            for name in ["frames.jsonl", "video.mp4", "truth/waypoints.json"] {
                let bytes = name.hasPrefix("truth") ? Array("{}".utf8) : try ImportServer.bytes(Self.walk + "/" + name)
                #expect(try page.post("/api/imports/\(id)/files?file=walk/\(name)", bytes).status == 202)
            }
            #expect(try page.post("/api/imports/\(id)/files?file=walk/video.mp4", [1]).status == 409)
            let begun = try page.post("/api/imports/\(id)")
            #expect(begun.status == 202, "\(begun)")
            #expect(try page.events(id).last?.data["name"] as? String == "walk")
            #expect(try Library(folder: folder).details(of: "walk").frames == 128)
            // A page that comes late still hears how it ended.
            #expect(try page.events(id).map(\.name) == ["done"] || page.events(id).last?.name == "done")
        }
    }

    @Test("A recording that is broken is refused with its line, and leaves nothing") func broken() throws {
        try withTemporaryFolder { folder in
            let page = try ImportServer(folder + "/library")
            try FileManager.default.createDirectory(atPath: page.folder, withIntermediateDirectories: true)
            let bytes = try archive(folder, frames: "{\"index\":0,\"time\":\"noon\",\"video_frame\":0}\n")
            let begun = try page.post("/api/imports?file=walk.zip", bytes)
            let events = try page.events(try #require(begun.json["id"] as? String))
            #expect(events.last?.name == "failed")
            let error = try #require(events.last?.data["error"] as? String)
            #expect(error.hasPrefix("frames.jsonl:1: key "), "\(error)")
            #expect(!error.contains(folder))
            #expect(try page.json("/api/library")["recordings"] as? [String] == [])
        }
    }

    @Test("An import that is given up is not known any more, and leaves nothing") func givenUp() throws {
        try withTemporaryFolder { folder in
            let page = try ImportServer(folder)
            let begun = try page.post("/api/imports?file=walk.zip&more", [1, 2, 3])
            let id = try #require(begun.json["id"] as? String)
            #expect(try page.contents().contains { $0.hasSuffix("walk.zip") })
            #expect(try page.post("/api/imports/\(id)/drop").status == 200)
            #expect(try !page.contents().contains { $0.hasSuffix("walk.zip") })
            for path in ["/api/imports/\(id)/drop", "/api/imports/\(id)", "/api/imports/nothing/drop"] {
                #expect(try page.post(path).status == 404, "\(path)")
            }
        }
    }

    @Test("Names that are taken or lead elsewhere are refused before anything is sent") func names() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(at: folder + "/taken")
            let page = try ImportServer(folder)
            #expect(try page.post("/api/imports?file=a.zip&name=taken").status == 409)
            // A browser that sends much is told so too.
            #expect(try page.post("/api/imports?file=a.zip&name=taken", [UInt8](repeating: 7, count: 5 << 20)).status == 409)
            for name in ["..", ".a", "a/b", "a%5Cb", "a:b", "-a", "%20a", "a%0Ab"] {
                #expect(try page.post("/api/imports?file=a.zip&name=\(name)").status == 400, "\(name)")
            }
            for file in ["../a.zip", "/a.zip", ".a.zip", "a/../b", "a//b", "", "a%00b"] {
                #expect(try page.post("/api/imports?file=\(file)").status == 400, "\(file)")
            }
            for word in ["out=/tmp/x", "list", "help", "quiet"] {
                #expect(try page.post("/api/imports?file=a.zip&\(word)").status == 400, "\(word)")
            }
            #expect(try page.post("/api/imports/none/files?file=a").status == 404)
            #expect(try page.post("/api/imports/none").status == 404)
            #expect(try page.server.ask("GET /api/imports/none").status == 404)
            #expect(try page.server.ask("GET /api/imports").status == 405)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") } == ["taken"])
        }
    }

    @Test("A client that goes in the middle leaves nothing") func gone() throws {
        try withTemporaryFolder { folder in
            let page = try ImportServer(folder)
            do {
                let client = try page.server.client()
                client.send(
                    page.server.request(
                        "POST /api/imports?file=clip.mp4",
                        ["Origin: http://\(page.server.host)", "X-AirDraw: studio", "Content-Length: 1000000"]))
                client.send([UInt8](repeating: 7, count: 300_000))
                for _ in 0..<500 where try page.contents().count < 4 { pause(0.01) }
            }
            for _ in 0..<500 where try page.contents().count > 1 { pause(0.01) }
            // The hidden folder alone.
            let left = try page.contents()
            #expect(left.count == 1, "\(left)")
        }
    }
}
