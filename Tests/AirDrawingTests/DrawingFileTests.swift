import AirDrawing
import FoundationEssentials
import Meshes
import Spaces
import TestSupport
import Testing

private func example() -> Drawing {
    var drawing = Drawing(name: "α \"quoted\"")
    drawing.height = 0.0123456789012345
    drawing.planeNormals = ["table": .init(x: 0, y: 1, z: 0)]
    drawing.outcomes = [.drawn: 3, .noPlane: 2, .notSeeded: 1]
    var stroke = Stroke()
    stroke.points = [
        .init(position: .init(x: 0.1, y: -0.4, z: 1.0 / 3), time: 0.5, frame: 15, confidence: 0.875, plane: "table"),
        .init(
            position: .init(x: 0.11, y: -0.4, z: 1.0 / 3), time: 0.51, frame: 16, confidence: 0.5, plane: "table",
            isInterpolated: true),
    ]
    stroke.path = [.init(position: .init(x: 0.1, y: -0.4, z: 1.0 / 3), time: 0.5, plane: "table")]
    drawing.strokes = [stroke]
    return drawing
}

@Suite struct DrawingFileTests {
    @Test("A drawing that was written is read back as it was, and writing it again gives the same bytes")
    func roundTrip() throws {
        try withTemporaryFolder { folder in
            let drawing = example()
            try drawing.write(to: folder + "/a.json")
            let back = try Drawing(contentsOf: folder + "/a.json")
            #expect(back == drawing)
            try back.write(to: folder + "/b.json")
            let bytes = FileManager.default.contents(atPath: folder + "/a.json")
            #expect(bytes == FileManager.default.contents(atPath: folder + "/b.json"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.json", "b.json"])
        }
    }

    @Test("Names and colours make a file of version 2; without them it stays one of version 1")
    func versions() throws {
        try withTemporaryFolder { folder in
            func write(_ drawing: Drawing) throws -> String {
                try drawing.write(to: folder + "/a.json")
                #expect(try Drawing(contentsOf: folder + "/a.json") == drawing)
                return try String(contentsOfFile: folder + "/a.json", encoding: .utf8)
            }
            var drawing = example()
            #expect(try write(drawing).contains(#""version":1"#))
            drawing.strokes[0].name = "roof"
            drawing.strokes[0].colour = Colour(hexadecimal: "#c08a4a")
            let text = try write(drawing)
            #expect(text.contains(#""version":2"#) && text.contains(##""color":"#c08a4a""##) && text.contains(#""name":"roof""#))
        }
    }

    struct Bad: CustomTestStringConvertible {
        var text: String
        var expected: String
        var testDescription: String { expected }
    }

    @Test(
        "A file that is no drawing gives one sentence that says why",
        arguments: [
            Bad(text: "", expected: "no JSON that can be read"),
            Bad(text: "[1, 2]", expected: "is no"),
            Bad(text: "{}", expected: "key format is missing"),
            Bad(text: #"{"format": "airdraw-recording", "version": 1}"#, expected: "format is \"airdraw-recording\""),
            Bad(text: #"{"format": "airdraw-drawing", "version": 3}"#, expected: "version 3 is not read here"),
            Bad(text: #"{"format": "airdraw-drawing", "version": 1, "name": "x"}"#, expected: "is missing"),
            Bad(
                text:
                    #"{"format": "airdraw-drawing", "version": 1, "name": "x", "height": 1, "planes": [{"id": "t", "normal": [0, 1]}], "frames": {}, "strokes": []}"#,
                expected: "has 2 numbers"),
            Bad(
                text:
                    #"{"format": "airdraw-drawing", "version": 1, "name": "x", "height": NaN, "planes": [], "frames": {}, "strokes": []}"#,
                expected: "no JSON that can be read"),
            Bad(
                text:
                    #"{"format": "airdraw-drawing", "version": 1, "name": "x", "height": -1, "planes": [], "frames": {}, "strokes": []}"#,
                expected: "height is -1.0"),
            Bad(
                text:
                    #"{"format": "airdraw-drawing", "version": 2, "name": "x", "height": 1, "planes": [], "frames": {}, "strokes": [{"color": "red", "points": [], "path": []}]}"#,
                expected: "color is \"red\"; a colour is written as #rrggbb"),
        ])
    func badFiles(_ bad: Bad) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/bad.json"
            try Data(bad.text.utf8).write(to: URL(filePath: path))
            let failure = #expect(throws: DrawingFailure.self) { try Drawing(contentsOf: path) }
            #expect(failure?.description.contains(bad.expected) == true, "\(failure?.description ?? "")")
            #expect(failure?.description.hasPrefix(path) == true)
        }
    }
}
