internal import Files

/// Joins the folders of shards to the folder that one run would have made, byte for byte but for the times.
public struct ShardMerge: Sendable {
    private let sources: [RunFolder]
    private let target: RunFolder
    private let manifest: Manifest

    /// Prepares to join folders.
    ///
    /// - Parameters:
    ///   - folders: the folders of all shards of one evaluation, in any order.
    ///   - target: where the result goes; it must not hold an evaluation.
    /// - Throws: ``EvaluationFailure`` when the folders are not of one evaluation or do not make up all of it.
    public init(_ folders: [RunFolder], into target: RunFolder) throws {
        sources = folders
        self.target = target
        guard let first = folders.first else { throw EvaluationFailure("there is no folder to join", help: nil) }
        manifest = try Manifest(reading: first.manifest)
        for folder in folders.dropFirst() where !(try Manifest(reading: folder.manifest).agrees(with: manifest)) {
            throw EvaluationFailure(
                "\(folder.path) and \(first.path) are not of one evaluation: protocol, version, data sets or trackers differ",
                help: "run all shards with the same command line but for --shard and --out")
        }
        if isRegularFile(target.manifest) {
            throw EvaluationFailure("\(target.path) holds an evaluation already", help: "--out names another folder")
        }
        var missing: [String] = []
        try forEachTask { set, tracker, sequence in
            if source(of: { $0.results(set: set, tracker: tracker, sequence: sequence) }) == nil,
                source(of: { $0.failure(set: set, tracker: tracker, sequence: sequence) }) == nil
            {
                missing.append("\(tracker) on \(set)/\(sequence)")
            }
        }
        if let name = missing.first {
            throw EvaluationFailure(
                "the folders lack results: \(name)" + (missing.count > 1 ? " and \(missing.count - 1) more" : ""),
                help: "name the folders of all shards, or run what is missing with --resume")
        }
    }

    /// Copies all files.
    ///
    /// - Parameters:
    ///   - check: asked before each file; what it throws comes out.
    /// - Returns: the number of tasks that have failed.
    /// - Throws: `FileFailure`.
    @discardableResult
    public func run(check: () throws -> Void = {}) throws -> Int {
        try makeFolder(target.path)
        for set in manifest.sets {
            for sequence in set.sequences {
                try check()
                try copy { $0.truth(set: set.name, sequence: sequence) }
            }
        }
        var failures = 0
        try forEachTask { set, tracker, sequence in
            try check()
            if try copy({ $0.results(set: set, tracker: tracker, sequence: sequence) }) {
                try copy { $0.times(set: set, tracker: tracker, sequence: sequence) }
            } else if try copy({ $0.failure(set: set, tracker: tracker, sequence: sequence) }) {
                failures += 1
            }
        }
        // Last, because a folder with it counts as an evaluation.
        try manifest.write(to: target.manifest)
        return failures
    }

    private func forEachTask(_ body: (String, String, String) throws -> Void) throws {
        for set in manifest.sets {
            for tracker in manifest.trackers {
                for sequence in set.sequences { try body(set.name, tracker, sequence) }
            }
        }
    }

    /// The first shard's file; nil when none has it.
    private func source(of path: (RunFolder) -> String) -> String? { sources.map(path).first(where: isRegularFile) }

    /// Copies a file.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    private func copy(_ path: (RunFolder) -> String) throws -> Bool {
        guard let source = source(of: path) else { return false }
        try makeFolders(for: path(target))
        try copyFile(from: source, to: path(target))
        return true
    }
}
