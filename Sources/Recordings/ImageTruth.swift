public import Spaces

/// Where a printed picture truly is in one frame, from `truth/images.jsonl`.
public struct ImageTruth: Hashable, Sendable {
    /// Number of the frame, as in `frames.jsonl`.
    public var index: Int
    /// Which reference image.
    public var name: String
    /// The pose: the picture in local XZ, x to its right and z down.
    public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
    /// Its corners in the picture, clockwise from its own top left, pixels; they may lie outside.
    public var corners: [PixelPoint]
    /// The share of it that lies in the picture, 0…1, covered or not.
    public var visible: Double
    /// The share of that which something covers, 0…1.
    public var covered: Double
}

extension RecordingTruth {
    /// Reads `truth/images.jsonl`; empty when it is absent.
    ///
    /// Frames do not fall from line to line.
    public func images() throws(RecordingFailure) -> [ImageTruth] {
        guard let path = try root.part("truth/images.jsonl") else { return [] }
        var lines = LineStream(try TextSource(path: path))
        var found: [ImageTruth] = []
        while let (fields, _) = try lines.next() {
            let index = try fields.required("index", try fields.count("index"))
            if let last = found.last?.index, index < last {
                throw fields.failure("index", "expected at least \(last), that of the line before, found \(index)")
            }
            let corners = try fields.required("corners", try fields.table("corners", ["x", "y"], in: .any))
            guard corners.count == 4 else {
                throw fields.wrong("corners", expected: "four points", found: "\(corners.count)")
            }
            found.append(
                ImageTruth(
                    index: index, name: try fields.required("name", try fields.text("name")),
                    worldFromAnchor: try fields.required("world_from_anchor", try fields.pose("world_from_anchor")),
                    corners: corners.map { PixelPoint(x: $0[0], y: $0[1]) },
                    visible: try fields.required("visible", try fields.number("visible", in: .notNegative)),
                    covered: try fields.number("covered", in: .notNegative) ?? 0))
        }
        return found
    }
}
