/// What makes recordings of other files; `airdraw import` gives it to the studio, so that both do the same.
package protocol StudioImporter: Sendable {
    /// Judges the words alone, before anything is opened.
    ///
    /// - Throws: ``StudioImportFailure``.
    func check(_ request: StudioImport) throws(StudioImportFailure)

    /// Makes the recording.
    ///
    /// - Throws: ``StudioImportFailure``; nothing is left at the place of the recording then.
    func run(_ request: StudioImport, listener: any StudioImportListener) throws(StudioImportFailure)
}

/// What is to be imported.
package struct StudioImport: Sendable {
    /// The path of what is imported: a film, an archive or a folder.
    package var source: String
    /// The folder to make.
    package var out: String
    /// Options as they are typed, such as `--world=sheet:a4:1,1,9,1,9,9,1,9`.
    package var words: [String]
    /// Finds a file that a word names; nil when there is none that may be read.
    package var file: @Sendable (_ name: String) -> String?

    /// Makes a request.
    package init(
        source: String, out: String, words: [String] = [], file: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
    ) {
        self.source = source
        self.out = out
        self.words = words
        self.file = file
    }
}

/// Hears how an import goes on; called from the thread that imports.
package protocol StudioImportListener: AnyObject, Sendable {
    /// Hears how far the work is.
    ///
    /// - Parameters:
    ///   - title: what is being done.
    ///   - done: how much of it.
    ///   - total: how much there is; nil when that is not known.
    func progress(_ title: String, done: Int, total: Int?)

    /// Hears a line that is good to know.
    func note(_ line: String)
}

/// Why an import does not begin or did not end well.
package struct StudioImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String
    /// What helps; nil when nothing more is known.
    package let help: String?
    /// Whether the words are wrong, and not the files.
    package let isUsage: Bool
    /// Whether it is a film of which nobody said where its camera stands.
    package let needsPlace: Bool

    /// Makes a failure.
    package init(_ description: String, help: String? = nil, isUsage: Bool = false, needsPlace: Bool = false) {
        self.description = description
        self.help = help
        self.isUsage = isUsage
        self.needsPlace = needsPlace
    }
}
