internal import Files
internal import Spaces

/// What was written to a file of shapes.
public struct MeshCounts: Hashable, Sendable {
    /// Objects.
    public var objects = 0
    /// Corners, those of lines included.
    public var vertices = 0
    /// Different normals.
    public var normals = 0
    /// Places on textures.
    public var textureCoordinates = 0
    /// Faces, all of them triangles.
    public var faces = 0
    /// Straight pieces of lines.
    public var lineSegments = 0
    /// Bytes of the mesh, without its materials.
    public var bytes = 0

    /// Makes counts of nothing.
    public init() {}
}

/// Writes a scene as Wavefront OBJ with its materials beside it as MTL.
///
/// Coordinates are metres with y up, in steps of a nanometre; faces are triangles; corners carry a colour after their
/// coordinates, which readers that do not know it skip. The same scene gives the same bytes.
public enum OBJWriter {
    /// After how many points the caller is asked whether to go on.
    static let stride = 4096

    /// Writes `path`, with the ending `.mtl` its materials, and beside them their textures; all appear when they are complete.
    ///
    /// What was at these names is replaced. `comments` are lines for the head of the file. `progress` is told every few
    /// thousand points how many are done, of how many; what it throws ends the writing, and nothing is left behind.
    ///
    /// - Throws: ``MeshFailure`` before anything is written, `FileFailure`, and what `progress` throws.
    @discardableResult
    public static func write(
        _ scene: MeshScene, to path: String, comments: [String] = [],
        progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> MeshCounts {
        try scene.validate()
        let materialPath = self.materialPath(for: path)
        let materials = try AtomicFile(path: materialPath)
        let prefix = texturePrefix(for: path)
        materials.write(MTLWriter.text(of: scene.materials, prefix: prefix))
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let textures = try scene.textures.map { texture in
            let file = try AtomicFile(path: folder + prefix + texture.name)
            file.write(texture.bytes)
            return file
        }
        let file = try AtomicFile(path: path)
        var body = OBJBody(file: file, total: scene.pointCount)
        body.head(comments: comments, library: String(materialPath.split(separator: "/").last ?? ""))
        for object in scene.objects { try body.write(object, of: scene, progress: progress) }
        body.drain()
        // A full disk shows here; from there on renames are left.
        try file.finish()
        try materials.finish()
        for texture in textures { try texture.finish() }
        for texture in textures { try texture.commit() }
        try materials.commit()
        try file.commit()
        return body.counts
    }

    /// Where the materials of a file go: `.obj` becomes `.mtl`.
    public static func materialPath(for path: String) -> String {
        (path.hasSuffix(".obj") ? String(path.dropLast(4)) : path) + ".mtl"
    }

    /// What the names of its textures begin with, so that two meshes in one folder do not share them: `a_` of `b/a.obj`.
    static func texturePrefix(for path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return word(name.hasSuffix(".obj") ? String(name.dropLast(4)) : name) + "_"
    }

    /// A name that stays one word in a file: spaces and control characters become underlines.
    static func word(_ name: String) -> String {
        let shown = name.unicodeScalars.map { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? "_" : String(scalar)
        }
        return shown.isEmpty ? "_" : shown.joined()
    }
}

/// Writes materials as MTL.
enum MTLWriter {
    static func text(of materials: [Material], prefix: String) -> String {
        var text = "# Materials of an AirDraw mesh\n"
        for material in materials {
            let parts = [material.colour.red, material.colour.green, material.colour.blue]
            let colour = parts.map(DecimalText.short).joined(separator: " ")
            text += "\nnewmtl \(OBJWriter.word(material.name))\nKa \(colour)\nKd \(colour)\nKs 0.1 0.1 0.1\nNs 20\nd 1\nillum 2\n"
            if let texture = material.texture { text += "map_Kd \(prefix)\(texture.name)\n" }
        }
        return text
    }
}
