import Files
import FoundationEssentials
import Meshes
import SceneUnderstanding
import Spaces

/// What is wrong with a drawing file: where, what, and what would be right.
public struct DrawingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let path: String
    /// What is wrong, and what is accepted.
    public let problem: String

    /// One line.
    public var description: String { "\(path): \(problem)" }
}

extension Drawing {
    /// How far from the origin a point may lie, metres.
    static let farthest = 1e6
    /// How high a drawing may be, metres.
    static let highest = 1000.0
    /// How long all strokes together may be, metres: points are set every few millimetres.
    static let longest = 10_000.0

    /// Value of `format` in a drawing file.
    public static let format = "airdraw-drawing"
    /// The newest version that is read.
    ///
    /// Version 2 has strokes with a name or a colour; a drawing without any is written as version 1, which older programs read.
    public static let version = 2

    /// Writes the drawing as JSON; the file appears when it is complete.
    ///
    /// - Throws: `FileFailure` of the room of files.
    public func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = try AtomicFile(path: path)
        file.write(try encoder.encode(DrawingRecord(self)))
        file.write("\n")
        try file.commit()
    }

    /// Reads a drawing that ``write(to:)`` wrote.
    ///
    /// - Throws: `FileFailure` when the file cannot be read, ``DrawingFailure`` when it is no drawing of this or an older version.
    public init(contentsOf path: String) throws {
        let bytes = Data(try readFile(path, upTo: 1 << 30))
        let decoder = JSONDecoder()
        do {
            let head = try decoder.decode(DrawingHead.self, from: bytes)
            guard head.format == Self.format else {
                throw DrawingFailure(
                    path: path, problem: "format is \"\(head.format)\"; a drawing has \"\(Self.format)\"")
            }
            guard (1...Self.version).contains(head.version) else {
                throw DrawingFailure(
                    path: path, problem: "version \(head.version) is not read here; this AirDraw reads 1 to \(Self.version)")
            }
            self = try decoder.decode(DrawingRecord.self, from: bytes).drawing(path: path)
        } catch let failure as DecodingError {
            throw DrawingFailure(path: path, problem: failure.inWords)
        }
    }
}

extension DecodingError {
    /// The key and what is wrong with it, in words.
    fileprivate var inWords: String {
        func place(_ context: Context, _ last: (any CodingKey)? = nil) -> String {
            let keys = (context.codingPath + (last.map { [$0] } ?? [])).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return keys.isEmpty ? "the file" : "key " + keys.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(place(context, key)) is missing"
        case .typeMismatch(let type, let context): return "\(place(context)) is no \(type)"
        case .valueNotFound(let type, let context): return "\(place(context)) is null where \(type) is expected"
        case .dataCorrupted(let context): return "\(place(context)) is no JSON that can be read: \(context.debugDescription)"
        @unknown default: return "the file cannot be read as JSON"
        }
    }
}

/// What says whether the rest can be read at all.
private struct DrawingHead: Decodable {
    var format: String
    var version: Int
}

/// The drawing as it stands in the file.
private struct DrawingRecord: Codable {
    struct Plane: Codable {
        var id: String
        var normal: [Double]
    }
    struct Point: Codable {
        var position: [Double]
        var time: Double
        var frame: Int
        var confidence: Double
        var plane: String
        /// ARKit's word; absent in files of before hits had kinds, which were all of planes within their extent.
        var hit: String?
        var interpolated: Bool
    }
    struct Sample: Codable {
        var position: [Double]
        var time: Double
        var plane: String
        var hit: String?
    }
    struct Stroke: Codable {
        var name: String?
        /// As `#rrggbb`.
        var color: String?
        var points: [Point]
        var path: [Sample]
    }
    var format = Drawing.format
    var version: Int
    var name: String
    var height: Double
    var planes: [Plane]
    var frames: [String: Int]
    var trackingProblems: [String: Int]?
    var strokes: [Stroke]

    private enum CodingKeys: String, CodingKey {
        case format, version, name, height, planes, frames, strokes
        case trackingProblems = "tracking_problems"
    }

    init(_ drawing: Drawing) {
        func list(_ v: SIMD3<Double>) -> [Double] { [v.x, v.y, v.z] }
        name = drawing.name
        version = drawing.strokes.contains { $0.name != nil || $0.colour != nil } ? 2 : 1
        height = drawing.height
        planes = drawing.planeNormals.sorted { $0.key < $1.key }.map {
            Plane(id: $0.key, normal: list($0.value.components))
        }
        frames = Dictionary(uniqueKeysWithValues: drawing.outcomes.map { ($0.key.rawValue, $0.value) })
        if !drawing.trackingProblems.isEmpty {
            trackingProblems = Dictionary(uniqueKeysWithValues: drawing.trackingProblems.map { ($0.key.rawValue, $0.value) })
        }
        strokes = drawing.strokes.map { stroke in
            Stroke(
                name: stroke.name, color: stroke.colour?.hexadecimal,
                points: stroke.points.map {
                    Point(
                        position: list($0.position.coordinates), time: $0.time, frame: $0.frame, confidence: $0.confidence,
                        plane: $0.plane, hit: $0.hit.name, interpolated: $0.isInterpolated)
                },
                path: stroke.path.map {
                    Sample(position: list($0.position.coordinates), time: $0.time, plane: $0.plane, hit: $0.hit.name)
                })
        }
    }

    func drawing(path: String) throws -> Drawing {
        func wrong(_ problem: String) -> DrawingFailure { .init(path: path, problem: problem) }
        func vector(_ list: [Double], _ what: String) throws -> SIMD3<Double> {
            guard list.count == 3 else { throw wrong("\(what) has \(list.count) numbers; 3 are expected") }
            return .init(list[0], list[1], list[2])
        }
        func place(_ list: [Double], at time: Double, _ what: String) throws -> WorldPoint {
            let p = try vector(list, what + ".position")
            guard abs(p.x) <= Drawing.farthest, abs(p.y) <= Drawing.farthest, abs(p.z) <= Drawing.farthest else {
                throw wrong("\(what).position is (\(p.x), \(p.y), \(p.z)); 1,000,000 m from the origin are the most")
            }
            guard abs(time) <= 1e12 else { throw wrong("\(what).time is \(time); seconds up to 1e12 are read") }
            return .init(p)
        }
        func count(_ number: Int, _ key: String) throws -> Int {
            guard (0...1_000_000_000).contains(number) else {
                throw wrong("\(key) is \(number); a number from 0 to 1,000,000,000 is expected")
            }
            return number
        }
        var drawing = Drawing(name: name)
        guard height > 0 else { throw wrong("height is \(height); it must be greater than 0") }
        guard height >= ChamferedBox.lowest * (1 - 1e-9), height <= Drawing.highest else {
            throw wrong("height is \(height); \(ChamferedBox.lowest) to \(Int(Drawing.highest)) m can be built")
        }
        drawing.height = height
        for plane in planes {
            let normal = WorldVector(try vector(plane.normal, "normal of plane \(plane.id)"))
            guard abs(normal.length - 1) < 0.01 else {
                throw wrong("normal of plane \(plane.id) is \(normal.length) long; it must be of length 1")
            }
            drawing.planeNormals[plane.id] = normal
        }
        for (key, number) in frames {
            guard let outcome = FrameOutcome(rawValue: key) else {
                throw DrawingFailure(path: path, problem: "key frames.\(key) is not known")
            }
            drawing.outcomes[outcome] = try count(number, "frames.\(key)")
        }
        for (key, number) in trackingProblems ?? [:] {
            guard let problem = TrackingProblem(rawValue: key) else {
                throw DrawingFailure(path: path, problem: "key tracking_problems.\(key) is not known")
            }
            drawing.trackingProblems[problem] = try count(number, "tracking_problems.\(key)")
        }
        func kind(_ name: String?, _ place: String) throws -> HitTestResult.ResultType {
            guard let name else { return .existingPlaneUsingExtent }
            guard let kind = HitTestResult.ResultType(name: name) else {
                throw DrawingFailure(path: path, problem: "\(place).hit \"\(name)\" is not known")
            }
            return kind
        }
        drawing.strokes = try strokes.enumerated().map { s, record in
            var stroke = AirDrawing.Stroke()
            stroke.name = record.name
            if let text = record.color {
                guard let colour = Colour(hexadecimal: text) else {
                    throw DrawingFailure(
                        path: path, problem: "strokes.[\(s)].color is \"\(text)\"; a colour is written as #rrggbb")
                }
                stroke.colour = colour
            }
            stroke.points = try record.points.enumerated().map { i, p in
                DrawnPoint(
                    position: try place(p.position, at: p.time, "strokes.[\(s)].points.[\(i)]"), time: p.time,
                    frame: p.frame, confidence: p.confidence, plane: p.plane,
                    hit: try kind(p.hit, "strokes.[\(s)].points.[\(i)]"), isInterpolated: p.interpolated)
            }
            stroke.path = try record.path.enumerated().map { i, p in
                PathSample(
                    position: try place(p.position, at: p.time, "strokes.[\(s)].path.[\(i)]"), time: p.time,
                    plane: p.plane, hit: try kind(p.hit, "strokes.[\(s)].path.[\(i)]"))
            }
            return stroke
        }
        guard drawing.length <= Drawing.longest else {
            throw wrong("the drawing is \(drawing.length) m long; 10,000 m are the most")
        }
        return drawing
    }
}
