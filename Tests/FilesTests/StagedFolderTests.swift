import Files
import FoundationEssentials
import Testing

@Suite("A folder that appears when it is complete")
struct StagedFolderTests {
    private func fill(_ staged: StagedFolder, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: staged.stagingPath + "/deep/er", withIntermediateDirectories: true)
        let file = try AtomicFile(path: staged.stagingPath + "/deep/er/a")
        file.write(text)
        try file.commit()
    }

    @Test("appears with the commit and replaces what was there")
    func commits() throws {
        let folder = try TemporaryFolder()
        for text in ["one", "two"] {
            let staged = try StagedFolder(path: folder.file("r/"))
            try fill(staged, text)
            #expect(folder.text("r/deep/er/a") != text)
            try staged.commit()
            #expect(folder.text("r/deep/er/a") == text)
            #expect(try folder.names() == ["r"])
        }
    }

    @Test("leaves nothing behind when it is dropped")
    func drops() throws {
        let folder = try TemporaryFolder()
        do {
            let staged = try StagedFolder(path: folder.file("r"))
            try fill(staged, "one")
        }
        #expect(try folder.names() == [])
    }

    @Test("does not remove what a link leads to")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write("kept", to: "outside")
        do {
            let staged = try StagedFolder(path: folder.file("r"))
            try FileManager.default.createSymbolicLink(
                atPath: staged.stagingPath + "/link", withDestinationPath: folder.file("outside"))
        }
        #expect(try folder.names() == ["outside"])
        #expect(folder.text("outside") == "kept")
    }

    @Test("copies files whole, and refuses a missing one without leaving anything")
    func copies() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "film", count: 700_000)
        try folder.write(text, to: "a")
        try copyFile(from: folder.file("a"), to: folder.file("b"))
        #expect(folder.text("b") == text)
        #expect(throws: FileFailure.self) { try copyFile(from: folder.file("no"), to: folder.file("c")) }
        #expect(try folder.names() == ["a", "b"])
    }
}
