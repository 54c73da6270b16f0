internal import AirDrawing

/// What strokes look like in a mesh, by its word.
enum StyleChoice: String, CaseIterable, Sendable {
    case points, ribbon, tube
}

/// The options that say what strokes look like, of every command that writes or shows them.
enum StyleOptions {
    static let style = ValueOption(
        "style", ValueKind<StyleChoice>.oneOf("STYLE"),
        help: "points as the tutorial has them, or closed solids to print: ribbon on the plane, tube round the path (points)")
    static let width = ValueOption(
        "width", .positive("MM", of: "a width in millimetres", example: "3"), help: "how wide a ribbon is, from 0.1 mm (3)")
    static let radius = ValueOption(
        "radius", .positive("MM", of: "a radius in millimetres", example: "1.5"), help: "the radius of a tube, from 0.05 mm (1.5)"
    )
    static let chamfer = ValueOption(
        "chamfer", .millimetres, help: "how far from its edges the top of a ribbon slopes down, as far as it fits (0.5)")
    static let taper = FlagOption("taper", help: "make the ends of a ribbon thin")
    static let widthFromSpeed = FlagOption("width-from-speed", help: "make a ribbon thin where the pen was fast")
    static let separate = FlagOption(
        "separate", help: "keep strokes that touch as solids of their own, each in its colour, which then reach into each other")
    static let material = ValueOption(
        "material", ValueKind<MaterialChoice>.oneOf("WHAT"),
        help: "what surfaces look like: color, a colour for each stroke, or wood, with a texture (color)")

    /// The rows of the table.
    static let specs = [
        style.spec, width.spec, chamfer.spec, taper.spec, widthFromSpeed.spec, radius.spec, separate.spec, material.spec,
    ]

    /// What the options ask for.
    ///
    /// - Throws: ``UsageFailure`` when an option belongs to another style.
    static func output(from arguments: ParsedArguments) throws -> MeshOutput {
        MeshOutput(style: try style(from: arguments), material: try arguments.value(material) ?? .color)
    }

    /// Makes sure that the options have something to say about.
    ///
    /// - Parameters:
    ///   - homes: the options that say what it is; any of them will do.
    ///   - problem: what is missing, in words.
    /// - Throws: ``UsageFailure`` when one is given and none of its homes is.
    static func check(_ arguments: ParsedArguments, belongTo homes: [OptionSpec], problem: String) throws {
        guard let given = specs.first(where: arguments.isGiven), !homes.contains(where: arguments.isGiven) else { return }
        let words = homes.map { "\($0.typed) FILE" }.joined(separator: " or ")
        throw UsageFailure.other("\(given.typed) was given, and \(problem)", help: "give \(words), which it is for")
    }

    private static func style(from arguments: ParsedArguments) throws -> MeshStyle {
        let choice = try arguments.value(style) ?? .points
        let homes: [(option: OptionSpec, styles: [StyleChoice])] = [
            (width.spec, [.ribbon]), (chamfer.spec, [.ribbon]), (taper.spec, [.ribbon]), (widthFromSpeed.spec, [.ribbon]),
            (radius.spec, [.tube]), (separate.spec, [.ribbon, .tube]),
        ]
        for (option, styles) in homes where arguments.isGiven(option) && !styles.contains(choice) {
            let words = styles.map { "--style \($0.rawValue)" }.joined(separator: " and ")
            throw UsageFailure.other(
                "\(option.typed) was given, and the style is \(choice.rawValue)", help: "\(option.typed) belongs to \(words)")
        }
        switch choice {
        case .points: return .points
        case .ribbon:
            var ribbon = RibbonStyle()
            if let width = try arguments.value(width) { ribbon.width = width / 1000 }
            if let chamfer = try arguments.value(chamfer) { ribbon.chamfer = chamfer / 1000 }
            ribbon.tapersEnds = arguments[taper]
            ribbon.followsSpeed = arguments[widthFromSpeed]
            ribbon.unites = !arguments[separate]
            return .ribbon(ribbon)
        case .tube:
            var tube = TubeStyle()
            if let radius = try arguments.value(radius) { tube.radius = radius / 1000 }
            tube.unites = !arguments[separate]
            return .tube(tube)
        }
    }
}

extension ValueKind where Value == Double {
    /// A length of 0 or more, in millimetres.
    static let millimetres = Self("MM", accepted: "a length in millimetres, 0 or more, such as 0.5") {
        decimalNumber($0).flatMap { $0 >= 0 ? $0 : nil }
    }
}
