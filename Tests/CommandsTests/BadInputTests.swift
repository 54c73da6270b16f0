import FoundationEssentials
import Imaging
import Spaces
import TestSupport
import Testing

@testable import Commands

@Suite(.serialized) struct BadInputTests {
    /// A way to break something, and what must be said about it.
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        /// The command line; FOLDER stands for the test's folder.
        var line: String
        var expected: [String]
        var code: Int32 = 1
        var damage: @Sendable (_ folder: String) throws -> Void = { _ in }
    }

    static let cases: [Case] = [
        .init(
            testDescription: "a click outside the view", line: "draw FOLDER/desk --click 400,100 --obj FOLDER/d.obj",
            expected: ["400.0,100.0", "outside the view", "320.0,240.0"]),
        .init(
            testDescription: "a box off the picture", line: "track FOLDER/desk --box 400,300,20,20 --out FOLDER/d.csv",
            expected: ["outside the picture of 320 x 240"]),
        .init(
            testDescription: "a box too small to follow",
            line: "track FOLDER/desk --click 80,120 --box-size 2 --out FOLDER/d.csv",
            expected: ["2 x 2 pixels", "at least 8"]),
        .init(
            testDescription: "a frame out of range", line: "frame FOLDER/desk --frame 500 --out FOLDER/f.png",
            expected: ["there is no frame 500", "0 to 40"]),
        .init(
            testDescription: "a time out of range", line: "frame FOLDER/desk --at 9 --out FOLDER/f.png",
            expected: ["there is no frame at 9.0 s", "1.333 s"]),
        .init(testDescription: "a missing recording", line: "draw FOLDER/none --obj FOLDER/d.obj", expected: ["does not exist"]),
        .init(
            testDescription: "a recording that is a file", line: "draw FOLDER/desk/recording.json --obj FOLDER/d.obj",
            expected: ["recording.json", "a recording is a folder"]),
        .init(testDescription: "no frames", line: "draw FOLDER/desk --obj FOLDER/d.obj", expected: ["frames.jsonl", "no frame"]) {
            try put("", to: $0 + "/desk/frames.jsonl")
        },
        .init(
            testDescription: "a future version", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["recording.json", "version", "2"]
        ) { folder in
            try edit(folder + "/desk/recording.json") { $0.replacing("\"version\": 1", with: "\"version\": 2") }
        },
        .init(testDescription: "NaN in a pose", line: "draw FOLDER/desk --obj FOLDER/d.obj", expected: ["frames.jsonl", "NaN"]) {
            try edit($0 + "/desk/frames.jsonl") { $0.replacing("0.5", with: "NaN") }
        },
        .init(
            testDescription: "a pose that is not rigid", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["frames.jsonl:", "world_from_camera", "rigid"]
        ) { folder in
            try edit(folder + "/desk/frames.jsonl") { $0.replacing("[0,0,1,0.5]", with: "[0,0,1.5,0.5]") }
        },
        .init(
            testDescription: "a picture size that does not match", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["320 × 240", "640 × 480", "intrinsics"]
        ) { folder in
            try edit(folder + "/desk/recording.json") {
                $0.replacing("320,", with: "640,").replacing("240", with: "480")
            }
        },
        .init(
            testDescription: "a film shorter than the frame list", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["video.mp4", "ends after 20 pictures", "frame 20"]
        ) { folder in
            try DeskFixture.writeFilm(to: folder + "/desk/video.mp4", frames: 20)
        },
        .init(
            testDescription: "a film whose index is lost", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["video.mp4", "cut"]
        ) { folder in
            // Whatever the encoder's order, half of the file is never a whole film.
            let path = folder + "/desk/video.mp4"
            let bytes = try #require(FileManager.default.contents(atPath: path))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        },
        .init(
            testDescription: "a film that is no film", line: "track FOLDER/desk/video.mp4 --box 64,104,32,32 --out FOLDER/d.csv",
            expected: ["video.mp4"]
        ) { try put("nothing of the kind", to: $0 + "/desk/video.mp4") },
        .init(
            testDescription: "a film outside the folder", line: "draw FOLDER/desk --obj FOLDER/d.obj",
            expected: ["recording.json", "pictures", "inside the recording's folder"]
        ) { folder in
            try edit(folder + "/desk/recording.json") { $0.replacing("\"video.mp4\"", with: "\"../video.mp4\"") }
        },
        .init(
            testDescription: "an output folder that does not exist", line: "draw FOLDER/desk --obj FOLDER/none/d.obj",
            expected: ["FOLDER/none"]),
        .init(
            testDescription: "an output inside the recording", line: "draw FOLDER/desk --out FOLDER/desk/frames.json",
            expected: ["into the recording"]),
        .init(
            testDescription: "an unknown command", line: "drwa FOLDER/desk", expected: ["'drwa'", "did you mean 'draw'"], code: 64
        ),
        .init(
            testDescription: "a click that is no place", line: "draw FOLDER/desk --click 5",
            expected: ["'5'", "--click", "200,300"],
            code: 64),
    ]

    @Test("Bad input gives one clear error, the right exit code, and leaves nothing behind", arguments: cases)
    func badInput(_ bad: Case) throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            try bad.damage(folder)
            let before = try names(in: folder) + names(in: folder + "/desk")
            let result = outcome(bad.line.replacing("FOLDER", with: folder))
            #expect(result.code == bad.code, "\(result.messages)")
            for words in bad.expected {
                #expect(result.messages.contains(words.replacing("FOLDER", with: folder)), "\(result.messages)")
            }
            #expect(result.messages.split(separator: "\n").filter { $0.hasPrefix("Error:") }.count == 1, "\(result.messages)")
            #expect(try names(in: folder) + names(in: folder + "/desk") == before)
        }
    }

    @Test("What was there before stays when drawing fails")
    func nothingOverwritten() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            try put("precious", to: folder + "/d.obj")
            try DeskFixture.writeFilm(to: folder + "/desk/video.mp4", frames: 20)
            #expect(outcome("draw \(folder)/desk --obj \(folder)/d.obj").code == 1)
            #expect(try text(folder + "/d.obj") == "precious")
        }
    }

    @Test("A frame list whose last line is cut off is used up to there, and said")
    func cutLastLine() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            try edit(folder + "/desk/frames.jsonl") { String($0.dropLast(30)) }
            let result = outcome("draw \(folder)/desk --out \(folder)/d.json")
            #expect(result.code == 0, "\(result.messages)")
            #expect(result.messages.contains("frames.jsonl:41"))
            #expect(result.data.contains("40 frames"))
        }
    }

    @Test("Ctrl-C in the middle leaves nothing behind and says so with exit code 130")
    func interrupted() async {
        // In a process of its own, because the request holds for all that runs at the same time.
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                try DeskFixture.write(to: folder + "/desk")
                Interruption.request(signal: 2)
                let result = outcome("draw \(folder)/desk --obj \(folder)/d.obj --preview \(folder)/p.mp4")
                #expect(result.code == 130)
                #expect(try names(in: folder) == ["desk"])
            }
        }
    }
}

/// Changes the text of a file; the change must change something.
private func edit(_ path: String, _ change: (String) -> String) throws {
    let before = try text(path)
    let after = change(before)
    #expect(after != before, "the damage did nothing to \(path)")
    try put(after, to: path)
}
