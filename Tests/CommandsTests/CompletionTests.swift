import Foundation
import Testing

@testable import Commands

/// Runs a shell on a script and gives its exit code and output; nil when the shell is not installed.
private func shell(_ name: String, _ arguments: [String] = [], script: String) throws -> (code: Int32, output: String)? {
    guard let path = ["/bin/", "/usr/bin/"].map({ $0 + name }).first(where: FileManager.default.isExecutableFile) else {
        return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("completion-\(UUID().uuidString)")
    try script.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }  // A file left in the temporary folder does no harm.
    process.arguments = arguments + [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

@Suite("Shell completion")
struct CompletionTests {
    @Test("The scripts are right for their shells", arguments: Shell.allCases)
    func syntax(_ kind: Shell) throws {
        let script = outcome("completion \(kind.rawValue)").data
        guard let result = try shell(kind.rawValue, ["-n"], script: script) else { return }
        #expect(result.code == 0)
        #expect(result.output.isEmpty)
    }

    @Test(
        "bash offers what fits",
        arguments: [
            ("airdraw|dr", "draw"), ("airdraw|c", "calibrate check compare completion"), ("airdraw|draw|--ti", "--tip --tip-at"),
            ("airdraw|draw|r|--tracker|m", "medianflow mil mosse"), ("airdraw|draw|--smooth|", "off on"),
            ("airdraw|draw|--smooth|=|of", "off"), ("airdraw|completion|z", "zsh"), ("airdraw|help|tr", "track trax"),
            ("airdraw|export|--o", "--out"), ("airdraw|draw|--obj|a", "a folder a.obj"), ("airdraw|info|a", "a folder"),
            ("airdraw|draw|--gate|", ""),
        ])
    func bash(_ words: String, _ wanted: String) throws {
        let typed = words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("a folder"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // As above.
        for name in ["a.obj", "a.stl"] { try Data().write(to: folder.appendingPathComponent(name)) }
        let script = """
            cd '\(folder.path)'
            \(outcome("completion bash").data)
            COMP_WORDS=(\(typed.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(typed.count - 1)
            _airdraw
            printf '%s\\n' "${COMPREPLY[@]}" | LC_ALL=C sort
            """
        guard let result = try shell("bash", script: script) else { return }
        let offered = result.output.split(separator: "\n").joined(separator: " ")
        #expect(offered == wanted)
    }
}
