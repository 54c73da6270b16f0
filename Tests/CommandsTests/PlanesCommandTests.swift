import FoundationEssentials
import Recordings
import TestSupport
import Testing

@testable import Commands

@Suite(.serialized) struct PlanesCommandTests {
    /// A copy of a rendered recording, whose planes are known to be in the way.
    private func copy(to folder: String) throws -> String {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        try FileManager.default.copyItem(atPath: repository + "/recordings/square", toPath: folder + "/square")
        return folder + "/square"
    }

    @Test("The table is printed, and written as JSON and PLY, the same bytes each time")
    func files() throws {
        try withTemporaryFolder { folder in
            let recording = try copy(to: folder)
            var tables: Set<String> = []
            for name in ["a", "b"] {
                let (code, data, messages) = outcome(
                    "planes \(recording) --until 2 --out \(folder)/\(name).json --ply \(folder)/\(name).ply")
                #expect(code == 0, "\(messages)")
                tables.insert(data)
            }
            let lines = try #require(tables.first).split(separator: "\n")
            #expect(tables.count == 1 && lines.count == 2)
            #expect(lines.last?.hasPrefix("plane-1  horizontal  -0.39") == true, "\(lines)")
            for ending in ["json", "ply"] {
                let a = FileManager.default.contents(atPath: "\(folder)/a.\(ending)")
                #expect(a != nil && a == FileManager.default.contents(atPath: "\(folder)/b.\(ending)"), "\(ending)")
            }
        }
    }

    @Test("Planes are added when asked, never silently in place of others, and can then be drawn on")
    func writing() throws {
        try withTemporaryFolder { folder in
            let recording = try copy(to: folder)
            let before = FileManager.default.contents(atPath: recording + "/anchors.jsonl")
            let refused = outcome("planes \(recording) --horizontal --write")
            #expect(refused.code == 1)
            #expect("\(refused.messages)".contains("--replace"))
            #expect(FileManager.default.contents(atPath: recording + "/anchors.jsonl") == before)
            let replaced = outcome("planes \(recording) --horizontal --write --replace")
            #expect(replaced.code == 0, "\(replaced.messages)")
            #expect(outcome("check \(recording)").code == 0)
            #expect(try Recording(opening: recording).features().next() != nil)
            #expect(outcome("draw \(recording) --out \(folder)/d.json").code == 0)
        }
    }

    @Test(
        "What cannot be meant is refused from the command line alone",
        arguments: ["planes", "planes x --replace", "planes x --write --until 2", "planes x --out planes.txt"])
    func usage(line: String) {
        #expect(outcome(line).code == 64)
    }
}
