/// Writes a flat drawing as DXF, release 12, which every program reads: a layer for each of ours, closed and open polylines.
///
/// Millimetres, y up. Colours are the nearest of AutoCAD's index. Format: Autodesk, "AutoCAD Release 12 Customization Manual",
/// chapter 11; `$INSUNITS` is of a later release, and the usual way to say the unit.
enum DXFWriter {
    static func write(_ drawing: FlatDrawing, _ comments: [String], to lines: inout FlatLines, _ progress: MeshProgress) throws {
        for comment in comments { put(999, comment.split(whereSeparator: \.isNewline).joined(separator: " "), to: &lines) }
        let (low, high) = drawing.bounds ?? (.zero, .zero)
        for (code, word) in [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4")] {
            put(code, word, to: &lines)
        }
        for (name, corner) in [("$EXTMIN", low), ("$EXTMAX", high)] {
            put(9, name, to: &lines)
            put(corner, to: &lines)
        }
        for (code, word) in [
            (0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"),
            (0, "TABLE"), (2, "LTYPE"), (70, "1"),
            (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0"), (0, "ENDTAB"),
            (0, "TABLE"), (2, "LAYER"), (70, "\(drawing.layers.count + 1)"),
            (0, "LAYER"), (2, "0"), (70, "0"), (62, "7"), (6, "CONTINUOUS"),
        ] { put(code, word, to: &lines) }
        var names = FlatNames(longest: 31)
        let layers = drawing.layers.map { ($0, names.name($0.name)) }
        for (layer, name) in layers {
            let colour = "\(ColourIndex.nearest(to: layer.colour))"
            for (code, word) in [(0, "LAYER"), (2, name), (70, "0"), (62, colour), (6, "CONTINUOUS")] {
                put(code, word, to: &lines)
            }
        }
        for (code, word) in [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")] { put(code, word, to: &lines) }
        for (layer, name) in layers {
            for ring in layer.rings where ring.corners.count > (ring.isClosed ? 2 : 1) {
                for (code, word) in [(0, "POLYLINE"), (8, name), (66, "1")] { put(code, word, to: &lines) }
                put(.zero, to: &lines)
                put(70, ring.isClosed ? "1" : "0", to: &lines)
                for corner in ring.corners {
                    lines.put("  0\nVERTEX\n  8\n\(name)\n")
                    put(corner, to: &lines)
                    try lines.advance(progress)
                }
                put(0, "SEQEND", to: &lines)
                put(8, name, to: &lines)
            }
        }
        put(0, "ENDSEC", to: &lines)
        put(0, "EOF", to: &lines)
    }

    private static func put(_ code: Int, _ value: String, to lines: inout FlatLines) {
        let digits = String(code)
        lines.put(String(repeating: " ", count: max(3 - digits.count, 0)) + digits + "\n" + value + "\n")
    }

    private static func put(_ corner: SIMD2<Double>, to lines: inout FlatLines) {
        lines.put(" 10\n")
        lines.put(millimetres: corner.x)
        lines.put("\n 20\n")
        lines.put(millimetres: corner.y)
        lines.put("\n 30\n0.0\n")
    }
}

/// AutoCAD's numbered colours.
enum ColourIndex {
    /// The colours 10 to 249: 24 hues of 15°, each in five levels, the odd ones half as strong.
    private static let palette: [(index: Int, colour: SIMD3<Double>)] = (10..<250).map { index in
        let hue = Double(index / 10 - 1) / 4
        let level = [255.0, 165, 127, 76, 38][index % 10 / 2] / 255
        let low = index % 2 == 1 ? 0.5 : 0
        // One part is full, one none, and the third rises or falls with the hue.
        let parts = [5.0, 3, 1].map { offset in
            let place = (offset + hue).truncatingRemainder(dividingBy: 6)
            return 1 - max(0, min(place, 4 - place, 1))
        }
        return (index, SIMD3(parts[0], parts[1], parts[2]) * (1 - low) * level + low * level)
    }

    /// The number of the colour nearest to one.
    static func nearest(to colour: Colour) -> Int {
        let wanted = SIMD3(colour.red, colour.green, colour.blue)
        // 8 and 9 are greys, and 7 is white on black and black on white.
        let greys = [(7, 1.0), (7, 0), (8, 128.0 / 255), (9, 192.0 / 255)].map { (index: $0.0, colour: SIMD3(repeating: $0.1)) }
        func distance(_ other: SIMD3<Double>) -> Double { ((other - wanted) * (other - wanted)).sum() }
        return (greys + palette).min { distance($0.colour) < distance($1.colour) }?.index ?? 7
    }
}
