import Files
import FoundationEssentials
import TestSupport
import Testing

@testable import Benchmarks

@Suite("Stored files for the benchmark of metrics")
struct StoredFilesTests {
    private func text(_ path: String) throws -> String { String(decoding: try readFile(path, upTo: 1 << 20), as: UTF8.self) }

    @Test("Truth and results lie as GOT-10k and its toolkit have them, and are the same each time")
    func files() throws {
        try withTemporaryFolder { folder in
            let stored = try StoredFiles(3, in: folder + "/a", SilentConsole())
            let name = "GOT-10k_Val_000002"
            #expect(try text(stored.data + "/list.txt") == "GOT-10k_Val_000001\n\(name)\nGOT-10k_Val_000003\n")
            var boxes = 0
            for number in 1...3 {
                let name = "GOT-10k_Val_00000\(number)"
                let truth = try text("\(stored.data)/\(name)/groundtruth.txt").split(separator: "\n")
                let said = try text("\(stored.results)/\(name)/\(name)_001.txt").split(separator: "\n")
                let cover = try text("\(stored.data)/\(name)/cover.label").split(separator: "\n")
                #expect((200...600).contains(truth.count) && said.count == truth.count && cover.count == truth.count)
                #expect(said[0] == truth[0] && cover[0] != "0")
                #expect(truth.allSatisfy { $0.split(separator: ",").compactMap { Double($0) }.count == 4 })
                boxes += said.count
            }
            #expect(stored.boxes == boxes)
            #expect(try text("\(stored.data)/\(name)/meta_info.ini").contains("resolution: (1920, 1080)"))
            let again = try StoredFiles(3, in: folder + "/b", SilentConsole())
            #expect(try text("\(again.results)/\(name)/\(name)_001.txt") == text("\(stored.results)/\(name)/\(name)_001.txt"))
        }
    }
}
