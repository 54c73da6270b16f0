import Glibc
import Meshes
import Spaces
import TestSupport

/// Lines as bad as hands and trackers make them, and worse; a seed always makes the same.
struct RandomLines {
    let lines: [PenLine]
    let shape: StrokeSolids.Shape
    let frame: RigidTransform<AnchorSpace, WorldSpace>

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func unit() -> Double { random.unit() }
        let radius = [0.0015, 0.0015, 0.0005, 0.004][random.below(4)]
        let isTube = random.below(3) == 0
        let varies = !isTube && random.below(4) == 0
        let height = [0.00001, 0.001, 0.003, 0.02][random.below(4)]
        let chamfer = [0, 0.0005, 0.001, 0.003][random.below(4)]
        shape = isTube ? .tube : .ribbon(height: height, chamfer: chamfer)
        let normal = SIMD3(unit() - 0.5, unit() - 0.5, unit() - 0.5)
        frame = seed % 4 == 0 ? .identity : .anyTurn(along: normal, at: SIMD3(unit() * 4 - 2, unit(), unit() * 4 - 2))
        var middle = SIMD2(unit() - 0.5, unit() - 0.5)
        lines = (0..<(1 + random.below(4))).map { number in
            middle += SIMD2(unit() - 0.5, unit() - 0.5) * 0.05
            let points = Self.points(kind: random.below(14), middle, radius, &random, isLong: seed % 100 == 7)
            let radii = points.indices.map { i in
                varies ? max(PenLine.thinnest, radius * (0.1 + abs(sin(Double(i) * 0.07 + Double(number))))) : radius
            }
            return PenLine(points: points, times: points.indices.map(Double.init), radii: radii, name: "line_\(number)")
        }
    }

    private static func points(
        kind: Int, _ middle: SIMD2<Double>, _ radius: Double, _ random: inout SeededGenerator, isLong: Bool
    ) -> [SIMD2<Double>] {
        func offset() -> SIMD2<Double> { SIMD2(random.unit() - 0.5, random.unit() - 0.5) }
        func circle(_ angle: Double) -> SIMD2<Double> { SIMD2(cos(angle), sin(angle)) }
        switch kind {
        case 0: return [middle]
        case 1: return [middle, middle]
        case 2: return [middle, middle + offset() * 0.1]
        case 3: return [middle, middle + offset() * 1e-6, middle + offset() * 1e-7]
        case 4:
            // Out and back on the same way, and beyond.
            let way = offset() * 0.1
            return [middle, middle + way, middle + way * 0.3, middle + way * 1.2, middle - way * 0.1]
        case 5:
            // A star whose rays cross in one point.
            return (0..<12).flatMap { (i: Int) -> [SIMD2<Double>] in
                [middle, middle + circle(Double(i) * .pi / 6) * 0.03, middle]
            }
        case 6:
            // A spiral whose turns just touch.
            return (0..<400).map { (i: Int) -> SIMD2<Double> in
                let angle = Double(i) * 0.1
                return middle + circle(angle) * (0.004 + angle / .pi * radius)
            }
        case 7:
            // Rows side by side, edge on edge.
            return (0..<10).flatMap { row -> [SIMD2<Double>] in
                let y = Double(row) * 2 * radius
                let ends = [middle + SIMD2(0, y), middle + SIMD2(0.03, y)]
                return row % 2 == 0 ? ends : ends.reversed()
            }
        case 8:
            // Two circles of pen ways that touch from outside.
            let turns = (0...64).map { circle(Double($0) * .pi / 32) * 0.01 }
            return turns.map { middle + $0 } + turns.map { middle + SIMD2(0.02 + 2 * radius, 0) - $0 }
        case 9:
            // Each point two or three times.
            return (0..<60).flatMap { (i: Int) -> [SIMD2<Double>] in
                let distance = 0.02 * (1 + 0.3 * sin(Double(i)))
                return Array(repeating: middle + circle(Double(i) * 0.2) * distance, count: 2 + i % 2)
            }
        case 10:
            // Far points in any order.
            return (0..<40).map { _ in middle + offset() * 0.2 }
        case 11:
            // Exactly along an axis, with points on a line.
            let row = (0..<50).map { middle + SIMD2(Double($0) * 0.001, 0) }
            return row + [middle + SIMD2(0.02, 0.02), middle + SIMD2(0.02, -0.02)]
        default:
            // A walk that turns as it likes and comes back.
            var place = middle
            var angle = random.unit() * 6
            var bend = 0.0
            return (0..<(isLong ? 10_000 : 300)).map { _ in
                bend = 0.9 * bend + 0.2 * (random.unit() - 0.5)
                angle += bend
                place += circle(angle) * 0.0008 + (middle - place) * 0.002
                return place
            }
        }
    }
}

extension RigidTransform where From == AnchorSpace, To == WorldSpace {
    /// Axes with y along a direction.
    static func anyTurn(along direction: SIMD3<Double>, at place: SIMD3<Double>) -> Self {
        let y = WorldVector(direction).normalized
        let x = y.cross(abs(y.x) < 0.5 ? .init(x: 1, y: 0, z: 0) : .init(x: 0, y: 0, z: 1)).normalized
        return .init(xAxis: x.components, yAxis: y.components, zAxis: x.cross(y).components, translation: place)
    }
}
