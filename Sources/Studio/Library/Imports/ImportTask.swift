/// One import: what was uploaded for it, and how far it is.
struct ImportTask: Sendable {
    /// Where it stands.
    enum Stage: Hashable, Sendable {
        /// Files are coming, or words are waited for.
        case open
        /// It waits for those before it.
        case queued
        /// It runs.
        case running
        /// A recording of this name was made.
        case done(String)
        /// It could not be done; it may be tried again with other words.
        case failed
    }

    /// By which pages ask for it.
    let id: String
    /// The file that it began with.
    let first: ImportFile
    /// The name that was wished for; nil to take the file's.
    var wish: String?
    /// Options as they are typed.
    var words: [String] = []
    /// The files that are there.
    var files: Set<String> = []
    /// How many files are coming now.
    var uploads = 0
    /// Where it stands.
    var stage = Stage.open
    /// What happened so far.
    var events = ImportEvents()
    /// When somebody cared for it last.
    var used: ContinuousClock.Instant

    /// Whether nobody works on it, so that it may be dropped when nobody asks for it.
    var isIdle: Bool { uploads == 0 && stage != .queued && stage != .running }
}
