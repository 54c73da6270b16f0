internal import AirDrawing
internal import Meshes

/// The files that meshes are written to.
enum MeshOutput {
    /// The endings that choose the format.
    static let endings = ["obj"]
}

/// Writes the mesh of a drawing and says what it holds.
func writeMesh(of drawing: Drawing, to path: String, _ console: any Console) throws {
    try writeMesh(drawing.mesh(), to: path, comments: ["\(drawing.name), drawn with airdraw \(Tool.version)"], console)
}

/// Writes a scene of meshes and says what it holds.
func writeMesh(_ scene: MeshScene, to path: String, comments: [String], _ console: any Console) throws {
    var progress = ProgressLine("writing", unit: "points", total: nil, on: console)
    let counts = try OBJWriter.write(scene, to: path, comments: comments) { done, _ in
        try Interruption.check()
        progress.update(done)
    }
    progress.finish()
    try console.writeLine(
        "\(path): \(counts.objects) objects, \(counts.vertices) vertices, \(counts.faces) faces, "
            + "\(counts.lineSegments) line segments, \(counts.bytes) bytes")
}
