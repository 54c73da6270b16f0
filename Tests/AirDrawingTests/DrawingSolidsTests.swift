import Glibc
import Meshes
import Spaces
import Testing

@testable import AirDrawing

/// A drawing of straight strokes, each a list of places with the plane they lie on.
private func drawing(_ strokes: [[(WorldPoint, String)]], height: Double = 0.004) -> Drawing {
    var drawing = Drawing(name: "test")
    drawing.height = height
    drawing.planeNormals = ["table": .init(x: 0, y: 1, z: 0), "wall": .init(x: 1, y: 0, z: 0)]
    drawing.strokes = strokes.map { places in
        var stroke = Stroke()
        stroke.path = places.enumerated().map { PathSample(position: $1.0, time: Double($0), plane: $1.1) }
        stroke.points = places.enumerated().map {
            DrawnPoint(position: $1.0, time: Double($0), frame: $0, confidence: 1, plane: $1.1)
        }
        return stroke
    }
    return drawing
}

private func table(_ x: Double, _ z: Double) -> (WorldPoint, String) { (.init(x: x, y: -0.4, z: z), "table") }
private func wall(_ y: Double, _ z: Double) -> (WorldPoint, String) { (.init(x: 0.5, y: y, z: z), "wall") }

extension MeshObject {
    fileprivate var meshes: [Mesh] { parts.compactMap { if case .mesh(let mesh) = $0 { mesh } else { nil } } }
    fileprivate var volume: Double { meshes.reduce(0) { $0 + $1.volume } }
}

@Suite("Solids of drawings")
struct DrawingSolidsTests {
    private static let (r, h, l) = (0.0015, 0.004, 0.1)

    @Test("A straight stroke has the volume of a line with round caps, as ribbon and as tube, on the table and on the wall")
    func straight() throws {
        for stroke in [[table(0, 0), table(Self.l, 0)], [wall(0, 0), wall(Self.l, 0)]] {
            let drawing = drawing([stroke])
            var ribbon = RibbonStyle()
            ribbon.chamfer = 0
            let solid = try #require(try drawing.mesh(style: .ribbon(ribbon)).objects.first)
            let flat = .pi * Self.r * Self.r + 2 * Self.r * Self.l
            #expect(abs(solid.volume / (flat * Self.h) - 1) < 0.01)
            let tube = try #require(try drawing.mesh(style: .tube(.init())).objects.first)
            let pipe = .pi * Self.r * Self.r * Self.l + 4 / 3 * .pi * Self.r * Self.r * Self.r
            #expect(abs(tube.volume / pipe - 1) < 0.01)
            for mesh in solid.meshes + tube.meshes { #expect(mesh.isClosed && mesh.times?.max() == 1) }
        }
    }

    @Test("A ribbon stands on its plane and reaches up to the drawing's height")
    func heights() throws {
        let level = try #require(try drawing([[table(0, 0), table(0.1, 0)]]).mesh(style: .ribbon(.init())).objects.first)
        let ys = level.meshes.flatMap(\.positions).map(\.y)
        #expect(abs((ys.min() ?? 0) + 0.4) < 1e-9 && abs((ys.max() ?? 0) + 0.396) < 1e-9)
        let upright = try #require(try drawing([[wall(0, 0), wall(0.1, 0)]]).mesh(style: .ribbon(.init())).objects.first)
        let xs = upright.meshes.flatMap(\.positions).map(\.x)
        #expect(abs((xs.min() ?? 0) - 0.5) < 1e-9 && abs((xs.max() ?? 0) - 0.504) < 1e-9)
    }

    @Test("Strokes that cross are one object named after both, unless they are to stay apart")
    func union() throws {
        let cross = drawing([
            [table(-0.05, 0), table(0.05, 0)], [table(1, 1), table(1.1, 1)], [table(0, -0.05), table(0, 0.05)],
        ])
        var ribbon = RibbonStyle()
        #expect(try cross.mesh(style: .ribbon(ribbon)).objects.map(\.name) == ["stroke_1+stroke_3", "stroke_2"])
        ribbon.unites = false
        let apart = try cross.mesh(style: .ribbon(ribbon)).objects
        #expect(apart.map(\.name) == ["stroke_1", "stroke_2", "stroke_3"])
        #expect(apart.map(\.material) == ["stroke_color_1", "stroke_color_2", "stroke_color_3"])
    }

    @Test("A stroke over two planes is an object of two solids; one through the air a pipe")
    func planes() throws {
        let corner = drawing([[table(0.4, 0), table(0.49, 0), wall(-0.39, 0), wall(-0.3, 0)]])
        #expect(try corner.mesh(style: .ribbon(.init())).objects.map(\.meshes.count) == [2])
        let air = drawing([[table(0, 0), (.init(x: 0.05, y: -0.3, z: 0), "table"), table(0.1, 0.05)]])
        let mesh = try #require(try air.mesh(style: .ribbon(.init())).objects.first?.meshes.first)
        #expect(mesh.isClosed && mesh.eulerCharacteristic == 2 && mesh.volume > 0)
    }

    @Test("Tapered ends are thin, and so is what was drawn fast")
    func widths() {
        var style = RibbonStyle()
        style.tapersEnds = true
        let points = (0...100).map { SIMD2(Double($0) * 0.001, 0) }
        let even = PenWidth(style: style).radii(along: points, times: (0...100).map { Double($0) * 0.01 })
        #expect(abs(even[0] - 0.15 * 0.0015) < 1e-12 && abs(even[100] - 0.15 * 0.0015) < 1e-12)
        #expect(abs(even[50] - 0.0015) < 1e-12)
        style.tapersEnds = false
        style.followsSpeed = true
        // The first half at 1/4 of the speed of the second: mean 0.4 of the fast one, √(0.4/0.25) and √0.4 of the width.
        let slow = (0...50).map { Double($0) * 0.04 }
        let times = slow + (1...50).map { 2 + Double($0) * 0.01 }
        let radii = PenWidth(style: style).radii(along: points, times: times)
        #expect(abs(radii[20] / 0.0015 - 1.6.squareRoot()) < 0.01)
        #expect(abs(radii[80] / 0.0015 - 0.4.squareRoot()) < 0.01)
    }

    @Test("The flat drawing of a straight stroke is its outline in millimetres, from the corner of the sheet")
    func flat() throws {
        let sheet = try drawing([[table(0, 0), table(0.1, 0)], [wall(0, 0), wall(0.05, 0)]]).flatDrawing(hasCentreLines: true)
        #expect(sheet.layers.map(\.name) == ["stroke_1", "stroke_2"])
        let outline = try #require(sheet.layers.first?.rings.first)
        #expect(outline.isClosed)
        let xs = outline.corners.map(\.x)
        let ys = outline.corners.map(\.y)
        #expect(abs(xs.min() ?? 1) < 0.01 && abs((xs.max() ?? 0) - 103) < 0.01)
        #expect(abs(ys.min() ?? 1) < 0.01 && abs((ys.max() ?? 0) - 3) < 0.01)
        var area = 0.0
        for (a, b) in zip(outline.corners, outline.corners.dropFirst() + outline.corners.prefix(1)) {
            area += (a.x * b.y - a.y * b.x) / 2
        }
        #expect(abs(area / (300 + .pi * 2.25) - 1) < 0.01)
        let line = try #require(sheet.layers.first?.rings.last)
        #expect(!line.isClosed && abs((line.corners.last?.x ?? 0) - 101.5) < 0.01)
        // The wall's sheet comes beside.
        #expect((sheet.layers.last?.rings.first?.corners.map(\.x).min() ?? 0) > 112)
    }

    @Test("Places that are no numbers or out of reach, and planes without a direction, are refused")
    func refusals() {
        for bad in [1e30, .nan, .infinity] {
            let drawing = drawing([[table(0, 0), table(bad, 0)]])
            #expect(throws: MeshFailure.self) { try drawing.mesh(style: .ribbon(.init())) }
            #expect(throws: MeshFailure.self) { try drawing.mesh(style: .tube(.init())) }
            #expect(throws: MeshFailure.self) { try drawing.flatDrawing() }
        }
        var flat = drawing([[table(0, 0)]])
        flat.planeNormals["table"] = .init(x: 0, y: 0, z: 0)
        #expect(throws: MeshFailure.axes(object: "plane table")) { try flat.mesh(style: .tube(.init())) }
    }

    @Test("A drawing without strokes has no objects, and one without ways is made of its points")
    func sparse() throws {
        #expect(try drawing([]).mesh(style: .ribbon(.init())).objects.isEmpty)
        #expect(try drawing([]).flatDrawing().layers.isEmpty)
        var points = drawing([[table(0, 0), table(0.01, 0)]])
        points.strokes[0].path = []
        #expect(try points.mesh(style: .ribbon(.init())).objects.count == 1)
    }
}
