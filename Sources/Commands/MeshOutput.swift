internal import AirDrawing
internal import Meshes
internal import Rendering

/// What the surfaces of a drawing look like.
enum MaterialChoice: String, CaseIterable, Sendable {
    /// Each stroke has its colour.
    case color
    /// All are of wood, with a texture.
    case wood
}

/// How a drawing becomes shapes, in a file or in a picture.
struct MeshOutput: Hashable, Sendable {
    /// What a stroke is as a solid.
    var style = MeshStyle.points
    /// What its surfaces look like.
    var material = MaterialChoice.color

    /// The endings that choose a format.
    static let endings = MeshFormat.allCases.map(\.rawValue) + FlatFormat.allCases.map(\.rawValue)
    /// The endings of formats that hold solids.
    static let solidEndings = MeshFormat.allCases.map(\.rawValue)
    /// What the endings stand for, in a few words.
    static let words =
        ".obj, .stl (millimetres, for slicers), .ply, .glb, .usdz, and from above in millimetres .svg and .dxf"

    /// Writes a drawing in the format of the file's ending and says what the file holds.
    func write(_ drawing: Drawing, to path: String, _ console: any Console) throws {
        let comments = ["\(drawing.name), drawn with airdraw \(Tool.version)"]
        if let format = FlatFormat(path: path) {
            let counts = try withProgress(of: console) { progress in
                try format.write(drawing.flatDrawing(style: style), to: path, comments: comments, progress: progress)
            }
            return try console.writeLine("\(path): \(words(counts))")
        }
        var scene = try drawing.mesh(style: style)
        if let material = try ownMaterial() { scene = scene.made(of: material) }
        try writeMesh(scene, to: path, comments: comments, console)
    }

    /// The drawing's models over a camera picture.
    func models() throws -> DrawingModels { try DrawingModels(style: style, material: ownMaterial()) }

    /// What all strokes are made of; nil where each has its colour.
    private func ownMaterial() throws -> Material? {
        switch material {
        case .color: nil
        case .wood: try .wood()
        }
    }

    /// What a mesh file holds, in a line.
    fileprivate static func words(_ counts: MeshCounts, _ format: MeshFormat) -> String {
        var words = ["\(counts.objects) objects"]
        // The corners of STL are those of its faces.
        if format != .stl { words.append("\(counts.vertices) vertices") }
        words.append("\(counts.faces) faces")
        if counts.lineSegments > 0 { words.append("\(counts.lineSegments) line segments") }
        words.append("\(counts.bytes) bytes")
        return words.joined(separator: ", ") + (format == .stl ? "; in millimetres, z up" : "")
    }

    private func words(_ counts: FlatCounts) -> String {
        var words = ["\(counts.layers) layers"]
        if counts.outlines > 0 { words.append("\(counts.outlines) outlines") }
        if counts.lines > 0 { words.append("\(counts.lines) lines") }
        words.append("\(counts.corners) corners, \(counts.bytes) bytes")
        let size = [counts.size.x, counts.size.y].map { fixed($0, places: 2) }.joined(separator: " × ")
        return words.joined(separator: ", ") + "; \(size) mm"
    }
}

/// Writes a scene of meshes in the format of the file's ending, and says what the file holds.
func writeMesh(_ scene: MeshScene, to path: String, comments: [String], _ console: any Console) throws {
    guard let format = MeshFormat(path: path) else {
        throw CommandFailure("\(path) ends in no format that is known", help: "known are \(MeshOutput.words)")
    }
    let counts = try withProgress(of: console) { progress in
        try format.write(scene, to: path, comments: comments, progress: progress)
    }
    try console.writeLine("\(path): \(MeshOutput.words(counts, format))")
}

/// Shows how far a writer is, and lets it be interrupted.
private func withProgress<Counts>(
    of console: any Console, _ write: ((_ done: Int, _ total: Int) throws -> Void) throws -> Counts
) throws -> Counts {
    var line: ProgressLine?
    defer { line?.finish() }
    return try write { done, total in
        try Interruption.check()
        if line == nil { line = ProgressLine("writing", unit: "points", total: total, on: console) }
        line?.update(done)
    }
}

extension ValueOption where Value == String {
    /// A file of shapes in the format of its ending.
    static func shapes(_ name: String, help: String) -> Self {
        .init(name, .file("FILE", endings: MeshOutput.endings), help: help + ", in the format of its ending: " + MeshOutput.words)
    }
}
