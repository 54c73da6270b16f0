import Foundation
import Imaging
import Recordings
import TestSupport
import Testing

@testable import Commands
@testable import Studio

/// Imports in the studio do what `airdraw import` does.
@Suite(.serialized) struct StudioImportsTests {
    private static let deskCard =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        + "/recordings/desk-card"

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    private func desk(_ folder: String) throws -> ImportDesk {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return ImportDesk(folder: .init(folder), importer: StudioImports(), films: .init())
    }

    /// Sends a file as the page does, in parts, and gives the import.
    private func send(
        _ bytes: [UInt8], as file: String, words: [String] = [], wish: String? = nil, to desk: ImportDesk
    ) throws -> String {
        let upload = try desk.begin(file: file, wish: wish, words: words, length: bytes.count, runsAtOnce: false)
        for at in stride(from: 0, to: bytes.count, by: 100_000) {
            try upload.write(Array(bytes[at..<min(at + 100_000, bytes.count)]))
        }
        try upload.finish()
        return upload.id
    }

    /// Waits for the end of an import, and gives all that was heard.
    private func hear(_ id: String, of desk: ImportDesk) throws -> [ImportEvents.What] {
        var heard: [ImportEvents.What] = []
        var last = 0
        for _ in 0..<600 {
            guard let event = try desk.event(of: id, after: last, seconds: 0.5) else { continue }
            last = event.number
            heard.append(event.what)
            if event.what.isLast { return heard }
        }
        return heard
    }

    @Test("A film without words asks where its camera stands; with them it becomes what the command line makes") func film()
        throws
    {
        try withTemporaryFolder { folder in
            let desk = try desk(folder + "/library")
            let id = try send(try bytes(Self.deskCard + "/clip.mp4"), as: "clip.mp4", to: desk)
            guard case .needsPlace(let failure, let width, let height) = try desk.start(id) else {
                Issue.record("a film without words was accepted")
                return
            }
            #expect(failure.description.contains("--world") && failure.isUsage)
            #expect(width == 1280 && height == 720)
            let first = try Picture(decoding: try desk.firstPicture(of: id), name: "first")
            #expect(first.width == 1280 && first.height == 720)
            // Wrong words are told before a byte has come, and later ones keep what has.
            #expect(throws: LibraryFailure.self) {
                try desk.begin(file: "clip.mp4", wish: nil, words: ["--world=card"], length: 1 << 20, runsAtOnce: true)
            }
            let wrong = #expect(throws: LibraryFailure.self) { try desk.start(id, words: ["--world=card"]) }
            #expect(wrong?.kind == .wrong && wrong?.help?.contains("reference:FILE:WIDTH") == true)
            let unknown = #expect(throws: LibraryFailure.self) { try desk.start(id, words: ["--wurld=card"]) }
            #expect(unknown?.help?.contains("did you mean '--world'?") == true)
            let away = #expect(throws: LibraryFailure.self) { try desk.start(id, words: ["--world=reference:/etc/passwd:0.085"]) }
            #expect(away?.description.contains("there is no file '/etc/passwd'") == true)
            let card = try desk.add("card.png", to: id, length: nil)
            try card.write(try bytes(Self.deskCard + "/card.png"))
            try card.finish()
            let words = [
                "--world=reference:card.png:0.085", "--viewport=375,667", "--orientation=portrait",
                "--intrinsics=967,967,639.5,359.5",
            ]
            #expect(try desk.start(id, words: words, wish: "desk") == .accepted)
            let heard = try hear(id, of: desk)
            #expect(heard.last == .done(name: "desk"))
            #expect(
                heard.contains {
                    if case .note(let text) = $0 { text.contains("of 255 frames") || text.contains("was seen in") } else { false }
                })
            #expect(!heard.contains { if case .note(let text) = $0 { text.contains(folder) } else { false } })
            // The command line makes the same recording.
            let console = TestConsole()
            let code = Commands.run(
                arguments: [
                    "import", Self.deskCard + "/clip.mp4", "--out", folder + "/desk", "--world",
                    "reference:\(Self.deskCard)/card.png:0.085", "--viewport", "375,667", "--orientation", "portrait",
                    "--intrinsics", "967,967,639.5,359.5", "--name", "desk",
                ], environment: [:], output: console)
            try #require(code == 0, "\(console.messages)")
            for name in ["recording.json", "frames.jsonl", "anchors.jsonl", "video.mp4"] {
                #expect(try bytes(folder + "/library/desk/\(name)") == bytes(folder + "/desk/\(name)"), "\(name)")
            }
        }
    }

    @Test("A film that cannot be decoded is refused with the reason, whatever the words") func undecodable() throws {
        try withTemporaryFolder { folder in
            let desk = try desk(folder + "/library")
            let id = try send(Array("no film".utf8), as: "clip.mp4", to: desk)
            let failure = #expect(throws: LibraryFailure.self) { try desk.start(id) }
            #expect(failure?.kind == .unusable)
            #expect(failure?.description.hasPrefix("clip.mp4: ") == true, "\(failure?.description ?? "")")
            #expect(
                try desk.start(id, words: ["--intrinsics=600,600,319.5,239.5", "--pose=1,0,0,0,0,0,1,0.5,0,-1,0,0"]) == .accepted)
            guard case .failed(let error, _) = try hear(id, of: desk).last else {
                Issue.record("it was imported")
                return
            }
            #expect(error.hasPrefix("clip.mp4: ") && !error.contains(folder))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/library").allSatisfy { $0.hasPrefix(".") })
        }
    }

    @Test("What another recorder wrote comes in as a folder, file by file, with progress; what is none is refused")
    func recorder() throws {
        try withTemporaryFolder { folder in
            let desk = try desk(folder + "/library")
            // 7-Scenes: a picture and a pose a frame.
            func send(_ file: String, _ bytes: [UInt8], _ id: String?) throws -> String {
                guard let id else { return try self.send(bytes, as: file, to: desk) }
                let upload = try desk.add(file, to: id, length: bytes.count)
                try upload.write(bytes)
                try upload.finish()
                return id
            }
            var id: String?
            for frame in 0..<5 {
                let picture = try Picture(width: 64, height: 48, bgr: [UInt8](repeating: UInt8(40 * frame), count: 64 * 48 * 3))
                let pose = "1 0 0 \(Double(frame) / 100)\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"
                id = try send("seq/frame-00000\(frame).color.png", try picture.encoded(as: .png), id)
                id = try send("seq/frame-00000\(frame).pose.txt", Array(pose.utf8), id)
            }
            let known = try #require(id)
            #expect(try desk.start(known, words: ["--intrinsics=60,60,31.5,23.5"]) == .accepted)
            let heard = try hear(known, of: desk)
            #expect(heard.last == .done(name: "seq"), "\(heard)")
            #expect(heard.contains { if case .note(let text) = $0 { text.hasPrefix("Layout: 7-scenes") } else { false } })
            #expect(try Library(folder: folder + "/library").details(of: "seq").frames == 5)
            let odd = try send("letter.txt", Array("dear all".utf8), nil)
            #expect(try desk.start(odd) == .accepted)
            guard case .failed(let error, let help) = try hear(odd, of: desk).last else {
                Issue.record("it was imported")
                return
            }
            #expect(error.contains("no layout that is known") && help?.contains("--list") == true && !error.contains(folder))
        }
    }

    @Test("Imports wait for each other, and each gets its own name") func several() throws {
        try withTemporaryFolder { folder in
            let desk = try desk(folder + "/library")
            try DeskFixture.writeFilm(to: folder + "/film.mp4", frames: 12)
            let film = try bytes(folder + "/film.mp4")
            let words = ["--intrinsics=400,400,159.5,119.5", "--pose=1,0,0,0,0,0,1,0.5,0,-1,0,0"]
            let ids = try (0..<4).map { _ in try send(film, as: "film.mp4", words: words, to: desk) }
            for id in ids { #expect(try desk.start(id) == .accepted) }
            // Nobody may begin one twice.
            #expect(throws: LibraryFailure.self) { try desk.start(ids[3]) }
            var names: [String] = []
            for id in ids {
                guard case .done(let name) = try hear(id, of: desk).last else { continue }
                names.append(name)
            }
            #expect(names == ["film", "film-2", "film-3", "film-4"])
            #expect(try Library(folder: folder + "/library").entries().map(\.frames) == [12, 12, 12, 12])
        }
    }
}
