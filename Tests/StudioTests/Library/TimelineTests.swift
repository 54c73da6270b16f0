import TestSupport
import Testing

@testable import Studio

@Suite struct TimelineTests {
    @Test("The time line is that of the files") func rendered() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        let line = try LibraryFixture.object(try library.timeline(of: "square"))
        let folder = LibraryFixture.recordings + "/square"
        let frames = try LibraryFixture.lines(folder + "/frames.jsonl")
        let tracking = try #require(line["tracking"] as? [[Any]])
        let limited = frames.filter { $0["tracking"] as? String == "limited" }
        #expect(tracking.first?[2] as? String == "limited")
        #expect(tracking.first?[3] as? String == limited.first?["tracking_reason"] as? String)
        #expect(tracking.last?[1] as? Double == frames.last?["time"] as? Double)
        // Spans follow each other without a gap.
        for (a, b) in zip(tracking, tracking.dropFirst()) { #expect(a[1] as? Double == b[0] as? Double) }
        let planes = try #require(line["planes"] as? [[String: Any]])
        let anchors = try LibraryFixture.lines(folder + "/anchors.jsonl")
        #expect(planes.count == anchors.count)
        let words = ["add": "added", "update": "updated", "remove": "removed"]
        for (plane, anchor) in zip(planes, anchors) {
            #expect(plane["what"] as? String == words[anchor["event"] as? String ?? ""])
            #expect(plane["time"] as? Double == anchor["time"] as? Double)
            #expect(plane["id"] as? String == anchor["id"] as? String)
        }
    }

    @Test("What is on at the end ends with the last frame") func open() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(
                at: folder + "/one", frames: 6,
                events: "{\"event\":\"draw\",\"on\":true,\"time\":0.1}\n{\"event\":\"extrude\",\"on\":true,\"time\":0.2}\n"
                    + "{\"event\":\"draw\",\"on\":true,\"time\":0.3}\n")
            let line = try Library(folder: folder).timeline(of: "one")
            #expect(line.draws == [[0.1, 0.5]])
            #expect(line.extrudes == [[0.2, 0.5]])
            #expect(line.tracking.map(\.state) == ["normal"])
        }
    }
}
