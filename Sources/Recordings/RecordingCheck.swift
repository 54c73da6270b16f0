/// One thing that a check found.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Whether a recording with it can be used.
    public enum Severity: String, Hashable, Sendable {
        /// The recording cannot be used as it is.
        case error
        /// The recording can be used.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// What and where it is.
    public let failure: RecordingFailure

    /// Makes a finding.
    public init(_ severity: Severity, _ failure: RecordingFailure) {
        self.severity = severity
        self.failure = failure
    }

    /// One line: `error: path:line: …`.
    public var description: String { "\(severity.rawValue): \(failure)" }
}

/// Checks all text of a recording and collects what is wrong, in the order of the files; pictures are not opened.
///
/// - Parameters:
///   - folder: the recording's folder.
///   - limit: findings in one file after which the rest of them is only counted.
/// - Returns: nothing when all is well.
public func checkText(_ folder: String, limit: Int = 50) -> [Finding] {
    var collector = FindingCollector(limit: limit)
    let recording: Recording
    do {
        recording = try Recording(opening: folder)
    } catch {
        return [.init(.error, error)]
    }
    var end: Double?
    collector.collect(recording.folder + "/frames.jsonl") { () throws(RecordingFailure) in
        try recording.frames()
    } visit: { frame, _ in
        end = frame.time
        return nil
    }
    func late(_ time: Double, _ place: Place) -> RecordingWarning? {
        guard let end, time > end else { return nil }
        return place.failure("is after the last frame (\(numberText(end)) s) and so never happens", key: "time")
    }
    collector.collect(recording.folder + "/anchors.jsonl") { () throws(RecordingFailure) in
        try recording.anchors()
    } visit: { event, place in
        switch event.change {
        case .add(.plane(let plane)), .update(.plane(let plane)):
            if let boundary = plane.boundary, !isConvex(boundary) {
                return place.failure("the polygon is not convex", key: "boundary")
            }
        default: break
        }
        return late(event.time, place)
    }
    collector.collect(recording.folder + "/features.jsonl") { () throws(RecordingFailure) in
        try recording.features()
    } visit: { record, place in
        late(record.time, place)
    }
    collector.collect(recording.folder + "/events.jsonl") { () throws(RecordingFailure) in
        try recording.events()
    } visit: { event, place in
        late(event.time, place)
    }
    collector.collect(recording.folder + "/truth/frames.jsonl") { () throws(RecordingFailure) in
        try RecordingTruth(opening: folder)?.frames() ?? TruthReader(nil)
    } visit: { _, _ in
        nil
    }
    collector.attempt { () throws(RecordingFailure) in
        let truth = try RecordingTruth(opening: folder)
        _ = try truth?.strokes()
        _ = try truth?.planes()
    }
    return collector.findings
}

/// Whether a polygon turns one way only, but for a millimetre of rounding.
private func isConvex(_ polygon: [SIMD2<Double>]) -> Bool {
    var (left, right) = (false, false)
    for i in polygon.indices {
        let a = polygon[i]
        let b = polygon[(i + 1) % polygon.count]
        let c = polygon[(i + 2) % polygon.count]
        let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
        let chord = ((c - a) * (c - a)).sum().squareRoot()
        // The turn is twice the triangle's area: b lies |turn| / chord from the line through a and c.
        if turn > 1e-3 * chord { left = true }
        if turn < -1e-3 * chord { right = true }
    }
    return !(left && right)
}

/// A reader of records that can go on after a bad one.
protocol RecordReader {
    associatedtype Record
    var warnings: [RecordingWarning] { get }
    var place: Place { get }
    func next() throws(RecordingFailure) -> Record?
}

extension FrameReader: RecordReader {}
extension AnchorReader: RecordReader {}
extension UserEventReader: RecordReader {}
extension FeatureReader: RecordReader {}
extension TruthReader: RecordReader {}

private struct FindingCollector {
    let limit: Int
    private(set) var findings: [Finding] = []

    init(limit: Int) { self.limit = limit }

    mutating func attempt(_ body: () throws(RecordingFailure) -> Void) {
        do {
            try body()
        } catch {
            findings.append(.init(.error, error))
        }
    }

    /// Reads a file to its end and keeps what is wrong with it.
    mutating func collect<R: RecordReader>(
        _ path: String, _ open: () throws(RecordingFailure) -> R, visit: (R.Record, Place) -> RecordingWarning?
    ) {
        var kept: [Finding] = []
        var more = 0
        func keep(_ finding: Finding) {
            if kept.count < limit { kept.append(finding) } else { more += 1 }
        }
        do {
            let reader = try open()
            var atEnd = false
            while !atEnd {
                do {
                    if let record = try reader.next() {
                        if let warning = visit(record, reader.place) { keep(.init(.warning, warning)) }
                    } else {
                        atEnd = true
                    }
                } catch {
                    keep(.init(.error, error))
                }
            }
            for warning in reader.warnings { keep(.init(.warning, warning)) }
        } catch {
            keep(.init(.error, error))
        }
        if more > 0 { kept.append(.init(.error, .init(path: path, problem: "and \(more) more problems in this file"))) }
        findings += kept
    }
}
