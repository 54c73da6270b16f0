internal import Files
internal import Recordings

extension ExportLayout {
    /// Writes all results of an evaluation for other programs, below a folder that is made where it is missing.
    ///
    /// The two trackers that bracket a table are left out. With several data sets each has a folder of its own. A run of OTB's robustness
    /// protocols has no file in these layouts: of a sequence with several passes the first is written.
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
                    var runs = try ResultFile(reading: path).runs.map(\.run)
                    let times = tables.folder.times(set: table.set, tracker: row.tracker, sequence: name)
                    if isRegularFile(times) { try addSeconds(in: times, to: &runs) }
                    let sequence = try SequenceFile.read(tables.folder.truth(set: table.set, sequence: name))
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
