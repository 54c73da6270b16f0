import Foundation
import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Image anchors in recordings")
struct ImageAnchorTests {
    private let record = ImageAnchorRecord(
        id: "image-card", name: "card", worldFromAnchor: .identity, physicalSize: [0.12, 0.08], isTracked: true)

    private func recording(_ folder: String, _ anchors: String) throws -> Recording {
        let place = folder + "/small"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let identity = "[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]"
        try """
        {"format": "airdraw-recording", "version": 1, "name": "small", "image_size": [64, 48], "viewport_size": [64, 48],
         "orientation": "landscape_right", "pictures": "none",
         "frame_defaults": {"fx": 50, "fy": 50, "cx": 32, "cy": 24, "world_from_camera": \(identity)}}
        """.write(toFile: place + "/recording.json", atomically: true, encoding: .utf8)
        try "{\"index\": 0, \"time\": 0}\n{\"index\": 1, \"time\": 1}\n".write(
            toFile: place + "/frames.jsonl", atomically: true, encoding: .utf8)
        try anchors.replacingOccurrences(of: "POSE", with: identity).write(
            toFile: place + "/anchors.jsonl", atomically: true, encoding: .utf8)
        return try Recording(opening: place)
    }

    private func events(_ recording: Recording) throws -> [AnchorEvent] {
        let reader = try recording.anchors()
        var events: [AnchorEvent] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test("What an update leaves out is as before; images of other programs are kept as they are")
    func read() throws {
        try withTemporaryFolder { folder in
            let found = try events(
                recording(
                    folder,
                    """
                    {"time": 0, "event": "add", "id": "a", "type": "image", "name": "card", "world_from_anchor": POSE, "size": [0.12, 0.08]}
                    {"time": 0, "event": "add", "id": "b", "type": "image", "world_from_anchor": POSE, "referenceImageName": "x"}
                    {"time": 1, "event": "update", "id": "a", "world_from_anchor": POSE, "tracked": false}
                    {"time": 1, "event": "remove", "id": "a"}

                    """))
            var now = record
            now.id = "a"
            #expect(found[0].change == .add(.image(now)))
            guard case .add(.other(let other)) = found[1].change else { return #expect(Bool(false)) }
            #expect(other.type == "image")
            now.isTracked = false
            #expect(found[2].change == .update(.image(now)))
            #expect(found[3].change == .remove(mergedInto: nil))
        }
    }

    @Test("A line is written as it is read")
    func line() throws {
        try withTemporaryFolder { folder in
            let written = AnchorEvent(time: 0.5, id: record.id, change: .add(.image(record)))
            let read = try events(recording(folder, written.line))
            #expect(read == [written])
        }
    }

    @Test("Image anchors are added between those that are there, and replaced only when that is allowed")
    func additions() throws {
        try withTemporaryFolder { folder in
            let before = """
                {"time": 0, "event": "add", "id": "p", "type": "plane", "alignment": "horizontal", "world_from_anchor": POSE, "center": [0, 0, 0], "extent": [1, 1]}
                {"time": 1, "event": "remove", "id": "p"}

                """
            let recording = try recording(folder, before)
            let additions = try ImageAdditions(to: recording, replacing: false)
            try additions.write(.init(time: 0.5, id: record.id, change: .add(.image(record))))
            #expect(throws: RecordingFailure.self) {
                try additions.write(.init(time: 0.6, id: "p", change: .add(.image(record))))
            }
            try additions.commit()
            #expect(try events(recording).map(\.id) == ["p", "image-card", "p"])
            #expect(throws: RecordingFailure.self) { try ImageAdditions(to: recording, replacing: false) }
            let again = try ImageAdditions(to: recording, replacing: true)
            try again.commit()
            #expect(try events(recording).map(\.id) == ["p", "p"])
        }
    }
}
