import Archives
import FoundationEssentials
import Glibc
import Imaging
import Meshes
import Recordings
import Spaces
import TestSupport
import Testing

@testable import Commands

/// `render`, `place` and `snapshot` on the desk, whose places are known in closed form.
@Suite(.serialized) struct RenderCommandTests {
    /// A cube of 40 mm on the ground, as an OBJ.
    private static let cube = """
        v -0.02 0 -0.02\nv 0.02 0 -0.02\nv 0.02 0 0.02\nv -0.02 0 0.02
        v -0.02 0.04 -0.02\nv 0.02 0.04 -0.02\nv 0.02 0.04 0.02\nv -0.02 0.04 0.02
        f 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4\n
        """

    private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    @Test("A drawing appears as it was drawn: film, moment and page, the same bytes each time")
    func drawing() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("draw \(folder)/desk --out \(folder)/d.json").code == 0)
            for name in ["a", "b"] {
                let result = outcome("render \(folder)/desk --drawing \(folder)/d.json --out \(folder)/\(name).mp4")
                #expect(result.code == 0, "\(result.messages)")
                #expect(result.data.contains("41 frames of 320 × 240"))
            }
            #expect(bytes(folder + "/a.mp4") != nil && bytes(folder + "/a.mp4") == bytes(folder + "/b.mp4"))
            for (at, name) in [("0.2", "early"), ("1.3", "late")] {
                let result = outcome("render \(folder)/desk --drawing \(folder)/d.json --at \(at) --out \(folder)/\(name).png")
                #expect(result.code == 0, "\(result.messages)")
            }
            // The pen goes 4 px a frame along y = 120: its way is in the picture where it was, and not where it will be.
            let early = try Picture(contentsOf: folder + "/early.png")
            let late = try Picture(contentsOf: folder + "/late.png")
            func isWood(_ picture: Picture, _ x: Int) -> Bool {
                let c = picture.bgr(x, 120)
                return Int(c.red) > Int(c.blue) + 40
            }
            #expect(isWood(late, 85) && isWood(late, 180))
            #expect(!isWood(early, 180))
            let sheet = outcome("render \(folder)/desk --drawing \(folder)/d.json --sheet 3x2 --out \(folder)/s.png")
            #expect(sheet.code == 0 && sheet.data.contains("6 moments"), "\(sheet.messages)")
            let page = try Picture(contentsOf: folder + "/s.png")
            #expect(page.width == 3 * 320 + 4 * 8 && page.height == 2 * 240 + 3 * 8)
        }
    }

    @Test("A model stands where the tap landed, at its real size, in the mesh and in the picture")
    func place() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            try put(Self.cube, to: folder + "/cube.obj")
            let result = outcome(
                "place \(folder)/desk \(folder)/cube.obj --click 240,120@0.5 --out \(folder)/scene.obj --preview \(folder)/p.png")
            #expect(result.code == 0, "\(result.messages)")
            // 240 points are pixel 239.5, 80 from the principal point; 0.5 m over 400 px.
            let x = 80 * 0.5 / 400
            #expect(result.data.contains("stands at 0.100, 0.000, 0.000 m on plane table"), "\(result.data)")
            let corners = try text(folder + "/scene.obj").split(separator: "\n").filter { $0.hasPrefix("v ") }.map {
                $0.split(separator: " ").dropFirst().compactMap { Double($0) }
            }
            // It is turned toward the camera, straight above: whichever way, its middle and its height are what they were.
            let middle = corners.reduce(0) { $0 + $1[0] } / Double(corners.count)
            #expect(abs(middle - x) < 1e-6)
            #expect(abs((corners.map { $0[1] }.max() ?? 0) - 0.04) < 1e-6 && (corners.map { $0[1] }.min() ?? 1) == 0)
            // Its top is 0.46 m away: 400 · 0.04 / 0.46 = 35 px round pixel 239.5 + 80 · 0.04 / 0.46 = 246.5.
            let picture = try Picture(contentsOf: folder + "/p.png")
            let plain = try DeskFixture.picture(DeskFixture.frames - 1)
            func difference(_ x: Int) -> Int { abs(Int(picture.bgr(x, 135).green) - Int(plain.bgr(x, 135).green)) }
            let top = picture.bgr(247, 135).green
            // A little shine makes one side of its top lighter than the other.
            #expect((232...261).allSatisfy { abs(Int(picture.bgr($0, 135).green) - Int(top)) < 16 })
            #expect((232...261).contains { difference($0) > 30 } && difference(268) < 20 && difference(276) < 20)
            let seen = picture.bgr(247, 135)
            let film = outcome(
                "render \(folder)/desk --model \(folder)/cube.obj@240,120@0.5 --at 1.3 --out \(folder)/q.png")
            #expect(film.code == 0, "\(film.messages)")
            #expect(try Picture(contentsOf: folder + "/q.png").bgr(247, 135) == seen)
        }
    }

    @Test("A snapshot is left in the world, and is seen there from then on")
    func snapshot() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let result = outcome(
                "snapshot \(folder)/desk --at 0 --out \(folder)/s.obj --preview \(folder)/p.png")
            #expect(result.code == 0, "\(result.messages)")
            // 320 × 240 points over 6000, 10 cm under a camera half a metre up.
            #expect(result.data.contains("stands at 0.000, 0.400, 0.000 m, 53.3 × 40.0 mm"), "\(result.data)")
            // At 0.1 m, 0.0533 m are 213 px round the principal point: the patch of frame 0, 80 px from it, is seen at 2/3 of that.
            let picture = try Picture(contentsOf: folder + "/p.png")
            let first = try DeskFixture.picture(0)
            let share = 0.1 * 6000 / 400
            for offset in [-90.0, -80, -75] {
                let there = first.bgr(Int((159.5 + offset).rounded()), 119)
                let here = picture.bgr(Int((159.5 + offset / share).rounded()), 119)
                #expect(abs(Int(there.red) - Int(here.red)) < 60, "\(offset): \(there) and \(here)")
            }
        }
    }

    @Test("A drawing is shown in the style and material that are asked for, while it is drawn and after")
    func style() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(
                outcome(
                    "draw \(folder)/desk --height 0.02 --out \(folder)/d.json --style ribbon --width 20 --preview \(folder)/p.png"
                )
                .code == 0)
            for (name, options) in [
                ("points", ""), ("ribbon", "--style ribbon --width 20"), ("tube", "--style tube --radius 10"),
            ] {
                let result = outcome(
                    "render \(folder)/desk --drawing \(folder)/d.json \(options) --at 1.3 --out \(folder)/\(name).png")
                #expect(result.code == 0, "\(result.messages)")
            }
            /// How many rows of the column through the middle of the way are brown; the desk is grey.
            func height(_ name: String) throws -> Int {
                let picture = try Picture(contentsOf: folder + "/\(name).png")
                return (60..<180).count { Int(picture.bgr(159, $0).red) > Int(picture.bgr(159, $0).blue) + 40 }
            }
            // 20 mm on the top 20 mm over the table: 400 · 0.02 / 0.48 = 16.7 px; a tube's axis lies on it: 400 · 0.02 / 0.5 = 16 px.
            let (ribbonHeight, tubeHeight) = (try height("ribbon"), try height("tube"))
            #expect(abs(ribbonHeight - 17) <= 2 && abs(tubeHeight - 16) <= 2, "\(ribbonHeight), \(tubeHeight)")
            #expect(try height("points") < 8)
            // The preview's last picture has the same ribbon under the pen's marks.
            let preview = try Picture(contentsOf: folder + "/p.png")
            let ribbon = try Picture(contentsOf: folder + "/ribbon.png")
            #expect(abs(Int(preview.bgr(120, 119).red) - Int(ribbon.bgr(120, 119).red)) < 8)
            let wood = outcome(
                "render \(folder)/desk --drawing \(folder)/d.json --style ribbon --width 20 --material wood --at 1.3 --out \(folder)/w.png"
            )
            #expect(wood.code == 0, "\(wood.messages)")
            let picture = try Picture(contentsOf: folder + "/w.png")
            // Wood is brown, and no two places of it are quite the same.
            let seen = (100..<200).map { picture.bgr($0, 119) }
            #expect(seen.allSatisfy { $0.red > $0.green && $0.green > $0.blue })
            #expect(Set(seen.map(\.green)).count > 10)
        }
    }

    /// The surfaces of a model file, all together.
    private func surface(_ path: String) throws -> (materials: [Material], low: SIMD3<Double>, high: SIMD3<Double>) {
        let scene = try MeshScene(contentsOf: path)
        var low = SIMD3<Double>(repeating: .infinity)
        var high = -low
        for part in scene.objects.flatMap(\.parts) {
            guard case .mesh(let mesh) = part else { continue }
            for position in mesh.positions {
                low = pointwiseMin(low, position)
                high = pointwiseMax(high, position)
            }
        }
        return (scene.materials, low, high)
    }

    @Test("A model with a texture goes into every format with it, at its size", arguments: ["glb", "obj", "usdz"])
    func texturedModel(ending: String) throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            #expect(outcome("draw \(folder)/desk --height 0.02 --out \(folder)/d.json").code == 0)
            #expect(outcome("export \(folder)/d.json --style ribbon --material wood --out \(folder)/d.glb").code == 0)
            let result = outcome("place \(folder)/desk \(folder)/d.glb --click 240,120@0.5 --out \(folder)/world.\(ending)")
            #expect(result.code == 0, "\(result.messages)")
            guard ending != "usdz" else {
                let files = try ZipArchive(opening: folder + "/world.usdz").entries.map(\.name)
                #expect(files.count == 2 && files.contains { $0.hasSuffix(".jpg") })
                return
            }
            let (_, low, high) = try surface(folder + "/d.glb")
            let world = try surface(folder + "/world.\(ending)")
            #expect(world.materials.compactMap(\.texture).count == 1)
            // It stands at (0.1, 0, 0), turned about the vertical only.
            #expect(abs((world.high - world.low).y - (high - low).y) < 1e-6)
            let across = { (v: SIMD3<Double>) in (v.x * v.x + v.z * v.z).squareRoot() }
            #expect(abs(across(world.high - world.low) - across(high - low)) < 0.003)
            let texture = try #require(world.materials.compactMap(\.texture).first)
            #expect(try Picture(decoding: texture.bytes, name: "wood").width == 512)
        }
    }

    @Test(
        "A snapshot in a GLB is an unlit surface with the view's picture, in metres its points by 6000, 10 cm before the camera")
    func snapshotFile() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let result = outcome("snapshot \(folder)/desk --at 0.5 --out \(folder)/s.glb")
            #expect(result.code == 0, "\(result.messages)")
            let (materials, low, high) = try surface(folder + "/s.glb")
            // The camera hangs at (0, 0.5, 0) and looks down.
            let (across, along) = (320.0 / 6000, 240.0 / 6000)
            let size = high - low
            #expect(abs(size.x - across) < 1e-6 && abs(size.z - along) < 1e-6 && size.y < 1e-6, "\(size)")
            let middle = (high + low) / 2
            #expect(abs(middle.x) < 1e-6 && abs(middle.y - 0.4) < 1e-6 && abs(middle.z) < 1e-6, "\(middle)")
            let material = try #require(materials.first { $0.texture != nil })
            #expect(material.isUnlit)
            let picture = try Picture(decoding: material.texture?.bytes ?? [], name: "view")
            #expect(picture.width == 320 && picture.height == 240)
        }
    }

    /// A command line that cannot work, and what must be said about it.
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var line: String
        var words: [String]
        var code: Int32
        init(_ name: String, _ line: String, _ words: [String], code: Int32 = 1) {
            testDescription = name
            self.line = line
            self.words = words
            self.code = code
        }
    }

    @Test(
        "What cannot be rendered is said in words, and leaves nothing",
        arguments: [
            Case("no recording", "render FOLDER/none --out FOLDER/o.png", ["does not exist"]),
            Case("an ending that is none", "render FOLDER/desk --out FOLDER/o.gif", [".mp4 or .png or .jpg"], code: 64),
            Case("a film of one moment", "render FOLDER/desk --at 1 --out FOLDER/o.mp4", ["write a .png or .jpg"], code: 64),
            Case("a page as a film", "render FOLDER/desk --sheet 2x2 --out FOLDER/o.mp4", ["write a .png or .jpg"], code: 64),
            Case(
                "a page and a moment", "render FOLDER/desk --sheet 2x2 --at 1 --out FOLDER/o.png",
                ["--at and --sheet exclude each other"], code: 64),
            Case("a page without rows", "render FOLDER/desk --sheet 4x0 --out FOLDER/o.png", ["1 to 20"], code: 64),
            Case(
                "a page that is too large", "render FOLDER/desk --sheet 99999999999999999999x3 --out FOLDER/o.png", ["1 to 20"],
                code: 64),
            Case("nowhere to write", "render FOLDER/desk", ["--out is missing"], code: 64),
            Case("a place that is not there", "render FOLDER/desk --out FOLDER/none/o.png", ["FOLDER/none"]),
            Case("a place in the recording", "render FOLDER/desk --out FOLDER/desk/o.png", ["into the recording"]),
            Case("a moment after the end", "render FOLDER/desk --at 9 --out FOLDER/o.png", ["no frame at 9 s", "1.333 s"]),
            Case("a frame after the end", "render FOLDER/desk --frame 77 --out FOLDER/o.png", ["no frame 77", "0 to 40"]),
            Case("a drawing that is none", "render FOLDER/desk --drawing FOLDER/cube.obj --out FOLDER/o.png", ["cube.obj"]),
            Case(
                "a model without a tap", "render FOLDER/desk --model FOLDER/cube.obj --out FOLDER/o.png", ["cup.glb@180,300"],
                code: 64),
            Case("a model that is none", "render FOLDER/desk --model FOLDER/none.obj@1,1 --out FOLDER/o.png", ["none.obj"]),
            Case("a snapshot after the end", "render FOLDER/desk --snapshot 9 --out FOLDER/o.mp4", ["no frame at 9 s"]),
            Case(
                "a tap outside of the view", "place FOLDER/desk FOLDER/cube.obj --click 900,9 --out FOLDER/o.obj",
                ["outside of the view", "320 × 240"]),
            Case(
                "a tap after the end", "place FOLDER/desk FOLDER/cube.obj --click 9,9@5 --out FOLDER/o.obj",
                ["not set down", "1.333 s"]),
            Case(
                "a model that is not set down", "place FOLDER/desk FOLDER/cube.obj --out FOLDER/o.obj", ["--click is missing"],
                code: 64),
            Case(
                "a model for nothing", "place FOLDER/desk FOLDER/cube.obj --click 9,9", ["--out or --preview is missing"],
                code: 64),
            Case(
                "a model that is cut off", "place FOLDER/desk FOLDER/cut.glb --click 9,9 --out FOLDER/o.obj",
                ["cut.glb", "cannot be read"]),
            Case(
                "a model that is too large", "place FOLDER/desk FOLDER/huge.stl --click 9,9 --out FOLDER/o.obj",
                ["huge.stl: a model has at most 256 MiB"]),
            Case(
                "nowhere to put what was placed", "place FOLDER/desk FOLDER/cube.obj --click 160,120 --out FOLDER/none/o.glb",
                ["FOLDER/none"]),
            Case("nowhere to put a snapshot", "snapshot FOLDER/desk --at 0 --out FOLDER/none/o.glb", ["FOLDER/none"]),
            Case(
                "a format that is none", "place FOLDER/desk FOLDER/cube.obj --click 9,9 --out FOLDER/o.blend",
                [".obj", ".glb", ".usdz"], code: 64),
            Case(
                "a style of no drawing", "render FOLDER/desk --style tube --out FOLDER/o.png",
                ["no drawing to show", "--drawing FILE"],
                code: 64),
            Case(
                "an option of another style", "render FOLDER/desk --drawing FOLDER/d.json --radius 2 --out FOLDER/o.png",
                ["--radius belongs to --style tube"], code: 64),
            Case(
                "a style of no mesh", "draw FOLDER/desk --style tube --out FOLDER/o.json", ["neither a mesh nor a film"], code: 64
            ),
            Case("a snapshot of no time", "snapshot FOLDER/desk --out FOLDER/o.obj", ["--at is missing"], code: 64),
            Case("a snapshot for nothing", "snapshot FOLDER/desk --at 1", ["--out or --preview is missing"], code: 64),
            Case("a snapshot later than the film", "snapshot FOLDER/desk --at 7 --out FOLDER/o.obj", ["no frame at 7 s"]),
        ])
    func refusals(_ test: Case) throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            try put(Self.cube, to: folder + "/cube.obj")
            try put("glTF\u{2}\0\0\0", to: folder + "/cut.glb")
            // A hole in a file takes no room on the disk.
            #expect(FileManager.default.createFile(atPath: folder + "/huge.stl", contents: nil))
            #expect(unsafe truncate(folder + "/huge.stl", MeshScene.largestModel + 1) == 0)
            let before = try names(in: folder)
            let result = outcome(test.line.replacing("FOLDER", with: folder))
            #expect(result.code == test.code, "\(result.messages)")
            for words in test.words {
                #expect(result.messages.contains(words.replacing("FOLDER", with: folder)), "\(result.messages)")
            }
            #expect(try names(in: folder) == before)
        }
    }
}
