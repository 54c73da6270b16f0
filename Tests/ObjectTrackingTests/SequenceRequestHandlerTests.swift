import Imaging
import ObjectTracking
import Spaces
import Testing

@Suite("Requests in a sequence")
struct SequenceRequestHandlerTests {
    private let scene = Scene()

    /// The box of the target in Vision's space, written out: y counts from the lower edge.
    private func vision(_ place: PixelPoint) -> VisionRect {
        VisionRect(
            x: (place.x + 0.5 - 20) / 320, y: 1 - (place.y + 0.5 + 20) / 240, width: 40.0 / 320, height: 40.0 / 240)
    }

    @Test("An observation starts a tracker and is its own result; what follows keeps its identifier")
    func follows() throws {
        var place = PixelPoint(x: 100, y: 60)
        let handler = SequenceRequestHandler()
        let request = TrackObjectRequest(.init(boundingBox: vision(place)), trackingLevel: .accurate)
        let uuid = request.inputObservation.uuid
        #expect(request.results.isEmpty)
        try handler.perform([request], on: scene.picture(place))
        let seed = try #require(request.results.first)
        #expect(seed.uuid == uuid && seed.confidence == 1 && seed.state == .seed)
        #expect(abs(seed.boundingBox.minY - vision(place).minY) < 1e-12)
        for _ in 0..<5 {
            place = place + Vector(dx: 2, dy: 3)
            request.inputObservation = try #require(request.results.first)
            try handler.perform([request], on: scene.picture(place))
            let result = try #require(request.results.first)
            #expect(result.uuid == uuid && result.state == .tracked)
            #expect(abs(result.boundingBox.center.x - vision(place).center.x) < 2.0 / 320)
            #expect(abs(result.boundingBox.center.y - vision(place).center.y) < 2.0 / 240)
        }
        #expect(handler.trackerCount == 1)
    }

    @Test("The last frame frees the tracker, and its observation starts anew")
    func frees() throws {
        let place = PixelPoint(x: 100, y: 60)
        let handler = SequenceRequestHandler()
        let request = TrackObjectRequest(.init(boundingBox: vision(place)))
        try handler.perform([request], on: scene.picture(place))
        request.isLastFrame = true
        try handler.perform([request], on: scene.picture(place))
        #expect(request.results.first?.state == .tracked)
        #expect(handler.trackerCount == 0)
        request.isLastFrame = false
        try handler.perform([request], on: scene.picture(place))
        #expect(request.results.first?.state == .seed)
    }

    @Test("Sixteen objects are tracked at a time; a seventeenth is refused before anything is done")
    func sixteen() throws {
        let place = PixelPoint(x: 100, y: 60)
        let picture = try scene.picture(place)
        let handler = SequenceRequestHandler()
        let requests = (0..<16).map { _ in TrackObjectRequest(.init(boundingBox: vision(place)), tracker: .kcf) }
        try handler.perform(requests, on: picture)
        #expect(handler.trackerCount == 16)
        let extra = TrackObjectRequest(.init(boundingBox: vision(place)))
        #expect(throws: TrackingFailure.tooManyTrackers(wanted: 17, most: 16)) { try handler.perform([extra], on: picture) }
        #expect(extra.results.isEmpty && handler.trackerCount == 16)
        requests[0].isLastFrame = true
        try handler.perform([requests[0]], on: picture)
        try handler.perform([extra], on: picture)
        #expect(handler.trackerCount == 16)
    }

    @Test("Two requests about one object are refused")
    func twice() throws {
        let place = PixelPoint(x: 100, y: 60)
        let observation = DetectedObjectObservation(boundingBox: vision(place))
        let handler = SequenceRequestHandler()
        #expect(throws: TrackingFailure.sameObject) {
            try handler.perform([TrackObjectRequest(observation), TrackObjectRequest(observation)], on: scene.picture(place))
        }
    }

    @Test("Fast is the default level, and a tracker may be named instead")
    func levels() {
        let request = TrackObjectRequest(.init(boundingBox: .init(x: 0, y: 0, width: 1, height: 1)))
        #expect(request.trackingLevel == .fast && request.tracker == nil && !request.isLastFrame)
        #expect(TrackingLevel.accurate.tracker == .csrt)
    }

    @Test("Identifiers differ, and read as UUIDs of version 4")
    func identifiers() {
        let all = Set((0..<1000).map { _ in ObservationIdentifier() })
        #expect(all.count == 1000)
        for identifier in all {
            let groups = identifier.description.split(separator: "-")
            #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
            #expect(groups[2].first == "4" && "89AB".contains(groups[3].first ?? "?"))
        }
    }
}
