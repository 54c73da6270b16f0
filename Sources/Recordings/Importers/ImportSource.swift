import Archives
import Files
import Spaces

/// The files of what is to be imported: a folder, one file of a folder, or an archive, which is unpacked aside.
final class ImportSource {
    /// The source, as it was named.
    let path: String
    /// The folder with the files.
    let root: String
    /// The name of the file that was named, when a file was; nil for a folder or an archive.
    let chosen: String?
    /// The files' paths in the folder, sorted.
    let files: [String]
    private let known: Set<String>
    private let unpacked: TemporaryFolder?

    /// Whether the files are copies that nobody else uses.
    var isUnpacked: Bool { unpacked != nil }

    /// Most files of a source.
    static let mostFiles = 1_000_000

    /// Lists a source; an archive is unpacked into a temporary folder, which goes with this object.
    ///
    /// - Parameters:
    ///   - path: the source.
    ///   - limits: for an archive.
    ///   - progress: called while unpacking, with what is done and how much there is.
    convenience init(
        _ path: String, limits: ArchiveLimits = .init(), progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        switch kind(of: name) {
        case nil: throw FileFailure(path: name, action: "open", code: lastError())
        case .folder: try self.init(path: name, folder: name, chosen: nil, unpacked: nil)
        case .file where ZipArchive.isArchive(name):
            let folder = try TemporaryFolder(for: "import")
            try unpack(name, into: folder.path, limits: limits, progress)
            try self.init(path: name, folder: folder.path, chosen: nil, unpacked: folder)
        case .file where name.lowercased().hasSuffix(".r3d") || name.lowercased().hasSuffix(".zip"):
            throw RecordingFailure(path: name, problem: "the archive is cut off or damaged", cure: "copy it anew")
        case .file:
            let slash = name.lastIndex(of: "/")
            let folder = slash.map { $0 == name.startIndex ? "/" : String(name[..<$0]) } ?? "."
            let base = slash.map { String(name[name.index(after: $0)...]) } ?? name
            try self.init(path: name, folder: folder, chosen: base, unpacked: nil)
        }
    }

    private init(path: String, folder: String, chosen: String?, unpacked: TemporaryFolder?) throws {
        var root = folder
        var files: [String] = []
        // Archives and downloads often hold one folder with all the rest in it.
        for _ in 0..<3 {
            files = try filesBelow(root, depth: 4, limit: Self.mostFiles).filter { !$0.hasPrefix("__MACOSX/") }
            guard chosen == nil, let first = files.first?.split(separator: "/"), first.count > 1,
                files.allSatisfy({ $0.hasPrefix(first[0] + "/") })
            else { break }
            // A folder of pictures alone is not the whole.
            guard files.contains(where: { $0.split(separator: "/").count == 2 && !isPicture($0) }) else { break }
            root += "/" + first[0]
        }
        self.path = path
        self.root = root
        self.chosen = chosen
        self.files = files
        self.unpacked = unpacked
        known = Set(files)
    }

    /// What to call a recording of it.
    var name: String {
        let base = path.split(separator: "/").last.map(String.init) ?? "recording"
        guard kind(of: path) == .file, let dot = base.lastIndex(of: "."), dot != base.startIndex else {
            return base == "." || base == ".." ? "recording" : base
        }
        return String(base[..<dot])
    }

    /// Whether a file is there.
    func has(_ name: String) -> Bool { known.contains(name) }

    /// The path on the disk of a file.
    func file(_ name: String) -> String { root + "/" + name }

    /// A file that the layout cannot do without.
    func required(_ name: String) throws(RecordingFailure) -> String {
        guard has(name) else { throw .init(path: path, problem: "there is no \(name) in it") }
        return file(name)
    }

    /// The files directly in a folder of the source whose names begin and end so, sorted.
    func names(in folder: String = "", prefix: String = "", suffix: String) -> [String] {
        let start = folder.isEmpty ? "" : folder + "/"
        return files.filter { file in
            guard file.hasPrefix(start + prefix), file.hasSuffix(suffix) else { return false }
            return !file.dropFirst(start.count).contains("/")
        }
    }

    /// A whole JSON file as an object.
    func json(_ name: String, mostKeys: Int = JSONParser.mostKeys) throws(RecordingFailure) -> Fields {
        let path = file(name)
        return try Fields(readWhole(path, upTo: 1 << 28), place: .init(path), mostKeys: mostKeys)
    }

    /// The beginning of a file as text, for guessing.
    func beginning(of name: String, _ count: Int = 4096) -> String {
        guard var lines = try? LineReader(path: file(name), longestLine: 1 << 28) else { return "" }
        var text = ""
        // What cannot be read says nothing about the layout; whoever reads it next says why.
        while text.utf8.count < count, let line = try? lines.next() {
            text += String(decoding: line.prefix(count), as: UTF8.self) + "\n"
        }
        return text
    }
}

/// Whether a name is that of a picture.
func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".jpg", ".jpeg", ".png", ".bmp", ".webp"].contains { lower.hasSuffix($0) }
}

/// Unpacks what an importer may look at: text, pictures and films; depth is left packed.
private func unpack(
    _ path: String, into folder: String, limits: ArchiveLimits, _ progress: (Int, Int) throws -> Void
) throws {
    let archive = try ZipArchive(opening: path, limits: limits)
    let wanted = archive.entries.filter { entry in
        let lower = entry.name.lowercased()
        return ![".depth", ".conf", ".exr", ".ply", ".obj", ".usdz"].contains { lower.hasSuffix($0) }
            && !lower.hasPrefix("__macosx/") && !lower.hasSuffix(".depth.png")
    }
    for (done, entry) in wanted.enumerated() {
        try archive.unpack(entry, into: folder)
        try progress(done + 1, wanted.count)
    }
}
