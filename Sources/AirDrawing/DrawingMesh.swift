public import Meshes
import Spaces

extension Drawing {
    /// How far apart the points of a stroke's smooth line are, metres.
    static let lineSpacing = 0.001

    /// Colours of the strokes, one after the other: wood, and tones that stay apart from it and from each other on a table.
    static let palette: [Colour] = [
        .init(red: 0.76, green: 0.53, blue: 0.29), .init(red: 0.16, green: 0.44, blue: 0.70),
        .init(red: 0.80, green: 0.22, blue: 0.24), .init(red: 0.20, green: 0.58, blue: 0.34),
        .init(red: 0.55, green: 0.34, blue: 0.64), .init(red: 0.90, green: 0.62, blue: 0.12),
    ]

    /// The drawing as the tutorial shows it: a box for each point, raised to the drawing's height, and each stroke's smooth line.
    ///
    /// Boxes stand on their planes with +Y along the plane's normal; on a level plane their sides follow the world's x and z.
    /// - Throws: `MeshFailure` when the height cannot be built.
    public func mesh() throws -> MeshScene {
        let box = try ChamferedBox(
            height: height, width: PointNode.side, length: PointNode.side, largestChamfer: PointNode.chamfer)
        let materials = Self.palette.enumerated().map { i, colour in Material(name: "stroke_color_\(i + 1)", colour: colour) }
        let objects = strokes.enumerated().map { i, stroke in
            MeshObject(
                name: "stroke_\(i + 1)", material: materials[i % materials.count].name,
                parts: runs(of: stroke, box: box).map(MeshPart.boxes)
                    + [.polyline(CatmullRom(through: stroke.path.map(\.position)).polyline(spacing: Self.lineSpacing))])
        }
        return MeshScene(materials: materials, objects: objects)
    }

    /// A run of boxes for each plane that the stroke passes over, in the order of time.
    private func runs(of stroke: Stroke, box: ChamferedBox) -> [BoxRun] {
        var runs: [BoxRun] = []
        var plane: String?
        for point in stroke.points {
            if point.plane != plane {
                plane = point.plane
                let normal = planeNormals[point.plane] ?? .init(x: 0, y: 1, z: 0)
                runs.append(BoxRun(box: box, worldFromPlane: .standing(along: normal), places: [], times: []))
            }
            runs[runs.count - 1].places.append(point.position)
            runs[runs.count - 1].times?.append(point.time)
        }
        return runs
    }
}

extension RigidTransform where From == AnchorSpace, To == WorldSpace {
    /// Axes with y along a normal, and x as near to the world's x as it may be.
    static func standing(along normal: WorldVector) -> Self {
        let y = normal.normalized
        // On a wall that faces along the world's x, its z has to do.
        let guide = abs(y.x) < 0.9 ? WorldVector(x: 1, y: 0, z: 0) : WorldVector(x: 0, y: 0, z: 1)
        let x = (guide - y * guide.dot(y)).normalized
        return .init(xAxis: x.components, yAxis: y.components, zAxis: x.cross(y).components, translation: .zero)
    }
}
