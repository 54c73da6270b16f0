internal import Files
internal import Spaces

/// Writes the surfaces of a scene as USDZ: metres, y up, an `Xform` for each object with a `Mesh` for each of its parts.
///
/// The layer is a crate file, as Quick Look wants it. An object stands in its middle, and its corners are floats about that.
/// Lines are left out, because viewers on phones do not draw them. `primvars:time` holds seconds of the recording. Format:
/// OpenUSD, "Usdz File Format Specification", 1.3, and the schemas `UsdGeomMesh` and `UsdPreviewSurface`.
enum USDZWriter {
    /// The name of the root prim.
    static let root = "Drawing"

    static func write(_ scene: MeshScene, to path: String, comments: [String], progress: MeshProgress) throws -> MeshCounts {
        var counts = MeshCounts()
        var root = USDPrim(root, "Xform")
        root.metadata.append(("kind", .token("component")))
        var materials = USDMaterials(scene)
        var names = USDNames(taken: ["Materials"])
        for object in scene.objects {
            counts.objects += 1
            if let prim = prim(of: object, in: scene, named: names.name(object.name), &materials, &counts) {
                root.children.append(prim)
            }
        }
        if let scope = materials.scope { root.children.insert(scope, at: 0) }
        var metadata: [(String, USDValue)] = [
            ("defaultPrim", .token(Self.root)), ("metersPerUnit", .double(1)), ("upAxis", .token("Y")),
        ]
        if !comments.isEmpty { metadata.append(("documentation", .string(comments.joined(separator: "\n")))) }
        let crate = USDCrate(metadata: metadata, root: root)
        let layer = StoredZip.Entry(name: "drawing.usdc", size: crate.size) { try crate.write(to: &$0, $1) }
        let textures = scene.textures.map { texture in
            StoredZip.Entry(name: texture.name, size: texture.bytes.count) { output, _ in output.put(texture.bytes) }
        }
        counts.bytes = try StoredZip.write([layer] + textures, to: path, total: scene.pointCount, progress: progress)
        return counts
    }

    private static func prim(
        of object: MeshObject, in scene: MeshScene, named name: String, _ materials: inout USDMaterials,
        _ counts: inout MeshCounts
    ) -> USDPrim? {
        let extent = object.extent
        guard !extent.isEmpty else { return nil }
        var prim = USDPrim(name, "Xform")
        prim.properties = [
            .attribute("xformOp:translate", "double3", .double3(extent.middle)),
            .attribute("xformOpOrder", "token[]", .tokens(["xformOp:translate"]), uniform: true),
        ]
        let places = scene.texturePlaces(of: object)
        for part in object.parts {
            var surface: USDSurface
            switch part {
            case .boxes(let run) where !run.places.isEmpty: surface = USDSurface(run, about: extent.middle, places)
            case .mesh(let mesh) where !mesh.triangles.isEmpty: surface = USDSurface(mesh, about: extent.middle, places)
            default: continue
            }
            let material = materials.path(of: object.material, withColours: surface.hasColours)
            surface.prim.name = "surface_\(prim.children.count + 1)"
            if !surface.hasColours {
                surface.prim.properties.append(
                    .attribute(
                        "primvars:displayColor", "color3f[]", .array(.few([scene.colour(of: object).linear])),
                        interpolation: "constant"))
            }
            surface.prim.properties.append(.relationship("material:binding", to: material))
            surface.prim.metadata.append(("apiSchemas", .prepended(["MaterialBindingAPI"])))
            counts.vertices += surface.corners
            counts.faces += surface.faces
            prim.children.append(surface.prim)
        }
        return prim
    }
}

/// Names as USD takes them: letters, digits and underlines, each once.
struct USDNames {
    private var taken: Set<String>

    init(taken: Set<String> = []) { self.taken = taken }

    /// A name like the one that is wanted.
    mutating func name(_ wanted: String) -> String {
        var base = wanted.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
        if base.first.map({ $0.isNumber }) ?? true { base = "_" + base }
        var name = base
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }
}
