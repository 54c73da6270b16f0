import AirDrawing
import FoundationEssentials
import Recordings
import SceneUnderstanding
import Spaces
import Testing

/// What `truth/walk.json` of a rendered walk says.
private struct WalkTruth: Decodable {
    private enum CodingKeys: String, CodingKey {
        case roomFromWorld = "room_from_world"
        case positions
    }
    var roomFromWorld: [[Double]]
    var positions: [[Double]]

    init(of name: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: renderedFolder + "/\(name)/truth/walk.json"))
        self = try JSONDecoder().decode(WalkTruth.self, from: bytes)
    }

    var world: RigidTransform<WorldSpace, WorldSpace>? { .init(rows: roomFromWorld) }
    func place(_ i: Int) -> WorldPoint { .init(x: positions[i][0], y: positions[i][1], z: positions[i][2]) }
}

@Suite("Rendered walks")
struct RenderedWalkTests {
    private func session(_ name: String, findsPoints: Bool) throws -> Session {
        let recording = try Recording(opening: renderedFolder + "/" + name)
        let session = try Session(running: recording)
        try session.run(
            .init(planeDetection: [], sceneSource: findsPoints ? .pictures : .recorded, isLightEstimationEnabled: false))
        return session
    }

    @Test("Somebody who starts 0.3 m and 15° off is laid on the way by the start picture, to 5 % of its length at the end")
    func follow() throws {
        let recorded = try session("walk", findsPoints: true)
        var recorder = PathRecorder(of: recorded.recording.header, spacing: 0.5)
        while let frame = try recorded.next() { try recorder.add(frame) }
        let path = try #require(recorder.path())
        let truth = try WalkTruth(of: "walk")
        let world = try #require(truth.world)
        #expect(path.breakCount == 0 && path.length > 4)
        // Points of the room that the start picture shows: all within the room.
        #expect(path.start.landmarks.count >= 100)

        let following = try session("walk-follow", findsPoints: false)
        var replay = try PathReplay(of: path, by: following.recording.header)
        while let frame = try following.next() { try replay.add(frame) }
        let walk = try WalkTruth(of: "walk-follow")
        let plain = try #require(replay.plain)
        let corrected = try #require(replay.corrected)
        #expect(corrected.pictures >= 6)

        // Where the follower truly was, in the world of the way.
        let end = world.inverse(walk.place(walk.positions.count - 1))
        let start = world.inverse(walk.place(0))
        let steps = replay.steps(under: corrected)
        #expect(steps.count == walk.positions.count)
        let endError = try #require(steps.last).position.distance(to: end) / path.length
        let plainError = try #require(replay.steps(under: plain).last).position.distance(to: end) / path.length
        print(
            "walk: end off by \(endError * 100) % of \(path.length) m with the start picture, \(plainError * 100) % without; "
                + "\(corrected.pictures) pictures, \(corrected.agreeingPairs) pairs")
        #expect(endError < 0.05)
        #expect(plainError > 0.1, "without the picture it would be much worse")
        #expect(steps[0].position.distance(to: start) < 0.05)
        // 15° is how far off the follower looked.
        let turn = abs(corrected.pathFromFollower.yaw - plain.pathFromFollower.yaw) * 180 / .pi
        #expect(abs(turn - 15) < 1)
        #expect(try #require(steps.last).advice.hasArrived)
    }

    @Test("The start picture is not found in pictures of another place")
    func elsewhere() throws {
        let recorded = try session("walk", findsPoints: true)
        var recorder = PathRecorder(of: recorded.recording.header, spacing: 0.5)
        while let frame = try recorded.next() { try recorder.add(frame) }
        let path = try #require(recorder.path())
        let other = try session("square", findsPoints: false)
        var replay = try PathReplay(of: path, by: other.recording.header)
        while let frame = try other.next() { try replay.add(frame) }
        #expect(replay.corrected == nil && replay.lookedAt > 10)
    }
}
