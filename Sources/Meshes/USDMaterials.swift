/// The materials of a USD layer, each in the forms that its surfaces need, as `UsdPreviewSurface`.
struct USDMaterials {
    private let scene: MeshScene
    private var prims: [USDPrim] = []
    private var paths: [Form: String] = [:]
    private var names = USDNames()

    private struct Form: Hashable {
        var name: String
        /// Whether the colour is that of the corners.
        var hasColours: Bool
    }

    init(_ scene: MeshScene) { self.scene = scene }

    /// The prim that holds them; nil when there are none.
    var scope: USDPrim? {
        guard !prims.isEmpty else { return nil }
        var scope = USDPrim("Materials", "Scope")
        scope.children = prims
        return scope
    }

    /// The path of a material.
    mutating func path(of name: String, withColours: Bool) -> String {
        let form = Form(name: name, hasColours: withColours)
        if let known = paths[form] { return known }
        let material = scene.materials.first { $0.name == name }
        let prim = names.name(name + (withColours ? "_coloured" : ""))
        let path = "/\(USDZWriter.root)/Materials/\(prim)"
        paths[form] = path
        prims.append(
            Self.prim(material ?? Material(name: name, colour: .init(red: 1, green: 1, blue: 1)), prim, path, withColours))
        return path
    }

    private static func prim(_ material: Material, _ name: String, _ path: String, _ hasColours: Bool) -> USDPrim {
        var surface = USDPrim("Surface", "Shader")
        // What is unlit shines by itself, and reflects nothing.
        let input = material.isUnlit ? "inputs:emissiveColor" : "inputs:diffuseColor"
        surface.properties.append(.attribute("info:id", "token", .token("UsdPreviewSurface"), uniform: true))
        if material.isUnlit { surface.properties.append(.attribute("inputs:diffuseColor", "color3f", .float3(.zero))) }
        var shaders: [USDPrim] = []
        if hasColours {
            surface.properties.append(.connection(input, "color3f", to: path + "/Colours.outputs:result"))
            shaders.append(reader("Colours", of: "displayColor", "float3"))
        } else if let texture = material.texture {
            surface.properties.append(.connection(input, "color3f", to: path + "/Texture.outputs:rgb"))
            shaders += [self.texture(texture, tint: material.colour.linear, path), reader("Places", of: "st", "float2")]
        } else {
            surface.properties.append(.attribute(input, "color3f", .float3(material.colour.linear)))
        }
        surface.properties += [
            .attribute("inputs:metallic", "float", .float(0)),
            .attribute("inputs:roughness", "float", .float(material.roughness)),
            .attribute("outputs:surface", "token", nil),
        ]
        var prim = USDPrim(name, "Material")
        prim.properties = [.connection("outputs:surface", "token", to: path + "/Surface.outputs:surface")]
        prim.children = [surface] + shaders
        return prim
    }

    private static func texture(_ texture: Texture, tint: SIMD3<Double>, _ path: String) -> USDPrim {
        var prim = USDPrim("Texture", "Shader")
        prim.properties = [
            .attribute("info:id", "token", .token("UsdUVTexture"), uniform: true),
            .attribute("inputs:file", "asset", .asset(texture.name)),
            .attribute("inputs:scale", "float4", .float4(SIMD4(tint.x, tint.y, tint.z, 1))),
            .attribute("inputs:sourceColorSpace", "token", .token("sRGB")),
            .connection("inputs:st", "float2", to: path + "/Places.outputs:result"),
            .attribute("inputs:wrapS", "token", .token("repeat")),
            .attribute("inputs:wrapT", "token", .token("repeat")),
            .attribute("outputs:rgb", "float3", nil),
        ]
        return prim
    }

    private static func reader(_ name: String, of primvar: String, _ type: String) -> USDPrim {
        var prim = USDPrim(name, "Shader")
        prim.properties = [
            .attribute("info:id", "token", .token("UsdPrimvarReader_\(type)"), uniform: true),
            .attribute("inputs:varname", "string", .string(primvar)),
            .attribute("outputs:result", type, nil),
        ]
        return prim
    }
}
