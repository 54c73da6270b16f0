public import Spaces

/// A recorded AR session on disk.
///
/// Its frames, anchors and events stream; memory does not grow with its length.
public struct Recording: Sendable {
    /// The folder, as it was named.
    public let folder: String
    /// What `recording.json` says.
    public let header: RecordingHeader
    private let root: RecordingFolder

    /// Opens a recording and checks its header and that its files are where they must be.
    ///
    /// - Throws: ``RecordingFailure``.
    public init(opening folder: String) throws(RecordingFailure) {
        root = try RecordingFolder(folder)
        self.folder = root.path
        guard let headerPath = try root.part("recording.json") else {
            throw .init(
                path: root.path, problem: "there is no recording.json in this folder",
                cure:
                    "a recording is a folder with recording.json, frames.jsonl and its pictures; airdraw import makes one of what other apps write"
            )
        }
        header = try .init(text: readWhole(headerPath, upTo: 1 << 20), path: headerPath)
        if case .video(let name) = header.pictures, case .failure(let problem) = root.resolve(name) {
            throw .init(path: headerPath, key: "pictures", problem: problem.words)
        }
        guard try root.part("frames.jsonl") != nil else {
            throw .init(path: root.path, problem: "there is no frames.jsonl in this folder")
        }
    }

    /// The film's path; nil when the pictures are files.
    public var filmPath: String? {
        guard case .video(let name) = header.pictures else { return nil }
        return root.file(name)
    }

    /// The path of a frame's picture; nil when it is in the film.
    public func path(of picture: PictureReference) -> String? {
        guard case .file(let name) = picture else { return nil }
        return root.file(name)
    }

    /// The maps between picture and view.
    public var viewport: Viewport { header.viewport }

    /// Reads the frames from the first on.
    public func frames() throws(RecordingFailure) -> FrameReader {
        guard let path = try root.part("frames.jsonl") else {
            throw .init(path: root.path, problem: "there is no frames.jsonl in this folder")
        }
        return .init(try TextSource(path: path), header: header, folder: root)
    }

    /// Reads what happened to anchors from the start on; a recording without anchors gives none.
    public func anchors() throws(RecordingFailure) -> AnchorReader {
        let path = try root.part("anchors.jsonl")
        return .init(try path.map { (p) throws(RecordingFailure) in try TextSource(path: p) })
    }

    /// Reads what the user did from the start on; a recording without events gives none.
    public func events() throws(RecordingFailure) -> UserEventReader {
        let path = try root.part("events.jsonl")
        return .init(
            try path.map { (p) throws(RecordingFailure) in try TextSource(path: p) }, viewportSize: header.viewportSize)
    }

    /// The path of one of the files of the format; nil when it is absent.
    func part(_ name: String) throws(RecordingFailure) -> String? { try root.part(name) }

    /// Whether an optional part is there, such as `anchors.jsonl` or `truth`.
    public func has(_ part: String) -> Bool { root.has(part) }
}
