internal import Files
internal import TrackingEvaluation

/// An evaluation in the list of the library.
struct ResultEntry: Encodable, Hashable, Sendable {
    /// By which it is asked for: the folder's name, with that of the folder round it and a colon before where there is one.
    var name: String
    /// What it was about, in words.
    var title: String
    /// The address of its numbers.
    var url: String
    /// The address of its own page; absent without one.
    var report: String?
    /// Why it cannot be shown; absent when it can.
    var problem: String?
}

/// The folders that `airdraw evaluate` wrote: in the library's folder, in folders of it, or the folder itself.
struct ResultFolders: Sendable {
    /// An evaluation's name and folder.
    struct Place: Hashable, Sendable {
        var name: String
        var path: String
    }

    let folder: LibraryFolder

    /// The evaluations, sorted by name.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there.
    func places() throws(LibraryFailure) -> [Place] {
        var found: [Place] = []
        for entry in try folder.folders() where entry.problem == nil {
            if Self.isResult(entry.path) {
                found.append(.init(name: entry.name, path: entry.path))
            } else if !isRegularFile(entry.path + "/recording.json") {
                // A folder that may not be read has none.
                let within = (try? LibraryFolder(entry.path).folders()) ?? []
                for inner in within where inner.problem == nil && Self.isResult(inner.path) {
                    found.append(.init(name: entry.name + ":" + inner.name, path: inner.path))
                }
            }
        }
        if Self.isResult(folder.path), !found.contains(where: { $0.name == folder.name }) {
            found.insert(.init(name: folder.name, path: folder.path), at: 0)
        }
        return found
    }

    /// The folder of an evaluation, by its name in the list.
    ///
    /// - Throws: ``LibraryFailure`` when there is none of this name.
    func path(of name: String) throws(LibraryFailure) -> String {
        // Compared byte by byte: two spellings of one accent are two folders.
        guard let place = try places().first(where: { Array($0.name.utf8) == Array(name.utf8) }) else {
            throw .init(.missing, "there are no results \"\(name)\"", help: "were they renamed or removed? Load the list again")
        }
        return place.path
    }

    /// The evaluations with what they were about.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there.
    func entries() throws(LibraryFailure) -> [ResultEntry] {
        try places().map { place in
            let url = Address.results(place.name)
            do {
                let manifest = try Manifest(reading: RunFolder(place.path).manifest)
                let hasReport = isRegularFile(place.path + "/" + ReportFiles.page)
                return .init(
                    name: place.name, title: Self.title(of: manifest), url: url,
                    report: hasReport ? Address.report(place.name) : nil)
            } catch {
                return .init(name: place.name, title: place.name, url: url, problem: folder.words(error))
            }
        }
    }

    /// What an evaluation was about, such as `desk, hand: ope, 3 trackers`.
    static func title(of manifest: Manifest) -> String {
        let count = manifest.trackers.count
        return manifest.sets.map(\.name).joined(separator: ", ") + ": \(manifest.evaluationProtocol.rawValue), "
            + "\(count) tracker\(count == 1 ? "" : "s")"
    }

    private static func isResult(_ path: String) -> Bool { isRegularFile(RunFolder(path).manifest) }
}
