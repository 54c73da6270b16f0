/// A file that is uploaded: its path among the files of one import.
struct ImportFile: Hashable, Sendable {
    /// The path, with slashes; a folder that is dropped keeps its folders.
    let path: String

    /// Checks a path: relative, of names that a page may give to something new.
    ///
    /// - Returns: nil for a path that is refused.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...8).contains(parts.count), path.utf8.count <= 1024, parts.allSatisfy(Self.isName) else { return nil }
        self.path = path
    }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// Whether it lies in a folder.
    var isInFolder: Bool { path.contains("/") }

    /// The name for a recording of it: the folder's that was dropped, or the file's without its ending; nothing in it trips a shell.
    var recordingName: String {
        let first = path.split(separator: "/").first.map(String.init) ?? path
        var base = first
        if !isInFolder, let dot = base.lastIndex(of: "."), dot != base.startIndex { base = String(base[..<dot]) }
        let clean = String(base.map { $0 == ":" || $0 == "\\" || $0 == "\u{FFFD}" ? "-" : $0 })
        return LibraryFolder.isNewName(clean) ? clean : "recording"
    }

    /// Colons and what else is odd may be in a file's name; what could be hidden or a control character may not.
    private static func isName(_ name: String) -> Bool {
        LibraryFolder.isName(name) && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
