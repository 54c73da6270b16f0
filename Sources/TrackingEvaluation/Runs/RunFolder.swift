internal import Files
private import Glibc

/// The folder of an evaluation: which file lies where.
///
///     evaluation.json                            what was asked for: protocol, data sets, trackers, version
///     sequences/SET/SEQUENCE.jsonl               the annotation, so that the folder can be judged without the data
///     results/SET/TRACKER/SEQUENCE.jsonl         what a tracker said, a line a frame
///     failures/SET/TRACKER/SEQUENCE.json         why there are no results
///     times/SET/TRACKER/SEQUENCE.jsonl           seconds a frame and the machine; the one part that differs from run to run
///     summary.json, summary.csv, sequences.csv   tables made of the results
public struct RunFolder: Hashable, Sendable {
    /// The folder.
    public let path: String

    /// Names the folder, which need not be there.
    public init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// What was asked for.
    public var manifest: String { path + "/evaluation.json" }
    /// The table of trackers as JSON.
    public var summary: String { path + "/summary.json" }
    /// The table of trackers as CSV.
    public var summaryTable: String { path + "/summary.csv" }
    /// The table of trackers and sequences as CSV.
    public var sequenceTable: String { path + "/sequences.csv" }

    /// The annotation of a sequence.
    ///
    /// - Parameters:
    ///   - set: name of the data set.
    ///   - sequence: name of the sequence.
    public func truth(set: String, sequence: String) -> String { join("sequences", [set, sequence], ".jsonl") }

    /// The results of a tracker on a sequence.
    ///
    /// - Parameters:
    ///   - set: name of the data set.
    ///   - tracker: name of the tracker.
    ///   - sequence: name of the sequence.
    public func results(set: String, tracker: String, sequence: String) -> String {
        join("results", [set, tracker, sequence], ".jsonl")
    }

    /// Why a tracker has no results on a sequence.
    ///
    /// - Parameters:
    ///   - set: name of the data set.
    ///   - tracker: name of the tracker.
    ///   - sequence: name of the sequence.
    public func failure(set: String, tracker: String, sequence: String) -> String {
        join("failures", [set, tracker, sequence], ".json")
    }

    /// How long a tracker took on a sequence.
    ///
    /// - Parameters:
    ///   - set: name of the data set.
    ///   - tracker: name of the tracker.
    ///   - sequence: name of the sequence.
    public func times(set: String, tracker: String, sequence: String) -> String {
        join("times", [set, tracker, sequence], ".jsonl")
    }

    private func join(_ kind: String, _ names: [String], _ ending: String) -> String {
        path + "/" + kind + "/" + names.map(fileName).joined(separator: "/") + ending
    }
}

/// A name as a part of a path: slashes, percent signs, control characters and a dot in front become `%2F` and so on.
func fileName(_ name: String) -> String {
    var out = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
        let isBad = scalar == "/" || scalar == "%" || scalar.value < 0x20 || scalar.value == 0x7F || (index == 0 && scalar == ".")
        guard isBad else {
            out.unicodeScalars.append(scalar)
            continue
        }
        let hex = String(scalar.value, radix: 16, uppercase: true)
        out += "%" + (hex.count < 2 ? "0" : "") + hex
    }
    return out
}

/// Removes a file if there is one.
func removeFile(_ path: String) { unsafe unlink(path) }

/// Names in a folder, sorted; none when there is no folder.
func names(in folder: String) -> [String] {
    guard let open = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(open) }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// Removes what writers of processes that no longer live have left half written, in a folder and those within it.
func removeStaleFiles(in folder: String) {
    for name in names(in: folder) {
        let path = folder + "/" + name
        if kind(of: path) == .folder {
            removeStaleFiles(in: path)
        } else if name.hasPrefix(".airdraw-"), let process = Int32(name.dropFirst(9).prefix { $0.isNumber }),
            kill(process, 0) != 0, errno == ESRCH
        {
            removeFile(path)
        }
    }
}
