import AirDrawing
import FoundationEssentials
import Meshes
import Spaces
import TestSupport
import Testing

@testable import Commands

/// Three strokes of five points each, side by side.
private func three() -> Drawing {
    var drawing = Drawing(name: "three")
    drawing.height = 0.01
    drawing.planeNormals = ["table": .init(x: 0, y: 1, z: 0)]
    drawing.strokes = (0..<3).map { s in
        var stroke = Stroke()
        for i in 0..<5 {
            let place = WorldPoint(x: Double(i) * 0.01, y: 0, z: Double(s) * 0.05)
            stroke.path.append(.init(position: place, time: Double(s * 10 + i), plane: "table"))
            stroke.points.append(.init(position: place, time: Double(s * 10 + i), frame: i, confidence: 1, plane: "table"))
        }
        return stroke
    }
    return drawing
}

@Suite struct EditCommandTests {
    @Test("edit makes all changes in one go, says what changed, and leaves the original alone with --out")
    func edit() throws {
        try withTemporaryFolder { folder in
            try three().write(to: folder + "/a.json")
            let before = try text(folder + "/a.json")
            let (code, data, messages) = outcome(
                "edit \(folder)/a.json --undo-last --drop-stroke 1 --color 2:#112233 --name 2:roof --scale 2 --move 0,1,0 "
                    + "--height 0.03 --out \(folder)/b.json")
            #expect(code == 0, "\(messages)")
            #expect(try text(folder + "/a.json") == before)
            let drawing = try Drawing(contentsOf: folder + "/b.json")
            #expect(drawing.strokes.count == 1 && drawing.height == 0.03)
            #expect(drawing.strokes[0].name == "roof" && drawing.strokes[0].colour?.hexadecimal == "#112233")
            #expect(abs(drawing.length - 0.08) < 1e-9)
            #expect(drawing.bounds?.min.y == 1)
            for words in [
                "stroke 3 taken back: 5 points, 0.040 m", "stroke 1 taken back", "scaled by 2.0", "b.json: 1 stroke, 5 points",
            ] {
                #expect(data.contains(words), "\(words) in \(data)")
            }
        }
    }

    @Test("edit without --out changes the drawing itself, and a wrong edit leaves it as it was")
    func inPlace() throws {
        try withTemporaryFolder { folder in
            try three().write(to: folder + "/a.json")
            #expect(outcome("edit \(folder)/a.json --undo-last").code == 0)
            #expect(try Drawing(contentsOf: folder + "/a.json").strokes.count == 2)
            let before = try text(folder + "/a.json")
            for (edit, words) in [
                ("--drop-stroke 7", "there is no stroke 7"), ("--color 3:#ffffff", "there is no stroke 3"),
                ("--undo-last --scale 1e9", "10,000 m are the most"), ("--move 1e9,0,0", "1,000,000 m from the origin"),
                ("--height 1e9", "to 1000 m can be built"), ("--height 1e-300", "to 1000 m can be built"),
                ("--scale 1e-323", "to 1000 m can be built"),
            ] {
                let (code, _, messages) = outcome("edit \(folder)/a.json " + edit)
                #expect(code == 1 && messages.contains(words), "\(edit): \(messages)")
                #expect(try text(folder + "/a.json") == before)
            }
            #expect(try names(in: folder) == ["a.json"])
        }
    }

    @Test("merge does not take the place of one of its drawings, and a drawing far from the origin has a ribbon as any other")
    func inputsStay() throws {
        try withTemporaryFolder { folder in
            try three().write(to: folder + "/a.json")
            try three().write(to: folder + "/b.json")
            let before = try text(folder + "/a.json")
            let (code, _, messages) = outcome("merge \(folder)/a.json \(folder)/b.json --out \(folder)/a.json")
            #expect(code == 1 && messages.contains("is one of the drawings that are merged"), "\(messages)")
            #expect(try text(folder + "/a.json") == before)
            #expect(outcome("edit \(folder)/a.json --move 500000,0,0").code == 0)
            let far = outcome("export \(folder)/a.json --style ribbon --width 0.2 --out \(folder)/far.stl")
            #expect(far.code == 0, "\(far.messages)")
        }
    }

    @Test("edit refuses an empty drawing, a future version and a coordinate out of reach")
    func badDrawings() throws {
        try withTemporaryFolder { folder in
            try Drawing(name: "none").write(to: folder + "/none.json")
            #expect(outcome("edit \(folder)/none.json --undo-last").messages.contains("has no strokes"))
            try three().write(to: folder + "/a.json")
            try put(text(folder + "/a.json").replacing("\"version\":1", with: "\"version\":9"), to: folder + "/new.json")
            #expect(outcome("edit \(folder)/new.json --undo-last").messages.contains("version 9 is not read here"))
            var far = three()
            far.strokes[1].path[2].position = .init(x: 1e30, y: 0, z: 0)
            try far.write(to: folder + "/far.json")
            for edit in ["--simplify 1", "--scale 2", "--undo-last"] {
                let (code, _, messages) = outcome("edit \(folder)/far.json " + edit)
                #expect(code == 1 && messages.contains("strokes.[1].path.[2].position is (1e+30"), "\(messages)")
            }
            let (code, _, messages) = outcome("export \(folder)/far.json --style ribbon --out \(folder)/far.obj")
            #expect(code == 1 && messages.contains("1e+30"), "\(messages)")
            #expect(try names(in: folder).contains { $0.hasPrefix("far.o") } == false)
        }
    }

    @Test("merge puts strokes one after the other, and asks for a height where there are two")
    func merge() throws {
        try withTemporaryFolder { folder in
            try three().write(to: folder + "/a.json")
            var other = three()
            other.height = 0.02
            try other.write(to: folder + "/b.json")
            let (code, _, messages) = outcome("merge \(folder)/a.json \(folder)/b.json --out \(folder)/c.json")
            #expect(code == 1 && messages.contains("--height METRES"), "\(messages)")
            #expect(try names(in: folder) == ["a.json", "b.json"])
            let done = outcome("merge \(folder)/a.json \(folder)/b.json --height 0.005 --out \(folder)/c.json")
            #expect(done.code == 0 && done.data.contains("c.json: 6 strokes, 30 points"), "\(done.messages)")
            #expect(try Drawing(contentsOf: folder + "/c.json").height == 0.005)
        }
    }

    @Test("export makes solids of strokes")
    func export() throws {
        try withTemporaryFolder { folder in
            try three().write(to: folder + "/a.json")
            for style in ["ribbon", "ribbon --taper --width-from-speed --chamfer 1 --width 4", "tube --radius 2 --separate"] {
                let (code, data, messages) = outcome("export \(folder)/a.json --out \(folder)/a.obj --style " + style)
                #expect(code == 0 && data.contains("3 objects"), "\(style): \(messages)")
            }
        }
    }

    @Test(
        "Wrong command lines of edit, merge and styles exit with 64 and the cure",
        arguments: [
            ("edit a.json", "'airdraw help edit' lists the changes"), ("edit a.json --color 2:red", "a colour as #rrggbb"),
            ("edit a.json --drop-stroke 0", "the number of a stroke, from 1 up"), ("edit a.json --scale 0", "a factor above 0"),
            ("edit a.json --move 1,2", "along x, y (up) and z"), ("merge a.json --out b.json", "one after the other"),
            ("export a.json --out a.obj --taper", "--taper belongs to --style ribbon"),
            ("export a.json --out a.obj --style ribbon --radius 1", "--radius belongs to --style tube"),
            ("export a.json --out a.obj --separate", "--separate belongs to --style ribbon and --style tube"),
            ("draw r --style ribbon", "give --mesh FILE or --obj FILE or --preview FILE"),
        ])
    func usage(_ line: String, _ cure: String) {
        let (code, _, messages) = outcome(line)
        #expect(code == 64 && messages.contains(cure), "\(messages)")
    }
}
