import FoundationEssentials
import TestSupport
import Testing

@testable import Commands

private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

@Suite("The path commands", .serialized) struct PathCommandTests {
    @Test("A way is recorded and replayed, in the same bytes every time")
    func both() throws {
        try withTemporaryFolder { folder in
            var tables: Set<String> = []
            for name in ["a", "b"] {
                // The mesh names its materials.
                let mesh = "\(folder)/\(name)/way.obj"
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
                let record = outcome("path record \(repository)/recordings/walk --out \(folder)/\(name).airpath")
                #expect(record.code == 0, "\(record.messages)")
                let replay = outcome(
                    "path replay \(folder)/\(name).airpath \(repository)/recordings/walk-follow --out \(mesh) "
                        + "--json \(folder)/\(name).json")
                #expect(replay.code == 0, "\(replay.messages)")
                tables.insert(replay.data.replacing("\(folder)/\(name)", with: ""))
            }
            let table = try #require(tables.first)
            #expect(tables.count == 1)
            #expect(table.contains("laid by  the start picture, found in 12 of 12 pictures"))
            #expect(table.contains("arrived"))
            for ending in [".airpath", "/way.obj", ".json"] {
                let a = FileManager.default.contents(atPath: "\(folder)/a\(ending)")
                #expect(a != nil && a == FileManager.default.contents(atPath: "\(folder)/b\(ending)"), "\(ending)")
            }
            let json = try #require(FileManager.default.contents(atPath: "\(folder)/a.json"))
            struct Walk: Decodable {
                struct Point: Decodable { var time: Double }
                var format: String
                var track: [Point]
            }
            let walk = try JSONDecoder().decode(Walk.self, from: json)
            #expect(walk.format == "airdraw-walk" && walk.track.count > 100)
        }
    }

    @Test("What cannot be followed is said, and nothing is written")
    func refusals() throws {
        try withTemporaryFolder { folder in
            try Data("no way".utf8).write(to: URL(filePath: folder + "/text.airpath"))
            let none = outcome("path replay \(folder)/text.airpath \(repository)/recordings/walk-follow --json \(folder)/x.json")
            #expect(none.code == 1)
            #expect(none.messages.contains("airdraw path record writes one"))
            let inside = outcome("path record \(repository)/recordings/walk --out \(repository)/recordings/walk/a.airpath")
            #expect(inside.code == 1)
            #expect(inside.messages.contains("would be written into the recording"))
            #expect(outcome("path record r --out a.txt").code == 64)
            #expect(outcome("path record r --out a.airpath --spacing 0").code == 64)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["text.airpath"])
        }
    }

    @Test("A group of commands says which there are")
    func group() {
        #expect(outcome("path --help").data.contains("path record"))
        #expect(outcome("help path").data == outcome("path --help").data)
        #expect(outcome("help path replay").data == outcome("path replay --help").data)
        #expect(outcome("path").code == 64)
        #expect(outcome("path recrd x").messages.contains("did you mean 'path record'?"))
    }
}
