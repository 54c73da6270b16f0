import Testing

@testable import Meshes

/// A box by its extents in millimetres, and what its surface must have.
struct BoxCase: Sendable, CustomTestStringConvertible {
    let height: Double
    var width = 3.0
    var length = 3.0
    var largest = 1.0
    let vertices: Int
    let triangles: Int
    var normals: Int
    var testDescription: String { "\(width) × \(height) × \(length) mm, chamfer at most \(largest)" }

    func box() throws -> ChamferedBox {
        try ChamferedBox(height: height / 1000, width: width / 1000, length: length / 1000, largestChamfer: largest / 1000)
    }
}

@Suite("Chamfered box")
struct ChamferedBoxTests {
    static let cases = [
        // An octagon's prism: 8 walls, bottom and top of 6 triangles each.
        BoxCase(height: 0.01, vertices: 16, triangles: 28, normals: 10),
        BoxCase(height: 0.02, vertices: 16, triangles: 28, normals: 10),
        BoxCase(height: 0.0999, vertices: 16, triangles: 28, normals: 10),
        // The chamfer is half the height: the four sides have no height left. 4 corners at top and bottom, 8 between.
        BoxCase(height: 0.1, vertices: 16, triangles: 28, normals: 18),
        BoxCase(height: 1, vertices: 16, triangles: 28, normals: 18),
        BoxCase(height: 2, vertices: 16, triangles: 28, normals: 18),
        BoxCase(height: 2.0000001, vertices: 16, triangles: 28, normals: 18),
        // 6 sides, 12 edges, 8 corners: 26 faces, of which 18 are quadrangles.
        BoxCase(height: 2.01, vertices: 24, triangles: 44, normals: 26),
        BoxCase(height: 50, vertices: 24, triangles: 44, normals: 26),
        // Half of every side: an octahedron.
        BoxCase(height: 2, width: 2, length: 2, vertices: 6, triangles: 8, normals: 8),
        // Half the width alone: no top left but its ridge.
        BoxCase(height: 10, width: 2, length: 5, vertices: 16, triangles: 28, normals: 18),
        BoxCase(height: 10, width: 2, length: 2, vertices: 10, triangles: 16, normals: 12),
        // No chamfer at all.
        BoxCase(height: 5, largest: 0, vertices: 8, triangles: 12, normals: 6),
        BoxCase(height: 0.05, largest: 0, vertices: 8, triangles: 12, normals: 6),
    ]

    @Test("has the faces that its chamfer leaves, and none without an area", arguments: cases)
    func faces(_ example: BoxCase) throws {
        let mesh = try example.box().mesh
        #expect(mesh.positions.count == example.vertices)
        #expect(mesh.triangles.count == example.triangles)
        #expect(mesh.normals.count == example.normals)
        // The smallest are those at the corners of the flattest box, a few µm each way.
        #expect(try #require(mesh.smallestTriangleArea) > 1e-12)
    }

    @Test("is closed, without holes, and faces outward", arguments: cases)
    func closed(_ example: BoxCase) throws {
        let mesh = try example.box().mesh
        #expect(mesh.isClosed)
        #expect(mesh.eulerCharacteristic == 2)
        let middle = SIMD3(0, example.height / 2000, 0)
        for triangle in mesh.triangles {
            let normal = mesh.normals[Int(triangle.normals.x)]
            #expect(abs(length(normal) - 1) < 1e-12)
            #expect((mesh.doubleArea(triangle) * normal).sum() > 0, "a triangle runs against its normal")
            #expect(((mesh.positions[Int(triangle.positions.x)] - middle) * normal).sum() > 0, "a normal points inward")
        }
    }

    @Test("has the volume of the closed form, and the extents asked for", arguments: cases)
    func volume(_ example: BoxCase) throws {
        let box = try example.box()
        let mesh = box.mesh
        // A sliver of less than a micrometre may be left out.
        #expect(abs(mesh.volume / box.volume - 1) < 1e-6)
        for (axis, low, high) in [
            (0, -example.width / 2, example.width / 2), (1, 0, example.height), (2, -example.length / 2, example.length / 2),
        ] {
            #expect(abs((mesh.positions.map { $0[axis] }.min() ?? 9) - low / 1000) < 1e-15)
            #expect(abs((mesh.positions.map { $0[axis] }.max() ?? 9) - high / 1000) < 1e-15)
        }
    }

    @Test("has known volumes: a block, an octahedron, a prism over an octagon")
    func knownVolumes() throws {
        #expect(abs(try ChamferedBox(height: 0.002, width: 0.003, length: 0.004, largestChamfer: 0).mesh.volume - 24e-9) < 1e-21)
        #expect(abs(try ChamferedBox(height: 0.002, width: 0.002, length: 0.002).mesh.volume - 8e-9 / 6) < 1e-21)
        // 3 mm × 3 mm less four triangles of 5 µm, 10 µm high.
        #expect(abs(try ChamferedBox().mesh.volume - (9e-6 - 2 * 25e-12) * 1e-5) < 1e-24)
    }

    @Test(
        "has a chamfer of min(1 mm, height / 2, width / 2)",
        arguments: [(0.01, 3, 0.005), (0.1, 3, 0.05), (1, 3, 0.5), (2, 3, 1), (30, 3, 1), (30, 1, 0.5)]
            as [(Double, Double, Double)])
    func chamfer(_ height: Double, _ width: Double, _ wanted: Double) throws {
        let box = try ChamferedBox(height: height / 1000, width: width / 1000)
        #expect(abs(box.chamfer - wanted / 1000) < 1e-15)
        #expect(box.cutsAllEdges == (height >= 0.1))
    }

    @Test("refuses extents that no box can have", arguments: [0, -1, 0.000009, .nan, .infinity, 1001] as [Double])
    func refusal(_ extent: Double) {
        #expect(throws: MeshFailure.self) { try ChamferedBox(height: extent) }
        #expect(throws: MeshFailure.self) { try ChamferedBox(width: extent) }
        #expect(throws: MeshFailure.self) { try ChamferedBox(length: extent) }
    }

    @Test("stays whole at any height", arguments: 0..<200)
    func anyHeight(_ seed: Int) throws {
        // Heights from 0.01 mm to 1 m, evenly in their logarithm.
        var height = 0.00001
        for _ in 0..<seed { height *= 1.0592537251772889 }
        let mesh = try ChamferedBox(height: height).mesh
        #expect(mesh.isClosed && mesh.eulerCharacteristic == 2)
        #expect(try #require(mesh.smallestTriangleArea) > 1e-12)
    }
}
