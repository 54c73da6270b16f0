/// Writes a flat drawing as SVG at its real size: a group for each layer, areas filled, open lines as hairlines.
///
/// Inkscape and cutters show the groups as layers. Format: W3C, "Scalable Vector Graphics (SVG) 1.1".
enum SVGWriter {
    /// Width of open lines, millimetres.
    static let hairline = 0.1

    static func write(_ drawing: FlatDrawing, _ comments: [String], to lines: inout FlatLines, _ progress: MeshProgress) throws {
        var (low, high) = drawing.bounds ?? (.zero, .zero)
        // A line is drawn to both of its sides; an area ends at its outline.
        if drawing.layers.contains(where: { $0.rings.contains { !$0.isClosed } }) {
            low -= hairline / 2
            high += hairline / 2
        }
        let width = DecimalText.short(high.x - low.x)
        let height = DecimalText.short(high.y - low.y)
        lines.put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
            version="1.1" width="\(width)mm" height="\(height)mm" viewBox="0 0 \(width) \(height)">

            """)
        for comment in comments { lines.put("<desc>\(escaped(comment))</desc>\n") }
        var names = FlatNames(longest: 200)
        for layer in drawing.layers {
            let colour = hexadecimal(layer.colour)
            lines.put(
                #"<g id="\#(names.name(layer.name))" inkscape:groupmode="layer" inkscape:label="\#(escaped(layer.name))">"# + "\n"
            )
            let areas = layer.rings.filter { $0.isClosed && $0.corners.count > 2 }
            if !areas.isEmpty {
                // Outlines of holes run the other way round.
                lines.put(#"<path fill="\#(colour)" fill-rule="nonzero" d=""#)
                for ring in areas { try write(ring, low, high, to: &lines, progress) }
                lines.put("\"/>\n")
            }
            for ring in layer.rings where !ring.isClosed && ring.corners.count > 1 {
                lines.put(
                    #"<path fill="none" stroke="\#(colour)" stroke-width="\#(DecimalText.short(hairline))" "#
                        + #"stroke-linecap="round" stroke-linejoin="round" d=""#)
                try write(ring, low, high, to: &lines, progress)
                lines.put("\"/>\n")
            }
            lines.put("</g>\n")
        }
        lines.put("</svg>\n")
    }

    /// Writes a ring with y down.
    private static func write(
        _ ring: FlatDrawing.Ring, _ low: SIMD2<Double>, _ high: SIMD2<Double>, to lines: inout FlatLines, _ progress: MeshProgress
    ) throws {
        for (index, corner) in ring.corners.enumerated() {
            lines.put(index == 0 ? "M" : "L")
            lines.put(millimetres: corner.x - low.x)
            lines.put(" ")
            lines.put(millimetres: high.y - corner.y)
            lines.put("\n")
            try lines.advance(progress)
        }
        if ring.isClosed { lines.put("Z\n") }
    }

    private static func hexadecimal(_ colour: Colour) -> String {
        let bytes = colour.bytes
        return "#"
            + [bytes.x, bytes.y, bytes.z].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Text as XML has it, without what XML cannot hold.
    static func escaped(_ text: String) -> String {
        var words = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": words += "&amp;"
            case "<": words += "&lt;"
            case ">": words += "&gt;"
            case "\"": words += "&quot;"
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": words += " "
            default: words.unicodeScalars.append(scalar)
            }
        }
        return words
    }
}

/// Names of layers: letters, digits, `_` and `-`, each once.
struct FlatNames {
    private let longest: Int
    private var taken: Set<String> = []

    init(longest: Int) { self.longest = longest }

    /// A name like the one that is wanted.
    mutating func name(_ wanted: String) -> String {
        var base = wanted.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? String($0) : "_" }.joined()
        // An identifier of XML begins with a letter.
        if !(base.first?.isLetter ?? false) { base = "_" + base }
        base = String(base.prefix(longest))
        var name = base
        var number = 2
        // Some readers take upper and lower case for the same.
        while !taken.insert(name.lowercased()).inserted {
            let ending = "_\(number)"
            name = base.prefix(longest - ending.count) + ending
            number += 1
        }
        return name
    }
}
