import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Studio

@Suite(.serialized) struct StudioPlanTests {
    /// What a page may ask for, and what is saved.
    struct Case: CustomTestStringConvertible {
        let query: String
        let file: String
        var testDescription: String { query + " > " + file }
    }

    static let cases = [
        Case(query: "", file: "d.obj"),
        Case(query: "height=0.01&gate=0.4&smooth=off", file: "d.json"),
        Case(query: "draw=0.2..0.6&draw=0.8..1.4&style=ribbon&chamfer=0.3&taper=", file: "d.stl"),
        Case(query: "color=1:%23ff0000&name=1:roof&style=tube&radius=1", file: "d.glb"),
        Case(query: "draw=0.2..0.6&draw=0.9..1.4&drop-stroke=1", file: "d.obj"),
        Case(query: "draw=0.2..0.6&draw=0.9..1.4&undo-last=&simplify=0.5", file: "d.svg"),
        Case(query: "height=0.01&scale=0.5&move=0.1,0,-0.2&material=wood", file: "d.ply"),
        Case(query: "color=%23102030", file: "d.json"),
    ]

    @Test("What the studio saves has the bytes of what its command lines write", arguments: cases)
    func bytes(_ example: Case) throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let desk = try Desk(folder)
            let saved = desk.save("desk", example.query, as: example.file)
            #expect(saved.status == .ok, "\(desk.text(saved))")
            let path = folder + "/" + example.file
            let bytes = try #require(FileManager.default.contents(atPath: path))
            try FileManager.default.removeItem(atPath: path)
            let lines = try CommandWords().plan(desk.words(example.query), recording: folder + "/desk").commands(writing: path)
            for line in lines {
                // No word of these lines has a space in it; the quotes are the shell's.
                let result = outcome(line.replacing("airdraw ", with: "", maxReplacements: 1).replacing("'", with: ""))
                #expect(result.code == 0, "\(line): \(result.messages)")
            }
            #expect(FileManager.default.contents(atPath: path) == bytes)
        }
    }

    @Test(
        "A wrong word is answered with what the command line says",
        arguments: ["trakcer=csrt", "tracker=cssrt", "gate=2", "out=x.json"])
    func wrong(_ query: String) throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let desk = try Desk(folder)
            let answer = desk.ask("desk", "command", query)
            #expect(answer.status == .unprocessable)
            let word = query.replacing("=", with: " ").split(separator: " ")
            let line = outcome("draw \(folder)/desk --" + word.joined(separator: " "))
            if !query.hasPrefix("out") {
                let said = line.messages.split(separator: "\n").first?.replacing("Error: ", with: "") ?? ""
                #expect(!said.isEmpty && desk.text(answer).contains(said.prefix(30)), "\(desk.text(answer)) and \(said)")
            }
        }
    }

    @Test("A file is not replaced unless that is asked for, and nothing is saved outside of the folder")
    func names() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.write(to: folder + "/desk")
            let desk = try Desk(folder)
            #expect(desk.save("desk", "", as: "d.obj").status == .ok)
            #expect(desk.save("desk", "", as: "d.obj").status == .conflict)
            #expect(desk.save("desk", "", as: "d.obj", replaces: true).status == .ok)
            for name in ["../d.obj", "a/d.obj", ".d.obj", "d.exe", "d", "-d.obj", "", ".obj", "desk"] {
                #expect(desk.save("desk", "", as: name).status == .badRequest, "\(name)")
            }
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == ["d.mtl", "d.obj", "desk"])
        }
    }

    @Test(
        "A word of a command line reaches the shell as it is",
        arguments: ["a", "", "a b", "it's", "$HOME", "*", "#102030", "\"", "a\nb", "ä", "-x", "~"])
    func shellWords(_ word: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "printf %s " + shellWord(word)]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == word)
    }
}

/// The drawing part of a studio on a folder, asked without a server.
private struct Desk {
    private let routes: DrawingRoutes

    init(_ folder: String) throws {
        let words = CommandWords()
        routes = DrawingRoutes(
            library: try Library(folder: folder), words: words, pool: RunPool(cores: 2), folder: LibraryFolder(folder))
    }

    func ask(_ name: String, _ part: String, _ query: String, body: String? = nil) -> HTTPAnswer {
        let request = HTTPRequest(
            method: body == nil ? .get : .post, path: ["api", "recordings", name, part], query: items(query),
            body: Array((body ?? "").utf8))
        return routes.answer(request) ?? .notFound(request)
    }

    func save(_ name: String, _ query: String, as file: String, replaces: Bool = false) -> HTTPAnswer {
        ask(name, "save", query, body: "{\"file\":\"\(file)\",\"replace\":\(replaces)}")
    }

    func words(_ query: String) -> [StudioWord] { items(query).map { .init(name: $0.name, value: $0.value) } }

    func text(_ answer: HTTPAnswer) -> String {
        if case .bytes(let bytes, _) = answer.content { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    private func items(_ query: String) -> [QueryItem] { RequestTarget("/?" + query)?.query ?? [] }
}
