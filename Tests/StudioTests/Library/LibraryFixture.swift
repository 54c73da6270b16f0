import Foundation
import Imaging
import Recordings
import Spaces

@testable import Studio

/// The recordings of the repository, and small ones that tests make.
enum LibraryFixture {
    /// The folder `recordings`.
    static let recordings =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/recordings"

    /// The lines of a JSON lines file as Foundation reads them.
    static func lines(_ path: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// A value as the page gets it.
    static func object(_ value: some Encodable) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(try jsonBytes(value))) as? [String: Any] ?? [:]
    }

    /// Writes a text file.
    static func put(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Copies a recording of the repository.
    static func copy(_ name: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: recordings + "/" + name, toPath: path)
    }

    /// A recording of a few picture files, the left half red and the right half blue, in a portrait view.
    static func small(at path: String, frames: Int = 3, events: String? = nil) throws {
        try put(
            #"{"format":"airdraw-recording","version":1,"name":"small","image_size":[160,120],"viewport_size":[120,160],"#
                + #""orientation":"portrait","pictures":"images","world_alignment":"gravity","#
                + #""frame_defaults":{"fx":150,"fy":150,"cx":79.5,"cy":59.5,"#
                + #""world_from_camera":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}}"#, to: path + "/recording.json")
        var lines = ""
        for frame in 0..<frames {
            lines += #"{"index":\#(frame),"time":\#(Double(frame) / 10),"file":"images/\#(frame).png"}"# + "\n"
            try FileManager.default.createDirectory(atPath: path + "/images", withIntermediateDirectories: true)
            try halves().write(to: path + "/images/\(frame).png")
        }
        try put(lines, to: path + "/frames.jsonl")
        if let events { try put(events, to: path + "/events.jsonl") }
    }

    /// A picture of 160 × 120 pixels, red at the left and blue at the right.
    static func halves() throws -> Picture {
        var bytes: [UInt8] = []
        for _ in 0..<120 {
            for x in 0..<160 { bytes += x < 80 ? [0, 0, 255] : [255, 0, 0] }
        }
        return try Picture(width: 160, height: 120, bgr: bytes)
    }
}

/// Where no importer is wanted: recordings are taken in without one.
struct NoImporter: StudioImporter {
    func check(_ request: StudioImport) throws(StudioImportFailure) {}

    func run(_ request: StudioImport, listener: any StudioImportListener) throws(StudioImportFailure) {
        throw .init("it is no recording")
    }
}
