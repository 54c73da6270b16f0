import FoundationEssentials
import Imaging
import Recordings
import Spaces
import TestSupport
import Testing

@testable import Commands

@Suite("airdraw images", .serialized)
struct ImagesCommandTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private let card = repository + "/recordings/card"

    @Test("The two generations are compared against the truth")
    func both() {
        let shown = outcome("images track \(card) --reference \(card)/card.png:0.12 --mode both")
        #expect(shown.code == 0, "\(shown.messages)")
        let rows = shown.data.split(separator: "\n").map(String.init)
        func numbers(_ name: String) -> [Double] {
            rows.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").compactMap { Double($0) } ?? []
        }
        #expect(numbers("ghosts, frames").last == 0 && numbers("ghosts, frames").first.map { $0 > 5 } == true)
        #expect(numbers("corner error, median px").last.map { $0 <= 0.7 } == true)
        #expect(numbers("corners within 5 px, %").last.map { $0 >= 95 } == true)
        #expect(numbers("back after, s").last.map { $0 <= 0.3 } == true)
    }

    @Test("Anchors are printed, and written into the recording, where they are read again; the same bytes each time")
    func write() throws {
        try withTemporaryFolder { folder in
            let copy = folder + "/card"
            try FileManager.default.copyItem(atPath: card, toPath: copy)
            let shown = outcome("images track \(copy) --reference \(card)/card.png:0.12 --write")
            #expect(shown.code == 0, "\(shown.messages)")
            var images = 0
            let reader = try Recording(opening: copy).anchors()
            while let event = try reader.next() { if event.id == "image-card" { images += 1 } }
            #expect(images == shown.data.split(separator: "\n").count && images > 200)
            #expect(outcome("check \(copy)").code == 0)
            let refused = outcome("images track \(copy) --reference \(card)/card.png:0.12 --write")
            #expect(refused.code == 1 && refused.messages.contains("--replace"))
            let again = outcome("images track \(copy) --reference \(card)/card.png:0.12 --write --replace")
            #expect(again.code == 0 && again.data == shown.data)
            let table = outcome("images track \(copy) --reference \(card)/card.png:0.12 --format csv --mode detection")
            #expect(table.data.hasPrefix("frame,time,event,name,tracked,x,y,z,qx,qy,qz,qw\n0,0.0,add,\"card\",false,"))
        }
    }

    @Test("A film shows outlines and content")
    func preview() throws {
        try withTemporaryFolder { folder in
            try "[{\"reference\": \"card\", \"label\": [\"a card\"], \"offset\": [0, 0.6]}]".write(
                toFile: folder + "/content.json", atomically: true, encoding: .utf8)
            let shown = outcome(
                "images track \(card) --reference \(card)/card.png:0.12 --preview \(folder)/a.mp4 --content \(folder)/content.json"
            )
            #expect(shown.code == 0, "\(shown.messages)")
            let film = try VideoFile(path: folder + "/a.mp4")
            var frames = 0
            while try film.next() != nil { frames += 1 }
            #expect(frames == 300)
        }
    }

    @Test("Pictures are scored, one by one and against each other")
    func score() throws {
        try withTemporaryFolder { folder in
            let shown = outcome("images score \(card)/card.png --width 0.12 --out \(folder)/features.png")
            #expect(shown.code == 0 && shown.data.hasSuffix("card.png\n") || shown.data.contains("card.png  "))
            #expect(try sizeOfPicture(folder + "/features.png").width == 720)
            try FileManager.default.copyItem(atPath: card + "/card.png", toPath: folder + "/copy.png")
            #expect(outcome("images score \(card)/card.png \(folder)/copy.png").data.contains("too like"))
            #expect(outcome("images score \(folder)/none.png").code == 1)
            #expect(outcome("images score \(card)/card.png \(folder)/none.png").code == 1)
        }
    }

    @Test(
        "What cannot be meant is refused from the command line alone",
        arguments: [
            "images track r", "images track r --reference c.png", "images track r --reference c.png:0",
            "images track r --reference c.png:1 --maximum 0", "images track r --reference c.png:1 --mode both --write",
            "images track r --reference c.png:1 --remove-after 3", "images track r --reference c.png:1 --content c.json",
            "images track r --reference c.png:1 --replace", "images score", "images score a b --out c.png",
            "images score a --width 0",
        ])
    func usage(line: String) { #expect(outcome(line).code == 64) }
}
