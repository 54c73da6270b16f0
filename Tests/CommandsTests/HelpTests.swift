import Foundation
import Testing

@testable import Commands

@Suite("Help")
struct HelpTests {
    @Test("The page of the program lists the commands")
    func program() throws { try expectGolden(outcome("--help").data, "airdraw.txt") }

    @Test("Each command has a page", arguments: Tool.airdraw.names)
    func command(_ name: String) throws {
        let shown = outcome("\(name) --help")
        #expect(shown.code == 0)
        try expectGolden(shown.data, "\(name).txt")
        #expect(outcome("help \(name)").data == shown.data, "help and --help say the same")
        #expect(outcome("\(name) --nonsense -h").data == shown.data, "who asks for help gets it, whatever else is typed")
    }

    @Test("No line of a page is wider than a terminal, examples aside", arguments: Tool.airdraw.names)
    func width(_ name: String) {
        let page = outcome("\(name) --help").data
        let lines = page.components(separatedBy: "\nExamples:")[0].split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("Every example is a command line that is understood", arguments: Tool.airdraw.names)
    func examples(_ name: String) throws {
        let command = try #require(Tool.airdraw.command(named: name))
        for example in command.spec.examples {
            let typed = example.split(separator: "|")[0].split(separator: " ").map(String.init)
            let words = name.split(separator: " ").count
            #expect(typed.prefix(words).joined(separator: " ") == name)
            #expect(throws: Never.self) {
                _ = try command.options(from: ParsedArguments(Array(typed.dropFirst(words)), of: command.spec))
            }
        }
    }

    @Test("The article of the documentation is what the tables say")
    func article() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try expectFile(
            ReferencePage.markdown(of: .airdraw), root.appendingPathComponent("Sources/AirDraw/AirDraw.docc/CommandReference.md"))
    }

    @Test("The version is one line")
    func version() { #expect(outcome("--version").data == "airdraw \(Tool.version)\n") }

    @Test("Long text is broken between words, and a long word stays whole")
    func wrapping() {
        #expect(Help.wrapped("one two three", indent: 2, columns: 9) == "  one two\n  three\n")
        #expect(Help.wrapped("unbreakable", indent: 0, columns: 4) == "unbreakable\n")
    }
}
