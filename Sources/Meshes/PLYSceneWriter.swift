internal import Files
internal import Spaces

/// Writes the surfaces of a scene as binary PLY, little-endian: metres, y up, the world's own origin.
///
/// Corners have doubles `x y z`, `nx ny nz` where every corner of the scene has one normal, a colour, `s t` where there are
/// textures, `time` in seconds of the recording (not a number where nobody knows) and `object`, whose name stands in a
/// comment. Lines are left out. Format: G. Turk, "The PLY polygon file format", 1994.
struct PLYSceneWriter {
    private let scene: MeshScene
    private let hasNormals: Bool
    private let hasPlaces: Bool
    private let hasTimes: Bool
    /// Bytes of a corner.
    private let size: Int

    private init(_ scene: MeshScene) {
        self.scene = scene
        var hasNormals = true
        var hasPlaces = false
        var hasTimes = false
        for object in scene.objects {
            hasPlaces = hasPlaces || scene.texturePlaces(of: object) != nil
            for part in object.parts {
                switch part {
                // The corner of a box belongs to several sides.
                case .boxes(let run):
                    hasNormals = false
                    hasTimes = hasTimes || run.times != nil
                case .mesh(let mesh):
                    hasNormals = hasNormals && mesh.hasOneNormalEach
                    // A corner of a file has one place, so that a seam cannot be kept.
                    hasTimes = hasTimes || mesh.times != nil
                case .polyline: break
                }
            }
        }
        self.hasNormals = hasNormals
        self.hasPlaces = hasPlaces
        self.hasTimes = hasTimes
        size = 24 + (hasNormals ? 12 : 0) + 3 + (hasPlaces ? 8 : 0) + (hasTimes ? 8 : 0) + 4
    }

    static func write(_ scene: MeshScene, to path: String, comments: [String], progress: MeshProgress) throws -> MeshCounts {
        try PLYSceneWriter(scene).write(to: path, comments, progress)
    }

    private func write(to path: String, _ comments: [String], _ progress: MeshProgress) throws -> MeshCounts {
        var counts = MeshCounts()
        counts.objects = scene.objects.count
        counts.faces = scene.triangleCount
        for part in scene.objects.lazy.flatMap(\.parts) {
            switch part {
            case .boxes(let run): counts.vertices += run.places.count * run.box.mesh.positions.count
            case .mesh(let mesh): counts.vertices += mesh.positions.count
            case .polyline: break
            }
        }
        guard counts.vertices <= Int(Int32.max) else { throw MeshFailure.tooLarge("a PLY file", limit: "2,147,483,647 corners") }
        let file = try AtomicFile(path: path)
        let head = Array(head(counts, comments).utf8)
        var output = BinaryOutput(
            file: file, total: scene.pointCount, size: head.count + size * counts.vertices + 13 * counts.faces)
        output.put(head)
        for (number, object) in scene.objects.enumerated() {
            for part in object.parts { try corners(of: part, of: object, number: Int32(number), to: &output, progress) }
        }
        var first = Int32(0)
        for part in scene.objects.lazy.flatMap(\.parts) { try faces(of: part, first: &first, to: &output, progress) }
        output.drain()
        try file.commit()
        counts.bytes = output.count
        if hasNormals { counts.normals = counts.vertices }
        return counts
    }

    private func head(_ counts: MeshCounts, _ comments: [String]) -> String {
        var lines = ["ply", "format binary_little_endian 1.0", "comment AirDraw mesh. Unit: metre. Axes: right-handed, y up."]
        lines += comments.map { "comment " + $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        lines += scene.objects.enumerated().map { "comment object \($0) \(OBJWriter.word($1.name))" }
        lines.append("element vertex \(counts.vertices)")
        lines += ["x", "y", "z"].map { "property double \($0)" }
        if hasNormals { lines += ["nx", "ny", "nz"].map { "property float \($0)" } }
        lines += ["red", "green", "blue"].map { "property uchar \($0)" }
        if hasPlaces { lines += ["s", "t"].map { "property float \($0)" } }
        if hasTimes { lines.append("property double time") }
        lines.append("property int object")
        lines += ["element face \(counts.faces)", "property list uchar int vertex_indices", "end_header"]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PLYSceneWriter {
    /// What a corner holds beside its place.
    private struct Corner {
        var normal = SIMD3<Double>.zero
        var colour: SIMD3<UInt8>
        var place = SIMD2<Double>.zero
        var time = Double.nan
        var object: Int32
    }

    @inline(__always) private func store(_ p: SIMD3<Double>, _ corner: Corner, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: p.x, as: Double.self)
        unsafe place.storeBytes(of: p.y, toByteOffset: 8, as: Double.self)
        unsafe place.storeBytes(of: p.z, toByteOffset: 16, as: Double.self)
        var at = 24
        if hasNormals {
            unsafe place.store(corner.normal, at: at)
            at += 12
        }
        unsafe place.storeBytes(of: corner.colour.x, toByteOffset: at, as: UInt8.self)
        unsafe place.storeBytes(of: corner.colour.y, toByteOffset: at + 1, as: UInt8.self)
        unsafe place.storeBytes(of: corner.colour.z, toByteOffset: at + 2, as: UInt8.self)
        at += 3
        if hasPlaces {
            unsafe place.store(corner.place, at: at)
            at += 8
        }
        if hasTimes {
            unsafe place.storeBytes(of: corner.time, toByteOffset: at, as: Double.self)
            at += 8
        }
        unsafe place.storeBytes(of: corner.object, toByteOffset: at, as: Int32.self)
    }

    private func corners(
        of part: MeshPart, of object: MeshObject, number: Int32, to output: inout BinaryOutput, _ progress: MeshProgress
    ) throws {
        let common = Corner(colour: scene.colour(of: object).bytes, object: number)
        let places = scene.texturePlaces(of: object)
        switch part {
        case .boxes(let run):
            let template = run.turnedMesh.positions
            try unsafe output.records(run.places.count, of: size * template.count, work: 1, progress: progress) { index, place in
                let centre = run.places[index].coordinates
                var corner = common
                if let colours = run.colours { corner.colour = colours[index].bytes }
                if let times = run.times { corner.time = times[index] }
                for (number, offset) in template.enumerated() {
                    let p = centre + offset
                    if let places { corner.place = places(run.inPlane(p)) }
                    unsafe store(p, corner, at: place + size * number)
                }
            }
        case .mesh(let mesh):
            let own = placesOfPositions(mesh)
            try unsafe output.records(mesh.positions.count, of: size, work: 1, progress: progress) { index, place in
                var corner = common
                let p = mesh.positions[index]
                if hasNormals { corner.normal = mesh.normals[index] }
                if let colours = mesh.colours { corner.colour = colours[index].bytes }
                if let times = mesh.times { corner.time = times[index] }
                if let own { corner.place = own[index] } else if let places { corner.place = places(p) }
                unsafe store(p, corner, at: place)
            }
        case .polyline: break
        }
    }

    /// A place on the texture for each position, the first that a triangle names; nil when the mesh brings none.
    private func placesOfPositions(_ mesh: Mesh) -> [SIMD2<Double>]? {
        guard hasPlaces, !mesh.textureCoordinates.isEmpty else { return nil }
        var places = [SIMD2<Double>?](repeating: nil, count: mesh.positions.count)
        for triangle in mesh.triangles {
            for corner in 0..<3 where places[Int(triangle.positions[corner])] == nil {
                places[Int(triangle.positions[corner])] = mesh.textureCoordinates[Int(triangle.textureCoordinates[corner])]
            }
        }
        return places.map { $0 ?? .zero }
    }

    private func faces(of part: MeshPart, first: inout Int32, to output: inout BinaryOutput, _ progress: MeshProgress) throws {
        switch part {
        case .boxes(let run):
            let template = run.box.mesh
            let begin = first
            let step = Int32(template.positions.count)
            try unsafe output.records(run.places.count, of: 13 * template.triangles.count, work: 1, progress: progress) {
                index, place in
                let offset = SIMD3<Int32>(repeating: begin + Int32(index) * step)
                for (number, triangle) in template.triangles.enumerated() {
                    unsafe place.storeBytes(of: 3, toByteOffset: 13 * number, as: UInt8.self)
                    unsafe place.store(triangle.positions &+ offset, at: 13 * number + 1)
                }
            }
            first += Int32(run.places.count) * step
        case .mesh(let mesh):
            let offset = SIMD3<Int32>(repeating: first)
            try unsafe output.records(mesh.triangles.count, of: 13, work: 1, progress: progress) { index, place in
                unsafe place.storeBytes(of: 3, as: UInt8.self)
                unsafe place.store(mesh.triangles[index].positions &+ offset, at: 1)
            }
            first += Int32(mesh.positions.count)
        case .polyline: break
        }
    }
}
