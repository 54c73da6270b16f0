import Spaces
import Testing

@testable import Recordings

@Suite("Reading a recording")
struct ReadingTests {
    @Test("gives header, frames, anchors and events as they were written")
    func reads() throws {
        let fixture = try Fixture()
        let recording = try Recording(opening: fixture.folder)
        #expect(recording.header.name == "small")
        #expect(recording.header.imageSize == .init(width: 1280, height: 720))
        #expect(recording.viewport.orientation == .portrait)
        #expect(recording.filmPath == fixture.folder + "/video.mp4")
        let reader = try recording.frames()
        var frames: [FrameRecord] = []
        while let frame = try reader.next() { frames.append(frame) }
        #expect(frames.map(\.index) == [0, 1, 2])
        #expect(frames.map(\.time) == [0, 0.1, 0.2])
        #expect(frames.map(\.tracking) == [.limited(.initializing), .normal, .normal])
        #expect(frames[1].picture == .videoFrame(1))
        #expect(frames[1].camera.model.intrinsics == .init(fx: 1000, fy: 1000.5, cx: 639.5, cy: 359.5))
        #expect(frames[1].camera.position == .init(x: 0.1, y: 0.5, z: 0.2))
        #expect(frames[2].light == .init(ambientIntensity: 950.5, ambientColorTemperature: 5000))
        #expect(reader.warnings.isEmpty)
        let anchors = try recording.anchors()
        var changes: [AnchorEvent] = []
        while let change = try anchors.next() { changes.append(change) }
        #expect(changes.map(\.id) == ["a", "b", "a", "b"])
        #expect(changes.last?.change == .remove(mergedInto: "a"))
        let events = try recording.events()
        #expect(try events.next() == .init(time: 0, kind: .tap(.init(x: 100, y: 200.5))))
        #expect(try events.next() == .init(time: 0.1, kind: .draw(true)))
        #expect(try events.next() == .init(time: 0.2, kind: .draw(false)))
        #expect(try events.next() == nil)
        #expect(checkText(fixture.folder).isEmpty)
    }

    @Test("fills in what frame lines leave out")
    func defaults() throws {
        let header = Fixture.header.replacing(
            #""version": 1"#,
            with: #""version": 1, "frame_defaults": {"fx": 900, "fy": 901, "cx": 1, "cy": 2, "#
                + #""world_from_camera": \#(Fixture.pose), "tracking": "not_available"}, "tip_offset": [1, -2], "distortion": {"k1": 0.1}"#
        )
        let fixture = try Fixture([
            "recording.json": header,
            "frames.jsonl": #"{"index":0,"time":0,"video_frame":0}"# + "\n"
                + #"{"index":1,"time":1,"video_frame":4,"fx":950,"tracking":"normal"}"# + "\n",
        ])
        let recording = try Recording(opening: fixture.folder)
        #expect(recording.header.tipOffset == .init(dx: 1, dy: -2))
        let frames = try recording.frames()
        let first = try #require(try frames.next())
        #expect(first.camera.model == .init(intrinsics: .init(fx: 900, fy: 901, cx: 1, cy: 2), distortion: .init(k1: 0.1)))
        #expect(first.tracking == .notAvailable)
        let second = try #require(try frames.next())
        #expect(second.camera.model.intrinsics.fx == 950)
        #expect(second.tracking == .normal)
        #expect(second.picture == .videoFrame(4))
    }

    @Test("keeps what an anchor's update leaves out, and takes an outline away with null")
    func updates() throws {
        let start = #"{"time":1,"event":"update","id":"a","world_from_anchor":"# + Fixture.pose
        let fixture = try Fixture([
            "anchors.jsonl": Fixture.plane(0, "add", "a", #","boundary":[[0,0],[1,0],[1,1]]"#) + start + "}\n" + start
                + #","extent":[2,3],"boundary":null}"# + "\n"
        ])
        let reader = try Recording(opening: fixture.folder).anchors()
        func plane() throws -> PlaneAnchorRecord? {
            switch try reader.next()?.change {
            case .add(.plane(let plane)), .update(.plane(let plane)): plane
            default: nil
            }
        }
        let added = try #require(try plane())
        #expect(try plane() == added)
        let last = try #require(try plane())
        #expect(last.boundary == nil && last.extentX == 2 && last.extentZ == 3 && last.center == added.center)
    }

    @Test("keeps anchors of other types with their text")
    func others() throws {
        let line = #"{"time":0,"event":"add","id":"i","type":"image","world_from_anchor":\#(Fixture.pose),"width":0.2}"#
        let fixture = try Fixture(["anchors.jsonl": line + "\n"])
        let event = try Recording(opening: fixture.folder).anchors().next()
        guard case .add(.other(let other)) = event?.change else {
            Issue.record("not kept")
            return
        }
        #expect(other.type == "image" && other.json == line)
    }

    @Test("takes a byte order mark, CRLF, blank lines, and a last line without newline")
    func otherSystems() throws {
        var files = Fixture.valid.mapValues { "\u{FEFF}" + $0.replacing("\n", with: "\r\n") }
        files["frames.jsonl"] = "\u{FEFF}\r\n" + Fixture.frame(0) + "  \n" + String(Fixture.frame(1).dropLast())
        let fixture = try Fixture(files)
        #expect(checkText(fixture.folder).filter { $0.severity == .error }.isEmpty)
        let summary = try RecordingSummary(of: Recording(opening: fixture.folder))
        #expect(summary.frames == 2)
        #expect(summary.warnings.isEmpty)
    }

    @Test("uses the frames before a last line that was cut off, and says so")
    func cutOff() throws {
        let whole = Fixture.frame(0) + Fixture.frame(1)
        for cut in 1..<(Fixture.frame(2).utf8.count - 2) {
            let fixture = try Fixture(["frames.jsonl": whole + Fixture.frame(2).prefix(cut)])
            let reader = try Recording(opening: fixture.folder).frames()
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count == 2)
            #expect(
                reader.warnings.map { fixture.plain($0.description) }
                    == ["r/frames.jsonl:3: the last line is cut off and was left out"])
            guard cut < 40 else { break }
        }
    }

    @Test("does without the optional parts")
    func optional() throws {
        let fixture = try Fixture(without: ["anchors.jsonl", "events.jsonl"])
        let recording = try Recording(opening: fixture.folder)
        #expect(try recording.anchors().next() == nil)
        #expect(try recording.events().next() == nil)
        #expect(try RecordingTruth(opening: fixture.folder) == nil)
    }

    @Test("keeps truth apart")
    func truth() throws {
        let fixture = try Fixture([
            "truth/frames.jsonl":
                #"{"index":0,"nail_box":[10,20,30,40],"nail_visible":1,"tip_world":[1,2,3],"touching":true}"# + "\n"
                + #"{"index":1,"nail_box":null,"nail_visible":0,"tip_world":[1,2,3],"touching":false}"# + "\n",
            "truth/strokes.json": #"{"strokes":[[[0,0,0],[1,0,0]],[]]}"#,
            "truth/planes.json": #"{"planes":[{"id":"table","world_from_plane":\#(Fixture.pose),"extent":[1,2]}]}"#,
        ])
        let truth = try #require(try RecordingTruth(opening: fixture.folder))
        let frames = try truth.frames()
        let first = try #require(try frames.next())
        // Edges in the file, centres in `PixelRect`.
        #expect(first.nailBox == PixelRect(x: 9.5, y: 19.5, width: 30, height: 40))
        #expect(first.tipWorld == .init(x: 1, y: 2, z: 3) && first.touching == true)
        #expect(try frames.next()?.nailBox == nil)
        #expect(try frames.next() == nil)
        #expect(try truth.strokes().map(\.count) == [2, 0])
        #expect(try truth.planes().first?.extentZ == 2)
    }
}
