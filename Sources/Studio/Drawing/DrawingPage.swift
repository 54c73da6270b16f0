internal import AirDrawing
internal import Meshes
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// A whole drawing as the workshop gets it: all strokes, those too that are left out.
struct DrawingPage {
    /// The drawing with all its strokes, but for what `edit` changes in them.
    private let drawing: Drawing
    /// What is saved of it.
    private let saved: Drawing
    private let dropped: Set<Int>

    /// - Parameters:
    ///   - drawn: as it was drawn.
    ///   - plan: how it is changed.
    /// - Throws: ``StudioFailure``.
    init(of drawn: Drawing, plan: any DrawPlan) throws {
        drawing = try plan.edited(drawn, dropping: false)
        saved = try plan.edited(drawn, dropping: true)
        dropped = plan.dropped(from: drawn)
    }

    /// The text.
    var text: String {
        var kept = 0
        let strokes = drawing.strokes.enumerated().map { index, stroke in
            let isKept = !dropped.contains(index + 1)
            defer { if isKept { kept += 1 } }
            // Colours are those of the file that is saved, in which the strokes that stay are counted.
            return text(of: stroke, number: index + 1, colour: isKept ? saved.colour(ofStroke: kept).hexadecimal : nil)
        }
        let normals = drawing.planeNormals.sorted { $0.key < $1.key }.map { id, normal in
            (id, FrameReport.list([normal.x, normal.y, normal.z], places: 6))
        }
        var members = [
            ("strokes", "[" + strokes.joined(separator: ",") + "]"), ("planes", objectText(normals)),
            ("height", numberText(drawing.height)), ("point_side", numberText(PointNode.side)),
        ]
        if let (low, high) = saved.bounds {
            let corners = [low, high].map { FrameReport.list([$0.x, $0.y, $0.z], places: 6) }
            members.append(("bounds", "[" + corners.joined(separator: ",") + "]"))
        }
        return objectText(members)
    }

    private func text(of stroke: Stroke, number: Int, colour: String?) -> String {
        let points = stroke.points.map { point in
            let p = point.position
            return "[\(FrameReport.list([p.x, p.y, p.z], places: 6).dropFirst().dropLast()),\(quoted(point.plane))]"
        }
        let path = stroke.path.map { sample in
            let p = sample.position
            return FrameReport.list([p.x, p.y, p.z, sample.time], places: 6)
        }
        var members = [
            ("number", "\(number)"), ("kept", colour == nil ? "false" : "true"), ("length", numberText(stroke.length)),
            ("points", "[" + points.joined(separator: ",") + "]"), ("path", "[" + path.joined(separator: ",") + "]"),
        ]
        if let name = stroke.name { members.append(("name", quoted(name))) }
        if let colour { members.append(("color", quoted(colour))) }
        return objectText(members)
    }
}
