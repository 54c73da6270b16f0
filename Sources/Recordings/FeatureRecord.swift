public import Spaces

/// The feature points that a session saw in one frame: `ARFrame.rawFeaturePoints`.
public struct FeatureRecord: Hashable, Sendable {
    /// Number of the frame.
    public var index: Int
    /// Seconds from the start, that of the frame.
    public var time: Double
    /// The points.
    public var points: [Point]
    /// Points of lines before that turned out to be none.
    public var withdrawn: [UInt64]

    /// One feature point.
    public struct Point: Hashable, Sendable {
        /// The same from frame to frame for the same point, 0…2⁵³.
        public var identifier: UInt64
        /// Where it is, metres.
        public var position: WorldPoint

        /// Makes a point.
        public init(identifier: UInt64, position: WorldPoint) {
            self.identifier = identifier
            self.position = position
        }
    }

    /// Makes a record.
    public init(index: Int, time: Double, points: [Point], withdrawn: [UInt64] = []) {
        self.index = index
        self.time = time
        self.points = points
        self.withdrawn = withdrawn
    }

    /// The line of `features.jsonl`; places are written to a micrometre.
    var line: String {
        func metres(_ value: Double) -> String { numberText((value * 1e6).rounded() / 1e6) }
        let list = points.map { "[\($0.identifier),\(metres($0.position.x)),\(metres($0.position.y)),\(metres($0.position.z))]" }
        var members = [
            ("index", "\(index)"), ("time", numberText(time)), ("points", "[" + list.joined(separator: ",") + "]"),
        ]
        if !withdrawn.isEmpty { members.append(("withdrawn", "[" + withdrawn.map(String.init).joined(separator: ",") + "]")) }
        return objectText(members) + "\n"
    }
}

/// Reads `features.jsonl` line by line, and checks each line and how it follows the one before.
///
/// Memory does not grow with the length. After a failure ``next()`` goes on with the next line.
public final class FeatureReader {
    private var lines: LineStream?
    private var last: (index: Int, time: Double)?

    init(_ source: TextSource?) { lines = source.map { LineStream($0) } }

    /// What was noticed so far and did not stop the reading.
    public var warnings: [RecordingWarning] { lines?.warnings ?? [] }

    /// Where the line that was read last is.
    var place: Place { lines?.place ?? Place("") }

    /// The next frame that has feature points; nil at the end, and at once when the recording has none.
    ///
    /// - Throws: ``RecordingFailure`` with file, line and key.
    public func next() throws(RecordingFailure) -> FeatureRecord? {
        guard let (fields, _) = try lines?.next() else { return nil }
        let index = try fields.required("index", try fields.count("index"))
        let time = try fields.required("time", try fields.number("time", in: .seconds))
        if let last {
            guard index > last.index else {
                throw fields.failure("index", "expected more than \(last.index), that of the line before, found \(index)")
            }
            guard time > last.time else {
                throw fields.failure(
                    "time", "expected more than \(numberText(last.time)), that of the line before, found \(numberText(time))")
            }
        }
        last = (index, time)
        let rows = try fields.required("points", try fields.table("points", ["id", "x", "y", "z"]))
        var seen: Set<UInt64> = []
        var points: [FeatureRecord.Point] = []
        points.reserveCapacity(rows.count)
        for (i, row) in rows.enumerated() {
            guard row[0] >= 0, row[0] <= 0x1p53, row[0] == row[0].rounded() else {
                throw fields.wrong("points[\(i)][0]", expected: "a whole number from 0 to 2^53", found: numberText(row[0]))
            }
            guard row[1...].allSatisfy(NumberRange.metres.contains) else {
                throw fields.failure("points[\(i)]", "expected x, y and z as \(NumberRange.metres.words)")
            }
            let identifier = UInt64(row[0])
            guard seen.insert(identifier).inserted else {
                throw fields.failure("points[\(i)][0]", "the point \(identifier) is there twice")
            }
            points.append(.init(identifier: identifier, position: .init(x: row[1], y: row[2], z: row[3])))
        }
        var withdrawn: [UInt64] = []
        for (i, item) in (try fields.items("withdrawn") ?? []).enumerated() {
            guard case .number(let number) = item, number >= 0, number <= 0x1p53, number == number.rounded() else {
                throw fields.wrong("withdrawn[\(i)]", expected: "a whole number from 0 to 2^53", found: item.found)
            }
            withdrawn.append(UInt64(number))
        }
        return FeatureRecord(index: index, time: time, points: points, withdrawn: withdrawn)
    }
}

extension Recording {
    /// Reads the feature points of frames from the start on; a recording without them gives none.
    public func features() throws(RecordingFailure) -> FeatureReader {
        let path = try part("features.jsonl")
        return .init(try path.map { (p) throws(RecordingFailure) in try TextSource(path: p) })
    }
}
