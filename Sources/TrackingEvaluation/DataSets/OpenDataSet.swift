/// Opens a folder of clips with truth: one sequence, or a folder of them, also nested.
///
/// - Parameters:
///   - folder: the folder.
///   - layout: a name of ``DataSetLayout``; nil to guess it from the files, which the set's notes then say.
///   - needsPictures: whether truth without pictures is an error; stored results can be judged by the truth alone.
/// - Returns: the data set, its sequences sorted by name; those that cannot be read are among its damaged ones.
/// - Throws: ``DataSetFailure``, or the failure of a recording or picture, that names the file and what is wrong.
public func openDataSet(_ folder: String, layout: String? = nil, needsPictures: Bool = true) throws -> DataSet {
    let root = try FolderListing(folder, needsPictures: needsPictures)
    var candidates = DataSetLayout.all
    if let layout {
        guard let named = DataSetLayout.named(layout) else {
            throw DataSetFailure(
                path: folder, problem: "there is no layout \(quoted(layout))",
                cure: "layouts are \(DataSetLayout.all.map(\.name).joined(separator: ", "))")
        }
        candidates = [named]
    }
    var search = FolderSearch(candidates: candidates)
    try search.search(root, under: [], depth: 0)
    guard let first = search.finds.first else {
        let sought = candidates.map { "\($0.name): \($0.lookedFor)" }.joined(separator: "; ")
        throw DataSetFailure(
            path: folder, problem: "no sequence of \(layout.map { "layout \($0)" } ?? "a known layout") is in it",
            cure: "looked for \(sought); found \(found(in: root))")
    }
    let kinds = Set(search.finds.map(\.layout.name)).sorted()
    guard kinds.count == 1 else {
        let words = kinds.map { kind in
            let of = search.finds.filter { $0.layout.name == kind }
            return "\(kind) (\(of.count), such as \(of[0].folder.path))"
        }
        throw DataSetFailure(
            path: folder, problem: "folders of several layouts are in it: \(words.joined(separator: ", "))",
            cure: "name one of them with --layout")
    }
    var known = Findings(notes: search.notes)
    if layout == nil { known.notes.insert("layout \(first.layout.name), guessed: found \(first.layout.lookedFor)", at: 0) }
    var named: [(parts: [String], sequence: EvaluationSequence)] = []
    for find in search.finds {
        do {
            for sequence in try find.layout.read(find.folder, &known) {
                named.append((find.parts.dropLast() + [sequence.name], sequence))
            }
        } catch  where search.finds.count > 1 {
            known.damaged.append(DamagedSequence(name: find.folder.name, problem: "\(error)"))
        }
    }
    guard !named.isEmpty else {
        throw DataSetFailure(
            path: folder, problem: "not one sequence of layout \(first.layout.name) can be read",
            cure: (known.notes + known.damaged.map(\.problem)).joined(separator: "; "))
    }
    var set = DataSet(
        name: root.name, layout: first.layout.name, folder: folder,
        sequences: withUniqueNames(named).sorted { $0.name < $1.name }, notes: known.notes)
    set.damaged = known.damaged.sorted { ($0.name, $0.problem) < ($1.name, $1.problem) }
    // The notes stay with the results, where the sequence would else be missing without a word.
    set.notes += set.damaged.map { "\($0.name) cannot be read and is left out: \($0.problem)" }
    return set
}

/// Walks down from a folder to those that fit a layout.
private struct FolderSearch {
    let candidates: [DataSetLayout]
    private(set) var finds: [(folder: FolderListing, layout: DataSetLayout, parts: [String])] = []
    private(set) var notes: [String] = []

    init(candidates: [DataSetLayout]) { self.candidates = candidates }

    /// - Returns: whether something was found in the folder or below.
    @discardableResult
    mutating func search(_ folder: FolderListing, under parts: [String], depth: Int) throws -> Bool {
        let parts = parts + [folder.name]
        for layout in candidates where try layout.fits(folder) {
            finds.append((folder, layout, parts))
            return true
        }
        guard depth < 4 else { return false }
        let before = finds.count
        let listed = try listed(in: folder)
        for name in listed ?? folder.folders {
            let inner = try FolderListing(folder.file(name), needsPictures: folder.needsPictures)
            let isFound = try search(inner, under: parts, depth: depth + 1)
            if !isFound, !inner.films.isEmpty || inner.hasPictures || inner.hasFolder("img") || inner.hasFolder("color") {
                notes.append("\((parts + [name]).dropFirst().joined(separator: "/")) has pictures and no truth: left out")
            }
        }
        return finds.count > before
    }

    /// The folders that a `list.txt` of VOT or GOT-10k names; nil when there is no such list.
    private mutating func listed(in folder: FolderListing) throws -> [String]? {
        guard folder.has("list.txt") else { return nil }
        let names = try TextTable(folder.file("list.txt")).rows.compactMap(\.fields.first)
        let there = names.filter(folder.hasFolder)
        guard !there.isEmpty else { return nil }
        let missing = names.filter { !folder.hasFolder($0) }
        if !missing.isEmpty {
            let words = missing.prefix(6).joined(separator: ", ") + (missing.count > 6 ? " …" : "")
            notes.append("list.txt names \(counted(missing.count, "folder that is", "folders that are")) not there: \(words)")
        }
        let known = Set(names)
        let others = folder.folders.count { !known.contains($0) }
        if others > 0 { notes.append("\(counted(others, "folder is", "folders are")) not named in list.txt: left out") }
        return there
    }
}

/// Gives each sequence a name of its own: names that occur twice get the folders above in front.
private func withUniqueNames(_ named: [(parts: [String], sequence: EvaluationSequence)]) -> [EvaluationSequence] {
    var taken: Set<String> = []
    let longest = named.map(\.parts.count).max() ?? 1
    var names = named.map { $0.sequence.name }
    for length in 2...max(longest, 2) {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        for i in names.indices where counts[names[i], default: 0] > 1 {
            names[i] = named[i].parts.suffix(length).joined(separator: "-")
        }
    }
    return zip(names, named).map { name, entry in
        var sequence = entry.sequence
        sequence.name = name
        var number = 2
        while !taken.insert(sequence.name).inserted {
            sequence.name = "\(name)-\(number)"
            number += 1
        }
        return sequence
    }
}
