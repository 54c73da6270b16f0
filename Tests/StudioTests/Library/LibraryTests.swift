import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct LibraryTests {
    @Test("The rendered recordings are listed with what their files hold") func repository() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        let entries = try library.entries()
        #expect(entries.map(\.name) == ["card", "letter", "return", "spiral", "square", "walk", "walk-follow"])
        #expect(entries.allSatisfy { $0.problem == nil })
        for entry in entries {
            let folder = LibraryFixture.recordings + "/" + entry.name
            let frames = try LibraryFixture.lines(folder + "/frames.jsonl")
            #expect(entry.frames == frames.count)
            let first = try #require(frames.first?["time"] as? Double)
            let last = try #require(frames.last?["time"] as? Double)
            #expect(entry.seconds == last - first)
            let files = FileManager.default
            let events =
                files.fileExists(atPath: folder + "/events.jsonl") ? try LibraryFixture.lines(folder + "/events.jsonl") : []
            #expect(entry.taps == events.filter { $0["event"] as? String == "tap" }.count)
            #expect(entry.holds.contains("taps") == (entry.taps > 0))
            #expect(entry.holds.contains("planes") == files.fileExists(atPath: folder + "/anchors.jsonl"))
            #expect(entry.holds.contains("truth") == files.fileExists(atPath: folder + "/truth"))
            #expect(entry.holds.contains("pictures") && entry.holds.contains("poses"))
            #expect(Set(entry.holds).isDisjoint(with: entry.lacks))
            #expect(entry.cover == "/api/recordings/\(entry.name)/cover")
        }
    }

    @Test("A recording that is broken is listed with the line that is wrong, and the others go on") func broken() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(at: folder + "/good")
            try LibraryFixture.small(at: folder + "/bad line")
            try LibraryFixture.put(
                #"{"file":"images/0.png","index":0,"time":"noon"}"# + "\n", to: folder + "/bad line/frames.jsonl")
            try LibraryFixture.put("no JSON", to: folder + "/bad header/recording.json")
            try LibraryFixture.put("{}", to: folder + "/no frames/recording.json")
            try LibraryFixture.put("text", to: folder + "/no recording/notes.txt")
            try LibraryFixture.small(at: folder + "/.hidden")
            let entries = try Library(folder: folder).entries()
            #expect(entries.map(\.name) == ["bad header", "bad line", "good", "no frames"])
            let problems = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.problem) })
            #expect(problems["good"] == .some(nil))
            let line = try #require(problems["bad line"] ?? nil)
            #expect(line.hasPrefix("bad line/frames.jsonl:1: key time:"), "\(line)")
            #expect(!line.contains(folder))
            #expect(problems["bad header"] ?? nil != nil && problems["no frames"] ?? nil != nil)
        }
    }

    @Test("Names that are odd are found again, and names that lead elsewhere are not") func names() throws {
        try withTemporaryFolder { folder in
            let odd = ["a b", "ü", "u\u{308}", "%41", "it's \"quoted\"", "a&b=c?d#e", "-dash", "日本"]
            for name in odd { try LibraryFixture.small(at: folder + "/in/" + name) }
            try LibraryFixture.small(at: folder + "/out")
            try FileManager.default.createSymbolicLink(atPath: folder + "/in/link", withDestinationPath: folder + "/out")
            try FileManager.default.createSymbolicLink(atPath: folder + "/in/inner", withDestinationPath: folder + "/in/a b")
            let library = try Library(folder: folder + "/in")
            let entries = try library.entries()
            #expect(Set(entries.map { Array($0.name.utf8) }) == Set((odd + ["link", "inner"]).map { Array($0.utf8) }))
            for entry in entries where entry.name != "link" {
                #expect(entry.problem == nil)
                #expect(try library.details(of: entry.name).frames == 3)
                // The address leads to the same name again.
                let target = try #require(RequestTarget(entry.cover ?? ""))
                #expect(target.path.map { Array($0.utf8) }[2] == Array(entry.name.utf8))
            }
            #expect(entries.first { $0.name == "link" }?.problem?.contains("leads out") == true)
            for name in ["link", "..", ".", "", "a b/../../out", "/etc", "nothing", "a b\0", String(repeating: "x", count: 300)] {
                #expect(throws: LibraryFailure.self) { try library.path(of: name) }
            }
        }
    }

    @Test("What changed on the disk is read anew, and a folder that is gone is said") func changes() throws {
        try withTemporaryFolder { home in
            let folder = home + "/library"
            try LibraryFixture.small(at: folder + "/one", events: "{\"event\":\"tap\",\"time\":0.1,\"view\":[3,4]}\n")
            let library = try Library(folder: folder)
            #expect(try library.entries().map(\.taps) == [1])
            #expect(try library.timeline(of: "one").taps == [.init(x: 3, y: 4, time: 0.1)])
            let tap = "{\"event\":\"tap\",\"time\":0.1,\"view\":[3,4]}\n"
            try LibraryFixture.put(tap + tap, to: folder + "/one/events.jsonl")
            #expect(try library.entries().map(\.taps) == [2])
            try LibraryFixture.small(at: folder + "/two")
            #expect(try library.entries().count == 2)
            try FileManager.default.removeItem(atPath: folder + "/one")
            #expect(try library.entries().map(\.name) == ["two"])
            #expect(throws: LibraryFailure.self) { try library.details(of: "one") }
            try FileManager.default.removeItem(atPath: folder)
            let failure = #expect(throws: LibraryFailure.self) { try library.entries() }
            #expect(failure?.kind == .missing && failure?.description.contains("it does not exist") == true)
            // It is back: all goes on.
            try LibraryFixture.small(at: folder + "/two")
            #expect(try library.entries().map(\.name) == ["two"])
        }
    }

    @Test("A folder that is a recording itself is in its own list") func itself() throws {
        let library = try Library(folder: LibraryFixture.recordings + "/square/")
        #expect(try library.entries().map(\.name) == ["square"])
        #expect(try library.details(of: "square").frames == 245)
    }

    @Test("Details say what recording.json and events.jsonl say") func details() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        let details = try LibraryFixture.object(try library.details(of: "square"))
        let events = try LibraryFixture.lines(LibraryFixture.recordings + "/square/events.jsonl")
        #expect(details["image"] as? [Double] == [1280, 720])
        #expect(details["view"] as? [Double] == [375, 667])
        #expect(details["orientation"] as? String == "portrait")
        #expect(details["usual_box"] as? Double == 20)
        #expect(details["distortion"] is NSNull)
        #expect(details["tip"] as? [Double] == [-0.55996376, -4.886218333])
        #expect(details["planes_recorded"] as? Bool == true)
        #expect(details["truth"] as? Bool == true)
        #expect(details["pictures"] as? String == "/api/recordings/square/pictures/")
        let film = try #require(details["film"] as? [String: Any])
        #expect(film["rate"] as? Double == 30)
        let size = try FileManager.default.attributesOfItem(atPath: LibraryFixture.recordings + "/square/video.mp4")[.size]
        #expect(film["bytes"] as? Int == size as? Int)
        let taps = try #require(details["taps"] as? [[String: Double]])
        let tap = try #require(events.first { $0["event"] as? String == "tap" })
        #expect(taps.count == 1 && [taps[0]["x"], taps[0]["y"]] == (tap["view"] as? [Double])?.map { .some($0) })
        let draws = events.filter { $0["event"] as? String == "draw" }.compactMap { $0["time"] as? Double }
        #expect((details["draws"] as? [[Double]])?.flatMap { $0 } == draws)
        // The normalized picture turned to a portrait view that it fills: the corners by hand.
        let map = try #require(details["view_from_image"] as? [Double])
        func view(_ x: Double, _ y: Double) -> [Double] { [map[0] * x + map[2] * y + map[4], map[1] * x + map[3] * y + map[5]] }
        // 720 × 1280 turned, in 375 × 667: the height fills, the width is cut by (720/1280·667 − 375)/2 at each side.
        let over = (720.0 / 1280 * 667 - 375) / 2 / 375
        for (corner, expected) in [([0.0, 0.0], [1 + over, 0]), ([1, 0], [1 + over, 1]), ([0, 1], [-over, 0])] {
            let found = view(corner[0], corner[1])
            #expect(abs(found[0] - expected[0]) < 1e-12 && abs(found[1] - expected[1]) < 1e-12)
        }
    }
}
