import Imaging
import Spaces
import Testing

@Suite("Correlation trackers")
struct CorrelationTrackerTests {
    @Test("Every tracker follows a slow target", arguments: CorrelationTrackerKind.allCases)
    func follows(kind: CorrelationTrackerKind) throws {
        let tracker = try CorrelationTracker(
            kind, picture: texture(), box: .init(cornerX: 100, cornerY: 80, width: 40, height: 40))
        var box: PixelRect?
        for step in 1...4 { box = try tracker.update(texture(dx: 2 * step, dy: step)) }
        let found = try #require(box)
        #expect(found.center.distance(to: .init(x: 119.5 + 8, y: 99.5 + 4)) < 3)
    }
}
