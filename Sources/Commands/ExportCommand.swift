internal import AirDrawing

/// What `airdraw export` was asked for.
struct ExportOptions: Hashable, Sendable {
    var drawing: String
    var out: String
    var style = MeshStyle.points
}

/// `airdraw export`: writes the mesh of a saved drawing.
enum ExportCommand: AirDrawCommand {
    static let drawing = ValueArgument(
        "DRAWING", .path("DRAWING", completion: .files(endings: ["json"])), help: "a drawing that 'airdraw draw --out' wrote")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["obj"]), help: "the mesh to write; its colours go beside it as .mtl")

    static let spec = CommandSpec(
        name: "export", summary: "Writes the mesh of a saved drawing",
        arguments: [drawing.spec], ownOptions: [out.spec] + StyleOptions.specs, required: ["out"],
        examples: [
            "export square.json --out square.obj", "export square.json --out print.obj --style ribbon --chamfer 1",
        ])

    static func options(from arguments: ParsedArguments) throws -> ExportOptions {
        ExportOptions(
            drawing: try arguments.value(drawing), out: try arguments.required(out),
            style: try StyleOptions.style(from: arguments))
    }

    static func run(_ options: ExportOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let drawing = try Drawing(contentsOf: options.drawing)
        guard drawing.pointCount > 0 else { throw CommandFailure("\(options.drawing) has no points: there is nothing to export") }
        try writeMesh(of: drawing, style: options.style, to: options.out, console)
    }
}
