internal import AirDrawing
internal import Files

/// What `airdraw merge` was asked for.
struct MergeOptions: Hashable, Sendable {
    var drawings: [String]
    var height: Double?
    var out: String
}

/// `airdraw merge`: makes one drawing of several.
enum MergeCommand: AirDrawCommand {
    static let drawings = ValueArgument(
        "DRAWING", .path("DRAWING", completion: .files(endings: ["json"])), repeatable: true,
        help: "drawings that 'airdraw draw --out' wrote, in order")
    static let height = ValueOption(
        "height", .positive("METRES", of: "a height in metres", example: "0.02"),
        help: "the height of the whole, where the drawings have different ones")
    static let out = ValueOption("out", .file("FILE", endings: ["json"]), help: "the drawing to write")

    static let spec = CommandSpec(
        name: "merge", summary: "Makes one drawing of several",
        discussion: [
            "All strokes of the first drawing come first. They stay where they are in the world: that fits drawings of one recording, or "
                + "of recordings with one world; 'airdraw edit --move' moves others.",
            "Planes of one name that face elsewhere are kept apart; strokes without a colour have that of their new number.",
        ],
        arguments: [drawings.spec], ownOptions: [height.spec, out.spec], required: ["out"],
        examples: ["merge house.json tree.json --out both.json"])

    static func options(from arguments: ParsedArguments) throws -> MergeOptions {
        let drawings = try arguments.all(drawings)
        guard drawings.count > 1 else {
            throw UsageFailure.other("one drawing was given, and two make a merge", help: "name the drawings one after the other")
        }
        return MergeOptions(drawings: drawings, height: try arguments.value(height), out: try arguments.required(out))
    }

    static func run(_ options: MergeOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        if let target = realPath(options.out), options.drawings.contains(where: { realPath($0) == target }) {
            throw CommandFailure("\(options.out) is one of the drawings that are merged", help: "choose another name for --out")
        }
        var merged: Drawing?
        for path in options.drawings {
            let drawing = try Drawing(contentsOf: path)
            try console.writeLine("\(path): \(drawing.inNumbers)")
            guard var known = merged else {
                merged = drawing
                continue
            }
            guard options.height != nil || known.height == drawing.height else {
                throw CommandFailure(
                    "\(path) is \(drawing.height) m high, and \(options.drawings[0]) \(known.height) m",
                    help: "a drawing has one height: --height METRES says which")
            }
            known.append(drawing)
            merged = known
        }
        guard var merged else { return }
        if let height = options.height { merged.height = height }
        try merged.write(to: options.out)
        try console.writeLine("\(options.out): \(merged.inNumbers)")
    }
}
