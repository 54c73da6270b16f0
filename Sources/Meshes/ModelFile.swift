internal import CAssimp
private import Glibc
internal import Files

/// Why a model cannot be read.
public struct ModelFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let path: String
    /// What is wrong, and what is accepted.
    public let problem: String

    /// One line.
    public var description: String { "\(path): \(problem)" }
}

extension MeshScene {
    /// The endings of the models that are read.
    public static let modelEndings = ["obj", "glb", "gltf", "stl", "ply", "dae", "3ds", "off"]
    /// The largest model that is read, bytes.
    public static let largestModel = 1 << 28

    /// Reads a model: an OBJ, GLB, glTF, STL, PLY, Collada, 3DS or OFF file, through assimp.
    ///
    /// Nodes are put where they belong, faces become triangles; points, lines, bones and movements are left out. Lengths are taken as
    /// metres, as glTF has them. Textures that are PNG or JPEG come along, from inside of the file or from beside it.
    ///
    /// - Throws: ``ModelFailure``, and `FileFailure` when the file cannot be read.
    public init(contentsOf path: String) throws {
        // assimp says little about a file that is not there, and reads one of any size.
        do { _ = try readFile(path, upTo: Self.largestModel) } catch let failure as FileFailure where failure.code == tooLarge {
            throw ModelFailure(path: path, problem: "a model has at most \(Self.largestModel >> 20) MiB")
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard Self.modelEndings.contains(ending) else {
            throw ModelFailure(
                path: path, problem: "a model ends in ." + Self.modelEndings.joined(separator: ", ."))
        }
        let model = try Model(path: path)
        // glTF's colours are linear, those of others are as they are shown.
        let isLinear = ending == "glb" || ending == "gltf"
        let materials = try model.materials(isLinear: isLinear)
        let objects = try model.objects(materials: materials)
        guard !objects.isEmpty else { throw ModelFailure(path: path, problem: "there is no surface in it") }
        self.init(materials: materials, objects: objects)
        do { try validate() } catch let failure as MeshFailure {
            throw ModelFailure(path: path, problem: failure.description)
        }
    }
}

/// What assimp read.
@safe private final class Model {
    private let handle: OpaquePointer
    private let path: String

    init(path: String) throws(ModelFailure) {
        var error = as_error()
        guard let handle = unsafe as_model_create(path, &error) else {
            let words = unsafe String(cString: as_error_message(&error))
            throw ModelFailure(
                path: path, problem: "it cannot be read as a model: \(words.isEmpty ? "no reason is given" : words)")
        }
        unsafe self.handle = handle
        self.path = path
    }

    deinit { unsafe as_model_destroy(handle) }

    func materials(isLinear: Bool) throws -> [Material] {
        func shown(_ part: Float) -> Double {
            let v = Double(part)
            guard isLinear else { return v }
            return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
        }
        var names: Set<String> = []
        return try (0..<(unsafe as_material_count(handle))).map { i in
            let m = unsafe as_material_at(handle, i)
            var name = unsafe String(cString: m.name)
            name = unique(name, among: &names, fallback: "material", number: i + 1)
            let (red, green, blue) = unsafe m.colour
            let roughness = unsafe Double(m.roughness)
            return Material(
                name: name, colour: .init(red: shown(red), green: shown(green), blue: shown(blue)),
                texture: try unsafe texture(of: m, number: i), roughness: roughness < 0 ? 0.6 : min(roughness, 1),
                isUnlit: unsafe m.is_unlit)
        }
    }

    @unsafe private func texture(of material: as_material, number: Int) throws -> Texture? {
        let bytes: [UInt8]
        if let inside = unsafe material.texture {
            bytes = unsafe Array(UnsafeBufferPointer(start: inside, count: material.texture_size))
        } else {
            let name = unsafe String(cString: material.texture_name)
            guard !name.isEmpty else { return nil }
            // A picture lies beside its model; a path that leads away is not followed.
            guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
                throw ModelFailure(path: path, problem: "its texture \"\(name)\" does not lie beside it")
            }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            bytes = try readFile(folder + name, upTo: MeshScene.largestModel)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return Texture(name: "texture_\(number + 1).png", bytes: bytes) }
        if bytes.starts(with: [0xFF, 0xD8]) { return Texture(name: "texture_\(number + 1).jpg", bytes: bytes) }
        throw ModelFailure(path: path, problem: "one of its textures is neither PNG nor JPEG")
    }

    func objects(materials: [Material]) throws -> [MeshObject] {
        var names: Set<String> = []
        return try (0..<(unsafe as_surface_count(handle))).compactMap { i in
            let s = unsafe as_surface_at(handle, i)
            let faces = unsafe s.triangle_count
            guard faces > 0 else { return nil }
            let count = unsafe s.vertex_count
            let material = unsafe s.material
            let positions = unsafe vectors(s.positions, count)
            let normals = unsafe vectors(s.normals, count).map { n -> SIMD3<Double> in
                let length = (n * n).sum().squareRoot()
                // A face without an area has no direction; any does.
                return length > 1e-12 && length.isFinite ? n / length : [0, 1, 0]
            }
            let places = unsafe s.uvs.map { unsafe vectors($0, count).map { SIMD2($0.x, $0.y) } } ?? []
            let colours = unsafe s.colours.map { colours in
                (0..<count).map { k in
                    unsafe Colour(
                        red: Double(colours[4 * k]), green: Double(colours[4 * k + 1]), blue: Double(colours[4 * k + 2]))
                }
            }
            let triangles = try (0..<faces).map { k in
                let corners = unsafe SIMD3<UInt32>(s.triangles[3 * k], s.triangles[3 * k + 1], s.triangles[3 * k + 2])
                guard Int(corners.max()) < count else { throw ModelFailure(path: path, problem: "a face leads to no corner") }
                let c = SIMD3<Int32>(truncatingIfNeeded: corners)
                return Triangle(positions: c, normals: c, textureCoordinates: c)
            }
            var name = unsafe String(cString: s.name)
            name = unique(name, among: &names, fallback: "part", number: i + 1)
            guard material < materials.count else { throw ModelFailure(path: path, problem: "a surface has no material") }
            return MeshObject(
                name: name, material: materials[material].name,
                parts: [
                    .mesh(
                        Mesh(
                            positions: positions, normals: normals, triangles: triangles, colours: colours,
                            textureCoordinates: places))
                ])
        }
    }

    @unsafe private func vectors(_ numbers: UnsafePointer<Float>, _ count: Int) -> [SIMD3<Double>] {
        (0..<count).map { unsafe .init(Double(numbers[3 * $0]), Double(numbers[3 * $0 + 1]), Double(numbers[3 * $0 + 2])) }
    }
}

/// A name that no other has, also once it is written as one word; what is empty or taken becomes `fallback_2`, `fallback_3` and so on.
private func unique(_ name: String, among names: inout Set<String>, fallback: String, number: Int) -> String {
    var choice = name
    var next = number
    while choice.isEmpty || names.contains(OBJWriter.word(choice)) {
        choice = "\(fallback)_\(next)"
        next += 1
    }
    names.insert(OBJWriter.word(choice))
    return choice
}
