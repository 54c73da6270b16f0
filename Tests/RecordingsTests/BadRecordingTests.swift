import FoundationEssentials
import Glibc
import Testing

@testable import Recordings

@Suite("Reading a recording that is wrong")
struct BadRecordingTests {
    @Test("names file, line and key, what is accepted and what was found", arguments: badRecordings)
    func table(bad: BadRecording) throws {
        let valid = try #require(Fixture.valid[bad.file])
        let range = try #require(valid.firstRange(of: bad.old), "the change does not apply")
        let fixture = try Fixture([bad.file: valid[..<range.lowerBound] + bad.new + valid[range.upperBound...]])
        let found = fixture.firstFailure()
        #expect(found == bad.message)
        let findings = checkText(fixture.folder)
        #expect(findings.contains { fixture.plain($0.description) == "error: " + bad.message })
    }

    @Test("says that a folder is missing, is a file, or has no recording in it")
    func folders() throws {
        let fixture = try Fixture()
        func message(_ path: String) -> String? {
            do {
                _ = try Recording(opening: path)
                return nil
            } catch { return fixture.plain(error.description) }
        }
        #expect(message(fixture.root + "/no") == "root/no: it does not exist")
        #expect(
            message(fixture.folder + "/video.mp4")
                == "r/video.mp4: a recording is a folder, and this is a file; airdraw import --layout video makes a recording of "
                + "a film")
        #expect(
            message(fixture.root)
                == "root: there is no recording.json in this folder; a recording is a folder with recording.json, frames.jsonl "
                + "and its pictures; airdraw import makes one of what other apps write")
        #expect(try Fixture(without: ["frames.jsonl"]).firstFailure() == "r: there is no frames.jsonl in this folder")
        #expect(message(fixture.folder + "/") == nil)
        #expect(message("") == ": it does not exist")
    }

    @Test("refuses links that lead out of the folder, and follows those inside")
    func links() throws {
        let fixture = try Fixture(without: ["video.mp4"])
        try Data().write(to: URL(filePath: fixture.root + "/outside.mp4"))
        let film = fixture.folder + "/video.mp4"
        try FileManager.default.createSymbolicLink(atPath: film, withDestinationPath: "../outside.mp4")
        #expect(
            fixture.firstFailure()
                == "r/recording.json: key pictures: expected a path inside the recording's folder, and \"video.mp4\" is a link that "
                + "leads out of it")
        try FileManager.default.removeItem(atPath: film)
        try fixture.write("", to: "films/real.mp4")
        try FileManager.default.createSymbolicLink(atPath: film, withDestinationPath: "films/real.mp4")
        #expect(fixture.firstFailure() == nil)
        try FileManager.default.removeItem(atPath: fixture.folder + "/frames.jsonl")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder + "/frames.jsonl", withDestinationPath: "/etc/hostname")
        #expect(
            fixture.firstFailure()
                == "r/frames.jsonl: expected a path inside the recording's folder, and \"frames.jsonl\" is a link that leads "
                + "out of it")
    }

    @Test(
        "refuses pictures that are missing or lead out of the folder",
        arguments: [
            ("images/1.jpg", #"r/frames.jsonl:2: key file: cannot read "images/1.jpg": it does not exist"#),
            ("../1.jpg", #"r/frames.jsonl:2: key file: expected a path inside the recording's folder, found "../1.jpg""#),
            (
                "/1.jpg",
                #"r/frames.jsonl:2: key file: expected a path inside the recording's folder, found the absolute path "/1.jpg""#
            ),
            ("images", #"r/frames.jsonl:2: key file: "images" is not a file"#),
            ("images//0.jpg", #"r/frames.jsonl:2: key file: "images//0.jpg" is not the path of a file"#),
        ])
    func pictures(name: String, message: String) throws {
        let frames = Fixture.frame(0, #","file":"images/0.jpg""#) + Fixture.frame(1, #","file":"\#(name)""#)
        let fixture = try Fixture([
            "recording.json": Fixture.header.replacing("video.mp4", with: "images"), "frames.jsonl": frames, "images/0.jpg": "",
        ])
        #expect(fixture.firstFailure() == message)
    }

    @Test("does not wait at a pipe", .timeLimit(.minutes(15)))
    func pipe() throws {
        let fixture = try Fixture(without: ["frames.jsonl"])
        #expect(unsafe mkfifo(fixture.folder + "/frames.jsonl", 0o600) == 0)
        #expect(fixture.firstFailure() == "r/frames.jsonl: \"frames.jsonl\" is not a file")
    }

    @Test("warns of an outline that is not convex")
    func convex() throws {
        func warnings(_ boundary: String) throws -> [String] {
            let fixture = try Fixture(["anchors.jsonl": Fixture.plane(0, "add", "a", #","boundary":\#(boundary)"#)])
            return checkText(fixture.folder).map { fixture.plain($0.description) }
        }
        #expect(try warnings("[[0,0],[1,0],[1,1],[0,1]]") == [])
        #expect(try warnings("[[0,0],[0,1],[1,1],[1,0.5],[1,0]]") == [])
        #expect(
            try warnings("[[0,0],[1,0],[0.2,0.2],[0,1]]")
                == ["warning: r/anchors.jsonl:1: key boundary: the polygon is not convex"])
    }

    @Test("goes on after a bad line when it is asked to, and a check finds them all")
    func collects() throws {
        let frames =
            Fixture.frame(0) + Fixture.frame(1).replacing(":1000,", with: ":0,") + Fixture.frame(2) + "{\n" + Fixture.frame(4)
        let fixture = try Fixture([
            "frames.jsonl": frames, "events.jsonl": #"{"time":9,"event":"draw","on":true}"# + "\n{}\n",
        ])
        let found = checkText(fixture.folder).map { fixture.plain($0.description) }
        #expect(
            found == [
                "error: r/frames.jsonl:2: key fx: expected a number greater than 0, found 0",
                "error: r/frames.jsonl:4: not JSON: expected a key in double quotes, found end of the text (at byte 2 of the line)",
                "warning: r/events.jsonl:1: key time: is after the last frame (0.4 s) and so never happens",
                "error: r/events.jsonl:2: key time: is missing",
            ])
    }

    @Test("says a flood of problems in few lines")
    func flood() throws {
        let fixture = try Fixture(["frames.jsonl": String(repeating: "{}\n", count: 1000)])
        let found = checkText(fixture.folder, limit: 10)
        #expect(found.count == 11 || found.count == 12)
        #expect(found.contains { $0.description.hasSuffix("and 990 more problems in this file") })
    }
}
