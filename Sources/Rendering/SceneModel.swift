internal import CEGL
internal import Imaging
public import Meshes
internal import Spaces

/// A mesh made ready for drawing: what is shown in many frames is made once.
///
/// It holds all that a scene of the room Meshes has: boxes at many places, surfaces, lines, colours, textures, and when each part was
/// drawn. A face grows from its earliest corner to its latest one. Lines have no times, and are shown where all is.
public final class SceneModel: Sendable {
    /// Triangles of one material.
    struct Piece: Sendable {
        var vertices: [ag_vertex]
        var indices: [UInt32]
        /// Where they stand; nil for once, where they are.
        var places: [ag_instance]?
        /// When each place was drawn; nil where nobody knows.
        var placeTimes: [Double]?
        /// When each triangle was begun, in the order of time, which is then that of the triangles; nil where nobody knows.
        var faceTimes: [Double]?
        /// When the first corner was drawn, from which the times of corners count, and the last one.
        var span: (first: Double, last: Double) = (0, 0)
        /// Whether it is closed, so that no back side is ever seen.
        var isClosed = false
        /// Whether the places have colours, which then stand in place of the material's.
        var usesPlaceColours = false
        /// Whether the corners have.
        var usesOwnColours = false
        var material: Int
    }
    /// A line of one colour.
    struct Line: Sendable {
        var points: [SIMD3<Double>]
        var colour: Colour
    }

    /// What all positions are counted from, so that floats are fine enough far from the world's origin too.
    let origin: SIMD3<Double>
    let pieces: [Piece]
    let lines: [Line]
    let materials: [Material]
    /// The picture of each material that has one.
    let textures: [Picture?]
    /// The box round everything, in the model's axes.
    let low: SIMD3<Double>
    let high: SIMD3<Double>
    /// The box round everything, in the model's axes, metres; nil for nothing.
    public var bounds: (low: SIMD3<Double>, high: SIMD3<Double>)? {
        low.x <= high.x ? (low, high) : nil
    }

    /// Makes a scene of meshes ready.
    ///
    /// - Throws: `MeshFailure` for what cannot be drawn, `ImagingFailure` for a texture that cannot be read.
    public convenience init(_ scene: MeshScene) throws { try self.init(scene, pictures: [:]) }

    /// Makes a scene of meshes ready.
    ///
    /// - Parameters:
    ///   - scene: the meshes.
    ///   - pictures: textures that are decoded already, by their names.
    init(_ scene: MeshScene, pictures: [String: Picture]) throws {
        try scene.validate()
        materials = scene.materials
        textures = try scene.materials.map { material in
            try material.texture.map { try pictures[$0.name] ?? Picture(decoding: $0.bytes, name: $0.name) }
        }
        var extent = Extent3()
        for object in scene.objects {
            for part in object.parts { extent.add(part) }
        }
        low = extent.low
        high = extent.high
        let middle = low.x <= high.x ? (low + high) / 2 : .zero
        origin = middle
        let number = Dictionary(scene.materials.enumerated().map { ($1.name, $0) }) { first, _ in first
        }
        var pieces: [Piece] = []
        var lines: [Line] = []
        for object in scene.objects {
            let material = number[object.material] ?? 0
            let places = scene.texturePlaces(of: object)
            for part in object.parts {
                switch part {
                case .boxes(let run):
                    if !run.places.isEmpty { pieces.append(Piece(run, material: material, from: middle, places)) }
                case .mesh(let mesh):
                    if !mesh.triangles.isEmpty {
                        pieces.append(Piece(mesh, material: material, from: middle, places))
                    }
                case .polyline(let points):
                    lines.append(
                        Line(points: points.map(\.coordinates), colour: scene.materials[material].colour))
                }
            }
        }
        self.pieces = pieces
        self.lines = lines
    }
}

/// A box that grows round what it is shown.
struct Extent3 {
    var low = SIMD3<Double>(repeating: .infinity)
    var high = SIMD3<Double>(repeating: -.infinity)

    mutating func add(_ p: SIMD3<Double>) {
        low = pointwiseMin(low, p)
        high = pointwiseMax(high, p)
    }

    mutating func add(_ part: MeshPart) {
        switch part {
        case .mesh(let mesh): for p in mesh.positions { add(p) }
        case .polyline(let points): for p in points { add(p.coordinates) }
        case .boxes(let run):
            var box = Extent3()
            for p in run.box.mesh.positions {
                box.add(run.worldFromPlane(Vector3<AnchorSpace>(p)).components)
            }
            for p in run.places {
                add(p.coordinates + box.low)
                add(p.coordinates + box.high)
            }
        }
    }
}

extension SceneModel.Piece {
    /// The places that are there at a time; nil for once, where it is.
    func places(until time: Double?) -> [ag_instance]? {
        guard let places, let placeTimes, let time else { return places }
        return zip(places, placeTimes).filter { $0.1 <= time }.map(\.0)
    }

    /// How many triangles are begun at a time, from the first on.
    func triangles(until time: Double?) -> Int {
        guard let faceTimes, let time else { return indices.count / 3 }
        var range = 0..<faceTimes.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = faceTimes[middle] <= time ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Lower than this, a box is a mark on its plane: nobody sees its sides, and its top is enough.
    private static let flat = 0.0001

    init(_ run: BoxRun, material: Int, from origin: SIMD3<Double>, _ texture: TexturePlaces?) {
        let box = run.box.mesh
        let isFlat = run.box.height < Self.flat
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            run.worldFromPlane(Vector3<AnchorSpace>(v)).components
        }
        let mesh = Mesh(
            positions: box.positions.map(turned), normals: box.normals.map(turned),
            triangles: box.triangles.filter { !isFlat || box.normals[Int($0.normals.x)].y > 0.5 }.map {
                Triangle(positions: $0.positions, normals: $0.normals, textureCoordinates: $0.positions)
            }, textureCoordinates: texture.map { box.positions.map($0.callAsFunction) } ?? [])
        self.init(mesh, material: material, from: .zero, nil)
        places = run.places.enumerated().map { i, place in
            let p = SIMD3<Float>(place.coordinates - origin)
            // The texture goes on from box to box; whole tiles are left out, which floats have no room for.
            let shift = texture.map { $0(run.inPlane(place.coordinates)) } ?? .zero
            let rest = SIMD2<Float>(shift - shift.rounded(.down))
            return ag_instance(
                offset: (p.x, p.y, p.z), uv: (rest.x, -rest.y),
                colour: (run.colours?[i] ?? .init(red: 1, green: 1, blue: 1)).bytes())
        }
        placeTimes = run.times
        isClosed = !isFlat
        usesPlaceColours = run.colours != nil
    }

    init(_ mesh: Mesh, material: Int, from origin: SIMD3<Double>, _ texture: TexturePlaces?) {
        /// A corner that triangles share when all of it is the same.
        struct Corner: Hashable {
            var position, normal, place: Int32
        }
        self.material = material
        vertices = []
        indices = []
        indices.reserveCapacity(mesh.triangles.count * 3)
        var known: [Corner: UInt32] = [:]
        let hasPlaces = !mesh.textureCoordinates.isEmpty
        var triangles = mesh.triangles
        if let times = mesh.times {
            // What is begun at a time is then the first so many.
            let dated = triangles.enumerated().map { i, triangle in
                let corners = triangle.positions
                return (time: min(times[Int(corners.x)], times[Int(corners.y)], times[Int(corners.z)]), number: i)
            }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
            faceTimes = dated.map(\.time)
            span = (times.min() ?? 0, times.max() ?? 0)
            triangles = dated.map { triangles[$0.number] }
        }
        for triangle in triangles {
            for i in 0..<3 {
                let corner = Corner(
                    position: triangle.positions[i], normal: triangle.normals[i],
                    place: hasPlaces ? triangle.textureCoordinates[i] : 0)
                if let index = known[corner] {
                    indices.append(index)
                    continue
                }
                let position = Int(corner.position)
                let p = SIMD3<Float>(mesh.positions[position] - origin)
                let n = SIMD3<Float>(mesh.normals[Int(corner.normal)])
                // A mesh counts the texture's height from below, the driver from above.
                let uv =
                    hasPlaces
                    ? mesh.textureCoordinates[Int(corner.place)] : texture.map { $0(mesh.positions[position]) } ?? .zero
                let index = UInt32(vertices.count)
                vertices.append(
                    ag_vertex(
                        position: (p.x, p.y, p.z), normal: (n.x, n.y, n.z), uv: (Float(uv.x), Float(1 - uv.y)),
                        time: mesh.times.map { Float($0[position] - span.first) } ?? -.infinity,
                        colour: (mesh.colours?[position] ?? .init(red: 1, green: 1, blue: 1)).bytes()))
                known[corner] = index
                indices.append(index)
            }
        }
        // The colours of a mesh stand in place of the material's.
        usesOwnColours = mesh.colours != nil
    }
}

extension Colour {
    /// The colour as the driver takes it.
    func bytes(opacity: Double = 1) -> (UInt8, UInt8, UInt8, UInt8) {
        func byte(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
        return (byte(red), byte(green), byte(blue), byte(opacity))
    }

    /// The parts as the driver takes them.
    var parts: (Float, Float, Float) { (Float(red), Float(green), Float(blue)) }
}
