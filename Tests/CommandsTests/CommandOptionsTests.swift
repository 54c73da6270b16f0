import AirDrawing
import ObjectTracking
import Recordings
import SceneUnderstanding
import Spaces
import Testing

@testable import Commands

/// The options that a command line, words between spaces, becomes.
private func options<C: AirDrawCommand>(_ command: C.Type, _ line: String) throws -> C.Options {
    try command.options(from: ParsedArguments(line.split(separator: " ").map(String.init), of: command.spec))
}

@Suite("Options of commands")
struct CommandOptionsTests {
    @Test("draw says nothing about what was not typed")
    func drawAlone() throws {
        let plain = DrawRequest(
            recording: "r", clicks: [], pen: .finger, draw: [], hits: [], afterInterruption: .keep, smooths: true,
            isTutorialExact: false)
        #expect(try options(DrawCommand.self, "r") == plain)
    }

    @Test("draw takes all of its options, in any order and either form")
    func drawEverything() throws {
        let line =
            "--click 200,300@0.5 --click=10,20 --box-size 24 --tip -20,40 --pen center r --tracker kcf --gate 0.25 "
            + "--draw 0..1.5 --draw 2..3 --height 0.02 --hit existingPlane --hit featurePoint --planes pictures --after-interruption restart --plane table --smooth off --tutorial-exact "
            + "--out a.json --obj b.obj --preview c.mp4"
        let wanted = DrawRequest(
            recording: "r",
            clicks: [.init(place: .init(x: 200, y: 300), seconds: 0.5), .init(place: .init(x: 10, y: 20), seconds: nil)],
            boxSize: 24, tip: .offset(.init(dx: -20, dy: 40)), pen: .center, tracker: .kcf, gate: 0.25,
            draw: [.init(start: 0, end: 1.5), .init(start: 2, end: 3)], extrude: nil, height: 0.02,
            hits: [.existingPlane, .featurePoint],
            planes: .pictures, afterInterruption: .restart, plane: .anchor("table"), smooths: false, isTutorialExact: true,
            out: "a.json", mesh: "b.obj", preview: "c.mp4")
        #expect(try options(DrawCommand.self, line) == wanted)
    }

    @Test("draw takes the tip as a place, and a plane by its name")
    func drawTip() throws {
        let drawn = try options(DrawCommand.self, "r --tip-at 190.5,310 --plane table --extrude 1..2")
        #expect(drawn.tip == .place(.init(x: 190.5, y: 310)))
        #expect(drawn.plane == .anchor("table"))
        #expect(drawn.extrude == .init(start: 1, end: 2))
    }

    @Test("Words after -- are arguments, whatever they begin with")
    func dashes() throws {
        #expect(try options(InfoCommand.self, "-- --odd").recording == "--odd")
        #expect(try options(DrawCommand.self, "--gate 0 -- -q").recording == "-q")
    }

    @Test("A lone dash is an argument")
    func dash() throws { #expect(try options(InfoCommand.self, "-").recording == "-") }

    @Test("track takes a camera, a box and a frame")
    func track() throws {
        let wanted = TrackOptions(
            source: .camera(0), target: .box(x: -1.5, y: 2, width: 3, height: 4), boxSize: nil, start: .index(27),
            tracker: .mil, format: .vot, out: "o")
        #expect(
            try options(TrackCommand.self, "camera:0 --box -1.5,2,3,4 --frame 27 --tracker mil --format vot --out o") == wanted)
    }

    @Test("track without options writes csv from the first frame")
    func trackAlone() throws {
        let wanted = TrackOptions(source: .path("clip.mp4"), format: .csv)
        #expect(try options(TrackCommand.self, "clip.mp4") == wanted)
    }

    @Test("frame takes a time and a place")
    func frame() throws {
        let wanted = FrameOptions(
            source: .path("r"), frame: .seconds(0.5), click: .init(x: 1, y: 2), boxSize: nil, out: "w.png")
        #expect(try options(FrameCommand.self, "r --at 0.5 --click 1,2 --out w.png") == wanted)
    }

    @Test("import takes camera, lens, pose and planes")
    func importing() throws {
        let request = try options(
            ImportCommand.self,
            "c.mp4 --out r --intrinsics 600,610,319.5,239.5 --distortion 0.1,-0.2,0.01,0,0.3 "
                + "--pose 1,0,0,1,0,0,1,2,0,-1,0,3 --plane 0,0,0,1,2 --plane 0,1,0,3,4 --viewport 375,812 --orientation portrait "
                + "--fps 29.97 --tip 0,-8 --name desk")
        guard case .film(let read) = request else {
            Issue.record("a film with a pose is a plain film")
            return
        }
        #expect(read.intrinsics == .init(fx: 600, fy: 610, cx: 319.5, cy: 239.5))
        #expect(read.distortion == .init(k1: 0.1, k2: -0.2, p1: 0.01, p2: 0, k3: 0.3))
        #expect(read.worldFromCamera?.yAxis == [0, 0, -1])
        #expect(read.worldFromCamera?.translation == [1, 2, 3])
        #expect(read.planes.map(\.length) == [2, 4])
        #expect(read.viewport == .init(width: 375, height: 812))
        #expect(read.orientation == .portrait)
        #expect(read.framesPerSecond == 29.97)
        #expect(read.name == "desk")
    }

    @Test("import takes a folder for what another recorder wrote, unless it is said to be a film")
    func importingRecorders() throws {
        #expect(try options(ImportCommand.self, "--list") == .list)
        guard case .recorder(let read) = try options(ImportCommand.self, "scan --out r --gravity 0,0,-1 --image-size 640,480")
        else {
            Issue.record("a folder is no film")
            return
        }
        #expect(read.layout == nil && read.gravity == .init(x: 0, y: 0, z: -1))
        #expect(read.settings.imageSize == .init(width: 640, height: 480))
        guard case .recorder = try options(ImportCommand.self, "clip.mp4 --out r --layout stray-scanner") else {
            Issue.record("the layout decides")
            return
        }
    }

    @Test("A pose that is not rigid is refused")
    func pose() {
        #expect(throws: UsageFailure.self) {
            try options(ImportCommand.self, "c --out r --intrinsics 1,1,1,1 --pose 2,0,0,0,0,1,0,0,0,0,1,0")
        }
    }

    @Test("export takes a drawing and a file")
    func export() throws {
        #expect(try options(ExportCommand.self, "d.json --out m.obj") == .init(drawing: "d.json", out: "m.obj"))
        #expect(
            try options(ExportCommand.self, "d.json --out m.usdz --style tube --material wood")
                == .init(drawing: "d.json", out: "m.usdz", shapes: .init(style: .tube(.init()), material: .wood)))
    }
}

@Suite("Values")
struct ValueKindTests {
    @Test(
        "Numbers are decimal and finite",
        arguments: [("1", 1), ("-2.5", -2.5), ("+3", 3), ("1e3", 1000), (".5", 0.5)] as [(String, Double)])
    func number(_ text: String, _ wanted: Double) { #expect(decimalNumber(text) == wanted) }

    @Test(
        "What is no decimal number is refused",
        arguments: ["", " 1", "1 ", "inf", "nan", "0x10", "1e999", "1,5", "--1", "1_000", "e", "١"])
    func noNumber(_ text: String) { #expect(decimalNumber(text) == nil) }

    @Test("Stretches of time", arguments: [("0..1", 0, 1), ("1.5..2", 1.5, 2), (".5..1", 0.5, 1)] as [(String, Double, Double)])
    func range(_ text: String, _ start: Double, _ end: Double) {
        #expect(ValueKind<SecondsRange>.range.parse(text) == .init(start: start, end: end))
    }

    @Test("No stretches of time", arguments: ["", "..", "1..", "..1", "1..1", "2..1", "-1..1", "0...5", "1-2", "0..1..2"])
    func noRange(_ text: String) { #expect(ValueKind<SecondsRange>.range.parse(text) == nil) }

    @Test("No taps", arguments: ["", "1", "1,2,3", "1,2@", "1,2@-1", "1,2@1@2", "a,b", "1,", ",", "1,nan"])
    func noTap(_ text: String) { #expect(ValueKind<Tap>.tap.parse(text) == nil) }
}
