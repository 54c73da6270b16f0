internal import Files
internal import Imaging

/// The folder with the recordings, which may go away while the studio runs, and come back.
final class FolderWatch: Sendable {
    /// Where it is.
    let path: String
    private let isMissing = Monitor(false)
    private let note: @Sendable (String) -> Void

    /// Watches a folder.
    ///
    /// - Parameter note: told once when it is gone, and once when it is back.
    init(_ path: String, note: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.note = note
    }

    /// The answer where the folder is gone; nil where it is there.
    func missing() -> HTTPAnswer? {
        let isGone = kind(of: path) != .folder
        let isNews = isMissing.change { isMissing in
            defer { isMissing = isGone }
            return isMissing != isGone
        }
        if isNews { note(isGone ? "The folder \(path) is gone; the studio waits for it." : "The folder \(path) is back.") }
        guard isGone else { return nil }
        return .failure(
            .gone, error: "the folder \(path) is gone", help: "put it back and load the page again; nothing else is lost")
    }
}
