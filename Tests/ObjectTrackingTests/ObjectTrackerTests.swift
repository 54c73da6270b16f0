import Imaging
import ObjectTracking
import Spaces
import Testing

@Suite("One target, followed")
struct ObjectTrackerTests {
    private let scene = Scene()

    @Test(
        "A target that moves is held with confidence, its box within three pixels",
        arguments: [TrackerKind.csrt, .kcf])
    func holds(kind: TrackerKind) throws {
        var place = PixelPoint(x: 100, y: 100)
        let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place), kind: kind)
        #expect(tracker.seedResult == TrackResult(box: scene.box(place), confidence: 1, state: .seed))
        for step in 0..<25 {
            place = place + Vector(dx: 3.3, dy: step < 12 ? 1.7 : -2.2)
            let result = try tracker.update(scene.picture(place))
            #expect(result.state == .tracked)
            #expect(result.confidence >= 0.5)
            #expect(result.box.center.distance(to: place) < 3, "step \(step)")
        }
    }

    @Test("A target that leaves is lost and not seen anywhere while it is away, and found again when it is back elsewhere")
    func returns() throws {
        var place = PixelPoint(x: 60, y: 120)
        let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place))
        func step(_ place: PixelPoint?) throws -> TrackResult { try tracker.update(scene.picture(place)) }
        for _ in 0..<8 {
            place = place + Vector(dx: 2, dy: 0)
            #expect(try step(place).state == .tracked)
        }
        let last = place
        // A few frames of doubt are allowed before the loss is said, none of certainty.
        var states: [TrackState] = []
        for _ in 0..<20 {
            let result = try step(nil)
            states.append(result.state)
            #expect(result.state == .lost || result.confidence < 0.5)
            if result.state == .lost { #expect(result.box.center.distance(to: last) < 40) }
        }
        #expect(states.suffix(15).allSatisfy { $0 == .lost })
        place = PixelPoint(x: 230, y: 90)
        var found: Int?
        for frame in 0..<10 {
            let result = try step(place)
            if result.state == .reacquired { found = found ?? frame }
            if result.state != .lost { #expect(result.box.center.distance(to: place) < 4) }
            place = place + Vector(dx: 1, dy: 1)
        }
        #expect(try #require(found) <= 3)
        #expect(try step(place).state == .tracked)
    }

    @Test("It can be told to stay lost")
    func staysLost() throws {
        let place = PixelPoint(x: 100, y: 100)
        let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place), reacquires: false)
        _ = try tracker.update(scene.picture(place))
        for _ in 0..<15 { _ = try tracker.update(scene.picture(nil)) }
        for _ in 0..<5 { #expect(try tracker.update(scene.picture(place)).state == .lost) }
    }

    @Test("Of a box that reaches beyond the picture the whole is reported")
    func partlyOutside() throws {
        let place = PixelPoint(x: 6, y: 120)
        let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place))
        for step in 1...5 {
            let result = try tracker.update(scene.picture(place))
            #expect(result.box.center.distance(to: place) < 2, "step \(step)")
            #expect(abs(result.box.width - 40) < 3)
        }
    }

    @Test("A target that creeps does not shake: a quarter of a pixel from frame to frame, where whole pixels jump by one")
    func creeps() throws {
        var place = PixelPoint(x: 120.3, y: 99.6)
        let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place))
        var boxes: [PixelRect] = []
        for _ in 0..<30 {
            place = place + Vector(dx: 0.15, dy: 0.1)
            boxes.append(try tracker.update(scene.picture(place)).box)
        }
        var squares = 0.0
        for (a, b) in zip(boxes, boxes.dropFirst()) {
            let error = b.center.distance(to: a.center + Vector(dx: 0.15, dy: 0.1))
            squares += error * error
            #expect(abs(b.width / a.width - 1) < 0.01)
        }
        #expect((squares / Double(boxes.count - 1)).squareRoot() < 0.25)
    }

    @Test("The same pictures give the same results, finds included")
    func repeats() throws {
        func all() throws -> [TrackResult] {
            let place = PixelPoint(x: 100, y: 100)
            let tracker = try ObjectTracker(box: scene.box(place), in: scene.picture(place), kind: .mil)
            return try (0..<14).map {
                try tracker.update(scene.picture((3..<9).contains($0) ? nil : place + Vector(dx: Double($0), dy: 0)))
            }
        }
        #expect(try all() == all())
    }

    @Test("Boxes that no tracker takes, and pictures of another size, are refused")
    func refuses() throws {
        let place = PixelPoint(x: 100, y: 100)
        let picture = try scene.picture(place)
        for box in [
            PixelRect(x: 400, y: 10, width: 40, height: 40), PixelRect(x: 10, y: 10, width: 3, height: 3),
            PixelRect(x: .nan, y: 10, width: 40, height: 40),
        ] {
            let failure = #expect(throws: ImagingFailure.self) { _ = try ObjectTracker(box: box, in: picture) }
            #expect(failure?.code == .box)
        }
        let tracker = try ObjectTracker(box: scene.box(place), in: picture)
        let small = try Picture(width: 100, height: 100, bgr: .init(repeating: 9, count: 30000))
        let failure = #expect(throws: ImagingFailure.self) { _ = try tracker.update(small) }
        #expect(failure?.code == .sizeChanged)
    }
}
