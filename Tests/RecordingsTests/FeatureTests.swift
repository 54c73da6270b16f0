import FoundationEssentials
import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Feature points in a recording")
struct FeatureTests {
    private static let line = #"{"index":0,"time":0,"points":[[7,0.5,-1,2],[9007199254740992,0,0,0]]}"#

    @Test("A line is read as it says")
    func reading() throws {
        let fixture = try Fixture(["features.jsonl": Self.line + "\n"])
        let reader = try Recording(opening: fixture.folder).features()
        let record = try #require(try reader.next())
        #expect(record.points.map(\.identifier) == [7, 1 << 53])
        #expect(record.points.first?.position == .init(x: 0.5, y: -1, z: 2))
        #expect(try reader.next() == nil)
    }

    @Test("A recording without the file gives none")
    func none() throws {
        let fixture = try Fixture()
        #expect(try Recording(opening: fixture.folder).features().next() == nil)
    }

    @Test(
        "What is wrong is named with line and key",
        arguments: [
            (#"{"time":0,"points":[]}"#, "features.jsonl:1: key index: is missing"),
            (#"{"index":0,"points":[]}"#, "features.jsonl:1: key time: is missing"),
            (#"{"index":0,"time":0}"#, "features.jsonl:1: key points: is missing"),
            (#"{"index":0,"time":0,"points":[[1,2,3]]}"#, "features.jsonl:1: key points[0]"),
            (#"{"index":0,"time":0,"points":[[0.5,1,2,3]]}"#, "features.jsonl:1: key points[0][0]"),
            (#"{"index":0,"time":0,"points":[[-1,1,2,3]]}"#, "features.jsonl:1: key points[0][0]"),
            (#"{"index":0,"time":0,"points":[[1,1,2,1e9]]}"#, "features.jsonl:1: key points[0]"),
            (#"{"index":0,"time":0,"points":[[1,1,2,3],[1,1,2,3]]}"#, "features.jsonl:1: key points[1][0]"),
            (line + "\n" + line, "features.jsonl:2: key index: expected more than 0"),
            (line + "\n" + #"{"index":1,"time":0,"points":[]}"#, "features.jsonl:2: key time: expected more than 0"),
        ])
    func wrong(text: String, message: String) throws {
        let fixture = try Fixture(["features.jsonl": text + "\n"])
        let findings = checkText(fixture.folder)
        #expect(findings.contains { "\($0)".contains(message) }, "\(findings)")
    }

    @Test("What is written is read back, to a micrometre", arguments: [UInt64(1), 2, 3])
    func roundTrip(seed: UInt64) throws {
        try withTemporaryFolder { folder in
            var random = SeededGenerator(seed: seed)
            let fixture = try Fixture()
            let header = try Recording(opening: fixture.folder).header
            let source = try Recording(opening: fixture.folder)
            let writer = try RecordingWriter(folder: folder + "/r", header: header)
            let frames = try source.frames()
            while let frame = try frames.next() { try writer.write(frame) }
            if let film = source.filmPath { try writer.copy(film, as: "video.mp4") }
            let points = (0..<50).map { i in
                FeatureRecord.Point(
                    identifier: UInt64(i) * 3, position: .init(x: random.unit() * 9 - 4, y: random.unit(), z: -random.unit()))
            }
            let record = FeatureRecord(index: 0, time: 0, points: points)
            try writer.write(record)
            do { try writer.commit() } catch { Issue.record("seed \(seed): \(error)") }
            let read = try #require(try Recording(opening: folder + "/r").features().next())
            #expect(read.points.map(\.identifier) == points.map(\.identifier))
            for (a, b) in zip(read.points, points) { #expect(a.position.distance(to: b.position) < 1e-6, "seed \(seed)") }
        }
    }

    private static let plane = PlaneAnchorRecord(id: "plane-1", worldFromAnchor: .identity, extentX: 1, extentZ: 2)

    @Test("Planes are added beside other anchors, in order, and refused where there are planes unless they are replaced")
    func additions() throws {
        let pose = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]"
        let image = #"{"time":0,"event":"add","id":"poster","type":"image","world_from_anchor":\#(pose)}"#
        let later = #"{"time":0.03,"event":"update","id":"poster","world_from_anchor":\#(pose)}"#
        let fixture = try Fixture(["anchors.jsonl": image + "\n" + later + "\n"])
        for replacing in [false, true] {
            let recording = try Recording(opening: fixture.folder)
            let additions = try SceneAdditions(to: recording, replacing: replacing)
            try additions.write(AnchorEvent(time: 0.01, id: "plane-1", change: .add(.plane(Self.plane))))
            additions.write(FeatureRecord(index: 0, time: 0, points: []))
            try additions.commit()
            let text = try String(contentsOfFile: fixture.folder + "/anchors.jsonl", encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.count == 3 && lines.first == image && lines.last == later)
            #expect(try recording.features().next()?.points == [])
        }
        #expect(throws: RecordingFailure.self) {
            try SceneAdditions(to: Recording(opening: fixture.folder), replacing: false)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(!names.contains { $0.hasPrefix(".") || $0.contains("~") || $0.contains("tmp") }, "\(names)")
    }

    @Test("Additions that are dropped leave the recording as it was")
    func dropped() throws {
        let fixture = try Fixture(without: ["anchors.jsonl"])
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
        do {
            let additions = try SceneAdditions(to: Recording(opening: fixture.folder), replacing: true)
            try additions.write(AnchorEvent(time: 0, id: "plane-1", change: .add(.plane(Self.plane))))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted() == before)
    }
}
