public import AirDrawing
internal import Meshes
internal import SceneUnderstanding
internal import Spaces

/// The models of a drawing, a stroke each; those that did not change since the last time are kept.
public struct DrawingModels {
    /// What tells whether a stroke is as it was: planes move the points that stand on them.
    private struct Likeness: Hashable {
        var count: Int
        var sum: SIMD3<Double>
        var height: Double
    }
    private var made: [(likeness: Likeness, model: SceneModel)] = []

    /// From this height on a drawing casts a shadow, metres.
    private static let leastShadow = 0.0005

    /// Makes an empty set.
    public init() {}

    /// The strokes of a drawing as it is now.
    ///
    /// - Parameters:
    ///   - drawing: all of it.
    ///   - until: seconds; what was drawn later is left out. Nil for all.
    /// - Throws: `MeshFailure` when it cannot be built.
    public mutating func models(of drawing: Drawing, until: Double? = nil) throws -> [PlacedModel] {
        let likenesses = drawing.strokes.map { stroke in
            Likeness(
                count: stroke.points.count,
                sum: stroke.points.reduce(.zero) { $0 + $1.position.coordinates },
                height: drawing.height)
        }
        let isSame = likenesses.indices.map { $0 < made.count && made[$0].likeness == likenesses[$0] }
        if isSame.contains(false) {
            var changed = drawing
            // Each stroke keeps its number, which its colour hangs on.
            for i in isSame.indices where isSame[i] { changed.strokes[i] = Stroke() }
            let scene = try changed.mesh()
            for (i, object) in scene.objects.enumerated() where !isSame[i] {
                let materials = scene.materials.filter { $0.name == object.material }
                let model = try SceneModel(MeshScene(materials: materials, objects: [object]))
                if i < made.count {
                    made[i] = (likenesses[i], model)
                } else {
                    made.append((likenesses[i], model))
                }
            }
        }
        made.removeSubrange(likenesses.count...)
        return zip(drawing.strokes, made).map { stroke, made in
            PlacedModel(made.model, until: until, shadowPlane: shadowPlane(of: stroke, in: drawing))
        }
    }

    /// The plane that a stroke begins on.
    private func shadowPlane(of stroke: Stroke, in drawing: Drawing) -> RigidTransform<
        AnchorSpace, WorldSpace
    >? {
        guard drawing.height >= Self.leastShadow, let first = stroke.points.first else { return nil }
        let normal = drawing.planeNormals[first.plane] ?? .init(x: 0, y: 1, z: 0)
        return .init(
            standingAt: first.position, normal: normal.normalized, facing: .init(x: 0, y: 0, z: 1))
    }
}
