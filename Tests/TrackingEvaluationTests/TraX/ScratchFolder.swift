import FoundationEssentials

/// A folder of a test, removed with all in it when the test is done.
final class ScratchFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "airdraw-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that stays behind in the temporary one is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file, and the folders on its way.
    func write(_ text: String, to name: String) throws {
        if let slash = name.lastIndex(of: "/") {
            try FileManager.default.createDirectory(atPath: file(String(name[..<slash])), withIntermediateDirectories: true)
        }
        try Data(text.utf8).write(to: URL(filePath: file(name)))
    }
}
