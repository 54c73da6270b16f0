import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct ImportDeskTests {
    private func desk(_ folder: String) throws -> ImportDesk {
        .init(folder: .init(folder), importer: NoImporter(), films: .init())
    }

    private func hidden(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".") }
    }

    @Test("What nobody cares for goes after ten minutes, and what is coming stays") func patience() throws {
        try withTemporaryFolder { folder in
            let desk = try desk(folder)
            let done = try desk.begin(file: "a.bin", wish: nil, words: [], length: 3, runsAtOnce: false)
            try done.write([1, 2, 3])
            try done.finish()
            let coming = try desk.begin(file: "b.bin", wish: nil, words: [], length: 3, runsAtOnce: false)
            desk.sweep(now: .now + .seconds(590))
            #expect(desk.count == 2)
            desk.sweep(now: .now + .seconds(601))
            #expect(desk.count == 1)
            #expect(throws: LibraryFailure.self) { try desk.task(done.id) }
            let staging = folder + "/" + (try #require(try hidden(folder).first))
            #expect(!FileManager.default.fileExists(atPath: staging + "/" + done.id))
            coming.abandon()
            #expect(desk.count == 0)
            #expect(!FileManager.default.fileExists(atPath: staging + "/" + coming.id))
        }
    }

    @Test("What a studio has left that was killed is removed by the next; what one that lives needs is not") func stale() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.put("half", to: folder + "/.airdraw-studio-1-dead/1/files/clip.mp4")
            try LibraryFixture.put("", to: folder + "/.airdraw-studio-1-dead/lock")
            var living: ImportStaging? = try ImportStaging(in: .init(folder))
            let path = try #require(living?.path)
            _ = try desk(folder)
            #expect(try hidden(folder).map { folder + "/" + $0 } == [path])
            living = nil
            #expect(try hidden(folder) == [])
        }
    }

    @Test("Only so many imports are kept at a time, and a folder that cannot be written says so") func limits() throws {
        try withTemporaryFolder { folder in
            let desk = try desk(folder)
            var kept: [ImportUpload] = []
            for _ in 0..<ImportDesk.mostTasks {
                kept.append(try desk.begin(file: "a", wish: nil, words: [], length: nil, runsAtOnce: false))
            }
            let failure = #expect(throws: LibraryFailure.self) {
                try desk.begin(file: "a", wish: nil, words: [], length: nil, runsAtOnce: false)
            }
            #expect(failure?.kind == .busy)
            for upload in kept { upload.abandon() }
            let huge = #expect(throws: LibraryFailure.self) {
                try desk.begin(file: "a", wish: nil, words: [], length: 1 << 50, runsAtOnce: false)
            }
            #expect(huge?.kind == .noRoom)
            #expect(desk.count == 0)
        }
        let nowhere = try desk("/nothing/here")
        #expect(throws: LibraryFailure.self) {
            try nowhere.begin(file: "a", wish: nil, words: [], length: 1, runsAtOnce: false)
        }
    }

    @Test("A name is taken without touching what is there, whatever lies in it") func move() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.put("new", to: folder + "/new/file")
            try LibraryFixture.put("old", to: folder + "/old/file")
            try FileManager.default.createDirectory(atPath: folder + "/empty", withIntermediateDirectories: true)
            #expect(try !ImportStaging.move(folder + "/new", to: folder + "/old"))
            #expect(try !ImportStaging.move(folder + "/new", to: folder + "/empty"))
            #expect(try ImportStaging.move(folder + "/new", to: folder + "/free"))
            #expect(try String(contentsOfFile: folder + "/old/file", encoding: .utf8) == "old")
            #expect(try String(contentsOfFile: folder + "/free/file", encoding: .utf8) == "new")
        }
    }

    @Test("A page that comes again hears the notes that it missed and the last progress only") func events() {
        var events = ImportEvents()
        for done in 1...100 { events.add(.progress(title: "importing", done: done, total: 100)) }
        events.add(.note("a"))
        for number in 0..<2000 { events.add(.note("\(number)")) }
        events.add(.done(name: "x"))
        var heard: [ImportEvents.What] = []
        var last = 100
        while let event = events.next(after: last) {
            #expect(event.number > last)
            last = event.number
            heard.append(event.what)
        }
        #expect(heard.count == ImportEvents.mostNotes)
        #expect(heard.last == .done(name: "x"))
        #expect(events.next(after: last) == nil)
    }
}
