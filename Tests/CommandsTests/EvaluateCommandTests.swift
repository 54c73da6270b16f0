import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import Commands

@Suite("airdraw evaluate")
struct EvaluateCommandTests {
    /// Writes two clips in OTB's layout; in the second the last pictures are left out when asked for.
    private func set(in folder: String, breaking: Bool = false) throws -> String {
        for (index, name) in ["Left", "Right"].enumerated() {
            let clip = folder + "/Desk/" + name
            try FileManager.default.createDirectory(atPath: clip + "/img", withIntermediateDirectories: true)
            var boxes = ""
            for frame in 0..<6 {
                let path = clip + "/img/000\(frame + 1).png"
                try DeskFixture.picture(frame * (index + 1)).write(to: path)
                boxes += "\(65 + frame * (index + 1) * 4),105,32,32\n"
                if breaking, index == 1, frame == 4 { try put("no picture", to: path) }
            }
            try put(boxes, to: clip + "/groundtruth_rect.txt")
        }
        return folder + "/Desk"
    }

    @Test("A data set in, a table and files out")
    func table() throws {
        try withTemporaryFolder { folder in
            let shown = outcome("evaluate \(try set(in: folder)) --tracker bare:mosse --out \(folder)/out")
            #expect(shown.code == 0, "\(shown.messages)")
            let lines = shown.data.split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines[0].hasPrefix("Desk: 2 sequences, protocol ope, numbers as in OTB"))
            #expect(lines[2].hasPrefix("[ground-truth]  0.952"))
            #expect(lines.contains { $0.hasPrefix("bare:mosse") })
            #expect(shown.messages.contains("layout otb, guessed"))
            let files: Set = [
                "evaluation.json", "report.html", "results", "sequences.csv", "summary.csv", "summary.json", "times",
            ]
            #expect(files.isSubset(of: try names(in: folder + "/out")))
        }
    }

    @Test("Shards that are joined, and two jobs, give the files of a single run")
    func shards() throws {
        try withTemporaryFolder { folder in
            let line = "evaluate \(try set(in: folder)) --tracker bare:mosse --protocol anchor"
            let whole = outcome("\(line) --out \(folder)/whole")
            for number in 1...2 { #expect(outcome("\(line) --shard \(number)/2 --out \(folder)/\(number)").code == 0) }
            let merged = outcome("evaluate --merge \(folder)/2 \(folder)/1 --out \(folder)/merged")
            #expect(merged.code == 0, "\(merged.messages)")
            #expect(outcome("\(line) --jobs 2 --out \(folder)/jobs").code == 0)
            for name in ["summary.json", "summary.csv", "sequences.csv", "results/Desk/bare:mosse/Left.jsonl"] {
                #expect(try text(folder + "/merged/" + name) == text(folder + "/whole/" + name))
                #expect(try text(folder + "/jobs/" + name) == text(folder + "/whole/" + name))
            }
            #expect(merged.data.split(separator: "\n").count == whole.data.split(separator: "\n").count)
            let missing = outcome("evaluate --merge \(folder)/1 --out \(folder)/no")
            #expect(missing.code == 1)
            #expect(missing.messages.contains("the folders lack results"))
        }
    }

    @Test("A damaged file of truth is named, the others are in the table, and the exit code is 1")
    func damaged() throws {
        try withTemporaryFolder { folder in
            let set = try set(in: folder)
            try put("1,2,3,4\nbroken\n", to: set + "/Right/groundtruth_rect.txt")
            let shown = outcome("evaluate \(set) --tracker bare:mosse --out \(folder)/out")
            #expect(shown.code == 1)
            #expect(shown.messages.contains("Right/groundtruth_rect.txt:2: expected a number, found 'broken'"))
            #expect(shown.messages.contains("1 sequence could not be run"))
            #expect(shown.data.contains("Desk: 1 sequence, "))
            let scored = outcome("score \(set) --results x=\(set)/*/groundtruth_rect.txt")
            #expect(scored.code == 1)
            #expect(scored.messages.contains("1 result could not be judged"))
        }
    }

    @Test("Stored results are scored without a picture: the truth itself passes 20 of 21 thresholds")
    func score() throws {
        try withTemporaryFolder { folder in
            let set = try set(in: folder)
            for name in ["Left", "Right"] { try FileManager.default.removeItem(atPath: "\(set)/\(name)/img") }
            let line = "score \(set) --results a-tracker-with-a-name-that-no-terminal-has-room-for=\(set)/*/groundtruth_rect.txt"
            let shown = outcome(line)
            #expect(shown.code == 0, "\(shown.messages)")
            let lines = shown.data.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[2].hasPrefix("a-tracker-with-a…al-has-room-for  0.952  1.000"), "\(lines[2])")
            let csv = outcome(line + " --format csv").data.split(separator: "\n")
            #expect(csv.count == 3)
            #expect(csv[1].hasPrefix("Desk,a-tracker-with-a-name-that-no-terminal-has-room-for,Left,0.952380"))
            #expect(outcome(line + " --format json").data.contains("\"average_overlap\":1"))
            #expect(outcome("score \(set)").code == 64)
            #expect(outcome("score \(set) --results \(folder)/none").code == 1)
        }
    }

    @Test("A sequence that fails is named, the others are in the table, and the exit code is 1")
    func failing() throws {
        try withTemporaryFolder { folder in
            let shown = outcome("evaluate \(try set(in: folder, breaking: true)) --tracker bare:mosse --out \(folder)/out")
            #expect(shown.code == 1)
            #expect(shown.messages.contains("Failed: bare:mosse on Desk/Right: "))
            #expect(shown.messages.contains("0005.png"))
            #expect(shown.data.contains("[ground-truth]"))
            let again = outcome("evaluate \(folder)/Desk --tracker bare:mosse --out \(folder)/out")
            #expect(again.code == 1)
            #expect(again.messages.contains("--resume"))
        }
    }

    @Test("What is complete is not done again")
    func resumed() throws {
        try withTemporaryFolder { folder in
            let line = "evaluate \(try set(in: folder)) --tracker bare:mosse --out \(folder)/out"
            #expect(outcome(line).code == 0)
            let resumed = outcome(line + " --resume")
            #expect(resumed.code == 0)
            #expect(resumed.messages.contains("6 of 6 results were there already"))
        }
    }

    @Test("Stored results of another program are judged like a tracker")
    func stored() throws {
        try withTemporaryFolder { folder in
            let data = try set(in: folder)
            try FileManager.default.createDirectory(atPath: folder + "/others", withIntermediateDirectories: true)
            for name in ["Left", "Right"] {
                try put(text("\(data)/\(name)/groundtruth_rect.txt"), to: "\(folder)/others/\(name).txt")
            }
            let shown = outcome("evaluate \(data) --tracker Theirs=results:\(folder)/others --out \(folder)/out")
            #expect(shown.code == 0, "\(shown.messages)")
            #expect(shown.data.split(separator: "\n").contains { $0.hasPrefix("Theirs") && $0.contains("0.952") })
            #expect(outcome("evaluate \(data) --tracker results:\(folder)/none --out \(folder)/none").code == 1)
        }
    }

    struct Wrong: CustomTestStringConvertible {
        var line: String
        var says: String
        var testDescription: String { line }
    }

    @Test(
        "A wrong command line exits with 64 and says what is right",
        arguments: [
            Wrong(line: "evaluate", says: "DATASET is missing"), Wrong(line: "evaluate a --shard 3/2", says: "'3/2' is no value"),
            Wrong(line: "evaluate a --shard 0/2", says: "such as 1/4"),
            Wrong(line: "evaluate a --jobs 0", says: "from 1 to 1024"),
            Wrong(line: "evaluate a --tracker crst", says: "did you mean 'csrt'?"),
            Wrong(line: "evaluate a --layout OTB", says: "did you mean 'otb'?"),
            Wrong(line: "evaluate a --protocol opee", says: "did you mean 'ope'?"),
            Wrong(line: "evaluate --merge a b", says: "--out is missing"),
            Wrong(line: "evaluate --merge a --out b --tracker csrt", says: "exclude each other"),
            Wrong(line: "evaluate --merge a --out b --shard 1/2", says: "exclude each other"),
            Wrong(line: "evaluate a --tracker results:", says: "is no value"),
        ])
    func wrong(_ wrong: Wrong) {
        let shown = outcome(wrong.line)
        #expect(shown.code == 64)
        #expect(shown.messages.contains(wrong.says), "\(shown.messages)")
    }

    @Test("Trackers of other programs are taken apart")
    func foreign() throws {
        #expect(ForeignTracker("csrt") == nil)
        #expect(ForeignTracker("=results:x") == nil)
        let named = try #require(ForeignTracker("A=results:b=c"))
        #expect((named.name, named.source, named.isCommand) == ("A", "b=c", false))
        let bare = try #require(ForeignTracker("results:a=results:b"))
        #expect((bare.name, bare.source) == (nil, "a=results:b"))
        let command = try #require(ForeignTracker("trax:x --y=results:z"))
        #expect((command.source, command.isCommand) == ("x --y=results:z", true))
    }
}
