internal import Files
internal import Recordings
public import Spaces

/// A file of results: what a tracker said of a sequence, run by run.
///
/// JSON lines. The first says what made the file, then each run has a line with its name, start, direction and seed, followed by a line a frame:
/// frame, box (x, y, width, height; or point, or polygon) in pixels with (0, 0) at the centre of the first one, confidence, and whether the target is held. The last
/// line counts the runs and gives the pictures' size; a file without it is not complete.
public struct ResultFile: Sendable {
    /// The runs in their order.
    public var runs: [NamedRun]
    /// Size of the pictures; nil when they could not be opened and were not needed.
    public var size: PixelSize?
    /// What a recording's drawing gave; nil for other protocols.
    var drawing: DrawingResult?

    /// A run with its name.
    public struct NamedRun: Hashable, Sendable {
        /// What sets it apart, such as `left`.
        public var name: String
        /// The run.
        public var run: TrackRun
    }

    /// Makes what a file would hold.
    init(runs: [NamedRun], size: PixelSize?) {
        self.runs = runs
        self.size = size
    }

    /// Reads a file.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``EvaluationFailure`` that names file and line.
    public init(reading path: String) throws {
        runs = []
        var isComplete = false
        var lines = try LineReader(path: path)
        var line = 0
        do {
            while let bytes = try lines.next() {
                line = lines.line
                guard !isComplete else { throw SequenceFailure("there is more after the end") }
                if line == 1 { continue }
                if let line = FrameLine(bytes), let isHeld = line.isHeld {
                    try take(line.frame, Prediction(region: .rect(line.box), confidence: line.confidence, isHeld: isHeld))
                    continue
                }
                let object = try jsonObject(bytes)
                if object["runs"] != nil {
                    guard try object.count("runs") == runs.count else { throw SequenceFailure("runs are missing") }
                    if case .array(let sides) = object["size"], case .number(let width)? = sides.first,
                        case .number(let height)? = sides.last
                    {
                        size = PixelSize(width: width, height: height)
                    }
                    isComplete = true
                } else if object["run"] != nil {
                    let run = TrackRun(start: try object.count("start"), forward: try object.flag("forward"), predictions: [])
                    runs.append(NamedRun(name: try object.text("run"), run: run))
                } else {
                    try take(object)
                }
            }
            guard isComplete else { throw SequenceFailure("the end is missing") }
        } catch let failure as SequenceFailure {
            throw EvaluationFailure("\(path):\(line): \(failure)", help: "remove the file and run with --resume")
        }
    }

    private mutating func take(_ object: JSONObject) throws {
        var drawn = drawing ?? DrawingResult()
        if try drawn.take(object) {
            drawing = drawn
            return
        }
        let confidence = try object["confidence"].map { _ in try object.number("confidence") }
        try take(
            object.count("frame"),
            Prediction(region: object.region(), confidence: confidence, isHeld: object.flag("held")))
    }

    private mutating func take(_ frame: Int, _ prediction: Prediction) throws {
        guard let last = runs.indices.last else { throw SequenceFailure("a frame stands before the first run") }
        guard frame == runs[last].run.frame(of: runs[last].run.predictions.count) else {
            throw SequenceFailure("frame \(frame) is out of order")
        }
        runs[last].run.predictions.append(prediction)
    }

    /// The first line of a file and whether its last one is there; nil when it cannot be read.
    static func state(of path: String) -> (header: String, isComplete: Bool)? {
        guard isRegularFile(path), var lines = try? LineReader(path: path) else { return nil }
        var header: String?
        var last: [UInt8] = []
        // A file that cannot be read to its end is not complete, whatever the reason; it is made anew.
        while let line = try? lines.next() {
            if header == nil { header = String(decoding: line, as: UTF8.self) }
            last = line
        }
        return header.map { ($0, lines.isComplete && (try? jsonObject(last))?["runs"] != nil) }
    }
}

/// Writes a file of results, which appears when it is complete, and beside it the times.
final class ResultWriter {
    private let results: AtomicFile
    private let times: AtomicFile
    private var runs = 0
    private var line: [UInt8] = []

    init(results: String, times: String, header: String) throws {
        try makeFolders(for: results)
        try makeFolders(for: times)
        self.results = try AtomicFile(path: results)
        self.times = try AtomicFile(path: times)
        self.results.write(header + "\n")
        self.times.write(Machine.line + "\n")
    }

    /// Begins a run.
    func begin(_ plan: PlannedRun) {
        runs += 1
        let seed = jsonMember(of: plan.seed).map { "{\(jsonText($0.0)):\($0.1)}" } ?? "null"
        results.write(
            objectText([
                ("forward", plan.forward ? "true" : "false"), ("run", jsonText(plan.name)), ("seed", seed),
                ("start", "\(plan.start)"),
            ]) + "\n")
        times.write(objectText([("run", jsonText(plan.name)), ("start", "\(plan.start)")]) + "\n")
    }

    /// Adds a frame to the run.
    ///
    /// - Parameters:
    ///   - frame: the sequence's number of the frame.
    ///   - prediction: what the tracker says.
    ///   - seconds: what it took; nil where that says nothing of the tracker.
    func add(_ frame: Int, _ prediction: Prediction, seconds: Double?) {
        if let seconds { add(frame, seconds: seconds) }
        guard case .rect(let box)? = prediction.region else {
            var members = [("frame", "\(frame)"), ("held", prediction.isHeld ? "true" : "false")]
            if let member = jsonMember(of: prediction.region) { members.append(member) }
            if let confidence = prediction.confidence, confidence.isFinite {
                members.append(("confidence", numberText(confidence)))
            }
            return results.write(objectText(members) + "\n")
        }
        line.removeAll(keepingCapacity: true)
        line.add("{")
        line.add(box)
        if let confidence = prediction.confidence, confidence.isFinite {
            line.add("\"confidence\":")
            line.add(confidence)
            line.add(",")
        }
        line.add("\"frame\":")
        line.add(frame)
        line.add(",\"held\":")
        line.add(prediction.isHeld ? "true" : "false")
        line.add("}\n")
        results.write(line)
    }

    /// Adds what a recording's drawing gave.
    func add(_ drawing: DrawingResult) {
        for line in drawing.lines { results.write(line + "\n") }
    }

    /// Adds the time of a frame of a drawing.
    func add(_ frame: Int, seconds: Double) {
        times.write(objectText([("frame", "\(frame)"), ("seconds", numberText(seconds))]) + "\n")
    }

    /// Ends the file; the times come first, so that results are never without them.
    func commit(size: PixelSize?) throws {
        var members = [("runs", "\(runs)")]
        if let size { members.append(("size", listText([size.width, size.height]))) }
        results.write(objectText(members) + "\n")
        try times.commit()
        try results.commit()
    }
}
