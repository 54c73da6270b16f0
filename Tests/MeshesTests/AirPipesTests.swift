import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Meshes

private func line(_ points: [SIMD3<Double>]) -> AirLine {
    AirLine(points: points, times: points.indices.map(Double.init), name: "line")
}

private func helix(turns: Double, radius: Double, pitch: Double) -> [SIMD3<Double>] {
    (0...Int(turns * 60)).map { i in
        let angle = Double(i) * .pi / 30
        return SIMD3(radius * cos(angle), pitch * angle / (2 * .pi), radius * sin(angle))
    }
}

@Suite("Pipes in the air")
struct AirPipesTests {
    @Test("A ball, a pipe and a ring have the volumes of their closed forms to 1 %")
    func closedForm() throws {
        let (r, l, R) = (0.0015, 0.05, 0.02)
        let ring = (0...360).map { SIMD3(R * cos(Double($0) * .pi / 180), 0.1, R * sin(Double($0) * .pi / 180)) }
        let ball = 4 / 3 * Double.pi * r * r * r
        let cases: [(points: [SIMD3<Double>], volume: Double, euler: Int)] = [
            ([[0.1, 0.2, 0.3]], ball, 2), ([[0, 0, 0], [0.02, 0.03, sqrt(l * l - 0.0013)]], ball + .pi * r * r * l, 2),
            (ring, 2 * .pi * R * .pi * r * r, 0),
        ]
        for example in cases {
            let solids = try AirPipes.solids(of: [line(example.points)], radius: r)
            let mesh = try #require(solids.first).mesh
            #expect(solids.count == 1 && mesh.isClosed && mesh.eulerCharacteristic == example.euler)
            #expect(abs(mesh.volume / example.volume - 1) < 0.01, "\(mesh.volume) for \(example.volume)")
        }
    }

    @Test("Lines that meet are one solid, one inside another too, and lines apart are two")
    func union() throws {
        let long = line([[0, 0, 0], [0.05, 0, 0.01]])
        let across = line([[0.02, -0.02, 0.004], [0.02, 0.02, 0.004]])
        let inside = line([[0.01, 0, 0.002], [0.012, 0, 0.0024]])
        let apart = line([[0, 0.03, 0], [0.05, 0.03, 0]])
        let solids = try AirPipes.solids(of: [long, apart, across, inside], radius: 0.0015)
        #expect(solids.map(\.lines) == [[0, 2, 3], [1]])
        #expect(solids.allSatisfy { $0.mesh.isClosed && $0.mesh.eulerCharacteristic == 2 })
    }

    @Test("A hundred ways through the air, crossing, touching and standing still, are closed")
    func random() throws {
        let folder = ProcessInfo.processInfo.environment["AIRDRAW_SOLIDS"]
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            func step() -> SIMD3<Double> { SIMD3(random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5) }
            var lines = (0..<(1 + random.below(3))).map { _ in
                var place = SIMD3<Double>.zero
                var way = SIMD3<Double>.zero
                return line(
                    (0..<random.below(150) + 1).map { i in
                        way = way * 0.8 + step() * 0.002
                        if i % 7 != 3 { place += way }
                        return place
                    })
            }
            // Turns that just touch.
            if seed % 5 == 0 { lines.append(line(helix(turns: 3, radius: 0.008, pitch: 0.003))) }
            let solids = try AirPipes.solids(of: lines, radius: 0.0015)
            #expect(solids.flatMap(\.lines).sorted() == Array(lines.indices), "seed \(seed)")
            for (number, solid) in solids.enumerated() {
                #expect(solid.mesh.isClosed && solid.mesh.volume > 0, "seed \(seed)")
                #expect((solid.mesh.smallestTriangleArea ?? 0) > 0, "seed \(seed)")
                if let folder {
                    try solid.mesh.offText.write(
                        toFile: "\(folder)/air_\(seed)_\(number).off", atomically: false, encoding: .utf8)
                }
            }
        }
    }

    @Test("A hollow that a ball of yarn encloses is filled")
    func cavity() throws {
        // Rings round a ball of 6 mm, so close that nothing is seen through them.
        let rings = (0...24).map { k in
            let polar = Double(k) * .pi / 24
            return line(
                (0...72).map { i in
                    let angle = Double(i) * .pi / 36
                    return SIMD3(sin(polar) * cos(angle), cos(polar), sin(polar) * sin(angle)) * 0.006
                })
        }
        let solids = try AirPipes.solids(of: rings, radius: 0.0015)
        let mesh = try #require(solids.first).mesh
        #expect(solids.count == 1 && mesh.isClosed && mesh.eulerCharacteristic == 2)
        // Between the ball through the crossings of neighbouring pipes and the one round all of them.
        let outer = 4 / 3 * Double.pi * 0.0075 * 0.0075 * 0.0075
        #expect(mesh.volume < outer && mesh.volume > 0.85 * outer)
    }

    @Test("Corners are dated by the pen, and face outward")
    func dates() throws {
        let mesh = try #require(try AirPipes.solids(of: [line([[0, 0, 0], [0.05, 0, 0]])], radius: 0.0015).first).mesh
        let times = try #require(mesh.times)
        for (p, time) in zip(mesh.positions, times) { #expect(abs(time - min(max(p.x / 0.05, 0), 1)) < 0.02) }
        for t in mesh.triangles { #expect((mesh.doubleArea(t) * mesh.normals[Int(t.normals.x)]).sum() > 0) }
    }

    @Test("What is no number, too far or too thin is refused")
    func refusals() {
        #expect(throws: MeshFailure.self) { try AirPipes.solids(of: [line([[.nan, 0, 0]])], radius: 0.001) }
        #expect(throws: MeshFailure.coordinate(object: "line", index: 0, x: 1e30, y: 0, z: 0)) {
            try AirPipes.solids(of: [line([[1e30, 0, 0]])], radius: 0.001)
        }
        #expect(throws: MeshFailure.reach(object: "line", metres: 100)) {
            try AirPipes.solids(of: [line([.zero, [100, 0, 0]])], radius: 0.001)
        }
        #expect(throws: MeshFailure.extent("radius of a pen", metres: 0)) { try AirPipes.solids(of: [line([.zero])], radius: 0) }
    }
}
