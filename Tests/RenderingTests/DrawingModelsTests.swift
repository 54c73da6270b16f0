import AirDrawing
import Meshes
import Spaces
import Testing

@testable import Rendering

struct DrawingModelsTests {
    /// Strokes of so many points, a centimetre apart, on a table.
    private func drawing(_ counts: [Int], height: Double = 0.01) -> Drawing {
        var drawing = Drawing(name: "test")
        drawing.height = height
        drawing.planeNormals = ["table": .init(x: 0, y: 1, z: 0)]
        for (i, count) in counts.enumerated() {
            var stroke = Stroke()
            stroke.points = (0..<count).map { k in
                DrawnPoint(
                    position: .init(x: 0.01 * Double(k), y: 0, z: 0.05 * Double(i)), time: Double(k), frame: k, confidence: 1,
                    plane: "table")
            }
            drawing.strokes.append(stroke)
        }
        return drawing
    }

    @Test("Strokes that did not change are not made again, those that grew or were raised are")
    func keeping() throws {
        var models = DrawingModels()
        let first = try models.models(of: drawing([4, 2]))
        let grown = try models.models(of: drawing([4, 3, 1]))
        #expect(first.count == 2 && grown.count == 3)
        #expect(grown[0].model === first[0].model && grown[1].model !== first[1].model)
        let raised = try models.models(of: drawing([4, 3, 1], height: 0.02))
        #expect(zip(raised, grown).allSatisfy { $0.0.model !== $0.1.model })
        #expect(try models.models(of: drawing([])).isEmpty)
    }

    @Test("Strokes that may touch are made together, their faces in the order in which they begin")
    func solids() throws {
        var drawing = drawing([4, 3])
        for i in drawing.strokes.indices {
            drawing.strokes[i].path = drawing.strokes[i].points.map {
                .init(position: $0.position, time: $0.time, plane: $0.plane)
            }
        }
        for style in [MeshStyle.ribbon(.init()), .tube(.init())] {
            var models = try DrawingModels(style: style, material: nil)
            let first = try models.models(of: drawing, until: 1)
            #expect(first.count == 2)
            let piece = try #require(first[0].model.pieces.first)
            let times = try #require(piece.faceTimes)
            #expect(times == times.sorted() && times.count == piece.indices.count / 3)
            guard case .mesh(let mesh) = try drawing.mesh(style: style).objects[0].parts[0] else { return }
            let begun = mesh.triangles.map { triangle in
                (0..<3).map { mesh.times?[Int(triangle.positions[$0])] ?? .nan }.min() ?? .nan
            }
            #expect(piece.triangles(until: 1) == begun.count { $0 <= 1 } && piece.triangles(until: 1) > 0)
            #expect(piece.triangles(until: nil) == times.count && piece.triangles(until: -1) == 0)
            #expect(first.allSatisfy { $0.shadowPlane?.yAxis == [0, 1, 0] })
            let again = try models.models(of: drawing)
            #expect(zip(again, first).allSatisfy { $0.0.model === $0.1.model })
        }
    }

    @Test("One material is on all strokes, and its picture is decoded once")
    func material() throws {
        var models = try DrawingModels(style: .points, material: .wood())
        let placed = try models.models(of: drawing([3, 2]))
        #expect(placed.map { $0.model.materials.map(\.name) } == [["wood"], ["wood"]])
        #expect(placed[0].model.textures[0] === placed[1].model.textures[0] && placed[0].model.textures[0] != nil)
    }

    @Test("Each stroke has its own colour, its places and their times, and a shadow where it is raised")
    func content() throws {
        var models = DrawingModels()
        let placed = try models.models(of: drawing([3, 2]), until: 1)
        #expect(placed.map { $0.model.pieces.count } == [1, 1])
        #expect(placed[0].model.materials[0].colour != placed[1].model.materials[0].colour)
        #expect(placed[0].model.pieces[0].placeTimes == [0, 1, 2])
        #expect(placed[0].model.pieces[0].places(until: placed[0].until)?.count == 2)
        #expect(placed[0].shadowPlane?.yAxis == [0, 1, 0])
        #expect(try models.models(of: drawing([3], height: PointNode.flatHeight))[0].shadowPlane == nil)
    }
}
