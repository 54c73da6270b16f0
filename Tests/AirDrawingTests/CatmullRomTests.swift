import AirDrawing
import Spaces
import Testing

@Suite struct CatmullRomTests {
    @Test("The curve goes through its points and has no kink in them")
    func throughPoints() {
        let points: [WorldPoint] = [
            .init(x: 0, y: 0, z: 0), .init(x: 0.01, y: 0, z: 0.02), .init(x: 0.05, y: 0, z: 0.01), .init(x: 0.05, y: 0, z: 0.03),
        ]
        let curve = CatmullRom(through: points)
        #expect(curve.spans.map(\.p0) == Array(points.dropLast()))
        #expect(curve.spans.last?.p3 == points.last)
        for (a, b) in zip(curve.spans, curve.spans.dropFirst()) {
            let arriving = (a.p3 - a.p2).normalized
            let leaving = (b.p1 - b.p0).normalized
            #expect(abs(arriving.dot(leaving) - 1) < 1e-9)
        }
    }

    @Test("Points on a straight line give a straight line")
    func straight() {
        let curve = CatmullRom(through: [0, 1, 5, 6, 20].map { .init(x: $0, y: 0, z: 0) })
        let line = curve.polyline(spacing: 0.5)
        #expect(line.allSatisfy { $0.y == 0 && $0.z == 0 })
        #expect(zip(line, line.dropFirst()).allSatisfy { $0.x < $1.x })
    }

    @Test("Points of a circle give the circle, but for what the spline's closed form says")
    func circle() {
        // Midway between four points of a circle, the spline lies at (9 cos(θ/2) − cos(3θ/2))/8 of the radius; θ is 15° here.
        let closedForm = (9 * 0.9914448613738104 - 0.9238795325112867) / 8
        let n = 24
        let points = (0...n).map { i in
            WorldPoint(x: cosine(Double(i) / Double(n)), y: 0, z: sine(Double(i) / Double(n)))
        }
        let line = CatmullRom(through: points).polyline(spacing: 0.01)
        // The first and the last span do not know their neighbours.
        let radii = line.filter { $0.distance(to: points[0]) > 0.3 }.map { $0.distance(to: .init(.zero)) }
        #expect(abs((radii.min() ?? 0) - closedForm) < 1e-6)
        #expect((radii.max() ?? 2) < 1 + 1e-6)
    }

    @Test("Doubled points, one point and none are no trouble")
    func degenerate() {
        let p = WorldPoint(x: 1, y: 2, z: 3)
        #expect(CatmullRom(through: []).spans.isEmpty)
        #expect(CatmullRom(through: [p, p]).polyline(spacing: 0.1).isEmpty)
        let two = CatmullRom(through: [p, p, .init(x: 2, y: 2, z: 3), .init(x: 2, y: 2, z: 3)])
        #expect(two.spans.count == 1)
        #expect(two.polyline(spacing: 0.1).allSatisfy { $0.isFinite })
    }
}

/// Sine and cosine of a share of a turn, by complex multiplication of the 24th root of one: no library is asked.
private func turn(_ share: Double) -> (Double, Double) {
    let root = (0.9659258262890683, 0.2588190451025207)
    var z = (1.0, 0.0)
    for _ in 0..<Int((share * 24).rounded()) { z = (z.0 * root.0 - z.1 * root.1, z.0 * root.1 + z.1 * root.0) }
    return z
}
private func cosine(_ share: Double) -> Double { turn(share).0 }
private func sine(_ share: Double) -> Double { turn(share).1 }
