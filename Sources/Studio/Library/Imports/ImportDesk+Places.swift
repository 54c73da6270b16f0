internal import Files
internal import Imaging

extension ImportDesk {
    /// The hidden folder, which is made when it is first needed, and anew when somebody removed it.
    func staging() throws(LibraryFailure) -> ImportStaging {
        let result: Result<ImportStaging, any Error> = state.change { state in
            if let staging = state.staging, kind(of: staging.path) == .folder { return .success(staging) }
            let made = Result { try ImportStaging(in: folder) }
            if case .success(let staging) = made { state.staging = staging }
            return made
        }
        do {
            return try result.get()
        } catch {
            throw .init(.unusable, "\(error)", help: "recordings are made in the studio's folder: it must be there and writable")
        }
    }

    /// The folder of an import's files.
    func files(of id: String, in staging: ImportStaging) -> String { staging.folder(id) + "/files" }

    /// The path of one of them.
    func filePath(_ file: ImportFile, of id: String, in staging: ImportStaging) -> String {
        files(of: id, in: staging) + "/" + file.path
    }

    /// Judges words by the name of a file alone; what a film lacks may still come.
    func judge(_ words: [String], of file: ImportFile) throws(LibraryFailure) {
        let folder = self.folder
        do throws(StudioImportFailure) {
            try importer.check(.init(source: file.path, out: file.recordingName, words: words) { folder.regularFile($0) })
        } catch {
            guard error.needsPlace else { throw .init(.wrong, error.description, help: error.help) }
        }
    }

    /// Checks a name that is wished for.
    func checkName(_ name: String) throws(LibraryFailure) {
        guard LibraryFolder.isNewName(name) else {
            throw .init(
                .wrong, "\"\(name)\" is no name for a recording",
                help: "a name has no slash, colon or backslash and does not begin with a point, a dash or a space")
        }
        guard kind(of: folder.file(name)) == nil else {
            throw .init(.taken, "\"\(name)\" is there already", help: "choose another name; nothing is overwritten")
        }
    }
}
