import Testing

@testable import Recordings

@Suite("The summary of a recording")
struct SummaryTests {
    @Test("counts frames, rate, path, tracking, planes and events, and names what is missing")
    func counts() throws {
        let moved = Fixture.pose.replacing("0.5", with: "0.8")
        let fixture = try Fixture([
            "frames.jsonl": Fixture.valid["frames.jsonl"]! + Fixture.frame(3).replacing(Fixture.pose, with: moved)
                + Fixture.frame(4, #","tracking":"not_available""#)
        ])
        let summary = try RecordingSummary(of: Recording(opening: fixture.folder))
        #expect(summary.frames == 5)
        #expect(abs((summary.rate ?? 0) - 10) < 1e-9)
        #expect(summary.duration == 0.4)
        #expect(abs(summary.cameraPath - 0.3) < 1e-12)
        #expect(summary.tracking == ["initializing": 1, "normal": 3, "not_available": 1])
        #expect(summary.shareTracked == 0.6)
        #expect(summary.planesAdded == 2 && summary.planesAtEnd == 1 && summary.planesMerged == 1)
        #expect(summary.events == ["tap": 1, "draw": 2])
        #expect(summary.missing == ["features", "truth", "distortion", "tip offset"])
    }
}
