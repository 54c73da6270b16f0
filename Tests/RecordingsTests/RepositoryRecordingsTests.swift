import FoundationEssentials
import Testing

@testable import Recordings

@Suite("The recordings of this repository")
struct RepositoryRecordingsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "recordings").path

    /// Those in which a finger draws.
    private static var names: [String] {
        allNames.filter { FileManager.default.fileExists(atPath: folder + "/\($0)/truth/strokes.json") }
    }

    private static var allNames: [String] {
        // Without the folder there is nothing to check, which the test below says.
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { FileManager.default.fileExists(atPath: folder + "/\($0)/recording.json") }.sorted()
    }

    @Test("are there")
    func exist() {
        #expect(!Self.names.isEmpty)
    }

    @Test("pass the check of their text", arguments: allNames)
    func text(name: String) throws {
        #expect(checkText(Self.folder + "/" + name) == [])
    }

    @Test("hold what drawing needs", arguments: names)
    func pass(name: String) throws {
        let recording = try Recording(opening: Self.folder + "/" + name)
        let summary = try RecordingSummary(of: recording)
        #expect(summary.frames > 0 && summary.shareTracked > 0.9 && summary.planesAtEnd > 0)
        // Those with a finger have a tap; the others show printed pictures.
        let images = try RecordingTruth(opening: Self.folder + "/" + name)?.images() ?? []
        #expect(summary.events["tap", default: 0] > 0 || images.count == summary.frames)
        // Written again, everything reads as it did.
        let header = recording.header
        #expect(try RecordingHeader(text: Array(header.text.utf8), path: "recording.json") == header)
        let frames = try recording.frames()
        while let frame = try frames.next() {
            let line = Array(frame.line(in: header).utf8.dropLast())
            let again = try FrameRecord(try Fields(line, place: Place("frames.jsonl")), header: header)
            #expect(again == frame)
        }
    }

    @Test("know a truth for every frame", arguments: names)
    func truth(name: String) throws {
        guard let truth = try RecordingTruth(opening: Self.folder + "/" + name) else { return }
        guard try truth.images().isEmpty else { return }
        let frames = try truth.frames()
        var count = 0
        while try frames.next() != nil { count += 1 }
        #expect(count == (try RecordingSummary(of: Recording(opening: Self.folder + "/" + name)).frames))
        #expect(try !truth.strokes().isEmpty && !truth.planes().isEmpty)
    }
}
