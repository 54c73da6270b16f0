import AirDrawing
import FoundationEssentials
import Imaging
import Spaces
import TestSupport
import Testing

@testable import Commands

@Suite(.serialized) struct MainJobTests {
    @Test("draw turns the recording into a line of the right length, a drawing, a mesh and a preview")
    func draw() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let (code, data, messages) = outcome(
                "draw \(folder)/desk --out \(folder)/d.json --obj \(folder)/d.obj --preview \(folder)/p.png --height 0.01")
            #expect(code == 0, "\(messages)")
            #expect(try names(in: folder) == ["d.json", "d.mtl", "d.obj", "desk", "p.png"])
            let drawing = try Drawing(contentsOf: folder + "/d.json")
            let bounds = try #require(drawing.bounds)
            #expect(abs(bounds.max.x - bounds.min.x - DeskFixture.length) < 0.003)
            #expect(abs(bounds.max.z) < 0.002 && abs(bounds.min.z) < 0.002)
            #expect(bounds.max.y == 0 && drawing.height == 0.01)
            // 200 mm with a point every 2.12 to 2.63 mm.
            #expect((76...95).contains(drawing.pointCount), "\(drawing.pointCount) points")
            let obj = try text(folder + "/d.obj")
            let faces = obj.split(separator: "\n").filter { $0.hasPrefix("f ") }.count
            #expect(data.contains("\(faces) faces"))
            #expect(data.contains("\(drawing.pointCount) points in 1 stroke"))
            let preview = try Picture(contentsOf: folder + "/p.png")
            #expect(preview.width == DeskFixture.width && preview.height == DeskFixture.height)
        }
    }

    @Test("The same recording gives the same bytes")
    func deterministic() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            for name in ["a", "b"] {
                let result = outcome(
                    "draw \(folder)/desk --out \(folder)/\(name).json --obj \(folder)/\(name).obj --preview \(folder)/\(name).mp4"
                )
                #expect(result.code == 0, "\(result.messages)")
            }
            for ending in ["json", "mp4"] {
                #expect(
                    FileManager.default.contents(atPath: "\(folder)/a.\(ending)")
                        == FileManager.default.contents(atPath: "\(folder)/b.\(ending)"), "\(ending)")
            }
            // The mesh names its materials after itself.
            let a = try text(folder + "/a.obj").replacing("a.mtl", with: "b.mtl")
            #expect(try a == text(folder + "/b.obj"))
        }
    }

    @Test("export writes the same mesh as draw did")
    func export() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("draw \(folder)/desk --out \(folder)/d.json --obj \(folder)/d.obj").code == 0)
            let drawn = try text(folder + "/d.obj")
            #expect(outcome("export \(folder)/d.json --out \(folder)/d.obj").code == 0)
            #expect(try text(folder + "/d.obj") == drawn)
        }
    }

    @Test(
        "export writes every format, says what is in it, and gives the same bytes again",
        arguments: [
            ("obj", "faces, "), ("stl", "in millimetres, z up"), ("ply", "faces, "), ("glb", "line segments"),
            ("usdz", "faces, "),
            ("svg", " mm"), ("dxf", " mm"),
        ])
    func exportFormats(_ ending: String, _ words: String) throws {
        try withTemporaryFolder { folder in
            try DrawingSample.text().write(toFile: folder + "/d.json", atomically: true, encoding: .utf8)
            for style in ["points", "ribbon", "tube"] {
                let line = "export \(folder)/d.json --style \(style) --material wood --out \(folder)/d.\(ending)"
                let (code, data, messages) = outcome(line)
                #expect(code == 0, "\(messages)")
                if style == "points" { #expect(data.contains(words)) }
                let first = FileManager.default.contents(atPath: "\(folder)/d.\(ending)")
                #expect(data.contains("\(first?.count ?? -1) bytes"))
                #expect(outcome(line).code == 0)
                #expect(FileManager.default.contents(atPath: "\(folder)/d.\(ending)") == first)
            }
            let others = ending == "obj" ? ["d.mtl", "d.obj", "d_wood.jpg"] : ["d.\(ending)"]
            #expect(try names(in: folder) == (["d.json"] + others).sorted())
        }
    }

    @Test(
        "A drawing that cannot be exported is said, and no file is left",
        arguments: [
            ("\"version\":1", "\"version\":9", "version 9 is not read here"),
            ("0.25,", "1e30,", "1,000,000 m from the origin are the most"),
            ("0.25,", "NaN,", "no JSON"), ("\"height\":0.002", "\"height\":1e30", "m can be built"),
            ("\"points\":[", "\"points\":[],\"path\":[]},{\"points\":[],\"unread\":[", "no points"),
        ], ["obj", "stl", "ply", "glb", "usdz", "svg", "dxf"])
    func exportFailures(_ example: (old: String, new: String, words: String), _ ending: String) throws {
        try withTemporaryFolder { folder in
            let changed = DrawingSample.text().replacing(example.old, with: example.new)
            try changed.write(toFile: folder + "/d.json", atomically: true, encoding: .utf8)
            // A flat drawing has no height.
            let isFlat = ending == "svg" || ending == "dxf"
            if isFlat && example.old.contains("height") { return }
            let (code, _, messages) = outcome("export \(folder)/d.json --out \(folder)/d.\(ending)")
            #expect(code == 1)
            if !isFlat { #expect(messages.contains(example.words), "\(messages)") }
            #expect(messages.contains("Error:"))
            #expect(try names(in: folder) == ["d.json"])
            #expect(outcome("export \(folder)/d.json --out \(folder)/no/d.\(ending)").code == 1)
        }
    }

    @Test("track follows the patch, and writes every layout with a line a frame")
    func track() throws {
        try withTemporaryFolder { folder in
            let film = folder + "/clip.mp4"
            try DeskFixture.writeFilm(to: film, frames: DeskFixture.frames)
            let (code, data, messages) = outcome("track \(film) --box 64,104,32,32")
            #expect(code == 0, "\(messages)")
            let lines = data.split(separator: "\n")
            #expect(lines.first == "frame,time,x,y,w,h,confidence,state")
            #expect(lines.count == DeskFixture.frames + 1)
            #expect(lines[1] == "0,0.000000,64.000,104.000,32.000,32.000,1.0000,seed")
            let last = lines[DeskFixture.frames].split(separator: ",").compactMap { Double($0) }
            #expect(abs(last[2] + last[4] / 2 - (80 + 40 * DeskFixture.step)) < 3)
            for (format, columns) in [("otb", 4), ("vot", 4)] {
                let result = outcome("track \(film) --box 64,104,32,32 --format \(format) --frame 5")
                let rows = result.data.split(separator: "\n")
                #expect(rows.count == DeskFixture.frames - 5, "\(format)")
                #expect(rows.allSatisfy { $0.split(separator: ",").count == columns }, "\(format)")
            }
            // OTB counts pixels from 1.
            #expect(outcome("track \(film) --box 64,104,32,32 --format otb").data.hasPrefix("65.000,105.000,32.000,32.000"))
        }
    }

    @Test("frame writes the view with the box that a click would seed")
    func frame() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let result = outcome("frame \(folder)/desk --frame 0 --click 80,120 --box-size 40 --out \(folder)/f.png")
            #expect(result.code == 0, "\(result.messages)")
            let picture = try Picture(contentsOf: folder + "/f.png")
            // The left edge of the box, 20 points from the click, is drawn in red.
            let edge = (58...62).map { picture.bgr($0, 111) }
            #expect(edge.contains { $0.red > 200 && $0.green < 120 && $0.blue < 120 })
        }
    }

    @Test("info and check describe the recording, and import makes one of a plain film")
    func describe() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("info \(folder)/desk").data.contains("frames      41, 30.00 a second"))
            #expect(outcome("check \(folder)/desk").data.contains("41 frames, text and pictures are in order"))
            let imported = outcome(
                "import \(folder)/desk/video.mp4 --out \(folder)/new --intrinsics 400,400,159.5,119.5 "
                    + "--pose 1,0,0,0,0,0,1,0.5,0,-1,0,0 --plane 0,0,0,1,1")
            #expect(imported.code == 0, "\(imported.messages)")
            let drawn = outcome("draw \(folder)/new --click 80,120 --out \(folder)/d.json")
            #expect(drawn.code == 0, "\(drawn.messages)")
            let bounds = try #require(Drawing(contentsOf: folder + "/d.json").bounds)
            #expect(abs(bounds.max.x - bounds.min.x - DeskFixture.length) < 0.003)
        }
    }

    @Test("import makes a recording of another recorder's folder, which draws as the recording it came from")
    func importing() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            // Stray Scanner's folder of the same film: the camera of the fixture is level with the world's axes turned down.
            let scan = folder + "/scan"
            try FileManager.default.createDirectory(atPath: scan, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder + "/desk/video.mp4", toPath: scan + "/rgb.mp4")
            var lines = "timestamp, frame, x, y, z, qx, qy, qz, qw\n"
            // Looking straight down: in OpenCV's axes a quarter turn about x, (sin 45°, 0, 0, cos 45°).
            for i in 0..<41 {
                lines += "\(100 + Double(i) / 30), \(i), 0, 0.5, 0, 0.7071067811865476, 0, 0, 0.7071067811865476\n"
            }
            try Data(lines.utf8).write(to: URL(filePath: scan + "/odometry.csv"))
            try Data("400, 0, 159.5\n0, 400, 119.5\n0, 0, 1".utf8).write(to: URL(filePath: scan + "/camera_matrix.csv"))
            let imported = outcome("import \(scan) --out \(folder)/new")
            #expect(imported.code == 0, "\(imported.messages)")
            #expect(imported.messages.hasPrefix("Layout: stray-scanner, because there is odometry.csv and camera_matrix.csv\n"))
            #expect(outcome("check \(folder)/new").data.contains("41 frames, text and pictures are in order"))
            let drawn = outcome("draw \(folder)/new --click 80,120 --plane y=0 --out \(folder)/d.json")
            #expect(drawn.code == 0, "\(drawn.messages)")
            let bounds = try #require(Drawing(contentsOf: folder + "/d.json").bounds)
            #expect(abs(bounds.max.x - bounds.min.x - DeskFixture.length) < 0.003)
            // Without the film it is the camera's path, which can be looked at and not drawn on.
            try FileManager.default.removeItem(atPath: scan + "/rgb.mp4")
            #expect(outcome("import \(scan) --out \(folder)/path --image-size 320,240").code == 0)
            #expect(outcome("check \(folder)/path").data.contains("41 frames, the text is in order; it has no pictures"))
            let refused = outcome("draw \(folder)/path --click 80,120 --out \(folder)/e.json")
            #expect(refused.code == 1 && refused.messages.contains("the recording has no pictures"))
        }
    }

    @Test("import --list says what each layout needs")
    func importList() {
        let listed = outcome("import --list")
        #expect(listed.code == 0)
        #expect(listed.data.contains("record3d            Record3D\n                    needs an .r3d archive"))
    }

    @Test("The screen centre as pen draws without a tap, where the camera looks")
    func penCenter() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("draw \(folder)/desk --pen center --out \(folder)/d.json").code == 0)
            let drawing = try Drawing(contentsOf: folder + "/d.json")
            #expect(drawing.pointCount == 1)
            #expect(try #require(drawing.bounds).min.distance(to: .init(.zero)) < 1e-9)
        }
    }

    @Test("A level plane of the command line takes the place of the recording's")
    func levelPlane() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("draw \(folder)/desk --plane y=0.25 --out \(folder)/d.json").code == 0)
            let bounds = try #require(Drawing(contentsOf: folder + "/d.json").bounds)
            // Half as far away, half as long.
            #expect(abs(bounds.max.x - bounds.min.x - DeskFixture.length / 2) < 0.003)
            #expect(abs(bounds.max.y - 0.25) < 1e-12)
        }
    }

    @Test("Under a pose that is not trusted nothing is drawn, and the summary says why")
    func trackingLimited() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let frames = try text(folder + "/desk/frames.jsonl").split(separator: "\n").enumerated().map { i, line in
                i < 10 ? String(line) : line.dropLast() + ",\"tracking\":\"limited\",\"tracking_reason\":\"excessive_motion\"}"
            }
            try put(frames.joined(separator: "\n") + "\n", to: folder + "/desk/frames.jsonl")
            let result = outcome("draw \(folder)/desk --out \(folder)/d.json")
            #expect(result.code == 0)
            #expect(result.data.contains("session not tracking 31 (moved too fast 31)"))
            #expect(result.data.contains("Move the phone more slowly."))
        }
    }
}

/// A drawing of two strokes on a table, as `draw --out` writes it.
private enum DrawingSample {
    static func text() -> String {
        func stroke(_ z: Double) -> String {
            let places = (0..<12).map { i in (0.25, -0.4, z + Double(i) * 0.004, 1 + Double(i) / 30) }
            let points = places.map { x, y, z, time in
                #"{"position":[\#(x),\#(y),\#(z)],"time":\#(time),"frame":3,"confidence":1,"plane":"table","interpolated":false}"#
            }
            let path = places.map { x, y, z, time in #"{"position":[\#(x),\#(y),\#(z)],"time":\#(time),"plane":"table"}"# }
            return #"{"points":[\#(points.joined(separator: ","))],"path":[\#(path.joined(separator: ","))]}"#
        }
        return """
            {"format":"airdraw-drawing","version":1,"name":"sample","height":0.002,"planes":[{"id":"table","normal":[0,1,0]}],\
            "frames":{"drawn":12},"strokes":[\(stroke(-0.5)),\(stroke(-0.3))]}
            """
    }
}
