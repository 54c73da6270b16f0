import FoundationEssentials
import Imaging
import Recordings
import Spaces
import Testing

@testable import SceneUnderstanding

@Suite("Reference images are found and followed", .serialized)
struct ReferenceImageTrackerTests {
    private func image(_ name: String, seed: UInt64, width: Double = 0.12) throws -> ReferenceImage {
        try .init(name: name, picture: ReferenceSamples.picture(seed: seed), physicalWidth: width)
    }

    @Test("A tilted image is found where it is, to a few tenths of a degree and of a per cent")
    func found() throws {
        let card = try image("card", seed: 1)
        let tracker = try ReferenceImageTracker([image("other", seed: 2), card])
        let truth = ReferenceSamples.pose(tilt: 0.7, at: [0.02, -0.01, -0.4])
        let sights = try tracker.next(ReferenceSamples.scene([(card, truth)]), camera: ReferenceSamples.camera)
        let sight = try #require(sights.first)
        #expect(sights.count == 1 && sight.reference == 1 && sight.isNew)
        #expect(sight.cameraFromAnchor.angle(to: truth) < 0.01)
        #expect(sight.cameraFromAnchor.origin.distance(to: truth.origin) < 0.002)
        #expect(sight.alignment.agreement > 0.9 && sight.alignment.visible > 0.99)
    }

    @Test("An image is followed without drift, and let go in the frame in which it is gone")
    func followed() throws {
        let card = try image("card", seed: 1)
        let tracker = try ReferenceImageTracker([card])
        for step in 0..<40 {
            let truth = ReferenceSamples.pose(
                tilt: 0.02 * Double(step), at: [0.004 * Double(step) - 0.08, 0.02, -0.4 - 0.004 * Double(step)])
            let sights = try tracker.next(ReferenceSamples.scene([(card, truth)]), camera: ReferenceSamples.camera)
            let sight = try #require(sights.first, "frame \(step)")
            #expect(sight.isNew == (step == 0))
            #expect(sight.cameraFromAnchor.angle(to: truth) < 0.015, "frame \(step)")
            #expect(sight.cameraFromAnchor.rigidityError < 1e-9)
        }
        for _ in 0..<6 {
            #expect(try tracker.next(ReferenceSamples.scene([]), camera: ReferenceSamples.camera).isEmpty)
        }
        let back = ReferenceSamples.pose(at: [-0.05, 0, -0.35])
        var frames = 0
        while try tracker.next(ReferenceSamples.scene([(card, back)]), camera: ReferenceSamples.camera).isEmpty { frames += 1 }
        #expect(frames < ReferenceImageTracker.lookInterval)
    }

    @Test("At the maximum those that are followed are kept; a place that is free is taken")
    func maximum() throws {
        let first = try image("first", seed: 1)
        let second = try image("second", seed: 2)
        let tracker = try ReferenceImageTracker([first, second], maximumNumberOfTrackedImages: 1)
        let left = ReferenceSamples.pose(at: [-0.08, 0, -0.4])
        let right = ReferenceSamples.pose(at: [0.08, 0, -0.4])
        func seen(_ images: [(ReferenceImage, RigidTransform<AnchorSpace, CameraSpace>)]) throws -> [Int] {
            try tracker.next(
                ReferenceSamples.scene(images.map { (image: $0.0, pose: $0.1) }), camera: ReferenceSamples.camera
            ).map(\.reference)
        }
        #expect(try seen([(second, right)]) == [1])
        for _ in 0..<5 { #expect(try seen([(first, left), (second, right)]) == [1]) }
        _ = try seen([(first, left)])
        var later: [Int] = []
        for _ in 0..<4 { later = try seen([(first, left)]) }
        #expect(later == [0])
        let both = try ReferenceImageTracker([first, second], maximumNumberOfTrackedImages: 2)
        let picture = try ReferenceSamples.scene([(image: first, pose: left), (image: second, pose: right)])
        #expect(try both.next(picture, camera: ReferenceSamples.camera).map(\.reference) == [0, 1])
    }

    @Test("Nothing is found where nothing is, and without references")
    func nothing() throws {
        let tracker = try ReferenceImageTracker([image("card", seed: 1)])
        #expect(
            try tracker.next(ReferenceSamples.picture(seed: 9, width: 640, height: 480), camera: ReferenceSamples.camera).isEmpty)
        let empty = try ReferenceImageTracker([])
        #expect(try empty.next(ReferenceSamples.picture(seed: 9), camera: ReferenceSamples.camera).isEmpty)
    }

    @Test("A lens is seen through: the pose is the one behind it")
    func lens() throws {
        let card = try image("card", seed: 1)
        let truth = ReferenceSamples.pose(tilt: 0.4, at: [0.05, 0.03, -0.35])
        let lens = LensDistortion(k1: -0.12, k2: 0.03)
        let bent = CameraModel(intrinsics: ReferenceSamples.camera.intrinsics, distortion: lens)
        let straight = try ReferenceSamples.scene([(card, truth)])
        // The picture that the lens would make: each pixel shows what the straight one has where its ray leads.
        let picture = try ReferenceSamples.grey(width: 640, height: 480) { x, y in
            guard let ray = bent.unproject(.init(x: Double(x), y: Double(y))) else { return 0 }
            guard let p = ReferenceSamples.camera.project(ray.point(at: 1)) else { return 0 }
            let (u, v) = (Int(p.x.rounded()), Int(p.y.rounded()))
            guard u >= 0, v >= 0, u < 640, v < 480 else { return 0 }
            let color = straight.bgr(u, v)
            return 0.114 * Double(color.blue) + 0.587 * Double(color.green) + 0.299 * Double(color.red)
        }
        let sight = try #require(ReferenceImageTracker([card]).next(picture, camera: bent).first)
        #expect(sight.cameraFromAnchor.angle(to: truth) < 0.02)
        #expect(sight.cameraFromAnchor.origin.distance(to: truth.origin) < 0.003)
    }
}

@Suite("The rendered card", .serialized)
struct RenderedCardTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "recordings/card").path

    @Test("moves, turns to 60°, is half covered, leaves and returns, and is followed all the while")
    func card() throws {
        let recording = try Recording(opening: Self.folder)
        let truth = try #require(try RecordingTruth(opening: Self.folder)).images()
        let image = try ReferenceImage(
            name: "card", picture: Picture(contentsOf: Self.folder + "/card.png"), physicalWidth: 0.12)
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        try session.run(
            .init(
                planeDetection: [], sceneSource: .recorded, isLightEstimationEnabled: false,
                imageDetection: .init(images: [image], maximumNumberOfTrackedImages: 1)))
        var errors: [Double] = []
        var (expected, ghosts) = (0, 0)
        var returned: Double?
        var wasGone = false
        var longestReturn = 0.0
        var steepest = 0.0
        var coverage = 0.0
        while let frame = try session.next() {
            let known = truth[frame.index]
            let anchor = frame.anchors.compactMap { if case .image(let image) = $0, image.isTracked { image } else { nil } }.first
            if known.visible == 0 {
                ghosts += anchor == nil ? 0 : 1
                wasGone = true
                continue
            }
            let isWhole = known.visible > 0.5
            if isWhole { expected += 1 }
            if wasGone, isWhole, returned == nil { returned = frame.timestamp }
            guard let anchor else { continue }
            if let since = returned {
                longestReturn = max(longestReturn, frame.timestamp - since)
                returned = nil
                wasGone = false
            }
            let seen = image.corners.compactMap { frame.camera.project(anchor.worldFromAnchor($0)) }
            errors.append(zip(seen, known.corners).map { $0.distance(to: $1) }.reduce(0, +) / 4)
            let sight = frame.camera.worldFromCamera.origin - known.worldFromAnchor.origin
            steepest = max(steepest, 1 - sight.normalized.dot(.init(known.worldFromAnchor.yAxis)))
            coverage = max(coverage, known.covered)
        }
        // What the recording promises.
        #expect(steepest > 0.49 && coverage > 0.5 && wasGone == false)
        let sorted = errors.sorted()
        #expect(sorted[sorted.count / 2] <= 0.7, "median \(sorted[sorted.count / 2])")
        #expect(Double(sorted.count { $0 <= 5 }) / Double(sorted.count) >= 0.95)
        #expect(Double(sorted.count) / Double(expected) >= 0.95)
        #expect(ghosts == 0)
        #expect(longestReturn <= 0.3)
    }
}
