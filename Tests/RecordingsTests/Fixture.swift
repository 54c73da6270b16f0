import FoundationEssentials

@testable import Recordings

/// A small valid recording on disk, removed when the test is done.
final class Fixture {
    let root: String
    /// The recording's folder.
    let folder: String

    init(_ files: [String: String] = [:], without: Set<String> = []) throws {
        root = FileManager.default.temporaryDirectory.appending(path: "airdraw-\(UUID().uuidString)").path
        folder = root + "/r"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in Self.valid.merging(files, uniquingKeysWith: { $1 }) where !without.contains(name) {
            try write(text, to: name)
        }
    }

    deinit {
        // A folder that stays behind in the temporary one is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: root)
    }

    func write(_ text: String, to name: String) throws {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// What a test says about a message, without the temporary folder.
    func plain(_ text: String) -> String { text.replacing(folder, with: "r").replacing(root, with: "root") }

    /// Reads all of a recording and gives the first failure, without the temporary folder.
    func firstFailure() -> String? {
        do {
            let recording = try Recording(opening: folder)
            let frames = try recording.frames()
            while try frames.next() != nil {}
            let anchors = try recording.anchors()
            while try anchors.next() != nil {}
            let events = try recording.events()
            while try events.next() != nil {}
            return nil
        } catch { return plain(error.description) }
    }

    static let pose = "[[1,0,0,0.1],[0,1,0,0.5],[0,0,1,0.2],[0,0,0,1]]"

    static let header = """
        {
          "format": "airdraw-recording", "version": 1, "name": "small",
          "image_size": [1280, 720], "viewport_size": [375, 812], "orientation": "portrait",
          "pictures": "video.mp4"
        }
        """

    static func frame(_ index: Int, _ more: String = "") -> String {
        let time = Double(index) / 10
        return #"{"index":\#(index),"time":\#(time),"video_frame":\#(index),"world_from_camera":\#(pose),"#
            + #""fx":1000,"fy":1000.5,"cx":639.5,"cy":359.5\#(more)}"# + "\n"
    }

    static func plane(_ time: Double, _ event: String, _ id: String, _ more: String = "") -> String {
        #"{"time":\#(time),"event":"\#(event)","id":"\#(id)","type":"plane","alignment":"horizontal","#
            + #""world_from_anchor":\#(pose),"center":[0,0,0.1],"extent":[0.6,0.4]\#(more)}"# + "\n"
    }

    static let valid: [String: String] = [
        "recording.json": header,
        "video.mp4": "",
        "frames.jsonl": frame(0, #","tracking":"limited","tracking_reason":"initializing""#) + frame(1)
            + frame(2, #","light":{"ambient_intensity":950.5,"ambient_color_temperature":5000}"#),
        "anchors.jsonl": plane(0, "add", "a") + plane(0, "add", "b")
            + plane(0.1, "update", "a", #","boundary":[[0,0],[1,0],[1,1]]"#)
            + #"{"time":0.2,"event":"remove","id":"b","merged_into":"a"}"# + "\n",
        "events.jsonl": #"""
        {"time":0,"event":"tap","view":[100,200.5]}
        {"time":0.1,"event":"draw","on":true}
        {"time":0.2,"event":"draw","on":false}

        """#,
    ]
}
