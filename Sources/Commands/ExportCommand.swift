internal import AirDrawing

/// What `airdraw export` was asked for.
struct ExportOptions: Hashable, Sendable {
    var drawing: String
    var out: String
}

/// `airdraw export`: writes the mesh of a saved drawing.
enum ExportCommand: AirDrawCommand {
    static let drawing = ValueArgument(
        "DRAWING", .path("DRAWING", completion: .files(endings: ["json"])), help: "a drawing that 'airdraw draw --out' wrote")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["obj"]), help: "the mesh to write; its colours go beside it as .mtl")

    static let spec = CommandSpec(
        name: "export", summary: "Writes the mesh of a saved drawing",
        arguments: [drawing.spec], ownOptions: [out.spec], required: ["out"], examples: ["export square.json --out square.obj"])

    static func options(from arguments: ParsedArguments) throws -> ExportOptions {
        ExportOptions(drawing: try arguments.value(drawing), out: try arguments.required(out))
    }

    static func run(_ options: ExportOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let drawing = try Drawing(contentsOf: options.drawing)
        guard drawing.pointCount > 0 else { throw CommandFailure("\(options.drawing) has no points: there is nothing to export") }
        try writeMesh(of: drawing, to: options.out, console)
    }
}
