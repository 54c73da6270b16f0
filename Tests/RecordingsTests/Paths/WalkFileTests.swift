import Archives
import FoundationEssentials
import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Path files")
struct WalkFileTests {
    private static let path = WalkPath(
        name: "walk", worldAlignment: .gravityAndHeading, spacing: 0.5,
        start: .init(
            camera: .init(
                model: .init(
                    intrinsics: .init(fx: 480.5, fy: 481, cx: 319.3, cy: 240.4), distortion: .init(k1: -0.1, p2: 0.002)),
                imageSize: .init(width: 640, height: 480),
                worldFromCamera: .init(xAxis: [0, -1, 0], yAxis: [1, 0, 0], zAxis: [0, 0, 1], translation: [0.1, 0.2, 0.3])),
            orientation: .portrait, picture: [1, 2, 3],
            landmarks: [.init(pixel: .init(x: 12.5, y: 7.25), position: .init(x: 1, y: 2, z: -3))]),
        waypoints: [
            .init(position: .init(x: 0.1, y: 0.2, z: 0.3), distance: 0, time: 0.1),
            .init(position: .init(x: 0.1, y: 0.2, z: -0.2), distance: 0.5, time: 1.5),
            .init(position: .init(x: 3.1, y: 0.2, z: -4.2), distance: 5.5, time: 9, followsBreak: true),
        ])

    /// Writes entries as a path file and gives what reading it says; nil when it can be read.
    private func failure(_ entries: [(String, String)]) throws -> String? {
        try withTemporaryFolder { folder in
            let file = folder + "/a.airpath"
            let archive = try ZipWriter(path: file)
            for (name, text) in entries { try archive.append(name, Array(text.utf8)) }
            try archive.finish()
            do {
                _ = try WalkPath(contentsOf: file)
                return nil
            } catch {
                return "\(error)".replacing(folder + "/", with: "")
            }
        }
    }

    private static let manifest = #"{"format":"airdraw-path","version":1}"#
    private static let start =
        #""start":{"image_size":[640,480],"fx":1,"fy":1,"cx":0,"cy":0,"orientation":"portrait","world_from_camera":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#

    private func way(_ points: String) -> String {
        #"{"name":"a","world_alignment":"gravity","spacing":0.5,"points":\#(points),"# + Self.start + "}"
    }

    @Test("give back what was written, in the same bytes every time")
    func roundTrip() throws {
        try withTemporaryFolder { folder in
            try Self.path.write(to: folder + "/a.airpath")
            try Self.path.write(to: folder + "/b.airpath")
            #expect(try WalkPath(contentsOf: folder + "/a.airpath") == Self.path)
            let bytes = try #require(FileManager.default.contents(atPath: folder + "/a.airpath"))
            #expect(bytes == FileManager.default.contents(atPath: folder + "/b.airpath"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.airpath", "b.airpath"])
        }
        #expect(Self.path.length == 5.5)
        #expect(Self.path.breakCount == 1)
    }

    @Test("that are cut off anywhere are refused, and nothing stays behind")
    func cut() throws {
        try withTemporaryFolder { folder in
            try Self.path.write(to: folder + "/a.airpath")
            let bytes = try #require(FileManager.default.contents(atPath: folder + "/a.airpath"))
            for count in stride(from: 0, to: bytes.count, by: 37) {
                try bytes.prefix(count).write(to: URL(filePath: folder + "/b.airpath"))
                #expect(throws: (any Error).self, "\(count) bytes") { try WalkPath(contentsOf: folder + "/b.airpath") }
            }
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: folder + "/b.airpath"))
            do {
                _ = try WalkPath(contentsOf: folder + "/b.airpath")
                Issue.record("half a file was read")
            } catch {
                #expect("\(error)".hasSuffix("/b.airpath: the archive is cut off or damaged; copy it anew"))
            }
        }
    }

    @Test("that are none, or of a later version, are refused with the reason")
    func others() throws {
        try withTemporaryFolder { folder in
            try Data("no archive".utf8).write(to: URL(filePath: folder + "/text"))
            do {
                _ = try WalkPath(contentsOf: folder + "/text")
                Issue.record("a text was read")
            } catch {
                #expect("\(error)".hasSuffix("it is no path file: those are zip archives; airdraw path record writes one"))
            }
            #expect(throws: (any Error).self) { try WalkPath(contentsOf: folder + "/missing") }
            #expect(throws: (any Error).self) { try WalkPath(contentsOf: folder) }
        }
        #expect(try failure([("other", "x")])?.contains("it holds no manifest.json and path.json") == true)
        let later = try failure([
            ("manifest.json", #"{"format":"airdraw-path","version":2}"#), ("path.json", way("[[0,0,0,0,0]]")),
        ])
        #expect(later?.contains("this path has version 2, and 1 to 1 are read; a newer airdraw may read it") == true)
        let foreign = try failure([("manifest.json", #"{"format":"gpx","version":1}"#), ("path.json", "{}")])
        #expect(foreign?.contains(#"expected "airdraw-path", found "gpx""#) == true)
    }

    @Test("with wrong numbers name the key")
    func numbers() throws {
        func words(_ points: String) throws -> String? {
            try failure([("manifest.json", Self.manifest), ("path.json", way(points))])
        }
        #expect(try words("[[0,0,0,0,0]]") == nil)
        #expect(try words("[]")?.contains("there is no point") == true)
        #expect(try words("[[0,0,1e30,0,0]]")?.contains("points[0][2]") == true)
        #expect(try words("[[0,0,NaN,0,0]]")?.contains("found NaN, which JSON does not have") == true)
        #expect(try words("[[0,0]]")?.contains("points[0]") == true)
        // Clocks of phones count from their start, and more than a million seconds are eleven days.
        #expect(try words("[[0,0,0,2e6,0]]") == nil)
        let turned = way("[[0,0,0,0,0]]").replacing("\"gravity\"", with: "\"camera\"")
        #expect(
            try failure([("manifest.json", Self.manifest), ("path.json", turned)])?
                .contains("expected gravity or gravity_and_heading") == true)
    }
}
