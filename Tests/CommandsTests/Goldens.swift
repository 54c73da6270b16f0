import Foundation
import Testing

/// Compares a text with the file of a name beside the tests; with `RECORD_GOLDENS=1` the file is written, and the test fails.
func expectGolden(
    _ text: String, _ name: String, beside file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Goldens/" + name)
    try expectFile(text, url, sourceLocation: sourceLocation)
}

/// Compares a text with a file; with `RECORD_GOLDENS=1` the file is written, and the test fails.
func expectFile(_ text: String, _ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
        try text.write(to: url, atomically: true, encoding: .utf8)
        Issue.record("\(url.lastPathComponent) was recorded anew", sourceLocation: sourceLocation)
        return
    }
    let wanted = try String(contentsOf: url, encoding: .utf8)
    #expect(text == wanted, "\(url.lastPathComponent) differs; RECORD_GOLDENS=1 writes it anew", sourceLocation: sourceLocation)
}
