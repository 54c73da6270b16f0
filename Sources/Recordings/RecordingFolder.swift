import Files
import Glibc

/// A recording's folder: names files in it and refuses paths that lead out of it.
struct RecordingFolder: Hashable, Sendable {
    /// The folder, as it was named.
    let path: String
    /// The folder without links.
    private let resolved: String

    /// Opens a folder.
    init(_ path: String) throws(RecordingFailure) {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        self.path = name
        switch kind(of: name) {
        case .folder: break
        case .file:
            throw .init(
                path: name, problem: "a recording is a folder, and this is a file",
                cure: "airdraw import --layout video makes a recording of a film")
        case nil:
            throw .init(path: name, problem: FileFailure(path: name, action: "open", code: errno).reason)
        }
        guard let resolved = realPath(name) else {
            throw .init(path: name, problem: FileFailure(path: name, action: "open", code: errno).reason)
        }
        self.resolved = resolved
    }

    /// The path of a file of this folder.
    func file(_ name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

    /// Whether a file with this name is there.
    func has(_ name: String) -> Bool { kind(of: file(name)) != nil }

    /// The path of a file that a text names, once it is known to be a file inside this folder.
    ///
    /// - Returns: what is wrong with it, in words, when it is not.
    func resolve(_ name: String) -> Result<String, PathProblem> {
        let typed = "\"\(shortened(name))\""
        func refuse(_ words: String) -> Result<String, PathProblem> { .failure(.init(words: words)) }
        if name.hasPrefix("/") {
            return refuse("expected a path inside the recording's folder, found the absolute path \(typed)")
        }
        if name.isEmpty || name.utf8.contains(0) || name.utf8.count > 1024 { return refuse("\(typed) is not a path") }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("..") { return refuse("expected a path inside the recording's folder, found \(typed)") }
        if parts.contains(where: { $0.isEmpty }) { return refuse("\(typed) is not the path of a file") }
        let full = file(name)
        guard let real = realPath(full) else {
            return refuse("cannot read \(typed): \(FileFailure(path: full, action: "read", code: errno).reason)")
        }
        guard real.hasPrefix(resolved == "/" ? "/" : resolved + "/") else {
            return refuse("expected a path inside the recording's folder, and \(typed) is a link that leads out of it")
        }
        guard isRegularFile(real) else { return refuse("\(typed) is not a file") }
        return .success(full)
    }

    /// The path of one of the files of the format; nil when it is absent.
    func part(_ name: String) throws(RecordingFailure) -> String? {
        guard existsAtAll(name) else { return nil }
        switch resolve(name) {
        case .success(let path): return path
        case .failure(let problem): throw .init(path: file(name), problem: problem.words)
        }
    }

    /// Whether there is an entry of this name, even a link that leads nowhere.
    private func existsAtAll(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(file(name), &status) == 0
    }
}

/// Why a path is refused.
struct PathProblem: Error, Hashable {
    let words: String
}
