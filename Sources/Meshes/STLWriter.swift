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
                // A corner belongs to about six triangles, and becomes floats once.
                let corners = mesh.positions.map { written($0 - origin) }
                try unsafe corners.withUnsafeBufferPointer { corners in
                    try unsafe mesh.triangles.withUnsafeBufferPointer { triangles in
                        try unsafe output.records(triangles.count, of: 50, work: 1, progress: progress) { index, place in
                            let three = unsafe triangles[index].positions
                            unsafe store(corners[Int(three.x)], corners[Int(three.y)], corners[Int(three.z)], at: place)
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
            let centre = run.places[index].coordinates - origin
            for (number, triangle) in corners.enumerated() {
                unsafe store(
                    written(centre + triangle[0]), written(centre + triangle[1]), written(centre + triangle[2]),
                    at: place + 50 * number)
            }
        }
    }

    /// A corner as it is written: floats in millimetres, turned from y up to z up, a quarter turn about x.
    @inline(__always) private static func written(_ p: SIMD3<Double>) -> SIMD4<Float> {
        SIMD4<Float>(SIMD4(p.x, -p.z, p.y, 0) * 1000)
    }

    /// Stores a triangle with the normal of its corners as they are written.
    @inline(__always) private static func store(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, at place: UnsafeMutableRawPointer
    ) {
        let (u, v) = (b - a, c - a)
        let normal = SIMD4(u.y, u.z, u.x, 0) * SIMD4(v.z, v.x, v.y, 0) - SIMD4(u.z, u.x, u.y, 0) * SIMD4(v.y, v.z, v.x, 0)
        let size = (normal * normal).sum().squareRoot()
        // Each of the stores but the last writes a float too many, and the next one writes over it.
        unsafe place.storeBytes(of: size > 0 ? normal / size : .zero, as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: a, toByteOffset: 12, as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: b, toByteOffset: 24, as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: c.lowHalf, toByteOffset: 36, as: SIMD2<Float>.self)
        unsafe place.storeBytes(of: c.z, toByteOffset: 44, as: Float.self)
        unsafe place.storeBytes(of: 0, toByteOffset: 48, as: UInt16.self)
    }
}
