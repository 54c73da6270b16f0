import FoundationEssentials
import TestSupport
import Testing

@testable import Downloads

@Suite("Downloads from a real server")
struct DownloaderTests {
    private func limits(_ change: (inout Downloader.Limits) -> Void = { _ in }) -> Downloader.Limits {
        var limits = Downloader.Limits()
        limits.totalSeconds = 5
        change(&limits)
        return limits
    }

    private func code(_ body: () throws -> Void) -> DownloadFailure.Code? {
        do {
            try body()
            return nil
        } catch let failure as DownloadFailure {
            return failure.code
        } catch {
            return nil
        }
    }

    @Test("A file comes as it is, with its type, also after redirects")
    func plain() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let server = try LocalServer { path, _ in
            path == "/moved" ? .redirect(to: "/sub/file") : .file(bytes, type: "image/png")
        }
        defer { server.stop() }
        let downloader = Downloader(limits: limits())
        let direct = try downloader.fetch(server.address + "/file")
        #expect(direct.bytes == bytes && direct.type == "image/png" && !direct.isFromCache)
        let moved = try downloader.fetch(server.address + "/moved")
        #expect(moved.bytes == bytes && moved.url == server.address + "/sub/file")
    }

    @Test("What a server must not do ends in the failure that says so")
    func failures() throws {
        let server = try LocalServer { path, _ in
            switch path {
            case "/missing": .answer(status: 404, type: "text/html", bytes: Array("<html>".utf8), headers: [])
            case "/broken": .answer(status: 500, type: "text/html", bytes: [], headers: [])
            case "/round": .redirect(to: "/round")
            case "/local": .redirect(to: "file:///etc/passwd")
            case "/ftp": .redirect(to: "ftp://127.0.0.1/x")
            case "/large": .announce(1 << 30)
            case "/endless": .endless
            default: .silence
            }
        }
        defer { server.stop() }
        let downloader = Downloader(
            limits: limits {
                $0.totalSeconds = 1
                $0.bytes = 1 << 20
            })
        let wanted: [(String, DownloadFailure.Code)] = [
            ("/missing", .refused), ("/broken", .refused), ("/round", .tooManyRedirects), ("/local", .scheme), ("/ftp", .scheme),
            ("/large", .tooLarge), ("/endless", .tooLarge), ("/silent", .timedOut),
        ]
        for (path, expected) in wanted {
            #expect(code { _ = try downloader.fetch(server.address + path) } == expected, "\(path)")
        }
    }

    @Test("Only http and https are fetched", arguments: ["file:///etc/passwd", "ftp://x/y", "card.png", "", "gopher://x"])
    func schemes(url: String) {
        #expect(code { _ = try Downloader().fetch(url) } == .scheme)
    }

    @Test("A server that is not there is named")
    func nobody() throws {
        let server = try LocalServer { _, _ in .silence }
        let address = server.address
        server.stop()
        #expect(code { _ = try Downloader(limits: limits()).fetch(address + "/x") } == .unreachable)
    }

    @Test("What did not change is kept under its content, and asked for with a condition; what is damaged is fetched anew")
    func cache() throws {
        try withTemporaryFolder { folder in
            let server = try LocalServer { path, request in
                if path == "/plain" { return .file(Array("plain".utf8)) }
                if request.contains("If-None-Match: \"one\"") { return .answer(status: 304, type: "", bytes: [], headers: []) }
                return .file(Array("content".utf8), headers: ["ETag: \"one\""])
            }
            defer { server.stop() }
            let downloader = Downloader(limits: limits(), cacheFolder: folder + "/cache")
            #expect(try !downloader.fetch(server.address + "/a").isFromCache)
            let again = try downloader.fetch(server.address + "/a")
            #expect(again.isFromCache && again.bytes == Array("content".utf8))
            // The same bytes at another address are kept once.
            _ = try downloader.fetch(server.address + "/b")
            let content = folder + "/cache/content"
            let names = try FileManager.default.contentsOfDirectory(atPath: content)
            #expect(names == [SHA256.hex(of: Array("content".utf8))])
            // Without a way to ask nothing is kept.
            _ = try downloader.fetch(server.address + "/plain")
            #expect(try !downloader.fetch(server.address + "/plain").isFromCache)
            try "damaged".write(toFile: content + "/" + names[0], atomically: true, encoding: .utf8)
            let anew = try downloader.fetch(server.address + "/a")
            #expect(!anew.isFromCache && anew.bytes == Array("content".utf8))
        }
    }

    @Test("A cache that cannot be written does not stop a download")
    func noCache() throws {
        let server = try LocalServer { _, _ in .file([1, 2, 3], headers: ["ETag: \"x\""]) }
        defer { server.stop() }
        let downloader = Downloader(limits: limits(), cacheFolder: "/dev/null/cache")
        #expect(try downloader.fetch(server.address + "/a").bytes == [1, 2, 3])
    }

    @Test("The cache lies where the environment says")
    func folder() {
        #expect(Downloader.cacheFolder(in: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/airdraw")
        #expect(Downloader.cacheFolder(in: ["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/airdraw")
        #expect(Downloader.cacheFolder(in: [:]) == nil)
    }
}
