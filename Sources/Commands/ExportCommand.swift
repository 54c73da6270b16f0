internal import AirDrawing

/// What `airdraw export` was asked for.
struct ExportOptions: Hashable, Sendable {
    var drawing: String
    var out: String
    var shapes = MeshOutput()
}

/// `airdraw export`: writes the mesh of a saved drawing.
enum ExportCommand: AirDrawCommand {
    static let drawing = ValueArgument(
        "DRAWING", .path("DRAWING", completion: .files(endings: ["json"])), help: "a drawing that 'airdraw draw --out' wrote")
    static let out = ValueOption<String>.shapes("out", help: "the file to write")

    static let spec = CommandSpec(
        name: "export", summary: "Writes a saved drawing as a mesh or as outlines",
        discussion: ["What each format holds, and who reads it, is in the documentation's article on formats."],
        arguments: [drawing.spec], ownOptions: [out.spec] + StyleOptions.specs, required: ["out"],
        examples: [
            "export square.json --out square.obj", "export square.json --style ribbon --chamfer 1 --out print.stl",
            "export square.json --material wood --out square.usdz",
        ])

    static func options(from arguments: ParsedArguments) throws -> ExportOptions {
        ExportOptions(
            drawing: try arguments.value(drawing), out: try arguments.required(out),
            shapes: try StyleOptions.output(from: arguments))
    }

    static func run(_ options: ExportOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let drawing = try Drawing(contentsOf: options.drawing)
        guard drawing.pointCount > 0 else { throw CommandFailure("\(options.drawing) has no points: there is nothing to export") }
        try options.shapes.write(drawing, to: options.out, console)
    }
}
