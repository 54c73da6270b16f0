internal import Files
internal import Spaces

/// Writes the surfaces of a scene as binary STL, for slicers: **millimetres, z up**, standing on z = 0 about the middle of x and y.
///
/// STL has no units and no axes, and slicers take it so. The place of that origin in the world stands in the head of the file,
/// in metres. There are no names, colours, textures, times or lines. Format: 3D Systems, "StereoLithography Interface
/// Specification", 1989.
enum STLWriter {
    static func write(_ scene: MeshScene, to path: String, comments: [String], progress: MeshProgress) throws -> MeshCounts {
        let triangles = scene.triangleCount
        guard let number = UInt32(exactly: triangles) else {
            throw MeshFailure.tooLarge("an STL file", limit: "4,294,967,295 faces")
        }
        let extent = scene.extent()
        let middle = extent.middle
        let origin = extent.isEmpty ? .zero : SIMD3(middle.x, extent.low.y, middle.z)
        let file = try AtomicFile(path: path)
        var output = BinaryOutput(file: file, total: scene.pointCount, size: 84 + 50 * triangles)
        // It must not begin with "solid", by which a text is known.
        let text =
            "AirDraw, mm, z up; origin (m) " + [origin.x, origin.y, origin.z].map(DecimalText.short).joined(separator: " ")
        let head = Array(text.utf8.prefix(80))
        output.put(head + Array(repeating: 0x20, count: 80 - head.count))
        output.put(number)
        var counts = MeshCounts()
        counts.objects = scene.objects.count
        counts.faces = triangles
        counts.vertices = 3 * triangles
        for part in scene.objects.lazy.flatMap(\.parts) {
            switch part {
            case .boxes(let run): try write(run, from: origin, to: &output, progress)
            case .mesh(let mesh):
                try unsafe mesh.positions.withUnsafeBufferPointer { positions in
                    try unsafe mesh.triangles.withUnsafeBufferPointer { triangles in
                        try unsafe output.records(triangles.count, of: 50, work: 1, progress: progress) { index, place in
                            let corners = unsafe triangles[index].positions
                            unsafe store(
                                positions[Int(corners.x)] - origin, positions[Int(corners.y)] - origin,
                                positions[Int(corners.z)] - origin, at: place)
                        }
                    }
                }
            case .polyline: break
            }
        }
        output.drain()
        try file.commit()
        counts.bytes = output.count
        return counts
    }

    private static func write(
        _ run: BoxRun, from origin: SIMD3<Double>, to output: inout BinaryOutput, _ progress: MeshProgress
    ) throws {
        let template = run.turnedMesh
        let corners = template.triangles.map { triangle in (0..<3).map { template.positions[Int(triangle.positions[$0])] } }
        try unsafe output.records(run.places.count, of: 50 * corners.count, work: 2, progress: progress) { index, place in
            let centre = run.places[index].coordinates
            for (number, triangle) in corners.enumerated() {
                unsafe store(
                    centre + triangle[0] - origin, centre + triangle[1] - origin, centre + triangle[2] - origin,
                    at: place + 50 * number)
            }
        }
    }

    /// Stores a triangle whose corners are in metres with y up.
    @inline(__always) private static func store(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, at place: UnsafeMutableRawPointer
    ) {
        let normal = cross(b - a, c - a)
        let size = (normal * normal).sum().squareRoot()
        // One division for three.
        let scale = size > 0 ? 1 / size : 0
        unsafe place.store(turned(normal * scale))
        unsafe place.store(turned(a) * 1000, at: 12)
        unsafe place.store(turned(b) * 1000, at: 24)
        unsafe place.store(turned(c) * 1000, at: 36)
        unsafe place.storeBytes(of: 0, toByteOffset: 48, as: UInt16.self)
    }

    /// From y up to z up, a quarter turn about x.
    @inline(__always) private static func turned(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(v.x, -v.z, v.y) }
}
