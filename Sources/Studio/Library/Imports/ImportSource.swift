internal import Archives
internal import Files
internal import Imaging
internal import Recordings

/// What the files of an import are.
enum UploadedSource: Hashable, Sendable {
    /// A film, an archive or a folder, which is to be imported.
    case foreign(String)
    /// A folder that is a recording already.
    case recording(String)
    /// An archive that holds a recording, and the folder of it in the archive; empty for none.
    case packed(String, folder: String)

    /// Looks at the files.
    ///
    /// - Parameters:
    ///   - task: the import.
    ///   - folder: its files.
    /// - Throws: `ArchiveFailure` when an archive cannot be opened.
    init(of task: ImportTask, in folder: String) throws {
        for inner in ["", task.first.path.split(separator: "/").first.map { "/" + $0 } ?? ""] {
            guard isRegularFile(folder + inner + "/recording.json") else { continue }
            self = .recording(folder + inner)
            return
        }
        let path = folder + "/" + task.first.path
        if !task.first.isInFolder {
            if ZipArchive.isArchive(path), let inner = Self.recording(in: try ZipArchive(opening: path)) {
                self = .packed(path, folder: inner)
                return
            }
            // Other files beside a film or an archive are those that words name, such as the picture of a card.
            if task.files.count == 1 || Self.isWhole(task.first.name) {
                self = .foreign(path)
                return
            }
        }
        self = .foreign(folder)
    }

    /// Whether a file is a whole source by its ending, whatever lies beside it.
    private static func isWhole(_ name: String) -> Bool {
        let endings = [".mp4", ".mov", ".m4v", ".mkv", ".avi", ".webm", ".zip", ".r3d"]
        return endings.contains { name.lowercased().hasSuffix($0) }
    }

    /// The folder of a recording in an archive; nil when there is none.
    private static func recording(in archive: ZipArchive) -> String? {
        let names = Set(archive.entries.map(\.name))
        return names.filter { $0 == "recording.json" || $0.hasSuffix("/recording.json") }
            .map { String($0.dropLast("recording.json".count)) }
            .filter { names.contains($0 + "frames.jsonl") && $0.split(separator: "/").count <= 2 }
            .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}

/// Checks a recording that comes from elsewhere: all of its text, and that its pictures can be decoded.
///
/// - Throws: `RecordingFailure`, `ImagingFailure`.
func checkUploaded(_ folder: String) throws {
    if let finding = checkText(folder).first(where: { $0.severity == .error }) { throw finding.failure }
    let recording = try Recording(opening: folder)
    if let film = recording.filmPath { _ = try VideoFile(path: film) }
}

/// Unpacks a folder of an archive.
///
/// - Parameters:
///   - path: the archive.
///   - inner: the folder in it; empty for all of it.
///   - folder: where to; it is made.
///   - progress: called with what is done and how much there is.
/// - Throws: `ArchiveFailure`, `FileFailure`.
func unpackRecording(_ path: String, folder inner: String, into folder: String, progress: (Int, Int) -> Void) throws {
    let archive = try ZipArchive(opening: path)
    let wanted = archive.entries.filter { inner.isEmpty || $0.name.hasPrefix(inner + "/") }
    try makeFolder(folder)
    for (done, entry) in wanted.enumerated() {
        try archive.unpack(entry, into: folder)
        progress(done + 1, wanted.count)
    }
}
