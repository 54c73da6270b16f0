import Foundation
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Studio

@Suite struct StudioServerTests {
    private func start(_ folder: String, host: String = "127.0.0.1", port: UInt16 = 0) throws -> StudioServer {
        try start(folder, host: host, port: port) { _ in }
    }

    private func start(
        _ folder: String, host: String = "127.0.0.1", port: UInt16 = 0, note: @escaping @Sendable (String) -> Void
    ) throws -> StudioServer {
        try StudioServer(
            .init(folder: folder, host: host, port: port), words: PlainWords(), importer: NoImporter(), note: note)
    }

    private func port(of address: String) throws -> UInt16 {
        try #require(URL(string: address)?.port.flatMap { UInt16(exactly: $0) })
    }

    private func ask(_ address: String, _ path: String) throws -> RawClient.Answer {
        let port = try port(of: address)
        let client = try RawClient(port: port)
        client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        return try client.answer()
    }

    @Test("The page and three.js are there at the printed address") func page() throws {
        try withTemporaryFolder { folder in
            let studio = try start(folder)
            defer { studio.stop() }
            #expect(studio.address.hasPrefix("http://127.0.0.1:"))
            #expect(!studio.isOpen)
            let page = try ask(studio.address, "/")
            #expect(page.status == 200)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(page.text.contains("<title>"))
            let three = try ask(studio.address, "/three/build/three.module.js")
            #expect(three.status == 200)
            #expect(three.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(three.body.count > 100_000)
            #expect(try ask(studio.address, "/three/examples/jsm/controls/OrbitControls.js").status == 200)
            for path in ["/page/nothing.js", "/page", "/three", "/nothing", "/three/../../etc/passwd"] {
                #expect(try [400, 404].contains(ask(studio.address, path).status), "\(path)")
            }
            let client = try RawClient(port: try port(of: studio.address))
            let host = "127.0.0.1:\(try port(of: studio.address))"
            client.send(
                "POST / HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nX-AirDraw: studio\r\nContent-Length: 0\r\n\r\n")
            let refusal = try client.answer()
            #expect(refusal.status == 405)
            #expect(refusal.header("Allow") == "GET, HEAD")
        }
    }

    @Test("A folder that goes away is said on the page and once in the terminal, and so is its return") func vanishing() throws {
        try withTemporaryFolder { home in
            let folder = home + "/recordings"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let notes = Monitor<[String]>([])
            let studio = try start(folder) { note in
                notes.change { $0.append(note) }
            }
            defer { studio.stop() }
            #expect(try ask(studio.address, "/api/nothing").status == 404)
            try FileManager.default.moveItem(atPath: folder, toPath: home + "/away")
            for _ in 0..<3 {
                let answer = try ask(studio.address, "/api/library")
                #expect(answer.status == 410)
                #expect(answer.text.contains("is gone"))
            }
            #expect(try ask(studio.address, "/").status == 200, "the page itself stays")
            try FileManager.default.moveItem(atPath: home + "/away", toPath: folder)
            #expect(try ask(studio.address, "/api/nothing").status == 404)
            let said = notes.change { $0 }
            #expect(said.count == 2)
            #expect(said.first?.contains("is gone") == true && said.last?.contains("is back") == true)
        }
    }

    @Test("A second studio on a folder is told the address of the first; after its end there may be another") func locks() throws
    {
        try withTemporaryFolder { folder in
            let first = try start(folder)
            do {
                defer { first.stop() }
                let failure = #expect(throws: StudioFailure.self) { _ = try start(folder + "/.") }
                #expect(failure?.problem.contains(first.address) == true)
            }
            try withTemporaryFolder { other in
                let elsewhere = try start(other)
                elsewhere.stop()
            }
        }
        try withTemporaryFolder { folder in
            for _ in 0..<3 { try start(folder).stop() }
        }
    }

    @Test("A port in use names the program that has it and one that is free") func portInUse() throws {
        try withTemporaryFolder { folder in
            let taken = try Listener(host: "127.0.0.1", port: 0)
            let failure = #expect(throws: PortInUse.self) { _ = try start(folder, port: taken.port) }
            #expect(failure?.port == taken.port)
            #expect(failure?.program?.hasSuffix("(process \(getpid()))") == true)
            let free = try #require(failure?.free)
            try start(folder, port: free).stop()
        }
    }

    // A line of Linux's documentation, Documentation/networking/proc_net_tcp.rst, made to listen at port 8300 = 0x206C.
    @Test("The table of sockets of the kernel is read") func socketTable() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:206C 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 10165 1 0000 100 0 0 10 0
               1: 0100007F:206C 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 10166 1 0000 100 0 0 10 0
               2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 10167 1 0000 100 0 0 10 0
            """
        #expect(PortHolder.listeners(at: 8300, in: table) == ["socket:[10165]"])
        #expect(PortHolder.listeners(at: 80, in: table) == ["socket:[10167]"])
        #expect(PortHolder.listeners(at: 81, in: table) == [])
    }

    @Test("What is no folder, no host and no port to be had is said, with the cure") func failures() throws {
        let noFolder = #expect(throws: StudioFailure.self) { _ = try start("/nowhere/at/all") }
        #expect(noFolder?.problem == "there is no folder /nowhere/at/all")
        try withTemporaryFolder { folder in
            let noHost = #expect(throws: StudioFailure.self) { _ = try start(folder, host: "192.0.2.1") }
            #expect(noHost?.cure?.contains("--host") == true)
            let noName = #expect(throws: StudioFailure.self) { _ = try start(folder, host: "no-such-host.invalid") }
            #expect(noName?.problem.hasPrefix("cannot listen at no-such-host.invalid") == true)
        }
    }

    @Test("On every address of the machine the printed address has a token, and without it nothing is given") func open() throws {
        try withTemporaryFolder { folder in
            let studio = try start(folder, host: "0.0.0.0")
            defer { studio.stop() }
            #expect(studio.isOpen)
            let token = try #require(URLComponents(string: studio.address)?.queryItems?.first { $0.name == "token" }?.value)
            #expect(try ask(studio.address, "/").status == 403)
            #expect(try ask(studio.address, "/three/build/three.module.js").status == 403)
            #expect(try ask(studio.address, "/?token=\(token)").status == 200)
        }
    }
}
