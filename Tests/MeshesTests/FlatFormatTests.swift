import Files
import Foundation
import Testing

@testable import Meshes

@Suite("Flat drawings for cutters and plotters")
struct FlatFormatTests {
    /// A square of 30 mm with a hole of 10 mm, and a line.
    static let drawing = FlatDrawing(layers: [
        .init(
            name: "a & b", colour: Colour(red: 1, green: 0, blue: 0),
            rings: [
                .init(corners: [[0, 0], [30, 0], [30, 30], [0, 30]], isClosed: true),
                .init(corners: [[10, 10], [10, 20], [20, 20], [20, 10]], isClosed: true),
            ]),
        .init(
            name: "a b", colour: Colour(red: 0, green: 0, blue: 1),
            rings: [.init(corners: [[0, 40], [50, 40]], isClosed: false)]),
    ])

    private func text(_ format: FlatFormat, _ drawing: FlatDrawing = drawing) throws -> String {
        let folder = try Folder()
        let path = folder.path + "/a." + format.rawValue
        try format.write(drawing, to: path, comments: ["by <hand>"])
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("SVG has the real size, y down, groups with names, and holes that run the other way")
    func svg() throws {
        let text = try text(.svg)
        // The line is 0.1 mm wide, half of it outside.
        #expect(text.contains(#"width="50.1mm" height="40.1mm" viewBox="0 0 50.1 40.1">"#))
        #expect(text.contains("<desc>by &lt;hand&gt;</desc>"))
        #expect(text.contains(##"<g id="a___b" inkscape:groupmode="layer" inkscape:label="a &amp; b">"##))
        #expect(
            text.contains(
                "<path fill=\"#ff0000\" fill-rule=\"nonzero\" d=\"M0.0500000 40.0500000\nL30.0500000 40.0500000\nL30.0500000 10.0500000"
            ))
        #expect(text.contains("Z\nM10.0500000 30.0500000\nL10.0500000 20.0500000\n"))
        #expect(text.contains(##"stroke="#0000ff" stroke-width="0.1""##))
        _ = try XMLCheck.parse(text)
    }

    @Test("DXF has layers with colours, closed and open polylines, and millimetres")
    func dxf() throws {
        let lines = try text(.dxf).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(lines.count % 2 == 0)
        let pairs = stride(from: 0, to: lines.count, by: 2).map { (Int(lines[$0]) ?? -1, lines[$0 + 1]) }
        #expect(pairs.allSatisfy { $0.0 >= 0 })
        func values(_ code: Int, after word: String) -> [String] {
            pairs.indices.filter { pairs[$0].1 == word && pairs[$0].0 == 0 }.compactMap { start in
                pairs[(start + 1)...].prefix { $0.0 != 0 }.first { $0.0 == code }?.1
            }
        }
        let units = try #require(pairs.firstIndex { $0.1 == "$INSUNITS" })
        #expect(pairs[units + 1] == (70, "4"))
        #expect(values(2, after: "LAYER") == ["0", "a___b", "a_b"])
        // Pure red and pure blue are 10 and 170 of the index.
        #expect(values(62, after: "LAYER") == ["7", "10", "170"])
        #expect(values(70, after: "POLYLINE") == ["1", "1", "0"])
        #expect(values(8, after: "VERTEX").count == 10)
        #expect(values(10, after: "VERTEX").last == "50.0000000" && values(20, after: "VERTEX").last == "40.0000000")
        #expect(pairs.last?.1 == "EOF")
    }

    @Test(
        "Colours are the nearest of AutoCAD's index",
        arguments: [
            ((1, 1, 1), 7), ((0, 0, 0), 7), ((0, 1, 0), 90), ((1, 1, 0), 50), ((1, 0.5, 0.5), 11), ((0, 0, 0.15), 178),
            ((0.5, 0.5, 0.5), 8), ((1, 0.25, 0), 20),
        ] as [((Double, Double, Double), Int)])
    func colours(_ c: (Double, Double, Double), _ wanted: Int) {
        #expect(ColourIndex.nearest(to: Colour(red: c.0, green: c.1, blue: c.2)) == wanted)
    }

    @Test("Counts tell layers, outlines, lines and the size")
    func counts() throws {
        let folder = try Folder()
        let counts = try FlatFormat.svg.write(Self.drawing, to: folder.path + "/a.svg")
        #expect(counts.layers == 2 && counts.outlines == 2 && counts.lines == 1 && counts.corners == 10)
        #expect(counts.size == [50, 40])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.svg")).count == counts.bytes)
    }

    @Test("What is no place is refused, and a missing folder said, with nothing left behind", arguments: FlatFormat.allCases)
    func refused(_ format: FlatFormat) throws {
        let folder = try Folder()
        for bad in [Double.nan, 1e30, -.infinity] {
            let ring = FlatDrawing.Ring(corners: [[0, 0], [bad, 1]], isClosed: false)
            let drawing = FlatDrawing(layers: [.init(name: "a", colour: .init(red: 0, green: 0, blue: 0), rings: [ring])])
            #expect(throws: MeshFailure.self) { try format.write(drawing, to: folder.path + "/a." + format.rawValue) }
        }
        #expect(throws: FileFailure.self) { try format.write(Self.drawing, to: folder.path + "/no/a." + format.rawValue) }
        #expect(folder.names.isEmpty)
    }

    @Test("Long names of layers stay different")
    func names() {
        var names = FlatNames(longest: 8)
        #expect(names.name("abcdefghij") == "abcdefgh")
        #expect(names.name("ABCDEFGHIJ") == "ABCDEF_2")
        #expect(names.name("7") == "_7")
    }
}

/// Just enough of XML to see that tags are closed.
private enum XMLCheck {
    struct Unclosed: Error { let tag: String }

    static func parse(_ text: String) throws -> Int {
        var open: [Substring] = []
        var count = 0
        for piece in text.split(separator: "<").dropFirst(0) {
            guard let end = piece.firstIndex(of: ">") else { throw Unclosed(tag: String(piece)) }
            let tag = piece[..<end]
            if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { throw Unclosed(tag: String(tag)) }
            } else {
                open.append(tag.split(separator: " ")[0])
                count += 1
            }
        }
        guard open.isEmpty else { throw Unclosed(tag: String(open[0])) }
        return count
    }
}
