import Foundation
import Testing

@testable import Studio

/// A studio's server on a folder, and a page's way to import.
final class ImportServer {
    let server: TestServer
    let folder: String

    init(_ folder: String, importer: any StudioImporter = NoImporter()) throws {
        let parts = try LibraryParts(folder: folder, importer: importer)
        let routes = parts.routes
        self.folder = folder
        server = try TestServer(folders: parts.served.map(\.path)) { head in
            for part in routes { if let decision = part.upload(head) { return decision } }
            return .inMemory
        } _: { request in
            for part in routes { if let answer = part.answer(request) { return answer } }
            return .notFound(request)
        }
    }

    /// Asks for JSON.
    func json(_ path: String) throws -> [String: Any] {
        let answer = try server.ask("GET " + path)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any] ?? [:]
    }

    /// Sends a file, or nothing.
    func post(_ path: String, _ body: [UInt8] = []) throws -> (status: Int, json: [String: Any]) {
        let client = try server.client()
        client.send(
            server.request(
                "POST " + path, ["Origin: http://\(server.host)", "X-AirDraw: studio", "Content-Length: \(body.count)"]))
        client.send(body)
        let answer = try client.answer()
        return (answer.status, try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any] ?? [:])
    }

    /// The events of an import to its end, as a browser collects them: it comes again after each end of the stream.
    func events(_ id: String) throws -> [(name: String, data: [String: Any])] {
        var found: [(name: String, data: [String: Any])] = []
        var last: String?
        for _ in 0..<100 {
            let answer = try server.ask("GET /api/imports/\(id)", last.map { ["Last-Event-ID: \($0)"] } ?? [])
            guard answer.status == 200 else { throw RawClient.Broken(description: answer.text) }
            for block in answer.text.components(separatedBy: "\n\n") {
                var fields: [String: String] = [:]
                for line in block.split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    if parts.count == 2 { fields[String(parts[0])] = String(parts[1].drop { $0 == " " }) }
                }
                guard let name = fields["event"], let data = fields["data"] else { continue }
                last = fields["id"]
                found.append(
                    (name, try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any] ?? [:]))
            }
            if let end = found.last?.name, ["done", "failed"].contains(end) { return found }
        }
        return found
    }

    /// What is in the folder, hidden things too.
    func contents() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { !$0.hasSuffix("/lock") }.sorted()
    }

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}
