import Foundation
import Studio
import Testing

@testable import Commands

@Suite("The studio's command")
struct StudioCommandTests {
    /// Runs a test with an empty folder.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/airdraw-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // a folder left in /tmp harms no test
        try body(folder)
    }

    private func options(_ line: String) throws -> StudioOptions {
        let words = line.split(separator: " ").map(String.init)
        return try StudioCommand.options(from: ParsedArguments(words, of: StudioCommand.spec))
    }

    @Test("Without options only this machine reaches it, at the usual port")
    func usual() throws {
        #expect(try options("") == StudioOptions(folder: nil, port: 8300, host: "127.0.0.1", opens: false))
        #expect(
            try options("walks --port 0 --host 0.0.0.0 --open")
                == StudioOptions(folder: "walks", port: 0, host: "0.0.0.0", opens: true))
    }

    @Test(
        "A port or a host that is none is refused at once",
        arguments: ["--port 65536", "--port -1", "--port 80x", "--port=", "--host a/b", "--host=", "--host http://x"])
    func refusals(_ line: String) { #expect(outcome("studio \(line)").code == 64) }

    @Test("A port that is taken names the program that has it, and the command that takes a free one")
    func portInUse() throws {
        try withFolder { folder in
            try withFolder { other in
                let first = try StudioCommand.start(options("\(other) --port 0"), TestConsole())
                defer { first.stop() }
                let port = try #require(URL(string: first.address)?.port)
                let shown = outcome("studio \(folder) --port \(port) --open")
                #expect(shown.code == 1)
                #expect(shown.messages.contains("Error: port \(port) is taken by "))
                #expect(shown.messages.contains("(process \(getpid()))"))
                let help = try #require(shown.messages.split(separator: "\n").last)
                #expect(help.contains(": airdraw studio \(folder) --port ") && help.hasSuffix(" --open"))
            }
        }
    }

    @Test("A second studio on a folder is told where the first is")
    func second() throws {
        try withFolder { folder in
            let first = try StudioCommand.start(options("\(folder) --port 0"), TestConsole())
            defer { first.stop() }
            let shown = outcome("studio \(folder) --port 0")
            #expect(shown.code == 1)
            #expect(shown.messages.contains("another studio runs on the folder") && shown.messages.contains(first.address))
        }
    }
}
