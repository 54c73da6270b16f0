import Imaging
import Spaces
import Testing

@testable import SceneUnderstanding

@Suite("The two generations of image anchors")
struct ImageDetectorTests {
    private let card = try! ReferenceImage(
        name: "card", picture: ReferenceSamples.picture(seed: 1), physicalWidth: 0.12)
    private let place = ReferenceSamples.pose(at: [0, 0, -0.4])
    /// The camera is elsewhere in the world.
    private let worldFromCamera = RigidTransform<CameraSpace, WorldSpace>(
        eulerAngles: .init(pitch: -0.5, yaw: 0.3, roll: 0), translation: [0.3, 1.2, 0.1])

    /// Ten frames a second: the image is there, goes after 2 s, and comes back after 6 s.
    private func run(_ detection: ImageDetection) throws -> [[ImageChange]] {
        let detector = try ImageDetector(detection)
        let shown = try ReferenceSamples.scene([(image: card, pose: place)])
        let empty = try ReferenceSamples.scene([])
        let camera = Camera(
            model: ReferenceSamples.camera, imageSize: .init(width: 640, height: 480), worldFromCamera: worldFromCamera)
        return try (0..<80).map { i in
            let time = Double(i) / 10
            return try detector.next(time < 2 || time >= 6 ? shown : empty, camera: camera, time: time)
        }
    }

    @Test("Tracking tells in the very frame that an image left, and keeps its anchor")
    func tracking() throws {
        let changes = try run(.init(images: [card], maximumNumberOfTrackedImages: 1))
        guard case .added(let first)? = changes[0].first else { return #expect(Bool(false), "nothing was added") }
        #expect(first.isTracked && first.name == "card" && first.physicalSize?.x == 0.12)
        let truth = place.then(worldFromCamera)
        #expect(first.worldFromAnchor.origin.distance(to: truth.origin) < 0.003)
        let followed = changes[1..<20].filter { $0.count == 1 && $0[0].anchor.isTracked }
        #expect(followed.count == 19)
        guard case .updated(let lost)? = changes[20].first else { return #expect(Bool(false), "nothing was said of the loss") }
        #expect(!lost.isTracked)
        let silent = changes[21..<60].filter(\.isEmpty)
        #expect(silent.count == 39)
        let back = changes.indices.first { $0 >= 60 && !changes[$0].isEmpty }
        #expect(back.map { $0 < 63 } == true)
        if let back, case .updated(let anchor)? = changes[back].first { #expect(anchor.isTracked) }
    }

    @Test("Detection looks now and then, and its anchor stays where it was seen")
    func detection() throws {
        let changes = try run(.init(images: [card]))
        let frames = changes.indices.filter { !changes[$0].isEmpty }
        #expect(frames == [0, 5, 10, 15, 60, 65, 70, 75])
        let wrong = changes.joined().filter { change in
            if case .removed = change { true } else { change.anchor.isTracked }
        }
        #expect(wrong.isEmpty)
    }

    @Test("With the option an anchor goes some seconds after its image was seen last, and comes anew")
    func removal() throws {
        let changes = try run(.init(images: [card], removesAfter: 3))
        let removed = changes.indices.filter { i in changes[i].contains { if case .removed = $0 { true } else { false } } }
        // Seen last at 1.5 s.
        #expect(removed == [45])
        let added = changes.indices.filter { i in changes[i].contains { if case .added = $0 { true } else { false } } }
        #expect(added == [0, 60])
    }
}
