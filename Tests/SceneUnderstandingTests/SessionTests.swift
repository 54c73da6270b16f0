import Dispatch
import Glibc
import Imaging
import Recordings
import Spaces
import Synchronization
import TestSupport
import Testing

@testable import SceneUnderstanding

private let recorded = SessionConfiguration(sceneSource: .recorded)

@Suite struct SessionTests {
    @Test("Events come in order: what changed first, then the frame it holds for")
    func order() throws {
        var small = SmallRecording(frames: 4)
        small.tracking = { $0 == 0 ? .limited(.initializing) : .normal }
        small.anchors = [
            .init(time: 0.1, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0.1, id: "b", change: .add(SmallRecording.plane("b", y: 0.02))),
            .init(time: 0.2, id: "a", change: .update(SmallRecording.plane("a", y: 0.01))),
            .init(time: 0.2, id: "b", change: .remove(mergedInto: "a")),
        ]
        try small.withSession { session in
            try session.run(recorded)
            #expect(
                try session.words() == [
                    "state limited wait", "frame 0", "state normal", "added a,b", "frame 1", "updated a", "removed b", "frame 2",
                    "frame 3",
                ])
        }
    }

    @Test("Before the first run and while paused no frame comes; afterwards none is missing")
    func pause() throws {
        try SmallRecording(frames: 5).withSession { session in
            #expect(try session.next() == nil)
            try session.run(recorded)
            #expect(try session.next()?.index == 0)
            session.pause()
            #expect(try session.next() == nil && !session.isRunning)
            try session.run(recorded)
            #expect(try session.next()?.index == 1)
            #expect(session.currentFrame?.index == 1)
        }
    }

    @Test("Planes found stay when detection is turned off, and new ones do not come; turned on again, they do")
    func detectionOff() throws {
        var small = SmallRecording(frames: 6)
        small.anchors = [
            .init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0.2, id: "b", change: .add(SmallRecording.plane("b", y: 1))),
        ]
        try small.withSession { session in
            try session.run(recorded)
            #expect(try session.next()?.planes.map(\.identifier) == ["a"])
            var off = recorded
            off.planeDetection = []
            try session.run(off)
            for _ in 1...3 { #expect(try session.next()?.planes.map(\.identifier) == ["a"]) }
            try session.run(recorded)
            #expect(try session.next()?.planes.map(\.identifier) == ["a", "b"])
        }
    }

    @Test("A plane may come, change and go between two frames; one that the program removed is not hit any more")
    func shortLife() throws {
        var small = SmallRecording(frames: 3)
        small.pose = { _ in .init(eulerAngles: .init(pitch: -.pi / 2, yaw: 0, roll: 0), translation: [0, 1, 0]) }
        small.anchors = [
            .init(time: 0.04, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0.05, id: "a", change: .update(SmallRecording.plane("a", y: 0.1))),
            .init(time: 0.06, id: "b", change: .add(SmallRecording.plane("b", y: 0.2))),
            .init(time: 0.07, id: "b", change: .remove(mergedInto: "a")),
        ]
        try small.withSession { session in
            try session.run(recorded)
            _ = try session.next()
            let events = try #require(try session.advance()).map(word)
            #expect(events == ["added a", "updated a", "added b", "removed b", "frame 1"])
            #expect(session.currentFrame?.planes.map(\.identifier) == ["a"])
            session.remove(anchor: "a")
            let frame = try #require(try session.next())
            #expect(frame.anchors.isEmpty && frame.hitTest(.init(x: 0.5, y: 0.5), types: .existingPlane).isEmpty)
        }
    }

    @Test("Only planes that lie as asked for come")
    func alignments() throws {
        var small = SmallRecording(frames: 2)
        small.anchors = [
            .init(time: 0, id: "table", change: .add(SmallRecording.plane("table", y: 0))),
            .init(time: 0, id: "wall", change: .add(SmallRecording.plane("wall", y: 0, alignment: .vertical))),
        ]
        try small.withSession { session in
            try session.run(.init(planeDetection: .vertical, sceneSource: .recorded))
            #expect(try session.words() == ["state normal", "added wall", "frame 0", "frame 1"])
        }
    }

    @Test("Removing all anchors says so; planes are found again, and the program's are gone")
    func removeExisting() throws {
        var small = SmallRecording(frames: 4)
        small.anchors = [
            .init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0.2, id: "a", change: .update(SmallRecording.plane("a", y: 0.1))),
        ]
        try small.withSession { session in
            try session.run(recorded)
            session.add(Anchor(identifier: "mark", worldFromAnchor: .identity))
            _ = try session.next()
            try session.run(recorded, options: .removeExistingAnchors)
            #expect(session.currentFrame?.planes.count == 1)
            let events = try #require(try session.advance())
            // What the recording still sees is found again at once, and what the program marked is gone.
            #expect(events.map(word) == ["removed a,mark", "added a", "frame 1"])
            #expect(session.currentFrame?.anchors.map(\.identifier) == ["a"])
            #expect(try session.words() == ["updated a", "frame 2", "frame 3"])
        }
    }

    @Test("The program's anchors come, move and go with the next frame")
    func programAnchors() throws {
        try SmallRecording(frames: 4).withSession { session in
            try session.run(recorded)
            session.add(Anchor(identifier: "mark", name: "cup", worldFromAnchor: .identity))
            let events = try #require(try session.advance()).map(word)
            #expect(events == ["state normal", "added mark", "frame 0"])
            session.add(Anchor(identifier: "mark", worldFromAnchor: .identity))
            #expect(try #require(try session.advance()).map(word) == ["updated mark", "frame 1"])
            session.remove(anchor: "mark")
            session.remove(anchor: "unknown")
            #expect(try #require(try session.advance()).map(word) == ["removed mark", "frame 2"])
        }
    }

    @Test(
        "Resetting starts the world at the camera: level, −z where it looks, and all that is marked stays in its place in the room"
    )
    func reset() throws {
        let pose = RigidTransform<CameraSpace, WorldSpace>(
            eulerAngles: .init(pitch: -0.5, yaw: 0.9, roll: 0.2), translation: [1, 2, 3])
        var small = SmallRecording(frames: 4)
        small.pose = { i in
            var pose = pose
            pose.translation.x += Double(i) * 0.1
            return pose
        }
        small.anchors = [.init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0.25)))]
        try small.withSession { session in
            try session.run(recorded)
            session.add(Anchor(identifier: "mark", worldFromAnchor: .identity))
            let before = try #require(try session.next())
            try session.run(recorded, options: .resetTracking)
            let events = try #require(try session.advance())
            #expect(events.map(word) == ["updated a,mark", "frame 1"])
            let after = try #require(session.currentFrame)
            #expect(after.camera.position.distance(to: .init(.zero)) < 1e-12)
            // The camera's yaw is gone, its pitch and roll are as gravity has them.
            let euler = after.camera.worldFromCamera.eulerAngles
            #expect(abs(euler.yaw) < 1e-12 && abs(euler.pitch + 0.5) < 1e-12 && abs(euler.roll - 0.2) < 1e-12)
            // A place of the room is seen in the same pixel by the camera of frame 0, whatever the axes.
            for (old, new) in zip(before.anchors, after.anchors) {
                let inCamera = before.camera.worldFromCamera.inverse(old.worldFromAnchor.origin)
                let later = after.camera.worldFromCamera.inverse(new.worldFromAnchor.origin)
                // Frame 1 stands 0.1 m further along the recording's x.
                let step = before.camera.worldFromCamera.inverse(WorldVector(x: 0.1, y: 0, z: 0))
                #expect((inCamera - later - step).length < 1e-12)
            }
            #expect(after.planes.first?.normal.y == 1)
            let third = try #require(try session.next())
            #expect(third.changes.isEmpty && abs(third.camera.position.distance(to: .init(.zero)) - 0.1) < 1e-12)
        }
    }

    @Test("Orientation tracking keeps the axes, drops the place, and has no planes and no hits")
    func orientation() throws {
        let pose = RigidTransform<CameraSpace, WorldSpace>(
            eulerAngles: .init(pitch: -1, yaw: 0.4, roll: 0), translation: [1, 2, 3])
        var small = SmallRecording(frames: 3)
        small.pose = { _ in pose }
        small.anchors = [.init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0, extent: 50)))]
        try small.withSession { session in
            try session.run(.init(tracking: .orientation, planeDetection: []))
            let frame = try #require(try session.next())
            #expect(frame.camera.position == .init(.zero) && frame.camera.worldFromCamera.zAxis == pose.zAxis)
            #expect(frame.planes.isEmpty && frame.hitTest(.init(x: 0.5, y: 0.5), types: .existingPlane).isEmpty)
            try session.run(recorded)
            let seen = try #require(try session.next())
            #expect(seen.camera.position == .init(x: 1, y: 2, z: 3) && seen.planes.count == 1)
            // What was known before is not hit from a place that is none.
            try session.run(.init(tracking: .orientation, sceneSource: .recorded))
            let blind = try #require(try session.next())
            #expect(blind.hitTest(.init(x: 0.5, y: 0.5), types: .existingPlane).isEmpty)

        }
    }

    @Test("Back from orientation tracking, the planes are as the recording has them by then")
    func backFromOrientation() throws {
        var small = SmallRecording(frames: 4)
        small.anchors = [
            .init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0, id: "b", change: .add(SmallRecording.plane("b", y: 0.5))),
            .init(time: 0.1, id: "a", change: .update(SmallRecording.plane("a", y: 0.1))),
            .init(time: 0.1, id: "b", change: .remove(mergedInto: nil)),
            .init(time: 0.1, id: "c", change: .add(SmallRecording.plane("c", y: 0.7))),
        ]
        try small.withSession { session in
            try session.run(recorded)
            _ = try session.next()
            try session.run(.init(tracking: .orientation, sceneSource: .recorded))
            _ = try session.next()
            try session.run(recorded)
            let events = try #require(try session.advance()).map(word)
            #expect(events == ["removed b", "updated a", "added c", "frame 2"])
        }
    }

    @Test("What a recording does not hold is refused with a cure, and the best that it holds is found")
    func support() throws {
        var small = SmallRecording(frames: 1)
        small.freedom = .three
        try small.withSession { session in
            let failure = #expect(throws: SessionFailure.self) { try session.run(.init()) }
            #expect(failure?.code == .unsupportedConfiguration)
            #expect(!session.isRunning && session.configuration == nil)
            #expect(SessionConfiguration.best(for: session.recording.header).tracking == .orientation)
            try session.run(.best(for: session.recording.header))
            #expect(try session.next() != nil)
        }
        try SmallRecording(frames: 1).withSession { session in
            #expect(!SessionConfiguration(worldAlignment: .gravityAndHeading).isSupported(by: session.recording.header))
            #expect(SessionConfiguration.best(for: session.recording.header).tracking == .world)
        }
    }

    @Test("Aligned to the camera, the world goes with it")
    func cameraAlignment() throws {
        var small = SmallRecording(frames: 2)
        small.pose = { i in
            .init(eulerAngles: .init(pitch: -.pi / 2, yaw: 0, roll: 0), translation: [0, 1 + Double(i), 0])
        }
        small.anchors = [.init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0)))]
        try small.withSession { session in
            try session.run(.init(sceneSource: .recorded, worldAlignment: .camera))
            let frames = [try #require(try session.next()), try #require(try session.next())]
            for (i, frame) in frames.enumerated() {
                #expect(frame.camera.worldFromCamera == .identity)
                // Looking straight down from 1 m and 2 m, the plane is that far along −z.
                let plane = try #require(frame.planes.first)
                #expect((plane.worldFromAnchor.origin - WorldPoint(x: 0, y: 0, z: -1 - Double(i))).length < 1e-12)
            }
        }
    }

    @Test("An interruption is told, and its frames say that the session stands still")
    func interruption() throws {
        var small = SmallRecording(frames: 5)
        small.events = [
            .init(time: 0.1, kind: .interruption(true)), .init(time: 0.3, kind: .interruption(false)),
        ]
        try small.withSession { session in
            try session.run(recorded)
            #expect(
                try session.words() == [
                    "state normal", "frame 0", "interrupted", "frame 1", "frame 2", "interruption ended", "frame 3", "frame 4",
                ])
        }
    }

    @Test("A recording's own feature points come with their frames, stay in the map, and can be hit")
    func recordedFeatures() throws {
        var small = SmallRecording(frames: 3)
        small.features = [
            .init(index: 0, time: 0, points: [.init(identifier: 7, position: .init(x: 0.01, y: 0, z: -1))]),
            .init(index: 2, time: 0.2, points: [.init(identifier: 9, position: .init(x: 0.5, y: 0, z: -1))]),
        ]
        try small.withSession { session in
            try session.run(recorded)
            let frames = [try session.next(), try session.next(), try session.next()].compactMap { $0 }
            #expect(frames.map { $0.rawFeaturePoints.map(\.identifier) } == [[7], [], [9]])
            for frame in frames {
                let hit = try #require(frame.hitTest(.init(x: 0.5, y: 0.5), types: .featurePoint).first)
                #expect((hit.worldPosition - WorldPoint(x: 0, y: 0, z: -1)).length < 1e-12)
            }
        }
    }

    @Test("A frame knows the light, the view and what lies under a point of the picture")
    func frame() throws {
        var small = SmallRecording(frames: 1)
        small.pose = { _ in .init(eulerAngles: .init(pitch: -.pi / 2, yaw: 0, roll: 0), translation: [0, 1, 0]) }
        small.anchors = [.init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0)))]
        try small.withSession { session in
            try session.run(recorded)
            let frame = try #require(try session.next())
            #expect(abs((frame.lightEstimate?.ambientIntensity ?? 0) - 1000) < 3)
            let hit = try #require(frame.hitTest(.init(x: 0.75, y: 0.5), types: .existingPlaneUsingExtent).first)
            // A quarter of 96 pixels right of the middle at 60 pixels a metre; straight down from 1 m.
            #expect((hit.worldPosition - WorldPoint(x: 24.0 / 60, y: 0, z: 0)).length < 1e-12)
            let view = frame.displayTransform(for: .portrait, viewportSize: .init(width: 375, height: 667))
            #expect(
                view
                    == displayTransform(
                        imageSize: frame.camera.imageSize, orientation: .portrait, viewport: .init(width: 375, height: 667)))
            #expect(abs(frame.camera.projectionMatrix.m00 - 2.0 * 60 / 96) < 1e-12)
        }
    }
}

@Suite struct SessionTrackingStateTests {
    @Test("Where nobody recorded it, a bare wall, darkness and a camera that is thrown about are told apart by the pictures")
    func causes() throws {
        func states(level: UInt8, turn: Double) throws -> [TrackingAdvice?] {
            var small = SmallRecording(frames: 6)
            small.recordsTracking = false
            small.tracking = { _ in nil }
            small.level = level
            small.pose = { .init(eulerAngles: .init(pitch: 0, yaw: Double($0) * turn, roll: 0), translation: .zero) }
            return try small.withSession { session in
                try session.run(.init(sceneSource: .pictures))
                var advice: [TrackingAdvice?] = []
                while let frame = try session.next() { advice.append(frame.advice) }
                return advice
            }
        }
        // The first frame has none before it to be compared with.
        #expect(
            try states(level: 150, turn: 0).dropFirst() == [
                .lookAtTexture, .lookAtTexture, .lookAtTexture, .lookAtTexture, .lookAtTexture,
            ])
        #expect(Set(try states(level: 6, turn: 0)) == [.moreLight])
        // 0.4 rad from frame to frame at 10 frames a second.
        #expect(
            try states(level: 150, turn: 0.4).dropFirst() == [.moveSlower, .moveSlower, .moveSlower, .moveSlower, .moveSlower])
    }
}

@Suite struct SessionPressureTests {
    @Test("A program that keeps frames is told at twelve, and stopped at twenty-four")
    func keeps() throws {
        try SmallRecording(frames: 40).withSession { session in
            try session.run(recorded)
            var frames: [Frame] = []
            var words: [String] = []
            let failure = #expect(throws: SessionFailure.self) {
                while let events = try session.advance() {
                    for event in events {
                        if case .frame(let frame) = event { frames.append(frame) } else { words.append(word(event)) }
                    }
                }
            }
            #expect(failure?.code == .tooManyFramesKept)
            #expect(frames.count == Session.mostKeptFrames)
            #expect(words == ["state normal", "kept \(Session.manyKeptFrames)"])
        }
    }

    @Test("A program that lets frames go is told nothing")
    func letsGo() throws {
        try SmallRecording(frames: 60).withSession { session in
            try session.run(recorded)
            #expect(try session.words().count == 61)
        }
    }

    @Test("On a queue all events come in order; a slow program is waited for and told, and nothing is lost")
    func queue() throws {
        try SmallRecording(frames: 30).withRecording { recording in
            let session = try Session(replaying: recording, pictures: RecordedPictures(of: recording))
            try session.run(recorded)
            let words = Mutex<[String]>([])
            let player = try SessionPlayer(playing: session, on: DispatchQueue(label: "test")) { event in
                // As slow as a program that draws.
                if case .frame = event { usleep(2000) }
                words.withLock { $0.append(word(event)) }
            }
            player.waitUntilDone()
            let found = words.withLock { $0 }
            #expect(found.filter { $0.hasPrefix("frame") } == (0..<30).map { "frame \($0)" })
            #expect(found.filter { $0 == "slow" }.count == 1)
        }
    }

    @Test("A paused player waits for the next run, and takes orders before its next frame")
    func player() throws {
        try SmallRecording(frames: 30).withRecording { recording in
            let session = try Session(replaying: recording, pictures: RecordedPictures(of: recording))
            try session.run(recorded)
            let words = Mutex<[String]>([])
            let player = try SessionPlayer(playing: session, on: DispatchQueue(label: "test")) { event in
                words.withLock { $0.append(word(event)) }
            }
            player.pause()
            player.add(Anchor(identifier: "mark", worldFromAnchor: .identity))
            player.run(recorded)
            player.waitUntilDone()
            let found = words.withLock { $0 }
            #expect(found.filter { $0.hasPrefix("frame") }.count == 30)
            #expect(found.contains("added mark"))
        }
    }

    @Test("What stops a session comes as the last event")
    func failure() throws {
        try SmallRecording(frames: 200).withRecording { recording in
            let session = try Session(replaying: recording, pictures: RecordedPictures(of: recording))
            try session.run(recorded)
            let words = Mutex<[String]>([])
            let player = try SessionPlayer(playing: session, on: DispatchQueue(label: "test")) { event in
                words.withLock { $0.append(word(event)) }
                // Slow enough that the order is taken long before the last frame.
                usleep(1000)
            }
            player.run(.init(worldAlignment: .gravityAndHeading))
            player.waitUntilDone()
            let found = words.withLock { $0 }
            #expect(found.last == "failed" && found.count < 200)
        }
    }

    @Test("The events are an asynchronous sequence")
    func sequence() async throws {
        let folder = try TemporaryRecording(SmallRecording(frames: 3))
        let session = try Session(replaying: folder.recording, pictures: RecordedPictures(of: folder.recording))
        try session.run(recorded)
        var words: [String] = []
        for try await event in session.events {
            words.append(word(event))
            break
        }
        // Who leaves the loop and comes back misses nothing.
        for try await event in session.events { words.append(word(event)) }
        #expect(words == ["state normal", "frame 0", "frame 1", "frame 2"])
    }
}

@Suite struct AnchorNodesTests {
    @Test("A node is where it was before the update, and with its anchor after it")
    func updates() throws {
        var small = SmallRecording(frames: 4)
        small.anchors = [
            .init(time: 0, id: "a", change: .add(SmallRecording.plane("a", y: 0))),
            .init(time: 0.1, id: "a", change: .update(SmallRecording.plane("a", y: 0.5))),
            .init(time: 0.2, id: "a", change: .remove(mergedInto: nil)),
        ]
        try small.withSession { session in
            try session.run(recorded)
            let nodes = AnchorNodes()
            var calls: [String] = []
            nodes.didAdd = { node, _ in calls.append("add \(node.worldFromNode.translation.y)") }
            nodes.willUpdate = { node, _ in calls.append("will \(node.worldFromNode.translation.y)") }
            nodes.didUpdate = { node, _ in calls.append("did \(node.worldFromNode.translation.y)") }
            nodes.didRemove = { node, _ in calls.append("remove \(node.identifier)") }
            while let events = try session.advance() { for event in events { nodes.take(event) } }
            #expect(calls == ["add 0.0", "will 0.0", "did 0.5", "remove a"])
            #expect(nodes.node(for: "a") == nil)
        }
    }
}
