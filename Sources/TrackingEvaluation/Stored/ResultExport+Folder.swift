internal import Files
internal import Recordings

extension ExportLayout {
    /// What of a protocol's results the layout has no place for, in a sentence; nil when it holds all of them.
    ///
    /// - Parameter evaluationProtocol: how the trackers were run.
    public func shortfall(of evaluationProtocol: EvaluationProtocol) -> String? {
        switch evaluationProtocol {
        case .sre where self != .otb:
            "\(rawValue) has one pass a sequence: written is the first, whose seed was shifted to the left"
        case .tre where self != .otb: "\(rawValue) has one pass a sequence: written is the first, which goes through all frames"
        case .tap: "\(rawValue) has one pass a sequence: written is the first, whose tap did not miss"
        default: nil
        }
    }

    /// Writes all results of an evaluation for other programs, below a folder that is made where it is missing.
    ///
    /// The two trackers that bracket a table are left out. With several data sets each has a folder of its own. The passes of OTB's
    /// robustness protocols go into one file a sequence, in the way of OTB's Python toolkit; other layouts have no place for several passes
    /// over a sequence, and ``shortfall(of:)`` says which is written.
    ///
    /// - Parameters:
    ///   - tables: of the evaluation.
    ///   - folder: where the folders of the trackers go.
    /// - Returns: the files.
    /// - Throws: ``EvaluationFailure`` or `FileFailure`.
    @discardableResult
    public func write(_ tables: EvaluationTables, to folder: String) throws -> [String] {
        let kind = tables.manifest.evaluationProtocol
        var files: [String] = []
        for table in tables.tables {
            let base = tables.tables.count > 1 ? folder + "/" + fileName(table.set) : folder
            for row in table.rows where !row.isBracket {
                for name in row.sequences.map(\.sequence) {
                    let path = tables.folder.results(set: table.set, tracker: row.tracker, sequence: name)
                    let named = try ResultFile(reading: path).runs
                    var runs = named.map(\.run)
                    let times = tables.folder.times(set: table.set, tracker: row.tracker, sequence: name)
                    if isRegularFile(times) { try addSeconds(in: times, to: &runs) }
                    let sequence = try SequenceFile.read(tables.folder.truth(set: table.set, sequence: name))
                    if self == .otb, kind == .sre || kind == .tre {
                        let passes = OTBPasses(
                            tracker: row.tracker, sequence: name, kind: kind, passes: zip(named.map(\.name), runs).map { $0 },
                            origin: firstPixel(inLayout: table.layout))
                        files.append(try passes.write(to: base))
                        continue
                    }
                    let isOfSeveral = kind == .vot || kind == .anchor
                    let result = ExportedResult(
                        tracker: row.tracker, sequence: name, count: sequence.count, origin: firstPixel(inLayout: table.layout),
                        runs: isOfSeveral ? runs : Array(runs.prefix(1)), isFromAnchors: kind == .anchor)
                    files += try export(result, as: self, to: base)
                }
            }
        }
        return files
    }
}

/// The number that a data set's own files give to the picture's left and top edge: 1 where MATLAB counted.
func firstPixel(inLayout name: String) -> Double {
    [
        DataSetLayout.otb.name, DataSetLayout.tc128.name, DataSetLayout.uav123.name, DataSetLayout.lasot.name,
        DataSetLayout.tld.name,
    ].contains(name) ? 1 : 0
}

/// Reads the seconds of each frame, which lie in a file of their own.
private func addSeconds(in path: String, to runs: inout [TrackRun]) throws {
    var lines = try LineReader(path: path)
    var run = -1
    while let line = try lines.next() {
        do {
            let object = try jsonObject(line)
            if object["run"] != nil { run += 1 }
            if runs.indices.contains(run), object["seconds"] != nil { runs[run].seconds.append(try object.number("seconds")) }
        } catch let failure as SequenceFailure {
            throw EvaluationFailure(
                "\(path):\(lines.line): \(failure)", help: "remove the file; results without times can be exported")
        }
    }
}
