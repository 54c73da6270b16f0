internal import Spaces

extension MeshScene {
    /// How many points a writer goes through, each box twice, for its corners and its faces, and the corners and faces of meshes.
    var pointCount: Int {
        objects.reduce(0) { sum, object in
            object.parts.reduce(sum) { sum, part in
                switch part {
                case .boxes(let run): sum + 2 * run.places.count
                case .mesh(let mesh): sum + mesh.positions.count + mesh.triangles.count
                case .polyline(let points): sum + points.count
                }
            }
        }
    }

    /// The colour of an object where its texture is not seen.
    func colour(of object: MeshObject) -> Colour {
        guard let material = material(of: object) else { return Colour(red: 1, green: 1, blue: 1) }
        guard let mean = material.texture?.mean else { return material.colour }
        let tint = material.colour
        return Colour(red: tint.red * mean.red, green: tint.green * mean.green, blue: tint.blue * mean.blue)
    }

    /// Makes sure that everything can be written.
    ///
    /// - Throws: ``MeshFailure``.
    public func validate() throws {
        let known = Set(materials.map(\.name))
        for object in objects {
            guard known.contains(object.material) else {
                throw MeshFailure.material(object: object.name, name: object.material)
            }
            for part in object.parts {
                switch part {
                case .boxes(let run):
                    guard run.worldFromPlane.rigidityError <= 1e-3 else { throw MeshFailure.axes(object: object.name) }
                    // The far side of a box must not lie beyond either.
                    let reach = run.box.width + run.box.length + run.box.height
                    try Self.check(run.places.lazy.map(\.coordinates), object, reach: reach)
                case .mesh(let mesh):
                    try Self.check(mesh.positions, object, reach: 0)
                    // What is no number fails the comparison.
                    guard mesh.textureCoordinates.allSatisfy({ abs($0.x) <= 5e7 && abs($0.y) <= 5e7 }) else {
                        throw MeshFailure.texture(object: object.name)
                    }
                case .polyline(let points): try Self.check(points.lazy.map(\.coordinates), object, reach: 0)
                }
            }
        }
    }

    private static func check(_ points: some Sequence<SIMD3<Double>>, _ object: MeshObject, reach: Double) throws {
        let limit = DecimalText.farthest - reach
        for (index, p) in points.enumerated() {
            // A comparison with what is no number is false.
            guard abs(p.x) <= limit, abs(p.y) <= limit, abs(p.z) <= limit else {
                throw MeshFailure.coordinate(object: object.name, index: index, x: p.x, y: p.y, z: p.z)
            }
        }
    }
}
