import Files
import Glibc
import Spaces

/// Writes a recording: into a folder beside its final name, which is renamed by ``commit()``.
///
/// Dropped without a commit, it leaves nothing behind. What is written is checked as it is when read, so that what was
/// committed can be opened. The same calls give the same bytes.
public final class RecordingWriter {
    private let staged: StagedFolder
    private let header: RecordingHeader
    private var files: [String: AtomicFile] = [:]

    /// The final name of the folder.
    public var folder: String { staged.path }

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - folder: its final name; the folder that holds it must exist.
    ///   - header: for `recording.json`.
    ///   - replacing: whether what has this name already may be replaced, if it is a recording; otherwise it is refused.
    /// - Throws: ``RecordingFailure``, or a file failure of the system.
    public init(folder: String, header: RecordingHeader, replacing: Bool = false) throws {
        staged = try StagedFolder(path: folder)
        self.header = header
        switch kind(of: staged.path) {
        case nil: break
        case .file: throw RecordingFailure(path: staged.path, problem: "there is a file of this name")
        case .folder:
            guard replacing else {
                throw RecordingFailure(
                    path: staged.path, problem: "it exists already", cure: "choose another name, or allow it to be replaced")
            }
            guard kind(of: staged.path + "/recording.json") == .file else {
                throw RecordingFailure(path: staged.path, problem: "it exists and is not a recording, so it is not replaced")
            }
        }
        let text = header.text
        _ = try RecordingHeader(text: Array(text.utf8), path: staged.path + "/recording.json")
        let file = try AtomicFile(path: staged.stagingPath + "/recording.json")
        file.write(text)
        try file.commit()
    }

    /// Appends a frame to `frames.jsonl`.
    public func write(_ frame: FrameRecord) throws {
        try line(frame.line(in: header), to: "frames.jsonl")
    }

    /// Appends an event to `anchors.jsonl`.
    public func write(_ event: AnchorEvent) throws { try line(event.line, to: "anchors.jsonl") }

    /// Appends an event to `events.jsonl`.
    public func write(_ event: UserEvent) throws { try line(event.line, to: "events.jsonl") }

    /// Appends the feature points of a frame to `features.jsonl`.
    public func write(_ features: FeatureRecord) throws { try line(features.line, to: "features.jsonl") }

    /// Copies the film, or a picture, into the recording; a link instead where `linking` and the file system allow it.
    ///
    /// - Parameters:
    ///   - source: path of the file.
    ///   - name: path in the recording, such as `video.mp4` or `images/000000.jpg`; folders on the way are made.
    ///   - linking: makes a hard link, so that the bytes are on the disk once.
    public func copy(_ source: String, as name: String, linking: Bool = false) throws {
        let target = try place(name)
        guard isRegularFile(source) else {
            throw RecordingFailure(path: source, problem: kind(of: source) == nil ? "it does not exist" : "it is not a file")
        }
        if linking, unsafe link(realPath(source) ?? source, target) == 0 { return }
        try naming { try copyFile(from: source, to: target) }
    }

    /// Writes a file into the recording, such as an encoded picture.
    public func write(_ bytes: [UInt8], as name: String) throws {
        try naming {
            let file = try AtomicFile(path: try place(name))
            file.write(bytes)
            try file.commit()
        }
    }

    /// Completes the files, reads them all once as a reader would, and gives the folder its name.
    ///
    /// - Throws: ``RecordingFailure`` when the recording would not open; nothing is left behind then.
    public func commit() throws {
        try naming {
            for name in files.keys.sorted() { try files[name]?.commit() }
            files = [:]
            let recording = try Recording(opening: staged.stagingPath)
            let frames = try recording.frames()
            while try frames.next() != nil {}
            let anchors = try recording.anchors()
            while try anchors.next() != nil {}
            let events = try recording.events()
            while try events.next() != nil {}
            let features = try recording.features()
            while try features.next() != nil {}
        }
        try staged.commit()
    }

    private func line(_ text: String, to name: String) throws {
        try naming {
            let file = try files[name] ?? AtomicFile(path: staged.stagingPath + "/" + name)
            files[name] = file
            file.write(text)
            if file.hasFailed { try file.commit() }
        }
    }

    /// Does something whose failures are to be about the recording, not about the name it is written under.
    private func naming(_ body: () throws -> Void) throws {
        func final(_ path: String) -> String? {
            path.hasPrefix(staged.stagingPath) ? staged.path + path.dropFirst(staged.stagingPath.count) : nil
        }
        do {
            try body()
        } catch let error as RecordingFailure {
            throw RecordingFailure(
                path: final(error.path) ?? error.path, line: error.line, key: error.key, problem: error.problem, cure: error.cure)
        } catch let error as FileFailure {
            throw FileFailure(path: final(error.path) ?? error.path, action: error.action, code: error.code)
        }
    }

    private func place(_ name: String) throws -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) else {
            throw RecordingFailure(path: staged.path, problem: "\"\(shortened(name))\" is not a path inside the recording")
        }
        var folder = staged.stagingPath
        for part in parts.dropLast() {
            folder += "/" + part
            if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw FileFailure(path: folder, action: "make", code: errno) }
        }
        return staged.stagingPath + "/" + name
    }
}
