import Meshes
import Spaces

/// Lays the planes of a drawing beside each other on one sheet.
struct FlatSheets {
    /// Room between two planes, metres.
    private static let gap = 0.01

    let drawing: Drawing
    let style: MeshStyle
    let hasOutlines: Bool
    let hasCentreLines: Bool

    /// The sheet, its lower left corner at (0, 0), in millimetres.
    func flatDrawing() throws -> FlatDrawing {
        let names = drawing.strokes.indices.map(drawing.strokeName)
        let runs = try StrokeRuns(drawing, names: names)
        var planes = runs.planes
        if !runs.inAir.isEmpty {
            let level = RigidTransform<AnchorSpace, WorldSpace>.standing(along: .init(x: 0, y: 1, z: 0))
            planes.append(PlaneOfRuns(name: "", worldFromPlane: level, level: 0, runs: runs.inAir))
        }
        var right = 0.0
        var found: [(strokes: [Int], rings: [FlatDrawing.Ring])] = []
        for plane in planes {
            var pieces = try self.pieces(of: plane)
            var low = SIMD2<Double>(repeating: .infinity)
            var high = SIMD2<Double>(repeating: -.infinity)
            for corner in pieces.lazy.flatMap(\.rings).flatMap(\.corners) {
                low = pointwiseMin(low, corner)
                high = pointwiseMax(high, corner)
            }
            guard low.x <= high.x else { continue }
            let move = SIMD2(right - low.x, -low.y)
            for i in pieces.indices {
                for k in pieces[i].rings.indices {
                    pieces[i].rings[k].corners = pieces[i].rings[k].corners.map { ($0 + move) * 1000 }
                }
                if let known = found.firstIndex(where: { $0.strokes == pieces[i].strokes }) {
                    found[known].rings += pieces[i].rings
                } else {
                    found.append(pieces[i])
                }
            }
            right += high.x - low.x + Self.gap
        }
        found.sort { ($0.strokes[0], $0.strokes.count) < ($1.strokes[0], $1.strokes.count) }
        return FlatDrawing(
            layers: found.map { piece in
                FlatDrawing.Layer(
                    name: drawing.name(ofStrokes: piece.strokes), colour: drawing.colour(ofStroke: piece.strokes[0]),
                    rings: piece.rings)
            })
    }

    /// What lies on one plane, in metres.
    private func pieces(of plane: PlaneOfRuns) throws -> [(strokes: [Int], rings: [FlatDrawing.Ring])] {
        let lines = drawing.lines(of: plane, style: style)
        var pieces: [(strokes: [Int], rings: [FlatDrawing.Ring])] = []
        for group in Drawing.groups(of: lines, style: style) {
            for outline in try StrokeSolids.outlines(of: group.map { lines[$0] }) {
                let members = outline.lines.map { group[$0] }
                var rings: [FlatDrawing.Ring] = []
                if hasOutlines { rings = outline.rings.map { .init(corners: $0, isClosed: true) } }
                if hasCentreLines { rings += members.map { .init(corners: lines[$0].points, isClosed: false) } }
                pieces.append((Set(members.map { plane.runs[$0].stroke }).sorted(), rings))
            }
        }
        return pieces
    }
}
