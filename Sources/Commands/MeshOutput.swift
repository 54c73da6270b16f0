internal import AirDrawing
internal import Meshes

/// Writes the mesh of a drawing and says what it holds.
func writeMesh(of drawing: Drawing, style: MeshStyle, to path: String, _ console: any Console) throws {
    var progress = ProgressLine("writing", unit: "points", total: drawing.pointCount, on: console)
    let counts = try OBJWriter.write(
        drawing.mesh(style: style), to: path, comments: ["\(drawing.name), drawn with airdraw \(Tool.version)"]
    ) { done, _ in
        try Interruption.check()
        progress.update(done)
    }
    progress.finish()
    try console.writeLine(
        "\(path): \(counts.objects) objects, \(counts.vertices) vertices, \(counts.faces) faces, "
            + "\(counts.lineSegments) line segments, \(counts.bytes) bytes")
}
