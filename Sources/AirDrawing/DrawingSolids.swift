public import Meshes
import Spaces

extension Drawing {
    /// The strokes as closed solids: an object for each, or for those that are one solid.
    func solids(style: MeshStyle) throws -> [MeshObject] {
        var bodies = Bodies(drawing: self)
        let runs = try StrokeRuns(self, names: strokes.indices.map(strokeName))
        for plane in runs.planes {
            let lines = lines(of: plane, style: style)
            for group in Self.groups(of: lines, style: style) {
                let own = group.map { lines[$0] }
                for solid in try StrokeSolids.solids(of: own, as: shape(of: style), worldFromPlane: plane.worldFromPlane) {
                    bodies.add(.mesh(solid.mesh), of: solid.lines.map { plane.runs[group[$0]].stroke })
                }
            }
        }
        for group in style.unites ? [Array(runs.inAir.indices)] : runs.inAir.indices.map({ [$0] }) {
            let own = group.map { runs.inAir[$0] }
            let lines = own.map { AirLine(points: $0.points.map(\.coordinates), times: $0.times, name: strokeName($0.stroke)) }
            for solid in try AirPipes.solids(of: lines, radius: style.width / 2) {
                bodies.add(.mesh(solid.mesh), of: solid.lines.map { own[$0].stroke })
            }
        }
        return bodies.objects
    }

    /// The drawing as cutters and plotters need it: the outlines of its strokes from above, each plane's sheet beside the one before.
    ///
    /// For points the outlines are those of a ribbon of their width. What lies on no plane is seen from above.
    ///
    /// - Parameters:
    ///   - style: what the strokes look like; their width and whether they are united count.
    ///   - hasOutlines: whether the outlines are wanted.
    ///   - hasCentreLines: whether the way of the pen is wanted, as open lines.
    /// - Throws: `MeshFailure` when a width cannot be built, and for what is no number or too far away.
    public func flatDrawing(
        style: MeshStyle = .ribbon(.init()), hasOutlines: Bool = true, hasCentreLines: Bool = false
    ) throws -> FlatDrawing {
        try FlatSheets(drawing: self, style: style, hasOutlines: hasOutlines, hasCentreLines: hasCentreLines).flatDrawing()
    }

    /// The lines of the pen on a plane, as wide as the style has them.
    func lines(of plane: PlaneOfRuns, style: MeshStyle) -> [PenLine] {
        plane.lines(names: strokes.indices.map(strokeName)) { points, times in
            if case .ribbon(let ribbon) = style { return PenWidth(style: ribbon).radii(along: points, times: times) }
            return Array(repeating: style.width / 2, count: points.count)
        }
    }

    /// Which lines are looked at together: all that may be united, or each alone.
    static func groups(of lines: [PenLine], style: MeshStyle) -> [[Int]] {
        style.unites ? [Array(lines.indices)] : lines.indices.map { [$0] }
    }

    private func shape(of style: MeshStyle) -> StrokeSolids.Shape {
        if case .ribbon(let ribbon) = style { return .ribbon(height: height, chamfer: ribbon.chamfer) }
        return .tube
    }
}

/// Objects gathered by the strokes they are made of.
private struct Bodies {
    let drawing: Drawing
    private var found: [(strokes: [Int], object: MeshObject)] = []

    init(drawing: Drawing) { self.drawing = drawing }

    /// Adds a part made of strokes, each of which may come several times.
    mutating func add(_ part: MeshPart, of numbers: [Int]) {
        let strokes = Set(numbers).sorted()
        if let known = found.firstIndex(where: { $0.strokes == strokes }) {
            return found[known].object.parts.append(part)
        }
        let material = drawing.materialName(of: strokes.first ?? 0)
        found.append((strokes, MeshObject(name: drawing.name(ofStrokes: strokes), material: material, parts: [part])))
    }

    /// The objects in the order of their first strokes.
    var objects: [MeshObject] {
        found.enumerated().sorted { ($0.element.strokes[0], $0.offset) < ($1.element.strokes[0], $1.offset) }.map(
            \.element.object)
    }
}

extension Drawing {
    /// A name for strokes that are one solid.
    func name(ofStrokes numbers: [Int]) -> String {
        let names = numbers.prefix(4).map(strokeName)
        let rest = numbers.count - names.count
        return names.joined(separator: "+") + (rest > 0 ? "+\(rest)_more" : "")
    }
}
