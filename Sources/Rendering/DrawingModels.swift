public import AirDrawing
internal import Imaging
public import Meshes
internal import SceneUnderstanding
internal import Spaces

/// The models of a drawing in a style; those that did not change since the last time are kept.
///
/// Strokes that may become one solid are made together, and others each alone.
public struct DrawingModels {
    /// What tells whether a stroke is as it was: planes move the points that stand on them.
    private struct Likeness: Hashable {
        var points: Int
        var samples: Int
        var sum: SIMD3<Double>
        var height: Double
    }
    private struct Part {
        var model: SceneModel
        /// Where its shadow falls; nil for none.
        var shadowPlane: RigidTransform<AnchorSpace, WorldSpace>?
    }
    private let style: MeshStyle
    private let material: Material?
    private let pictures: [String: Picture]
    private var made: [(likeness: [Likeness], parts: [Part])] = []

    /// From this height on a drawing casts a shadow, metres.
    private static let leastShadow = 0.0005

    /// Makes an empty set of points, each stroke in its colour.
    public init() {
        style = .points
        material = nil
        pictures = [:]
    }

    /// Makes an empty set.
    ///
    /// - Parameters:
    ///   - style: what the strokes look like.
    ///   - material: what all of them are made of; nil for each in its colour.
    /// - Throws: `ImagingFailure` for a texture that cannot be read.
    public init(style: MeshStyle, material: Material?) throws {
        self.style = style
        self.material = material
        // Once, and not for every model.
        pictures = try material?.texture.map { [$0.name: try Picture(decoding: $0.bytes, name: $0.name)] } ?? [:]
    }

    /// The strokes of a drawing as it is now.
    ///
    /// - Parameters:
    ///   - drawing: all of it.
    ///   - until: seconds; what was drawn later is left out. Nil for all.
    /// - Throws: `MeshFailure` when it cannot be built.
    public mutating func models(of drawing: Drawing, until: Double? = nil) throws -> [PlacedModel] {
        let strokes = Array(drawing.strokes.indices)
        let groups = style.unites && !strokes.isEmpty ? [strokes] : strokes.map { [$0] }
        made.removeSubrange(min(groups.count, made.count)...)
        for (number, group) in groups.enumerated() {
            let likeness = group.map { self.likeness(of: drawing.strokes[$0], height: drawing.height) }
            if number < made.count, made[number].likeness == likeness { continue }
            let fresh = (likeness, try parts(of: group, in: drawing))
            if number < made.count { made[number] = fresh } else { made.append(fresh) }
        }
        return made.flatMap(\.parts).map { PlacedModel($0.model, until: until, shadowPlane: $0.shadowPlane) }
    }

    private func likeness(of stroke: Stroke, height: Double) -> Likeness {
        var sum = SIMD3<Double>.zero
        for point in stroke.points { sum += point.position.coordinates }
        for sample in stroke.path { sum += sample.position.coordinates }
        return Likeness(points: stroke.points.count, samples: stroke.path.count, sum: sum, height: height)
    }

    private func parts(of group: [Int], in drawing: Drawing) throws -> [Part] {
        var own = drawing
        own.strokes = group.map { number in
            var stroke = drawing.strokes[number]
            // The palette goes by the number, which is another one here.
            stroke.colour = drawing.colour(ofStroke: number)
            return stroke
        }
        var scene = try own.mesh(style: style)
        if let material { scene = scene.made(of: material) }
        return try scene.objects.map { object in
            let materials = scene.materials.filter { $0.name == object.material }
            let model = try SceneModel(MeshScene(materials: materials, objects: [object]), pictures: pictures)
            return Part(model: model, shadowPlane: shadowPlane(of: object, in: own))
        }
    }

    /// The plane under the place where an object begins.
    private func shadowPlane(of object: MeshObject, in drawing: Drawing) -> RigidTransform<AnchorSpace, WorldSpace>? {
        let height = if case .tube(let tube) = style { tube.radius } else { drawing.height }
        guard height >= Self.leastShadow, let begin = object.parts.lazy.compactMap(\.begin).first else { return nil }
        var nearest: (distance: Double, point: DrawnPoint)?
        for point in drawing.strokes.lazy.flatMap(\.points) {
            let way = point.position.coordinates - begin
            let distance = (way * way).sum()
            if distance < nearest?.distance ?? .infinity { nearest = (distance, point) }
        }
        guard let point = nearest?.point else { return nil }
        let normal = drawing.planeNormals[point.plane] ?? .init(x: 0, y: 1, z: 0)
        return .init(standingAt: point.position, normal: normal.normalized, facing: .init(x: 0, y: 0, z: 1))
    }
}

extension MeshPart {
    /// Any place of it.
    fileprivate var begin: SIMD3<Double>? {
        switch self {
        case .boxes(let run): run.places.first?.coordinates
        case .mesh(let mesh): mesh.positions.first
        case .polyline: nil
        }
    }
}
