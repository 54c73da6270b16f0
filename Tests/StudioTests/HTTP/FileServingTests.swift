import Foundation
import Glibc
import TestSupport
import Testing

@testable import Studio

@Suite struct FileServingTests {
    /// Runs a test with a server that gives the files of a folder, and a secret beside it.
    private func withFiles(_ body: (TestServer, _ folder: String) throws -> Void) throws {
        try withTemporaryFolder { home in
            let folder = home + "/served"
            try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
            try Data("0123456789".utf8).write(to: URL(fileURLWithPath: folder + "/ten.txt"))
            try Data().write(to: URL(fileURLWithPath: folder + "/empty.txt"))
            try Data("hidden".utf8).write(to: URL(fileURLWithPath: folder + "/.hidden"))
            try Data("secret".utf8).write(to: URL(fileURLWithPath: home + "/secret.txt"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/out", withDestinationPath: "../secret.txt")
            try FileManager.default.createSymbolicLink(atPath: folder + "/up", withDestinationPath: "..")
            try FileManager.default.createSymbolicLink(atPath: folder + "/in.txt", withDestinationPath: "ten.txt")
            let served = ServedFolder(path: folder)
            let server = try TestServer(folders: [folder]) { request in
                // A path that is not looked at first, as a careless handler would.
                if request.path.first == "careless" {
                    return .file(([folder] + request.path.dropFirst()).joined(separator: "/"))
                }
                return served.realPath(of: request.path).map(HTTPAnswer.file) ?? .notFound(request)
            }
            try body(server, folder)
        }
    }

    @Test("A file comes whole, with its type, a tag and a date, and is not kept without asking") func whole() throws {
        try withFiles { server, _ in
            let answer = try server.ask("GET /ten.txt")
            #expect(answer.status == 200)
            #expect(answer.text == "0123456789")
            #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(answer.header("Accept-Ranges") == "bytes")
            #expect(answer.header("Cache-Control") == "no-cache")
            #expect(answer.header("ETag")?.hasPrefix("\"") == true)
            #expect(answer.header("Last-Modified")?.hasSuffix(" GMT") == true)
            #expect(try server.ask("GET /empty.txt").body.isEmpty)
        }
    }

    @Test("A part of a file comes with where it lies; one that is not there gives 416") func ranges() throws {
        try withFiles { server, _ in
            let part = try server.ask("GET /ten.txt", ["Range: bytes=2-4"])
            #expect(part.status == 206)
            #expect(part.text == "234")
            #expect(part.header("Content-Range") == "bytes 2-4/10")
            #expect(part.header("Content-Length") == "3")
            #expect(try server.ask("GET /ten.txt", ["Range: bytes=-3"]).text == "789")
            let none = try server.ask("GET /ten.txt", ["Range: bytes=10-"])
            #expect(none.status == 416)
            #expect(none.header("Content-Range") == "bytes */10")
            let head = try server.ask("HEAD /ten.txt", ["Range: bytes=2-4"])
            #expect(head.status == 200, "RFC 9110 §14.2 defines Range for GET alone")
            #expect(head.header("Content-Length") == "10")
        }
    }

    @Test("A range with a condition is given when the file is still the same, and else the whole file") func conditionalRanges()
        throws
    {
        try withFiles { server, folder in
            let first = try server.ask("GET /ten.txt")
            let tag = try #require(first.header("ETag")), date = try #require(first.header("Last-Modified"))
            #expect(try server.ask("GET /ten.txt", ["Range: bytes=0-0", "If-Range: \(tag)"]).status == 206)
            #expect(try server.ask("GET /ten.txt", ["Range: bytes=0-0", "If-Range: \(date)"]).status == 206)
            #expect(try server.ask("GET /ten.txt", ["Range: bytes=0-0", "If-Range: W/\(tag)"]).status == 200)
            try Data("abcdefghijkl".utf8).write(to: URL(fileURLWithPath: folder + "/ten.txt"))
            let other = try server.ask("GET /ten.txt", ["Range: bytes=0-0", "If-Range: \(tag)"])
            #expect(other.status == 200)
            #expect(other.text == "abcdefghijkl")
        }
    }

    @Test("What the client already has is not sent again") func notModified() throws {
        try withFiles { server, _ in
            let first = try server.ask("GET /ten.txt")
            let tag = try #require(first.header("ETag")), date = try #require(first.header("Last-Modified"))
            for condition in [
                "If-None-Match: \(tag)", "If-None-Match: \"x\", W/\(tag)", "If-None-Match: *", "If-Modified-Since: \(date)",
            ] {
                let again = try server.ask("GET /ten.txt", [condition])
                #expect(again.status == 304, "\(condition)")
                #expect(again.header("ETag") == tag)
            }
            #expect(try server.ask("GET /ten.txt", ["If-None-Match: \"x\"", "If-Modified-Since: \(date)"]).status == 200)
            #expect(try server.ask("GET /ten.txt", ["If-Match: \"x\""]).status == 412)
            #expect(try server.ask("GET /ten.txt", ["If-Match: \(tag)"]).status == 200)
        }
    }

    @Test(
        "What lies outside the folder is not given: no way up, no link that leads out, nothing hidden, no folder",
        arguments: [
            "/out", "/up/secret.txt", "/up/served/../secret.txt", "/.hidden", "/sub", "/nothing", "/careless/out",
            "/careless/up/secret.txt", "/careless/sub", "/careless",
        ])
    func outside(_ path: String) throws {
        try withFiles { server, _ in
            let answer = try server.ask("GET \(path)")
            #expect(answer.status == 404 || answer.status == 400)
            #expect(!answer.text.contains("secret\n") && answer.text != "secret")
        }
    }

    @Test("A link that stays in the folder is followed") func inside() throws {
        try withFiles { server, _ in
            let answer = try server.ask("GET /in.txt")
            #expect(answer.text == "0123456789")
        }
    }

    @Test("A pipe in the folder blocks nobody") func pipes() throws {
        try withFiles { server, folder in
            try #require(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
            #expect(try server.ask("GET /pipe").status == 404)
        }
    }

    @Test("A large file comes whole to a client that reads in small steps") func large() throws {
        try withFiles { server, folder in
            let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8) }
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/large.bin"))
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            client.send(server.request("GET /large.bin"))
            #expect(try client.answer().body == bytes)
        }
    }
}
