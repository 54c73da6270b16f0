internal import Spaces

/// A part of an object as a `Mesh` of USD.
struct USDSurface {
    /// The prim.
    var prim = USDPrim("", "Mesh")
    /// Whether its corners have colours of their own.
    let hasColours: Bool
    /// How many corners it has.
    let corners: Int
    /// How many triangles it has.
    let faces: Int

    /// What varies from corner to corner.
    private typealias Store = (_ index: Int, UnsafeMutableRawPointer) -> Void

    /// Makes the surface of a run of boxes, about a place.
    init(_ run: BoxRun, about middle: SIMD3<Double>, _ places: TexturePlaces?) {
        let template = run.turnedMesh
        let offsets = template.positions
        let triangles = template.triangles
        let number = run.places.count
        hasColours = run.colours != nil
        corners = number * offsets.count
        faces = number * triangles.count
        let extent = run.extent(of: template).about(middle)
        /// An array with so many elements a box.
        func perBox(
            _ element: USDArray.Element, _ count: Int, work: Int = 0,
            _ store: @escaping (Int, Int, UnsafeMutableRawPointer) -> Void
        ) -> USDArray {
            USDArray(element: element, count: number * count) { output, progress in
                try unsafe output.records(number, of: count * element.size, work: work, progress: progress) { box, place in
                    for index in 0..<count { unsafe store(box, index, place + index * element.size) }
                }
            }
        }
        addShape(
            extent,
            points: unsafe perBox(.vector3, offsets.count, work: 1) { box, corner, place in
                unsafe place.store(run.places[box].coordinates + offsets[corner] - middle)
            },
            indices: USDArray(element: .int, count: 3 * faces) { output, progress in
                try unsafe output.records(number, of: 12 * triangles.count, work: 1, progress: progress) { box, place in
                    let first = SIMD3<Int32>(repeating: Int32(truncatingIfNeeded: box * offsets.count))
                    for (index, triangle) in triangles.enumerated() {
                        unsafe place.store(triangle.positions &+ first, at: 12 * index)
                    }
                }
            })
        let normals = triangles.flatMap { triangle in (0..<3).map { template.normals[Int(triangle.normals[$0])] } }
        add(
            "normals", "normal3f[]",
            unsafe perBox(.vector3, normals.count) { _, corner, place in unsafe place.store(normals[corner]) },
            interpolation: "faceVarying")
        if let places {
            let along = offsets.map(run.inPlane)
            add(
                "primvars:st", "texCoord2f[]",
                unsafe perBox(.vector2, offsets.count) { box, corner, place in
                    unsafe place.store(places(run.inPlane(run.places[box].coordinates) + along[corner]))
                }, interpolation: "vertex")
        }
        if let colours = run.colours {
            add(
                "primvars:displayColor", "color3f[]",
                unsafe perBox(.vector3, offsets.count) { box, _, place in unsafe place.store(colours[box].linear) },
                interpolation: "vertex")
        }
        if let times = run.times {
            add(
                "primvars:time", "float[]",
                unsafe perBox(.float, offsets.count) { box, _, place in
                    unsafe place.storeBytes(of: Float(times[box]), as: Float.self)
                }, interpolation: "vertex")
        }
    }

    /// Makes the surface of a mesh, about a place.
    init(_ mesh: Mesh, about middle: SIMD3<Double>, _ places: TexturePlaces?) {
        hasColours = mesh.colours != nil
        corners = mesh.positions.count
        faces = mesh.triangles.count
        let extent = mesh.extent.about(middle)
        func array(_ element: USDArray.Element, _ count: Int, work: Int = 0, _ store: @escaping Store) -> USDArray {
            USDArray(element: element, count: count) { output, progress in
                try unsafe output.records(count, of: element.size, work: work, progress: progress) { index, place in
                    unsafe store(index, place)
                }
            }
        }
        addShape(
            extent,
            points: unsafe array(.vector3, mesh.positions.count, work: 1) { index, place in
                unsafe place.store(mesh.positions[index] - middle)
            },
            indices: USDArray(element: .int, count: 3 * faces) { output, progress in
                try unsafe output.records(mesh.triangles.count, of: 12, work: 1, progress: progress) { index, place in
                    unsafe place.store(mesh.triangles[index].positions)
                }
            })
        if mesh.hasOneNormalEach, mesh.normals.count == mesh.positions.count {
            let normals = unsafe array(.vector3, mesh.normals.count) { index, place in unsafe place.store(mesh.normals[index]) }
            add("normals", "normal3f[]", normals, interpolation: "vertex")
        } else {
            let normals = unsafe array(.vector3, 3 * mesh.triangles.count) { index, place in
                unsafe place.store(mesh.normals[Int(mesh.triangles[index / 3].normals[index % 3])])
            }
            add("normals", "normal3f[]", normals, interpolation: "faceVarying")
        }
        if !mesh.textureCoordinates.isEmpty {
            let places = unsafe array(.vector2, 3 * mesh.triangles.count) { index, place in
                unsafe place.store(mesh.textureCoordinates[Int(mesh.triangles[index / 3].textureCoordinates[index % 3])])
            }
            add("primvars:st", "texCoord2f[]", places, interpolation: "faceVarying")
        } else if let places {
            let places = unsafe array(.vector2, mesh.positions.count) { index, place in
                unsafe place.store(places(mesh.positions[index]))
            }
            add("primvars:st", "texCoord2f[]", places, interpolation: "vertex")
        }
        if let colours = mesh.colours {
            let colours = unsafe array(.vector3, colours.count) { index, place in unsafe place.store(colours[index].linear) }
            add("primvars:displayColor", "color3f[]", colours, interpolation: "vertex")
        }
        if let times = mesh.times {
            let times = unsafe array(.float, times.count) { index, place in
                unsafe place.storeBytes(of: Float(times[index]), as: Float.self)
            }
            add("primvars:time", "float[]", times, interpolation: "vertex")
        }
    }

    private mutating func addShape(_ extent: Extent, points: USDArray, indices: USDArray) {
        let counts = USDArray(element: .int, count: faces) { [faces] output, progress in
            try unsafe output.records(faces, of: 4, progress: progress) { _, place in
                unsafe place.storeBytes(of: 3, as: Int32.self)
            }
        }
        prim.properties += [
            .attribute("extent", "float3[]", .array(.few([extent.low, extent.high]))),
            .attribute("faceVertexCounts", "int[]", .array(counts)),
            .attribute("faceVertexIndices", "int[]", .array(indices)),
            .attribute("points", "point3f[]", .array(points)),
            .attribute("subdivisionScheme", "token", .token("none"), uniform: true),
        ]
    }

    private mutating func add(_ name: String, _ type: String, _ array: USDArray, interpolation: String) {
        prim.properties.append(.attribute(name, type, .array(array), interpolation: interpolation))
    }
}
