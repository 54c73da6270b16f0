internal import AirDrawing

/// What `airdraw export` was asked for.
struct ExportOptions: Hashable, Sendable {
    var drawing: String
    var out: String
    var style = MeshStyle.points
    var material = MaterialChoice.color
}

/// `airdraw export`: writes the mesh of a saved drawing.
enum ExportCommand: AirDrawCommand {
    static let drawing = ValueArgument(
        "DRAWING", .path("DRAWING", completion: .files(endings: ["json"])), help: "a drawing that 'airdraw draw --out' wrote")
    static let out = ValueOption<String>.shapes("out", help: "the file to write")
    static let material = ValueOption(
        "material", ValueKind<MaterialChoice>.oneOf("WHAT"),
        help: "what surfaces look like: color, a colour for each stroke, or wood, with a texture (color)")

    static let spec = CommandSpec(
        name: "export", summary: "Writes a saved drawing as a mesh or as outlines",
        discussion: ["What each format holds, and who reads it, is in the documentation's article on formats."],
        arguments: [drawing.spec], ownOptions: [out.spec] + StyleOptions.specs + [material.spec], required: ["out"],
        examples: [
            "export square.json --out square.obj", "export square.json --style ribbon --chamfer 1 --out print.stl",
            "export square.json --material wood --out square.usdz",
        ])

    static func options(from arguments: ParsedArguments) throws -> ExportOptions {
        ExportOptions(
            drawing: try arguments.value(drawing), out: try arguments.required(out),
            style: try StyleOptions.style(from: arguments), material: try arguments.value(material) ?? .color)
    }

    static func run(_ options: ExportOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let drawing = try Drawing(contentsOf: options.drawing)
        guard drawing.pointCount > 0 else { throw CommandFailure("\(options.drawing) has no points: there is nothing to export") }
        try MeshOutput(style: options.style, material: options.material).write(drawing, to: options.out, console)
    }
}
