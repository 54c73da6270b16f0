import Imaging
import Spaces
import Testing

@Suite("Correlation trackers")
struct CorrelationTrackerTests {
    private static let seed = PixelRect(cornerX: 100, cornerY: 80, width: 40, height: 40)

    @Test("Every tracker follows a slow target", arguments: CorrelationTrackerKind.allCases)
    func follows(kind: CorrelationTrackerKind) throws {
        let tracker = try CorrelationTracker(kind, picture: texture(), box: Self.seed)
        var box: PixelRect?
        for step in 1...4 { box = try tracker.update(texture(dx: 2 * step, dy: step)) }
        let found = try #require(box)
        #expect(found.center.distance(to: .init(x: 119.5 + 8, y: 99.5 + 4)) < 3)
    }

    @Test("A still target stays where it is, half pixels counted right", arguments: CorrelationTrackerKind.allCases)
    func still(kind: CorrelationTrackerKind) throws {
        let picture = try texture()
        let tracker = try CorrelationTracker(kind, picture: picture, box: Self.seed)
        let found = try #require(try tracker.update(picture))
        #expect(found.center.distance(to: Self.seed.center) < 1.1)
    }

    @Test("KCF learns on the frame of the seed: a jump right after it is followed")
    func firstJump() throws {
        let tracker = try CorrelationTracker(.kcf, picture: texture(), box: Self.seed)
        let found = try #require(try tracker.update(texture(dx: 10, dy: 6)))
        #expect(found.center.distance(to: .init(x: 129.5, y: 105.5)) < 2)
    }

    @Test("A picture of another size is refused with both sizes", arguments: CorrelationTrackerKind.allCases)
    func otherSize(kind: CorrelationTrackerKind) throws {
        let tracker = try CorrelationTracker(kind, picture: texture(), box: Self.seed)
        let failure = #expect(throws: ImagingFailure.self) { try tracker.update(texture(width: 240, height: 320)) }
        #expect(failure?.code == .sizeChanged)
        #expect(failure?.message.contains("240 x 320") == true)
        #expect(failure?.message.contains("320 x 240") == true)
        // The tracker is as it was.
        #expect(try tracker.update(texture()) != nil)
    }

    @Test("CSRT does not come back after a loss, also with the target back")
    func dead() throws {
        let picture = try texture()
        let black = try Picture(width: 320, height: 240, bgr: .init(repeating: 0, count: 320 * 240 * 3))
        let tracker = try CorrelationTracker(.csrt, picture: picture, box: Self.seed)
        #expect(try tracker.update(black) == nil)
        for _ in 0..<3 { #expect(try tracker.update(picture) == nil) }
    }

    @Test(
        "A black picture is a loss and not a failure; what recovers, recovers",
        arguments: [.kcf, .mosse, .medianflow] as [CorrelationTrackerKind])
    func black(kind: CorrelationTrackerKind) throws {
        let picture = try texture()
        let black = try Picture(width: 320, height: 240, bgr: .init(repeating: 0, count: 320 * 240 * 3))
        let tracker = try CorrelationTracker(kind, picture: picture, box: Self.seed)
        _ = try tracker.update(picture)
        #expect(try tracker.update(black) == nil)
        #expect(try tracker.update(picture) != nil)
    }

    @Test("MIL repeats exactly, one after the other and two at once")
    func repeats() async throws {
        let pictures = try (0..<6).map { try texture(dx: 3 * $0, dy: -$0) }
        @Sendable func track() throws -> [PixelRect?] {
            let tracker = try CorrelationTracker(.mil, picture: pictures[0], box: Self.seed)
            return try pictures.dropFirst().map { try tracker.update($0) }
        }
        let first = try track()
        #expect(try track() == first)
        try await withThrowingTaskGroup(of: [PixelRect?].self) { group in
            for _ in 0..<4 { group.addTask { try track() } }
            for try await other in group { #expect(other == first) }
        }
    }

    @Test("Every tracker repeats exactly", arguments: CorrelationTrackerKind.allCases)
    func repeatsEach(kind: CorrelationTrackerKind) throws {
        func track() throws -> [PixelRect?] {
            let tracker = try CorrelationTracker(kind, picture: texture(), box: Self.seed)
            return try (1...5).map { try tracker.update(texture(dx: 4 * $0, dy: $0)) }
        }
        #expect(try track() == track())
    }

    @Test("The box of MOSSE keeps its size, whatever its Fourier transform likes")
    func mosseSize() throws {
        let box = PixelRect(cornerX: 100, cornerY: 80, width: 37, height: 43)
        let tracker = try CorrelationTracker(.mosse, picture: texture(), box: box)
        let found = try #require(try tracker.update(texture(dx: 2, dy: 1)))
        #expect(found.size == box.size)
        #expect(found.center.distance(to: box.center + .init(dx: 2, dy: 1)) < 2)
    }
}
