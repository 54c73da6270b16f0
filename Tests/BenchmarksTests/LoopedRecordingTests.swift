import Files
import Foundation
import Imaging
import Recordings
import Testing

@testable import Benchmarks
@testable import Commands

@Suite("Looped recordings")
struct LoopedRecordingTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test("A loop begins with the tap, has every frame it was asked for, and ends where it turns back")
    func loop() throws {
        let source = try Recording(opening: Self.repository + "/recordings/square")
        let folder = try TemporaryFolder(for: "test")
        try LoopedRecording(of: source.folder).write(seconds: 4, to: folder.file("long"), SilentConsole())

        let looped = try Recording(opening: folder.file("long"))
        var poses: [FrameRecord] = []
        let reader = try looped.frames()
        while let frame = try reader.next() { poses.append(frame) }
        let count = Int((4 * (try source.frameRate())).rounded())
        #expect(poses.count == count)
        let film = try VideoFile(path: #require(looped.filmPath))
        var pictures = 0
        while try film.skip() { pictures += 1 }
        #expect(pictures == count)

        // The stretch of 3 s holds one frame more than 3 s last: after the last one it turns.
        let turn = Int((LoopedRecording.stretch * (try source.frameRate())).rounded())
        #expect(poses[turn + 5].camera == poses[turn - 5].camera)
        let events = try looped.events()
        let first = try events.next()
        #expect(first?.time == 0)
        guard case .tap = first?.kind else { return #expect(Bool(false), "the first event is no tap") }
    }

    @Test("A recording that nobody tapped is refused")
    func noTap() throws {
        let source = Self.repository + "/recordings/square"
        let folder = try TemporaryFolder(for: "test")
        try FileManager.default.copyItem(atPath: source, toPath: folder.file("untapped"))
        try FileManager.default.removeItem(atPath: folder.file("untapped/events.jsonl"))
        #expect(throws: CommandFailure.self) { try LoopedRecording(of: folder.file("untapped")) }
    }
}
