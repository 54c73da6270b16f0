import Files
import Glibc
import Testing

@Suite("Reading a small file")
struct ReadFileTests {
    @Test("gives its bytes, and refuses more than the limit")
    func reads() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "a")
        #expect(try readFile(folder.file("a"), upTo: 5) == Array("12345".utf8))
        let failure = #expect(throws: FileFailure.self) { _ = try readFile(folder.file("a"), upTo: 4) }
        #expect(failure?.code == tooLarge)
        #expect(throws: FileFailure.self) { _ = try readFile(folder.file("no"), upTo: 4) }
    }

    @Test("knows files from folders and devices")
    func kinds() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a")
        #expect(isRegularFile(folder.file("a")))
        #expect(!isRegularFile(folder.path))
        #expect(!isRegularFile("/dev/null"))
        #expect(kind(of: folder.path) == .folder)
        #expect(kind(of: folder.file("no")) == nil)
    }
}
