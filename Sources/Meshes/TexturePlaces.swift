internal import Spaces

/// Places on a texture for surfaces that bring none: as if the texture went through the solid.
///
/// Seen from above it lies flat, u along x and v away from the viewer's feet; a way up moves along both, so that upright walls
/// of either direction are covered without a seam and no corner of the mesh needs two places.
public struct TexturePlaces: Sendable {
    /// Tiles a metre.
    private let scale: Double

    /// Makes places on a texture of which one side covers so many metres.
    init(side: Double) { scale = 1 / side }

    /// The place of a point: x and z along the plane, y over it.
    @inline(__always) public func callAsFunction(_ p: SIMD3<Double>) -> SIMD2<Double> {
        SIMD2(p.x + p.y, p.y - p.z) * scale
    }
}

extension BoxRun {
    /// A vector of the world along the axes of the plane.
    public func inPlane(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((worldFromPlane.xAxis * v).sum(), (worldFromPlane.yAxis * v).sum(), (worldFromPlane.zAxis * v).sum())
    }
}

extension MeshScene {
    /// Where the surfaces of an object lie on its texture when they do not say so; nil when it has none.
    public func texturePlaces(of object: MeshObject) -> TexturePlaces? {
        material(of: object)?.texture.map { TexturePlaces(side: $0.side) }
    }

    /// The material of an object.
    func material(of object: MeshObject) -> Material? { materials.first { $0.name == object.material } }

    /// The textures of all materials, each name once, in the order of the materials.
    var textures: [Texture] {
        var found: [Texture] = []
        for texture in materials.compactMap(\.texture) where !found.contains(where: { $0.name == texture.name }) {
            found.append(texture)
        }
        return found
    }
}
