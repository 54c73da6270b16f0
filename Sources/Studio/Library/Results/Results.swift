internal import Files
internal import Synchronization
internal import TrackingEvaluation

/// The evaluations of a folder, as pages ask for them; the tables of the last ``mostTables`` are kept.
final class Results: Sendable {
    /// The most evaluations whose tables are kept.
    static let mostTables = 8

    private struct Dated {
        var signature: FileSignature
        var tables: EvaluationTables
    }

    let folders: ResultFolders
    private let kept = Mutex(BoundedCache<String, Dated>(mostEntries: Results.mostTables))

    init(folder: LibraryFolder) { folders = .init(folder: folder) }

    /// The numbers of an evaluation.
    ///
    /// - Parameters:
    ///   - name: of the evaluation.
    ///   - recordings: names of the recordings of the library.
    /// - Throws: ``LibraryFailure`` when there is none of this name, or it cannot be read.
    func table(of name: String, recordings: [String]) throws(LibraryFailure) -> ResultTable {
        let path = try folders.path(of: name)
        let hasReport = isRegularFile(path + "/" + ReportFiles.page)
        return .init(
            try tables(path), recordings: Set(recordings), report: hasReport ? Address.report(name) : nil)
    }

    private func tables(_ path: String) throws(LibraryFailure) -> EvaluationTables {
        let folder = RunFolder(path)
        // The summary is written anew whenever results were.
        let signature = FileSignature(of: [folder.manifest, folder.summary, path + "/results"])
        if let known = kept.withLock({ $0.value(of: path) }), known.signature == signature { return known.tables }
        do {
            let tables = try EvaluationTables(of: folder)
            kept.withLock { _ = $0.keep(.init(signature: signature, tables: tables), of: path) }
            return tables
        } catch let failure as EvaluationFailure {
            throw .init(.unusable, folders.folder.words(failure), help: failure.help)
        } catch {
            throw .init(.unusable, folders.folder.words(error))
        }
    }
}
