import FoundationEssentials
import Glibc
import Spaces
import TestSupport
import Testing

@testable import Meshes

private func line(_ points: [SIMD2<Double>], radius: Double = 0.0015) -> PenLine {
    PenLine(points: points, times: points.indices.map(Double.init), radius: radius, name: "line")
}

private func circle(radius: Double, at middle: SIMD2<Double> = .zero, points: Int = 720) -> [SIMD2<Double>] {
    (0...points).map {
        middle + SIMD2(cos(Double($0) * 2 * .pi / Double(points)), sin(Double($0) * 2 * .pi / Double(points))) * radius
    }
}

@Suite("Solids of strokes")
struct StrokeSolidsTests {
    /// A simple shape and its volume in closed form, cubic metres.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: [SIMD2<Double>]
        let shape: StrokeSolids.Shape
        let volume: Double
        /// 2 for a ball, 0 for a ring.
        let euler: Int
    }

    static let (r, h, l, R) = (0.0015, 0.004, 0.05, 0.02)
    /// A chamfer takes a triangle of c²/2 along a straight edge; round a circle its centroid counts (Pappus).
    static let c = 0.0005
    static let cases = [
        Case(
            testDescription: "line with round caps", line: [.zero, SIMD2(l, 0)], shape: .ribbon(height: h, chamfer: 0),
            volume: (.pi * r * r + 2 * r * l) * h, euler: 2),
        Case(
            testDescription: "line with a chamfer", line: [.zero, SIMD2(l, 0)], shape: .ribbon(height: h, chamfer: c),
            volume: (.pi * r * r + 2 * r * l) * h - c * c / 2 * (2 * l + 2 * .pi * (r - c / 3)), euler: 2),
        Case(
            testDescription: "flat dot", line: [.zero], shape: .ribbon(height: 0.00001, chamfer: c),
            volume: .pi * r * r * 0.00001,
            euler: 2),
        Case(
            testDescription: "ring", line: circle(radius: R), shape: .ribbon(height: h, chamfer: 0),
            volume: 2 * .pi * R * 2 * r * h, euler: 0),
        Case(
            testDescription: "ball", line: [.zero, .zero], shape: .tube, volume: 4 / 3 * .pi * r * r * r, euler: 2),
        Case(
            testDescription: "pipe with round ends", line: [.zero, SIMD2(l, 0)], shape: .tube,
            volume: .pi * r * r * l + 4 / 3 * .pi * r * r * r, euler: 2),
        Case(testDescription: "torus", line: circle(radius: R), shape: .tube, volume: 2 * .pi * R * .pi * r * r, euler: 0),
    ]

    @Test("A simple shape has the volume of its closed form to 1 %, and as many holes", arguments: cases)
    func closedForm(_ example: Case) throws {
        let solids = try StrokeSolids.solids(
            of: [line(example.line)], as: example.shape, worldFromPlane: .anyTurn(along: [1, 2, 3], at: [0.3, -0.4, 1]))
        let mesh = try #require(solids.first).mesh
        #expect(solids.count == 1)
        #expect(mesh.isClosed)
        #expect(mesh.eulerCharacteristic == example.euler)
        #expect(abs(mesh.volume / example.volume - 1) < 0.01, "\(mesh.volume) for \(example.volume)")
    }

    @Test("Lines that cross are one solid with a hole for each loop, and lines apart are two")
    func union() throws {
        let frame = RigidTransform<AnchorSpace, WorldSpace>.identity
        let crossing = [
            line([[0, 0], [0.04, 0], [0.04, 0.04], [0, 0.04], [0, -0.02]]), line([[0.02, -0.02], [0.02, 0.06]]),
        ]
        let apart = line([[0.1, 0], [0.1, 0.1]])
        for shape in [StrokeSolids.Shape.ribbon(height: 0.003, chamfer: 0.0005), .tube] {
            let solids = try StrokeSolids.solids(of: [crossing[0], apart, crossing[1]], as: shape, worldFromPlane: frame)
            #expect(solids.map(\.lines) == [[0, 2], [1]])
            // 2 − 2 · holes.
            #expect(solids.map(\.mesh.eulerCharacteristic) == [-2, 2])
            #expect(solids.allSatisfy { $0.mesh.isClosed })
        }
    }

    @Test("A solid stands on its plane up to its height, faces outward, and dates its corners")
    func frame() throws {
        let wall = RigidTransform<AnchorSpace, WorldSpace>.anyTurn(along: [1, 0, 0], at: [2, 0, 0])
        let solids = try StrokeSolids.solids(
            of: [line([.zero, SIMD2(0.05, 0)])], as: .ribbon(height: 0.01, chamfer: 0.001), worldFromPlane: wall)
        let mesh = try #require(solids.first).mesh
        #expect(abs((mesh.positions.map(\.x).min() ?? 0) - 2) < 1e-12)
        #expect(abs((mesh.positions.map(\.x).max() ?? 0) - 2.01) < 1e-12)
        for triangle in mesh.triangles {
            let face = mesh.doubleArea(triangle)
            for k in 0..<3 { #expect((face * mesh.normals[Int(triangle.normals[k])]).sum() > 0.5 * length(face)) }
        }
        #expect(mesh.normals.allSatisfy { abs(length($0) - 1) < 1e-9 })
        let times = try #require(mesh.times)
        #expect(times.min() == 0 && times.max() == 1)
    }

    @Test("A thousand drawings, as awkward as can be, are closed, and have a volume")
    func random() throws {
        let folder = ProcessInfo.processInfo.environment["AIRDRAW_SOLIDS"]
        for seed in 0..<1000 as Range<UInt64> {
            let drawing = RandomLines(seed: seed)
            let solids = try StrokeSolids.solids(of: drawing.lines, as: drawing.shape, worldFromPlane: drawing.frame)
            #expect(solids.flatMap(\.lines).sorted() == Array(drawing.lines.indices), "seed \(seed)")
            for (number, solid) in solids.enumerated() {
                #expect(solid.mesh.isClosed && solid.mesh.volume > 0, "seed \(seed), solid \(number)")
                #expect((solid.mesh.smallestTriangleArea ?? 0) > 0, "seed \(seed), solid \(number)")
                #expect(Set(solid.mesh.positions).count == solid.mesh.positions.count, "seed \(seed), solid \(number)")
                if let folder {
                    try solid.mesh.offText.write(toFile: "\(folder)/\(seed)_\(number).off", atomically: false, encoding: .utf8)
                }
            }
        }
    }

    @Test("What cannot be built is refused with the reason")
    func refusals() {
        func solids(_ points: [SIMD2<Double>], radius: Double = 0.0015, _ shape: StrokeSolids.Shape = .tube) throws {
            _ = try StrokeSolids.solids(of: [line(points, radius: radius)], as: shape, worldFromPlane: .identity)
        }
        #expect(throws: MeshFailure.coordinate(object: "line", index: 1, x: 1e30, y: 0, z: 0)) {
            try solids([.zero, [1e30, 0]])
        }
        #expect(throws: MeshFailure.self) { try solids([[.nan, 0]]) }
        #expect(throws: MeshFailure.reach(object: "line", metres: 100)) { try solids([.zero, [100, 0]]) }
        #expect(throws: MeshFailure.extent("radius of a pen", metres: 0)) { try solids([.zero], radius: 0) }
        #expect(throws: MeshFailure.extent("height", metres: 0)) { try solids([.zero], .ribbon(height: 0, chamfer: 0)) }
        #expect(throws: MeshFailure.extent("chamfer", metres: -1)) { try solids([.zero], .ribbon(height: 1, chamfer: -1)) }
    }
}

extension Mesh {
    /// The faces as an OFF file with all digits, for other programs to judge.
    var offText: String {
        var text = "OFF\n\(positions.count) \(triangles.count) 0\n"
        for p in positions { text += "\(p.x) \(p.y) \(p.z)\n" }
        for t in triangles { text += "3 \(t.positions.x) \(t.positions.y) \(t.positions.z)\n" }
        return text
    }
}
