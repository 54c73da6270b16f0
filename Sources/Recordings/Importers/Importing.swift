import Archives
import Files

/// Makes a recording of what another recorder wrote.
///
/// - Parameters:
///   - source: a folder, a file of it, or a zip archive.
///   - layout: what it is; nil to guess it.
///   - settings: what is said beside the files.
///   - pictures: how to ask about pictures.
///   - folder: the recording to make.
///   - replacing: whether a recording of that name may be replaced.
///   - guessed: called with the layout and what gave it away, when it was guessed.
///   - progress: called with a word for the work, what is done and how much there is; an error of it stops the import.
/// - Returns: how it went.
/// - Throws: ``RecordingFailure``, `ArchiveFailure` or a file failure of the system.
public func importRecording(
    _ source: String, layout: ImportLayout? = nil, settings: ImportSettings = .init(), pictures: PictureProbe, to folder: String,
    replacing: Bool = false, guessed: (ImportLayout, String) -> Void = { _, _ in },
    progress: (String, Int, Int) throws -> Void = { _, _, _ in }
) throws -> ImportReport {
    // Said before the work and not after it.
    if !replacing, kind(of: folder) != nil {
        throw RecordingFailure(path: folder, problem: "it exists already", cure: "choose another name")
    }
    let source = try ImportSource(source) { try progress("unpacking", $0, $1) }
    let chosen: ImportLayout
    if let layout {
        chosen = layout
    } else {
        let guess = try recognize(source)
        guessed(guess.layout, guess.evidence)
        chosen = guess.layout
    }
    guard let importer = chosen.importer else {
        throw RecordingFailure(path: source.path, problem: "a plain film is imported with its camera's place")
    }
    var session = try importer.read(source, settings)
    guard !session.frames.isEmpty else { throw RecordingFailure(path: source.path, problem: "there is no frame in it") }
    try session.putInOrder()
    session.makeRigid()
    session.warnAboutJumps()
    return try ImportWriter(source: source, layout: chosen, settings: settings, pictures: pictures)
        .write(session, to: folder, replacing: replacing) { try progress("importing", $0, $1) }
}

/// What a source is, by its files.
///
/// - Throws: ``RecordingFailure`` when it is nothing that is known.
func recognize(_ source: ImportSource) throws(RecordingFailure) -> (layout: ImportLayout, evidence: String) {
    for layout in ImportLayout.allCases {
        guard let evidence = layout.importer?.evidence(in: source) else { continue }
        // A file that is named must be one of those that give the layout away, and not only lie beside them.
        if let chosen = source.chosen, !evidence.contains(chosen) { continue }
        return (layout, evidence)
    }
    if let chosen = source.chosen, [".tgz", ".tar.gz", ".tar", ".gz"].contains(where: { chosen.lowercased().hasSuffix($0) }) {
        throw .init(path: source.path, problem: "of archives, zip alone is read", cure: "unpack it, and import the folder")
    }
    if source.has("recording.json") {
        throw .init(path: source.path, problem: "it is a recording already")
    }
    throw .init(
        path: source.path, problem: "its files are of no layout that is known",
        cure: "airdraw import --list says which files each layout needs; --layout chooses one")
}
