internal import Files
internal import Spaces

/// A layout of results that other programs read.
public enum ExportLayout: String, CaseIterable, Sendable {
    /// `TRACKER/SEQUENCE.txt`: x, y, width and height a line, from the sequence's first frame on.
    case otb
    /// `TRACKER/SEQUENCE/SEQUENCE_001.txt`, and seconds a frame in `SEQUENCE_time.txt`.
    case got10k
    /// `TRACKER/baseline/SEQUENCE/SEQUENCE_001.txt` with VOT's codes, times and confidences; from anchors a file a run.
    case vot
}

/// What a tracker said of a sequence, to be written for other programs.
public struct ExportedResult: Hashable, Sendable {
    /// The tracker's name; it becomes a folder.
    public var tracker: String
    /// The sequence's name.
    public var sequence: String
    /// How many frames the sequence has.
    public var count: Int
    /// What the layout of the data set gives to the picture's left and top edge: 1 where it counts from 1, as OTB does, else 0.
    public var origin: Double
    /// The runs in their order.
    ///
    /// A supervised protocol has several, each of which begins where the tracker was seeded anew.
    public var runs: [TrackRun]
    /// Whether the runs are from anchors, each with a file of its own in VOT's layout.
    public var isFromAnchors: Bool

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - tracker: the tracker's name.
    ///   - sequence: the sequence's name.
    ///   - count: how many frames the sequence has.
    ///   - origin: 1 where the data set counts pixels from 1, else 0.
    ///   - runs: the runs in their order.
    ///   - isFromAnchors: whether each run is from an anchor.
    public init(
        tracker: String, sequence: String, count: Int, origin: Double, runs: [TrackRun], isFromAnchors: Bool = false
    ) {
        self.tracker = tracker
        self.sequence = sequence
        self.count = count
        self.origin = origin
        self.runs = runs
        self.isFromAnchors = isFromAnchors
    }
}

/// Writes a result in a layout of other programs, below a folder that is made where it is missing.
///
/// Where a target is lost the last box is repeated, because the layouts have no word for it; before the first box there are
/// zeros.
///
/// - Parameters:
///   - result: what a tracker said.
///   - layout: the layout.
///   - folder: the folder that holds those of the trackers.
/// - Returns: the files, in the order in which they were written.
/// - Throws: `FileFailure`.
@discardableResult
public func export(_ result: ExportedResult, as layout: ExportLayout, to folder: String) throws -> [String] {
    let name = fileName(result.sequence)
    let base = folder + "/" + fileName(result.tracker)
    switch layout {
    case .otb: return [try write(result.boxLines, to: "\(base)/\(name).txt")]
    case .got10k:
        return [
            try write(result.boxLines, to: "\(base)/\(name)/\(name)_001.txt"),
            try write(result.secondLines, to: "\(base)/\(name)/\(name)_time.txt"),
        ]
    case .vot: return try exportForVOT(result, to: "\(base)/baseline/\(name)", name)
    }
}

private func exportForVOT(_ result: ExportedResult, to folder: String, _ name: String) throws -> [String] {
    var files: [String] = []
    func add(_ run: String, _ lines: [String], _ seconds: [String], _ confidences: [String]) throws {
        files.append(try write(lines, to: "\(folder)/\(name)_\(run).txt"))
        files.append(try write(seconds, to: "\(folder)/\(name)_\(run)_time.value"))
        guard confidences.contains(where: { !$0.isEmpty }) else { return }
        files.append(try write(confidences.map { $0.isEmpty ? "0" : $0 }, to: "\(folder)/\(name)_\(run)_confidence.value"))
    }
    guard result.isFromAnchors else {
        let frames = result.frames(coded: true)
        try add("001", frames.map(\.text), frames.map(\.seconds), frames.map(\.confidence))
        return files
    }
    for run in result.runs {
        let digits = String(repeating: "0", count: max(8 - "\(run.start)".count, 0)) + "\(run.start)"
        var alone = result
        alone.runs = [TrackRun(start: 0, predictions: run.predictions, seconds: run.seconds)]
        alone.count = run.predictions.count
        let frames = alone.frames(coded: true)
        try add(digits, frames.map(\.text), frames.map(\.seconds), frames.map(\.confidence))
    }
    return files
}

private func write(_ lines: [String], to path: String) throws -> String {
    try makeFolders(for: path)
    let file = try AtomicFile(path: path)
    for line in lines { file.write(line + "\n") }
    try file.commit()
    return path
}

extension ExportedResult {
    /// One frame of a file.
    struct Frame: Hashable {
        var text: String
        var seconds = "0"
        var confidence = ""
    }

    var boxLines: [String] { frames(coded: false).map(\.text) }
    var secondLines: [String] { frames(coded: false).map(\.seconds) }

    /// The frames of the sequence; with VOT's codes 1 where a run begins, 2 where it failed, and 0 where there is none.
    func frames(coded: Bool) -> [Frame] {
        var frames = [Frame](repeating: Frame(text: coded ? "0" : "0,0,0,0"), count: count)
        for (number, run) in runs.enumerated() {
            var last: PixelRect?
            for (index, prediction) in run.predictions.enumerated() {
                let at = run.frame(of: index)
                guard frames.indices.contains(at) else { continue }
                if let box = prediction.region?.bounds, box.isFinite { last = box }
                if let last { frames[at].text = Self.text(last, origin) }
                if coded, index == 0 { frames[at].text = "1" }
                // A run that another follows has ended with a failure.
                if coded, index > 0, index == run.predictions.count - 1, number < runs.count - 1 { frames[at].text = "2" }
                if run.seconds.indices.contains(index) { frames[at].seconds = run.seconds[index].description }
                if let confidence = prediction.confidence { frames[at].confidence = confidence.description }
            }
        }
        return frames
    }

    private static func text(_ box: PixelRect, _ origin: Double) -> String {
        [box.cornerX + origin, box.cornerY + origin, box.width, box.height].map(\.description).joined(separator: ",")
    }
}
