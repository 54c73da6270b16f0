import Archives
import FoundationEssentials
import TestSupport
import Testing

@Suite("Zip archives")
struct ZipArchiveTests {
    private typealias Entry = ZipSample.Entry

    /// Opens and unpacks all; gives the first failure without the folder, or nil.
    private func failure(_ bytes: [UInt8], limits: ArchiveLimits = .init()) throws -> String? {
        try withTemporaryFolder { folder in
            try Data(bytes).write(to: URL(filePath: folder + "/a.zip"))
            try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
            do {
                let archive = try ZipArchive(opening: folder + "/a.zip", limits: limits)
                for entry in archive.entries { try archive.unpack(entry, into: folder + "/out") }
                return nil
            } catch {
                // What fails leaves nothing outside, and no half file.
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.zip", "out"])
                return "\(error)".replacing(folder + "/", with: "")
            }
        }
    }

    @Test("unpack into folders that are made on the way, stored and deflated alike")
    func unpacks() throws {
        try withTemporaryFolder { folder in
            let sample = ZipSample([Entry("rgbd/", ""), Entry("rgbd/0.jpg", "picture"), Entry("a/b/c.txt", "text").deflated()])
            try Data(sample.bytes).write(to: URL(filePath: folder + "/a.zip"))
            #expect(ZipArchive.isArchive(folder + "/a.zip"))
            let archive = try ZipArchive(opening: folder + "/a.zip")
            #expect(archive.entries.map(\.name) == ["rgbd/0.jpg", "a/b/c.txt"])
            for entry in archive.entries { try archive.unpack(entry, into: folder) }
            #expect(FileManager.default.contents(atPath: folder + "/rgbd/0.jpg") == Data("picture".utf8))
            #expect(FileManager.default.contents(atPath: folder + "/a/b/c.txt") == Data("text".utf8))
        }
    }

    @Test(
        "with a path that leads out of them are refused before anything is unpacked",
        arguments: ["../a", "a/../../b", "/etc/x", "a\\..\\b", "C:x", "a//b", "./a", ".", "a\nb"])
    func paths(name: String) throws {
        let found = try failure(ZipSample([Entry("good", "x"), Entry(name, "x")]).bytes)
        #expect(found?.contains("leads out of the archive, or is no path: it is refused") == true, "\(found ?? "nothing")")
    }

    @Test("with links, doubles or encryption are refused, and the entry is named")
    func kinds() throws {
        let link = Entry("link", Array("/etc/passwd".utf8), mode: 0o120777)
        #expect(try failure(ZipSample([link]).bytes) == "a.zip: link: is a link or a device, which is refused")
        #expect(
            try failure(ZipSample([Entry("a", "1"), Entry("a", "2")]).bytes)
                == "a.zip: two of its entries have one name, which is refused")
        var secret = Entry("secret", "0123456789ab")
        secret.flags = 1
        #expect(
            try failure(ZipSample([secret]).bytes)
                == "a.zip: secret: is encrypted; unpack the archive with its password, and import the folder")
    }

    @Test("that unpack to too much, or grow too much, are refused before anything is unpacked")
    func bombs() throws {
        var bomb = Entry("bomb", String(repeating: "0", count: 1000))
        bomb.method = 8
        bomb.size = 1 << 30
        #expect(
            try failure(ZipSample([bomb]).bytes)
                == "a.zip: bomb: grows from 1000 to 1073741824 bytes, which is refused: more than 200 times")
        var limits = ArchiveLimits()
        limits.bytes = 5
        #expect(
            try failure(ZipSample([Entry("a", "1234"), Entry("b", "1234")]).bytes, limits: limits)?.contains("0 MiB") == true)
        limits = .init()
        limits.entries = 1
        #expect(
            try failure(ZipSample([Entry("a", "1"), Entry("b", "2")]).bytes, limits: limits)
                == "a.zip: it has 2 entries, and at most 1 are unpacked")
    }

    @Test("that say less than they hold are stopped at what they say")
    func liars() throws {
        let liar = Entry("liar", String(repeating: "x", count: 400)).deflated(size: 10)
        let found = try #require(try failure(ZipSample([liar]).bytes))
        #expect(found.hasPrefix("a.zip: liar: "), "\(found)")
    }

    @Test("cut off anywhere are an error, and never half unpacked", arguments: [5, 30, 60, 100, 150])
    func cut(kept: Int) throws {
        let whole = ZipSample([Entry("a", "some text"), Entry("b", "more of it")]).bytes
        #expect(kept < whole.count)
        #expect(try failure(Array(whole[..<kept])) == "a.zip: the archive is cut off or damaged; copy it anew")
    }

    @Test("with a changed byte fail their check sum")
    func damaged() throws {
        var bytes = ZipSample([Entry("a", "some text")]).bytes
        bytes[35] ^= 1
        #expect(try failure(bytes)?.hasPrefix("a.zip: a: cannot be unpacked (CRC error)") == true)
    }
}
