internal import Files
public import Spaces

/// Writes coloured points and triangles as PLY, which most viewers of point clouds open.
///
/// Text, metres with y up, in steps of a nanometre, colours as bytes. The same input gives the same bytes. Format: G. Turk, "The PLY
/// polygon file format", 1994.
public enum PLYWriter {
    /// A point with its colour.
    public struct Vertex: Hashable, Sendable {
        /// Where it is, metres.
        public var position: WorldPoint
        /// Its colour.
        public var colour: Colour

        /// Makes a vertex.
        public init(_ position: WorldPoint, _ colour: Colour) {
            self.position = position
            self.colour = colour
        }
    }

    /// Writes a file, which appears when it is complete.
    ///
    /// - Parameters:
    ///   - vertices: the corners of triangles, and points that belong to none.
    ///   - triangles: places in `vertices`.
    ///   - path: what is there is replaced.
    ///   - comments: lines for the head of the file.
    /// - Throws: ``MeshFailure`` for a coordinate that cannot be written, and `FileFailure`.
    public static func write(
        _ vertices: [Vertex], triangles: [SIMD3<Int>] = [], to path: String, comments: [String] = []
    ) throws {
        for (i, p) in vertices.map(\.position).enumerated() {
            guard [p.x, p.y, p.z].allSatisfy({ abs($0) <= DecimalText.farthest }) else {
                throw MeshFailure.coordinate(object: path, index: i, x: p.x, y: p.y, z: p.z)
            }
        }
        precondition(
            triangles.allSatisfy { $0.min() >= 0 && $0.max() < vertices.count }, "a triangle has corners that are there")
        let file = try AtomicFile(path: path)
        var text = DecimalText(capacity: 1 << 16)
        text.append("ply\nformat ascii 1.0\n")
        for comment in comments {
            text.append("comment " + comment.map { $0.isNewline ? " " : String($0) }.joined() + "\n")
        }
        text.append("element vertex \(vertices.count)\n")
        for axis in ["x", "y", "z"] { text.append("property double \(axis)\n") }
        for part in ["red", "green", "blue"] { text.append("property uchar \(part)\n") }
        text.append("element face \(triangles.count)\nproperty list uchar int vertex_indices\nend_header\n")
        func drain() {
            file.write(Array(text.bytes))
            text.removeAll()
        }
        for vertex in vertices {
            text.reserve(80)
            for metres in [vertex.position.x, vertex.position.y, vertex.position.z] {
                text.putMetres(metres)
                text.put(0x20)
            }
            let parts = [vertex.colour.red, vertex.colour.green, vertex.colour.blue]
            for (i, part) in parts.enumerated() {
                text.putNumber(UInt64((part * 255).rounded()))
                text.put(i < 2 ? 0x20 : 0x0A)
            }
            if text.count > 60_000 { drain() }
        }
        for triangle in triangles {
            text.append("3 \(triangle.x) \(triangle.y) \(triangle.z)\n")
            if text.count > 60_000 { drain() }
        }
        drain()
        try file.commit()
    }
}
