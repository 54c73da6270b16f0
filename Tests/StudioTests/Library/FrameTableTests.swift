import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct FrameTableTests {
    private func rows(_ path: String) throws -> [[Double]] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { at in
            Double(bitPattern: bytes[at..<at + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        return stride(from: 0, to: numbers.count, by: 36).map { Array(numbers[$0..<$0 + 36]) }
    }

    @Test("Each row says what the frame's line says, and the matrix undoes its pose") func rendered() throws {
        let library = try Library(folder: LibraryFixture.recordings)
        let table = try rows(try library.frameTable(of: "square"))
        let lines = try LibraryFixture.lines(LibraryFixture.recordings + "/square/frames.jsonl")
        #expect(table.count == lines.count && table.count == 245)
        for (row, line) in zip(table, lines) {
            #expect(row[0] == line["time"] as? Double)
            #expect(row[1] == (line["video_frame"] as? Int).map(Double.init))
            #expect(row[2] == (line["tracking"] as? String == "limited" ? 1 : 0))
            #expect(row[3] == 0)
            let pose = try #require(line["world_from_camera"] as? [[Double]])
            for i in 0..<4 {
                for j in 0..<4 {
                    // cameraFromWorld, row i, times worldFromCamera, column j; the file has nine decimals.
                    let product = (0..<4).reduce(0) { $0 + row[4 + 4 * $1 + i] * pose[$1][j] }
                    #expect(abs(product - (i == j ? 1 : 0)) < 1e-8)
                }
            }
        }
        // Asked again, it is the same file.
        #expect(try library.frameTable(of: "square") == library.frameTable(of: "square"))
    }

    @Test("The table follows its recording, and no more than a few are kept") func bounded() throws {
        try withTemporaryFolder { folder in
            for number in 0..<12 { try LibraryFixture.small(at: folder + "/\(number)", frames: number + 1) }
            let library = try Library(folder: folder)
            var paths: [String] = []
            for number in 0..<12 {
                let path = try library.frameTable(of: "\(number)")
                #expect(try rows(path).count == number + 1)
                paths.append(path)
            }
            #expect(paths.filter { FileManager.default.fileExists(atPath: $0) }.count == Library.mostTables)
            try LibraryFixture.small(at: folder + "/11", frames: 5)
            #expect(try rows(try library.frameTable(of: "11")).count == 5)
        }
    }

    @Test("A session that stands still says so from the first frame on that is not earlier") func interruptions() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.small(
                at: folder + "/one", frames: 6,
                events:
                    "{\"event\":\"interruption\",\"on\":true,\"time\":0.15}\n{\"event\":\"interruption\",\"on\":false,\"time\":0.4}\n"
            )
            let library = try Library(folder: folder)
            let table = try rows(try library.frameTable(of: "one"))
            #expect(table.map { $0[3] } == [0, 0, 1, 1, 0, 0])
            #expect(table.allSatisfy { $0[1] == -1 && $0[2] == 0 })
            #expect(try library.details(of: "one").interruptions == [[0.15, 0.4]])
        }
    }
}
