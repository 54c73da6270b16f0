/// All of the library that a server needs: what answers, where files may lie, and the end.
struct LibraryParts: Sendable {
    /// The recordings.
    let library: Library
    /// The evaluations.
    let results: Results
    /// The imports.
    let desk: ImportDesk

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - folder: with the recordings.
    ///   - importer: makes recordings of other files.
    /// - Throws: `FileFailure` when no temporary folder can be made.
    init(folder: String, importer: any StudioImporter) throws {
        library = try Library(folder: folder)
        results = Results(folder: library.folder)
        desk = ImportDesk(folder: library.folder, importer: importer, films: library.films)
    }

    /// What answers its addresses.
    var routes: [any APIRoutes] {
        [
            LibraryRoutes(library: library, results: results), ResultRoutes(library: library, results: results),
            ImportRoutes(desk: desk),
        ]
    }

    /// The folders with the files that answers are made of.
    var served: [ServedFolder] { library.served }

    /// Ends what runs and removes what is half done.
    func close() { desk.close() }
}
