public import Spaces

/// What is known to be true of a recording, from its folder `truth`.
///
/// Only tests and evaluation read it.
public struct RecordingTruth: Sendable {
    let root: RecordingFolder

    /// Opens the truth of a recording; nil when it has none.
    ///
    /// - Parameter folder: the recording's folder.
    public init?(opening folder: String) throws(RecordingFailure) {
        root = try RecordingFolder(folder)
        guard root.has("truth") else { return nil }
    }

    /// Reads `truth/frames.jsonl` from the first frame on; none when it is absent.
    public func frames() throws(RecordingFailure) -> TruthReader {
        let path = try root.part("truth/frames.jsonl")
        return .init(try path.map { (p) throws(RecordingFailure) in try TextSource(path: p) })
    }

    /// The lines that were drawn, in the world, metres; none when they are not known.
    public func strokes() throws(RecordingFailure) -> [[WorldPoint]] {
        guard let fields = try whole("truth/strokes.json") else { return [] }
        var strokes: [[WorldPoint]] = []
        for (i, item) in try fields.required("strokes", try fields.items("strokes")).enumerated() {
            guard case .array(let points) = item else {
                throw fields.wrong("strokes[\(i)]", expected: "a list of points", found: item.found)
            }
            var stroke: [WorldPoint] = []
            for (j, point) in points.enumerated() {
                let p = try fields.numbers(point, "strokes[\(i)][\(j)]", ["x", "y", "z"], .metres)
                stroke.append(.init(x: p[0], y: p[1], z: p[2]))
            }
            strokes.append(stroke)
        }
        return strokes
    }

    /// The planes as they are; none when they are not known.
    public func planes() throws(RecordingFailure) -> [TruthPlane] {
        guard let fields = try whole("truth/planes.json") else { return [] }
        return try fields.required("planes", try fields.list("planes")).map { (plane) throws(RecordingFailure) in
            let extent = try plane.required("extent", try plane.numbers("extent", ["x", "z"], in: .notNegative))
            return .init(
                id: try plane.required("id", try plane.text("id")),
                worldFromPlane: try plane.required("world_from_plane", try plane.pose("world_from_plane")),
                extentX: extent[0], extentZ: extent[1])
        }
    }

    private func whole(_ name: String) throws(RecordingFailure) -> Fields? {
        guard let path = try root.part(name) else { return nil }
        return try Fields(readWhole(path, upTo: 1 << 26), place: .init(path))
    }
}

/// What is true of one frame.
public struct TruthFrame: Hashable, Sendable {
    /// Number of the frame, as in `frames.jsonl`.
    public var index: Int
    /// The nail's box, pixels; nil when it is not in the picture.
    public var nailBox: PixelRect?
    /// The share of the nail that is in the picture, 0…1; nil when not known.
    public var nailVisible: Double?
    /// The place of the pen's tip in the world, metres; nil when not known.
    public var tipWorld: WorldPoint?
    /// Whether the tip touches the table; nil when not known.
    public var touching: Bool?
}

/// A plane as it truly is: its XZ, centred at its origin.
public struct TruthPlane: Hashable, Sendable {
    /// Its name.
    public var id: String
    /// The pose: plane to world.
    public var worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>
    /// Full width along x, metres.
    public var extentX: Double
    /// Full length along z, metres.
    public var extentZ: Double
}

/// Reads `truth/frames.jsonl` line by line.
public final class TruthReader {
    private var lines: LineStream?
    private var last = -1

    init(_ source: TextSource?) { lines = source.map { LineStream($0) } }

    /// What was noticed so far and did not stop the reading.
    public var warnings: [RecordingWarning] { lines?.warnings ?? [] }

    /// Where the line that was read last is.
    var place: Place { lines?.place ?? Place("") }

    /// The truth of the next frame; nil at the end.
    public func next() throws(RecordingFailure) -> TruthFrame? {
        guard let (fields, _) = try lines?.next() else { return nil }
        let index = try fields.required("index", try fields.count("index"))
        guard index > last else {
            throw fields.failure("index", "expected more than \(last), that of the line before, found \(index)")
        }
        last = index
        return .init(
            index: index,
            nailBox: try fields.numbers("nail_box", ["x", "y", "width", "height"], in: .pixels)
                .map { .init(cornerX: $0[0], cornerY: $0[1], width: $0[2], height: $0[3]) },
            nailVisible: try fields.number("nail_visible", in: .notNegative),
            tipWorld: try fields.numbers("tip_world", ["x", "y", "z"], in: .metres).map { .init(x: $0[0], y: $0[1], z: $0[2]) },
            touching: try fields.flag("touching"))
    }
}
