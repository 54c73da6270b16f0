internal import AirDrawing
internal import Meshes
internal import Spaces

/// What `airdraw edit` was asked for; nil means that it was not said.
struct EditOptions: Hashable, Sendable {
    var drawing: String
    var undoesLast: Bool
    var drops: [Int]
    var colours: [NumberedColour]
    var names: [NumberedName]
    var simplify: Double?
    var scale: Double?
    var move: WorldVector?
    var height: Double?
    var out: String?
}

/// A colour for one stroke, or for all.
struct NumberedColour: Hashable, Sendable {
    /// The number of the stroke from 1; nil for all.
    var stroke: Int?
    var colour: Colour
}

/// A name for a stroke.
struct NumberedName: Hashable, Sendable {
    /// The number of the stroke from 1.
    var stroke: Int
    var name: String
}

/// `airdraw edit`: changes a saved drawing.
enum EditCommand: AirDrawCommand {
    static let undoLast = FlagOption("undo-last", help: "take back the last stroke")
    static let drop = ValueOption("drop-stroke", .strokeNumber, repeatable: true, help: "take back the stroke with this number")
    static let color = ValueOption(
        "color", .numberedColour, repeatable: true, help: "give a stroke a colour of its own, or all strokes one")
    static let name = ValueOption(
        "name", .numberedName, repeatable: true, help: "give a stroke a name, for the files that have names")
    static let simplify = ValueOption(
        "simplify", .positive("MM", of: "a distance in millimetres", example: "0.5"),
        help: "leave out what lies this near to the line without it (Douglas and Peucker)")
    static let scale = ValueOption(
        "scale", .positive("FACTOR", of: "a factor", example: "2"),
        help: "make it larger or smaller about its middle, its height too")
    static let move = ValueOption("move", .worldWay, help: "move it by metres along the axes of the world, y up")
    static let height = ValueOption(
        "height", .positive("METRES", of: "a height in metres", example: "0.02"), help: "raise it to this height")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["json"]), help: "the drawing to write; without it the drawing itself is changed")

    static let spec = CommandSpec(
        name: "edit", summary: "Changes a saved drawing",
        discussion: [
            "Several changes are made in the order in which they are listed. Numbers of strokes count from 1, as in the "
                + "names of the mesh, and are those of the drawing as it was.",
            "Without --out the drawing is replaced when all is done; when anything is wrong it stays as it was. Where the way of the pen "
                + "changed, the points along it are placed anew.",
        ],
        arguments: [ExportCommand.drawing.spec],
        ownOptions: [
            color.spec, name.spec, undoLast.spec, drop.spec, simplify.spec, scale.spec, move.spec, height.spec, out.spec,
        ],
        examples: [
            "edit square.json --undo-last", "edit square.json --scale 0.5 --height 0.01 --color 1:#c08a4a --out small.json",
        ])

    static func options(from arguments: ParsedArguments) throws -> EditOptions {
        let options = EditOptions(
            drawing: try arguments.value(ExportCommand.drawing), undoesLast: arguments[undoLast], drops: try arguments.all(drop),
            colours: try arguments.all(color), names: try arguments.all(name), simplify: try arguments.value(simplify),
            scale: try arguments.value(scale), move: try arguments.value(move), height: try arguments.value(height),
            out: try arguments.value(out))
        guard spec.ownOptions.contains(where: { $0 != out.spec && arguments.isGiven($0) }) else {
            throw UsageFailure.other("no change was asked for", help: "'airdraw help edit' lists the changes")
        }
        return options
    }

    static func run(_ options: EditOptions, _ console: any Console) throws {
        let target = options.out ?? options.drawing
        try checkOutput(target)
        var editor = DrawingEditor(try Drawing(contentsOf: options.drawing), path: options.drawing)
        try editor.apply(options)
        try editor.drawing.write(to: target)
        for line in editor.changes { try console.writeLine(line) }
        try console.writeLine("\(target): \(editor.drawing.inNumbers)")
    }
}

/// Makes the changes, and remembers what to say about them.
struct DrawingEditor {
    private(set) var drawing: Drawing
    private(set) var changes: [String] = []
    private let path: String

    init(_ drawing: Drawing, path: String) {
        self.drawing = drawing
        self.path = path
    }

    mutating func apply(_ options: EditOptions) throws {
        guard !drawing.strokes.isEmpty else { throw CommandFailure("\(path) has no strokes: there is nothing to change") }
        try checkPlaces()
        for number in options.drops + options.colours.compactMap(\.stroke) + options.names.map(\.stroke) { try check(number) }
        for choice in options.colours {
            for i in drawing.strokes.indices where choice.stroke == nil || choice.stroke == i + 1 {
                drawing.strokes[i].colour = choice.colour
            }
            changes.append("\(choice.stroke.map { "stroke \($0)" } ?? "all strokes"): color \(choice.colour.hexadecimal)")
        }
        for choice in options.names {
            drawing.strokes[choice.stroke - 1].name = choice.name
            changes.append("stroke \(choice.stroke): name \(choice.name)")
        }
        var gone = Set(options.drops)
        if options.undoesLast { gone.insert(drawing.strokes.count) }
        for number in gone.sorted(by: >) {
            let stroke = drawing.strokes.remove(at: number - 1)
            changes.append("stroke \(number) taken back: \(stroke.points.count) points, \(fixed(stroke.length, places: 3)) m")
        }
        if let tolerance = options.simplify {
            let (samples, points) = (drawing.strokes.reduce(0) { $0 + $1.path.count }, drawing.pointCount)
            let dropped = drawing.simplify(tolerance: tolerance / 1000)
            changes.append("simplified: \(samples) to \(samples - dropped) samples, \(points) to \(drawing.pointCount) points")
        }
        if let factor = options.scale {
            let points = drawing.pointCount
            try checkScale(factor)
            drawing.scale(by: factor)
            changes.append("scaled by \(factor): \(points) to \(drawing.pointCount) points")
        }
        if let way = options.move {
            drawing.move(by: way)
            changes.append("moved by (\(way.x), \(way.y), \(way.z)) m")
        }
        if let height = options.height {
            changes.append("height \(drawing.height) to \(height) m")
            drawing.height = height
        }
        try checkPlaces()
    }

    private func check(_ number: Int) throws {
        guard number <= drawing.strokes.count else {
            throw CommandFailure(
                "there is no stroke \(number): \(path) has \(drawing.strokes.count)", help: "strokes are numbered from 1")
        }
    }

    /// What lies beyond reach could be written, and never be used again.
    private func checkPlaces() throws {
        for (i, stroke) in drawing.strokes.enumerated() {
            for p in stroke.path.map(\.position) + stroke.points.map(\.position) {
                guard abs(p.x) <= 1e6, abs(p.y) <= 1e6, abs(p.z) <= 1e6 else {
                    throw CommandFailure(
                        "stroke \(i + 1) has a point at (\(p.x), \(p.y), \(p.z)) m",
                        help: "1,000,000 m from the origin are the most")
                }
            }
        }
        guard drawing.height >= ChamferedBox.lowest * (1 - 1e-9), drawing.height <= 1000 else {
            throw CommandFailure(
                "the drawing would be \(drawing.height) m high", help: "\(ChamferedBox.lowest) to 1000 m can be built")
        }
    }

    /// Points along the way are a few millimetres apart, however long it gets.
    private func checkScale(_ factor: Double) throws {
        let length = drawing.length * factor
        guard length <= 10_000 else {
            throw CommandFailure("the drawing would be \(length) m long", help: "10,000 m are the most")
        }
    }
}

extension Drawing {
    /// The drawing in numbers.
    var inNumbers: String {
        "\(strokes.count) \(strokes.count == 1 ? "stroke" : "strokes"), \(pointCount) points, \(fixed(length, places: 3)) m, "
            + "height \(height) m"
    }
}

extension ValueKind where Value == Int {
    /// A stroke by its number.
    static let strokeNumber = Self("N", accepted: "the number of a stroke, from 1 up") { text in
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text), number > 0 else { return nil }
        return number
    }
}

extension ValueKind where Value == NumberedColour {
    /// A colour, and perhaps the number of a stroke before it.
    static let numberedColour = Self(
        "[N:]#RRGGBB", accepted: "a colour as #rrggbb, for one stroke with its number before it, such as 2:#c08a4a"
    ) { text in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, let colour = Colour(hexadecimal: String(last)) else { return nil }
        if parts.count == 1 { return NumberedColour(stroke: nil, colour: colour) }
        return ValueKind<Int>.strokeNumber.parse(String(parts[0])).map { NumberedColour(stroke: $0, colour: colour) }
    }
}

extension ValueKind where Value == NumberedName {
    /// The number of a stroke and its name.
    static let numberedName = Self("N:NAME", accepted: "the number of a stroke and its name, such as 2:roof") { text in
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        return ValueKind<Int>.strokeNumber.parse(String(parts[0])).map { NumberedName(stroke: $0, name: String(parts[1])) }
    }
}

extension ValueKind where Value == WorldVector {
    /// A way in the world.
    static let worldWay = Self("X,Y,Z", accepted: "a way in metres along x, y (up) and z, such as 0.1,0,-0.2") { text in
        decimalNumbers(text, count: 3).map { .init(x: $0[0], y: $0[1], z: $0[2]) }
    }
}
