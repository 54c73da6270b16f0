import Foundation
import Imaging
import Recordings
import Spaces
import TestSupport
import Testing

@testable import Commands

/// The film of `recordings/desk-card`, which knows nothing of a phone's session, and what is true of it.
private struct CardFilm {
    struct Card: Decodable {
        var worldFromCard: [[Double]]
        var tipOffset: [Double]
    }
    struct Event: Decodable {
        var time: Double
        var event: String
        var on: Bool?
        var view: [Double]?
    }
    struct Truth: Decodable {
        var tipWorld: [Double]
    }
    struct Pose: Decodable {
        var worldFromCamera: [[Double]]
    }
    struct Drawn: Decodable {
        struct Stroke: Decodable { var points: [Point] }
        struct Point: Decodable {
            var position: [Double]
            var time: Double
        }
        var strokes: [Stroke]
    }

    static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/recordings/desk-card"

    let card: Card
    let events: [Event]
    let truth: [Truth]
    let poses: [Pose]
    let worldFromCard: RigidTransform<AnchorSpace, WorldSpace>

    init() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        func lines<T: Decodable>(_ name: String, _ type: T.Type) throws -> [T] {
            try String(contentsOfFile: Self.folder + "/truth/" + name, encoding: .utf8).split(separator: "\n").map {
                try decoder.decode(T.self, from: Data($0.utf8))
            }
        }
        card = try lines("card.json", Card.self)[0]
        events = try lines("events.jsonl", Event.self)
        truth = try lines("frames.jsonl", Truth.self)
        poses = try lines("camera.jsonl", Pose.self)
        worldFromCard = try #require(RigidTransform(rows: card.worldFromCard))
    }

    /// Imports with what is known of the camera, draws with the tap and the pen as they were, and gives what is off.
    func run(_ camera: [String], in folder: String) throws -> (
        messages: String, pen: [Double], path: [Double], recording: Recording
    ) {
        let out = folder + "/desk"
        let console = TestConsole()
        let code = Commands.run(
            arguments: [
                "import", "video", Self.folder + "/clip.mp4", "--out", out, "--world", "reference:\(Self.folder)/card.png:0.085",
                "--viewport", "375,667", "--orientation", "portrait",
            ] + camera, environment: [:], output: console)
        try #require(code == 0, "\(console.messages)")
        let tap = try #require(events.first { $0.event == "tap" })
        let place = try #require(tap.view)
        var arguments = [
            "draw", out, "--click", "\(place[0]),\(place[1])@\(tap.time)", "--tip", "\(card.tipOffset[0]),\(card.tipOffset[1])",
            "--out",
            folder + "/drawing.json",
        ]
        var down: Double?
        for event in events where event.event == "draw" {
            if event.on == true {
                down = event.time
            } else if let start = down {
                arguments += ["--draw", "\(start)..\(event.time)"]
                down = nil
            }
        }
        let drawing = TestConsole()
        try #require(Commands.run(arguments: arguments, environment: [:], output: drawing) == 0, "\(drawing.messages)")
        let drawn = try JSONDecoder().decode(
            Drawn.self, from: try Data(contentsOf: URL(fileURLWithPath: folder + "/drawing.json")))
        let recording = try Recording(opening: out)
        let frames = try recording.frames()
        var times: [Double] = []
        var path: [Double] = []
        while let frame = try frames.next() {
            // Our world is the card.
            let there = try #require(RigidTransform<CameraSpace, WorldSpace>(rows: poses[times.count].worldFromCamera))
            let here = worldFromCard(AnchorPoint(frame.camera.position.coordinates))
            path.append(here.distance(to: there.origin) * 1000)
            times.append(frame.time)
        }
        let pen = drawn.strokes.flatMap(\.points).map { point -> Double in
            let after = times.firstIndex { $0 >= point.time - 1e-9 } ?? times.count - 1
            let before = max(0, after - 1)
            let share = after == before ? 0 : (point.time - times[before]) / (times[after] - times[before])
            let a = truth[before].tipWorld
            let b = truth[after].tipWorld
            let tip = WorldPoint(SIMD3(a[0], a[1], a[2]) + (SIMD3(b[0], b[1], b[2]) - SIMD3(a[0], a[1], a[2])) * share)
            let p = point.position
            return worldFromCard(AnchorPoint(x: p[0], y: p[1], z: p[2])).distance(to: tip) * 1000
        }
        return (console.messages, pen.sorted(), path.sorted(), recording)
    }
}

@Suite(.serialized) struct WorldImportTests {
    @Test(
        "A film with a card on the table becomes a recording whose pen is within 3 mm in the median and 8 mm at the 95th percentile",
        arguments: [["--intrinsics", "967,967,639.5,359.5"], []])
    func pen(camera: [String]) throws {
        try withTemporaryFolder { folder in
            let result = try CardFilm().run(camera, in: folder)
            let pen = result.pen
            #expect(pen.count > 20)
            #expect(
                pen[pen.count / 2] <= 3 && pen[pen.count * 95 / 100] <= 8, "\(pen[pen.count / 2]), \(pen[pen.count * 95 / 100])")
            // The camera itself: to 1 % of its distance where it is known, to what its focal length leaves open where it is not.
            let path = result.path
            #expect(path[path.count / 2] < (camera.isEmpty ? 40 : 8), "\(path[path.count / 2]) mm")
            #expect(result.messages.contains("Focal length") == camera.isEmpty)
            #expect(result.recording.header.recordsTracking)
            let anchors = try result.recording.anchors()
            let first = try #require(try anchors.next())
            guard case .add(.plane(let plane)) = first.change else {
                Issue.record("the first anchor is no plane")
                return
            }
            // y = 0 of the world, facing up, far wider than the card.
            #expect(plane.worldFromAnchor == .identity && plane.alignment == .horizontal && plane.extentX >= 2)
            print(
                "MEASURED desk-card \(camera.isEmpty ? "without calibration" : "calibrated"): pen median \(pen[pen.count / 2]) mm, 95th "
                    + "percentile \(pen[pen.count * 95 / 100]) mm, camera median \(path[path.count / 2]) mm")
        }
    }

    @Test("Gravity given in the card's axes turns the world: a card on a wall is an upright plane")
    func gravity() throws {
        let options = ImportOptions(
            source: "clip.mp4", out: "desk", planes: [], gravity: .init(x: 0, y: 0, z: 2), world: nil)
        let world = WorldImportRun.worldFromCard(gravity: options.gravity)
        #expect(world.rigidityError < 1e-12)
        // Down the card is down in the world; what looks out of the card is level.
        #expect(world(Vector3<AnchorSpace>(x: 0, y: 0, z: 1)).y < -1 + 1e-12)
        #expect(abs(world(Vector3<AnchorSpace>(x: 0, y: 1, z: 0)).y) < 1e-12)
        #expect(WorldImportRun.worldFromCard(gravity: .init(x: 0, y: -1, z: 0)).rigidityError < 1e-12)
        let level = WorldImportRun.worldFromCard(gravity: .init(x: 0, y: -3, z: 0))
        #expect(level(AnchorPoint(x: 1, y: 2, z: 3)).distance(to: .init(x: 1, y: 2, z: 3)) < 1e-12)
    }

    @Test(
        "What lies on the table is read from its words",
        arguments: [
            ("reference:my:card.png:0.085", WorldChoice.reference(file: "my:card.png", width: 0.085)),
            (
                "sheet:A4:1,2,3,4,5,6,7,8",
                .sheet(
                    sides: [0.21, 0.297], corners: [.init(x: 1, y: 2), .init(x: 3, y: 4), .init(x: 5, y: 6), .init(x: 7, y: 8)])
            ),
            (
                "board:aruco:1x1:0.05:0:6X6_250:23",
                .board(
                    .grid(columns: 1, rows: 1, marker: 0.05, gap: 0, dictionary: MarkerDictionary(named: "6X6_250")!, first: 23))
            ),
            (
                "board:charuco:5x7:0.03:0.022:DICT_6X6_250",
                .board(
                    .charuco(columns: 5, rows: 7, square: 0.03, marker: 0.022, dictionary: MarkerDictionary(named: "6X6_250")!))
            ),
        ])
    func words(text: String, choice: WorldChoice) { #expect(ValueKind.world.parse(text) == choice) }

    @Test(
        "Words that are no card are refused, and what is accepted is said",
        arguments: [
            "", "reference", "reference:card.png", "reference:card.png:0", "reference:card.png:wide", "reference::0.085",
            "sheet:a4",
            "sheet:b9:1,2,3,4,5,6,7,8", "sheet:a4:1,2,3,4,5,6,7", "sheet:0x1:1,2,3,4,5,6,7,8", "board:chessboard:9x6:0.025",
            "board:charuco:5x7:0.02:0.03:6X6_250", "board:charuco:5x7:0.03:0.02:7X7_99", "board:aruco:4x3:0.02:0:4X4_50",
            "board:aruco:9x9:0.02:0.01:4X4_50", "board:apriltag:4x3:0.02:0.01:4X4_50", "board:aruco:4x3:0.02:0.01:36h11",
            "card:1:2",
        ])
    func noCard(text: String) {
        #expect(ValueKind.world.parse(text) == nil)
        guard !text.isEmpty else { return }
        let said = outcome("import clip.mp4 --out desk --world \(text)")
        #expect(said.code == 64)
        #expect(said.messages.contains("'\(text)'") && said.messages.contains("reference:FILE:WIDTH"))
    }

    @Test("Options that say what the card says are refused, and a bridge without a card")
    func exclusive() {
        let card = "import clip.mp4 --out desk --world board:aruco:4x3:0.02:0.01:4X4_50"
        #expect(outcome(card + " --pose 1,0,0,0,0,0,1,0.5,0,-1,0,0").messages.contains("exclude each other"))
        #expect(outcome(card + " --plane 0,0,0,1,1").code == 64)
        #expect(
            outcome("import clip.mp4 --out desk --intrinsics 600,600,320,240 --bridge 2").messages.contains("--world is missing"))
        #expect(outcome("import photo clip.mp4 --out desk").messages.contains("one argument too many"))
        #expect(outcome("import clip.mp4 --out desk").messages.contains("--world"))
    }

    @Test("A film without the card, a picture that is none, and corners outside are named, and nothing is left behind")
    func badInput() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.writeFilm(to: folder + "/clip.mp4", frames: 8)
            try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder + "/card.png"))
            let cases: [(String, [String])] = [
                ("board:aruco:4x3:0.02:0.01:4X4_50", ["not found in any frame", "airdraw board"]),
                ("reference:\(folder)/card.png:0.085", ["card.png"]),
                ("reference:\(folder)/none.png:0.085", ["none.png"]),
                ("sheet:a4:10,10,500,10,300,200,10,200", ["500,10 is outside", "airdraw frame"]),
                ("sheet:a4:10,10,200,200,200,10,10,200", ["one after the other"]),
            ]
            for (world, words) in cases {
                let said = outcome("import \(folder)/clip.mp4 --out \(folder)/desk --world \(world)")
                #expect(said.code == 1, "\(said.messages)")
                for word in words { #expect(said.messages.contains(word), "\(world): \(said.messages)") }
                #expect(!FileManager.default.fileExists(atPath: folder + "/desk"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["card.png", "clip.mp4"])
        }
    }
}
