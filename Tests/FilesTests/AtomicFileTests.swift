import Files
import FoundationEssentials
import Glibc
import Testing

@Suite("A file that appears when it is complete")
struct AtomicFileTests {
    @Test("is not there before the commit, and whole after it")
    func commits() throws {
        let folder = try TemporaryFolder()
        let file = try AtomicFile(path: folder.file("a.obj"))
        file.write("v 1 2 3\n")
        #expect(folder.text("a.obj") == nil)
        file.write([UInt8](repeating: 0x41, count: 3_000_000))
        try file.commit()
        #expect(folder.text("a.obj")?.count == 3_000_008)
        #expect(try folder.names() == ["a.obj"])
    }

    @Test("leaves nothing behind when it is dropped, and what was there stays")
    func drops() throws {
        let folder = try TemporaryFolder()
        try folder.write("before", to: "a.txt")
        do {
            let file = try AtomicFile(path: folder.file("a.txt"))
            file.write([UInt8](repeating: 0x41, count: 3_000_000))
        }
        #expect(folder.text("a.txt") == "before")
        #expect(try folder.names() == ["a.txt"])
    }

    @Test("says that the disk is full, leaves nothing behind and keeps what was there", .timeLimit(.minutes(15)))
    func diskFull() async throws {
        // The limit on file sizes stands in for a full disk; it holds for a whole process, so a process of its own is used.
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 2_000_000, rlim_max: 2_000_000)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let folder = try TemporaryFolder()
            try folder.write("before", to: "a.txt")
            do {
                let file = try AtomicFile(path: folder.file("a.txt"))
                for _ in 0..<5 { file.write([UInt8](repeating: 0x41, count: 1_000_000)) }
                #expect(file.hasFailed)
                let failure = #expect(throws: FileFailure.self) { try file.commit() }
                #expect(failure?.code == EFBIG)
            }
            do {
                let file = try AtomicFile(path: folder.file("a.txt"))
                file.reserve(5_000_000)
                #expect(file.hasFailed, "it shows before anything is written")
                let failure = #expect(throws: FileFailure.self) { try file.commit() }
                #expect(failure?.code == EFBIG)
            }
            #expect(folder.text("a.txt") == "before")
            #expect(try folder.names() == ["a.txt"])
        }
    }

    @Test("writes a device as it is, and says that it is full")
    func device() throws {
        let full = try AtomicFile(path: "/dev/full")
        full.write("x")
        let failure = #expect(throws: FileFailure.self) { try full.commit() }
        #expect(failure?.description == "cannot write /dev/full: the disk is full")
        let null = try AtomicFile(path: "/dev/null")
        null.reserve(1000)
        null.write("x")
        try null.commit()
        #expect(kind(of: "/dev/null") == .file)
    }

    @Test("replaces the file that a link leads to, not the link")
    func link() throws {
        let folder = try TemporaryFolder()
        try folder.write("before", to: "real.txt")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.txt"), withDestinationPath: "real.txt")
        let file = try AtomicFile(path: folder.file("link.txt"))
        file.write("after")
        try file.commit()
        #expect(folder.text("real.txt") == "after")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.txt")) == "real.txt")
    }

    @Test("does not mix with a second writer of the same name")
    func twice() throws {
        let folder = try TemporaryFolder()
        let one = try AtomicFile(path: folder.file("a"))
        let two = try AtomicFile(path: folder.file("a"))
        one.write("one")
        two.write("two")
        try one.commit()
        #expect(folder.text("a") == "one")
        try two.commit()
        #expect(folder.text("a") == "two")
        #expect(try folder.names() == ["a"])
    }

    @Test("refuses a folder, a missing folder and a file as folder")
    func refuses() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        func message(_ path: String) -> String? {
            #expect(throws: FileFailure.self) { _ = try AtomicFile(path: path) }?.description
        }
        #expect(message(folder.path) == "cannot write \(folder.path): it is a folder")
        #expect(message(folder.path + "/") == "cannot write \(folder.path)/: it is a folder")
        #expect(message(folder.file("no/a")) == "cannot write into \(folder.file("no")): it does not exist")
        #expect(message(folder.file("file/a")) == "cannot write into \(folder.file("file")): a part of the path is not a folder")
    }
}
