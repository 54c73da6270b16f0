public import Spaces

extension MeshScene {
    /// The same scene at a place of the world, its own axes taken as those of an anchor there.
    public func placed(at worldFromModel: RigidTransform<AnchorSpace, WorldSpace>) -> MeshScene {
        func point(_ p: SIMD3<Double>) -> SIMD3<Double> { worldFromModel(AnchorPoint(p)).coordinates }
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> { worldFromModel(Vector3<AnchorSpace>(v)).components }
        var scene = self
        for (i, object) in objects.enumerated() {
            scene.objects[i].parts = object.parts.map { part in
                switch part {
                case .mesh(let mesh):
                    return .mesh(
                        Mesh(
                            positions: mesh.positions.map(point), normals: mesh.normals.map(turned), triangles: mesh.triangles,
                            colours: mesh.colours, textureCoordinates: mesh.textureCoordinates, times: mesh.times,
                            groups: mesh.groups))
                case .polyline(let points): return .polyline(points.map { .init(point($0.coordinates)) })
                case .boxes(var run):
                    run.places = run.places.map { .init(point($0.coordinates)) }
                    let axes = run.worldFromPlane
                    run.worldFromPlane = .init(
                        xAxis: turned(axes.xAxis), yAxis: turned(axes.yAxis), zAxis: turned(axes.zAxis),
                        translation: axes.translation)
                    return .boxes(run)
                }
            }
        }
        return scene
    }
}
