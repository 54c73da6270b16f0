/// The materials of a GLB file, each in the forms that its surfaces need.
struct GLBMaterials {
    private let scene: MeshScene
    /// The materials as JSON.
    private(set) var texts: [String] = []
    /// Where each form of a material stands.
    private var indices: [Form: Int] = [:]
    /// Names of the textures.
    private let names: [String]

    private struct Form: Hashable {
        var name: String
        /// Whether corners bring colours of their own, which the material must not tint.
        var isWhite: Bool
        /// Whether it is a line, which has no side that light falls on.
        var isLine: Bool
    }

    init(_ scene: MeshScene) {
        self.scene = scene
        names = scene.textures.map(\.name)
    }

    /// The textures as JSON; each is the picture of the same index.
    var textures: [String] { names.indices.map { #"{"sampler":0,"source":\#($0)}"# } }

    /// Smooth from near and far, repeated both ways.
    var samplers: [String] {
        names.isEmpty ? [] : [#"{"magFilter":9729,"minFilter":9987,"wrapS":10497,"wrapT":10497}"#]
    }

    /// The extensions that the materials use, as JSON.
    var extensions: [String] {
        texts.contains { $0.contains("KHR_materials_unlit") } ? [#""KHR_materials_unlit""#] : []
    }

    /// Where a material stands.
    mutating func index(of name: String, withColours: Bool) -> Int {
        index(Form(name: name, isWhite: withColours, isLine: false))
    }

    /// Where the material of a line stands.
    mutating func line(of name: String) -> Int { index(Form(name: name, isWhite: false, isLine: true)) }

    private mutating func index(_ form: Form) -> Int {
        if let known = indices[form] { return known }
        indices[form] = texts.count
        texts.append(text(form))
        return texts.count - 1
    }

    private func text(_ form: Form) -> String {
        let material =
            scene.materials.first { $0.name == form.name } ?? Material(name: form.name, colour: .init(red: 1, green: 1, blue: 1))
        let light = form.isWhite ? SIMD3(1, 1, 1) : material.colour.linear
        var look = [#""baseColorFactor":[\#(light.x),\#(light.y),\#(light.z),1]"#]
        if !form.isLine, let texture = material.texture, let index = names.firstIndex(of: texture.name) {
            look.append(#""baseColorTexture":{"index":\#(index)}"#)
        }
        look += [#""metallicFactor":0"#, #""roughnessFactor":\#(material.roughness)"#]
        let name = material.name + (form.isLine ? " line" : form.isWhite ? " coloured" : "")
        let unlit = material.isUnlit || form.isLine ? #","extensions":{"KHR_materials_unlit":{}}"# : ""
        return #"{"name":\#(JSONWords.string(name)),"pbrMetallicRoughness":{\#(look.joined(separator: ","))}\#(unlit)}"#
    }
}
