import Files
import FoundationEssentials
import Glibc
import Testing

@Suite("Reading lines")
struct LineReaderTests {
    private func lines(_ text: String, inMemory: Bool = false) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "a")
        var reader =
            inMemory ? LineReader(path: "a", bytes: Array(text.utf8)) : try LineReader(path: folder.file("a"))
        var lines: [String] = []
        while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(reader.line == lines.count)
        #expect(lines.isEmpty || reader.isComplete == text.hasSuffix("\n"))
        return lines
    }

    @Test("gives each line, blank ones too, with or without a last newline", arguments: [true, false])
    func small(inMemory: Bool) throws {
        #expect(try lines("", inMemory: inMemory) == [])
        #expect(try lines("\n", inMemory: inMemory) == [""])
        #expect(try lines("a", inMemory: inMemory) == ["a"])
        #expect(try lines("a\n", inMemory: inMemory) == ["a"])
        #expect(try lines("a\n\nb", inMemory: inMemory) == ["a", "", "b"])
    }

    @Test("joins lines that lie across the borders of blocks", arguments: [65_535, 65_536, 65_537, 131_072, 200_000])
    func borders(length: Int) throws {
        let long = String(repeating: "x", count: length)
        #expect(try lines(long + "\nend\n") == [long, "end"])
        #expect(try lines("a\n" + long) == ["a", long])
    }

    @Test("agrees with splitting the whole text, for texts of many lines", arguments: UInt64(1)...5)
    func random(seed: UInt64) throws {
        var state = seed
        var text = ""
        for _ in 0..<3000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text += String(repeating: "y", count: Int(state >> 33) % 90) + "\n"
        }
        let expected = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(try lines(text) == expected, "seed \(seed)")
    }

    @Test("refuses a line that is longer than allowed, in a file and in memory")
    func tooLong() throws {
        let folder = try TemporaryFolder()
        try folder.write("ok\n" + String(repeating: "x", count: 300_000) + "\nend\n", to: "a")
        var reader = try LineReader(path: folder.file("a"), longestLine: 100_000)
        #expect(try reader.next() != nil)
        do {
            _ = try reader.next()
            Issue.record("a line of 300,000 bytes was read")
        } catch let failure as FileFailure {
            #expect(failure.code == EFBIG)
        }
        var memory = LineReader(path: "a", bytes: Array("123456".utf8), longestLine: 5)
        do {
            _ = try memory.next()
            Issue.record("a line of 6 bytes was read")
        } catch let failure as FileFailure {
            #expect(failure.code == EFBIG)
        }
    }

    @Test("says that a file is missing or a folder")
    func missing() throws {
        let folder = try TemporaryFolder()
        func message(_ path: String) -> String {
            do {
                var reader = try LineReader(path: path)
                _ = try reader.next()
                return ""
            } catch { return "\(error)" }
        }
        #expect(message(folder.file("no")) == "cannot read \(folder.file("no")): it does not exist")
        #expect(message(folder.path) == "cannot read \(folder.path): it is a folder")
    }
}
