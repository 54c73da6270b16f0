internal import Files
internal import Spaces

/// Writes a scene as GLB, the one-file form of glTF 2.0: metres, y up, and a node for each object, named as it is.
///
/// A node stands in the middle of its object, and its corners are floats about that middle, so that they stay exact far from the
/// origin. Boxes have no normals: glTF then asks for flat shading, and their corners stay shared. Lines are nodes of their own,
/// named `…_line`. `_TIME` holds seconds of the recording. Format: Khronos, "glTF 2.0 Specification", 2021.
struct GLBWriter {
    private let scene: MeshScene
    private var nodes: [String] = []
    private var meshes: [String] = []
    private var accessors: [String] = []
    private var views: [String] = []
    private var roots: [Int] = []
    private var materials: GLBMaterials
    private var length = 0
    private var streams: [(inout BinaryOutput, MeshProgress) throws -> Void] = []
    private var counts = MeshCounts()

    static func write(_ scene: MeshScene, to path: String, comments: [String], progress: MeshProgress) throws -> MeshCounts {
        var writer = GLBWriter(scene)
        for object in scene.objects { writer.add(object) }
        return try writer.write(to: path, comments, progress)
    }

    private init(_ scene: MeshScene) {
        self.scene = scene
        materials = GLBMaterials(scene)
    }

    private mutating func write(to path: String, _ comments: [String], _ progress: MeshProgress) throws -> MeshCounts {
        let textures = scene.textures
        var images: [String] = []
        for texture in textures {
            let view = addView(texture.bytes.count)
            let kind = texture.name.hasSuffix(".png") ? "image/png" : "image/jpeg"
            images.append(
                #"{"bufferView":\#(view),"mimeType":"\#(kind)","name":\#(JSONWords.string(texture.name))}"#)
        }
        var json = Array(text(images: images, comments).utf8)
        json += Array(repeating: 0x20, count: (4 - json.count % 4) % 4)
        let size = 12 + 8 + json.count + (length > 0 ? 8 + length : 0)
        guard let size = UInt32(exactly: size) else { throw MeshFailure.tooLarge("a GLB file", limit: "4,294,967,295 bytes") }
        let file = try AtomicFile(path: path)
        var output = BinaryOutput(file: file, total: scene.pointCount, size: Int(size))
        output.put(0x4654_6C67 as UInt32)
        output.put(2 as UInt32)
        output.put(size)
        output.put(UInt32(json.count))
        output.put(0x4E4F_534A as UInt32)
        output.put(json)
        if length > 0 {
            output.put(UInt32(length))
            output.put(0x004E_4942 as UInt32)
            for stream in streams { try stream(&output, progress) }
            for texture in textures {
                output.put(texture.bytes)
                output.pad(to: 4)
            }
        }
        output.drain()
        try file.commit()
        counts.bytes = output.count
        return counts
    }

    private func text(images: [String], _ comments: [String]) -> String {
        var members = [#""asset":{"version":"2.0","generator":"AirDraw"\#(extras(comments))}"#]
        if !materials.extensions.isEmpty { members.append(#""extensionsUsed":\#(JSONWords.list(materials.extensions))"#) }
        members.append(#""scene":0"#)
        members.append(#""scenes":[{\#(roots.isEmpty ? "" : #""nodes":\#(JSONWords.list(roots.map { "\($0)" }))"#)}]"#)
        for (key, items) in [
            ("nodes", nodes), ("meshes", meshes), ("materials", materials.texts), ("textures", materials.textures),
            ("images", images), ("samplers", materials.samplers), ("accessors", accessors), ("bufferViews", views),
        ] where !items.isEmpty {
            members.append(#""\#(key)":\#(JSONWords.list(items))"#)
        }
        if length > 0 { members.append(#""buffers":[{"byteLength":\#(length)}]"#) }
        return "{" + members.joined(separator: ",\n") + "}"
    }

    private func extras(_ comments: [String]) -> String {
        comments.isEmpty ? "" : #","extras":{"comments":\#(JSONWords.list(comments.map(JSONWords.string)))}"#
    }
}

extension GLBWriter {
    private mutating func add(_ object: MeshObject) {
        counts.objects += 1
        let lines = object.parts.compactMap { part in if case .polyline(let points) = part { points } else { nil } }
        let extent = object.extent
        let surfaces = object.parts.compactMap { primitive(of: $0, of: object, about: extent.middle) }
        if !surfaces.isEmpty { addNode(object.name, at: extent.middle, surfaces) }
        for points in lines {
            let middle = Extent(points.lazy.map(\.coordinates)).middle
            if let line = line(through: points, of: object, about: middle) {
                addNode(object.name + "_line", at: middle, [line])
            }
        }
    }

    private mutating func addNode(_ name: String, at place: SIMD3<Double>, _ primitives: [String]) {
        let name = JSONWords.string(name)
        roots.append(nodes.count)
        nodes.append(#"{"name":\#(name),"mesh":\#(meshes.count),"translation":\#(JSONWords.list(place))}"#)
        meshes.append(#"{"name":\#(name),"primitives":\#(JSONWords.list(primitives))}"#)
    }

    /// A view of the next bytes of the buffer.
    private mutating func addView(_ bytes: Int, target: Int? = nil) -> Int {
        let words = target.map { #","target":\#($0)"# } ?? ""
        views.append(#"{"buffer":0,"byteOffset":\#(length),"byteLength":\#(bytes)\#(words)}"#)
        length += (bytes + 3) / 4 * 4
        return views.count - 1
    }

    /// An accessor for numbers of their own view, and what stores them.
    private mutating func addAccessor(
        _ type: AccessorType, count: Int, extent: Extent? = nil,
        _ stream: @escaping (inout BinaryOutput, MeshProgress) throws -> Void
    ) -> Int {
        let view = addView(count * type.size, target: type == .indices ? 34963 : 34962)
        let bounds = extent.map { #","min":\#(JSONWords.floats($0.low)),"max":\#(JSONWords.floats($0.high))"# } ?? ""
        accessors.append(
            #"{"bufferView":\#(view),"componentType":\#(type.component),"count":\#(count),"type":"\#(type.name)"\#(type.isNormalized ? #","normalized":true"# : "")\#(bounds)}"#
        )
        streams.append(stream)
        return accessors.count - 1
    }

    /// What an accessor holds.
    private enum AccessorType {
        case indices, vector3, vector2, colour, scalar

        var component: Int {
            switch self {
            case .indices: 5125
            case .vector3, .vector2, .scalar: 5126
            case .colour: 5123
            }
        }
        var name: String {
            switch self {
            case .indices, .scalar: "SCALAR"
            case .vector2: "VEC2"
            case .vector3: "VEC3"
            case .colour: "VEC4"
            }
        }
        var size: Int {
            switch self {
            case .indices, .scalar: 4
            case .vector2, .colour: 8
            case .vector3: 12
            }
        }
        var isNormalized: Bool { self == .colour }
    }

    private mutating func primitive(of part: MeshPart, of object: MeshObject, about middle: SIMD3<Double>) -> String? {
        switch part {
        case .boxes(let run) where !run.places.isEmpty: boxes(run, of: object, about: middle)
        case .mesh(let mesh) where !mesh.triangles.isEmpty: surface(mesh, of: object, about: middle)
        default: nil
        }
    }

    private func primitive(_ attributes: [(String, Int)], indices: Int?, material: Int, mode: Int) -> String {
        let list = attributes.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
        let indices = indices.map { #","indices":\#($0)"# } ?? ""
        return #"{"attributes":{\#(list)}\#(indices),"material":\#(material),"mode":\#(mode)}"#
    }

    private mutating func boxes(_ run: BoxRun, of object: MeshObject, about middle: SIMD3<Double>) -> String {
        let template = run.turnedMesh
        let corners = template.positions
        let number = run.places.count
        counts.vertices += number * corners.count
        counts.faces += number * template.triangles.count
        let triangles = template.triangles.map(\.positions)
        let indices = addAccessor(.indices, count: 3 * number * triangles.count) { output, progress in
            try unsafe output.records(number, of: 12 * triangles.count, work: 1, progress: progress) { index, place in
                let offset = SIMD3<Int32>(repeating: Int32(truncatingIfNeeded: index * corners.count))
                for (number, triangle) in triangles.enumerated() { unsafe place.store(triangle &+ offset, at: 12 * number) }
            }
        }
        let extent = run.extent(of: template).about(middle)
        func perCorner(
            _ size: Int, work: Int = 0, _ store: @escaping (_ box: Int, _ corner: Int, UnsafeMutableRawPointer) -> Void
        ) -> (inout BinaryOutput, MeshProgress) throws -> Void {
            { output, progress in
                try unsafe output.records(number, of: size * corners.count, work: work, progress: progress) { index, place in
                    for corner in corners.indices { unsafe store(index, corner, place + size * corner) }
                }
            }
        }
        var attributes = [
            (
                "POSITION",
                addAccessor(
                    .vector3, count: number * corners.count, extent: extent,
                    unsafe perCorner(12, work: 1) { box, corner, place in
                        unsafe place.store(run.places[box].coordinates + corners[corner] - middle)
                    })
            )
        ]
        if let places = scene.texturePlaces(of: object) {
            let along = corners.map(run.inPlane)
            let stream = unsafe perCorner(8) { box, corner, place in
                let place2 = places(run.inPlane(run.places[box].coordinates) + along[corner])
                unsafe place.store(SIMD2(place2.x, 1 - place2.y))
            }
            attributes.append(("TEXCOORD_0", addAccessor(.vector2, count: number * corners.count, stream)))
        }
        if let colours = run.colours {
            let stream = unsafe perCorner(8) { box, _, place in unsafe place.store(shorts: colours[box]) }
            attributes.append(("COLOR_0", addAccessor(.colour, count: number * corners.count, stream)))
        }
        if let times = run.times {
            let stream = unsafe perCorner(4) { box, _, place in
                unsafe place.storeBytes(of: Float(times[box]), as: Float.self)
            }
            attributes.append(("_TIME", addAccessor(.scalar, count: number * corners.count, stream)))
        }
        let material = materials.index(of: object.material, withColours: run.colours != nil)
        return primitive(attributes, indices: indices, material: material, mode: 4)
    }

    private mutating func surface(_ mesh: Mesh, of object: MeshObject, about middle: SIMD3<Double>) -> String {
        let list = CornerList(mesh)
        let count = list.count
        counts.vertices += count
        counts.normals += count
        counts.faces += mesh.triangles.count
        let indices = addAccessor(.indices, count: 3 * mesh.triangles.count) { output, progress in
            try unsafe output.records(mesh.triangles.count, of: 12, work: 1, progress: progress) { index, place in
                unsafe place.store(list.corners(index))
            }
        }
        func perCorner(
            _ type: AccessorType, extent: Extent? = nil, work: Int = 0,
            _ store: @escaping (_ source: SIMD3<Int32>, UnsafeMutableRawPointer) -> Void
        ) -> Int {
            addAccessor(type, count: count, extent: extent) { output, progress in
                try unsafe output.records(count, of: type.size, work: work, progress: progress) { index, place in
                    unsafe store(list.source(index), place)
                }
            }
        }
        let extent = mesh.extent.about(middle)
        var attributes = [
            (
                "POSITION",
                unsafe perCorner(.vector3, extent: extent, work: 1) { source, place in
                    unsafe place.store(mesh.positions[Int(source.x)] - middle)
                }
            ),
            ("NORMAL", unsafe perCorner(.vector3) { source, place in unsafe place.store(mesh.normals[Int(source.y)]) }),
        ]
        if list.hasTextureCoordinates {
            attributes.append(
                (
                    "TEXCOORD_0",
                    unsafe perCorner(.vector2) { source, place in
                        let t = mesh.textureCoordinates[Int(source.z)]
                        unsafe place.store(SIMD2(t.x, 1 - t.y))
                    }
                ))
        } else if let places = scene.texturePlaces(of: object) {
            attributes.append(
                (
                    "TEXCOORD_0",
                    unsafe perCorner(.vector2) { source, place in
                        let t = places(mesh.positions[Int(source.x)])
                        unsafe place.store(SIMD2(t.x, 1 - t.y))
                    }
                ))
        }
        if let colours = mesh.colours {
            attributes.append(
                ("COLOR_0", unsafe perCorner(.colour) { source, place in unsafe place.store(shorts: colours[Int(source.x)]) }))
        }
        if let times = mesh.times {
            attributes.append(
                (
                    "_TIME",
                    unsafe perCorner(.scalar) { source, place in
                        unsafe place.storeBytes(of: Float(times[Int(source.x)]), as: Float.self)
                    }
                ))
        }
        let material = materials.index(of: object.material, withColours: mesh.colours != nil)
        return primitive(attributes, indices: indices, material: material, mode: 4)
    }

    private mutating func line(through points: [WorldPoint], of object: MeshObject, about middle: SIMD3<Double>) -> String? {
        guard points.count > 1 else { return nil }
        counts.vertices += points.count
        counts.lineSegments += points.count - 1
        let extent = Extent(points.lazy.map(\.coordinates)).about(middle)
        let positions = addAccessor(.vector3, count: points.count, extent: extent) { output, progress in
            try unsafe output.records(points.count, of: 12, work: 1, progress: progress) { index, place in
                unsafe place.store(points[index].coordinates - middle)
            }
        }
        return primitive(
            [("POSITION", positions)], indices: nil, material: materials.line(of: object.material), mode: 3)
    }
}

extension UnsafeMutableRawPointer {
    /// Stores a colour as four shorts of linear light; the last says that it covers all.
    fileprivate func store(shorts colour: Colour) {
        let parts = colour.linear * 65535
        unsafe storeBytes(of: UInt16(parts.x.rounded()), toByteOffset: 0, as: UInt16.self)
        unsafe storeBytes(of: UInt16(parts.y.rounded()), toByteOffset: 2, as: UInt16.self)
        unsafe storeBytes(of: UInt16(parts.z.rounded()), toByteOffset: 4, as: UInt16.self)
        unsafe storeBytes(of: UInt16.max, toByteOffset: 6, as: UInt16.self)
    }
}
