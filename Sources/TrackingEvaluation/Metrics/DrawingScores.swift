public import Spaces

/// How a drawing compares with what was meant to be drawn.
public struct DrawingScores: Hashable, Sendable {
    /// Hausdorff distance of drawing and truth, millimetres; infinite when one of them is empty.
    public var hausdorff: Double
    /// Discrete Fréchet distance of the strokes one after the other, millimetres; infinite when one is empty.
    public var frechet: Double
    /// Length of the truth, millimetres.
    public var trueLength: Double
    /// Length of the drawing, millimetres.
    public var drawnLength: Double
    /// Share of the truth's length with ink near, 0…1.
    public var coveredShare: Double
    /// Length of the truth without ink near, millimetres.
    public var missingInk: Double
    /// Length of the drawing that is not near the truth, millimetres.
    public var falseInk: Double
    /// What counts as near, millimetres.
    public var tolerance: Double

    /// Compares strokes, each a polyline in the world, after sampling both at a spacing.
    ///
    /// - Parameters:
    ///   - drawn: the drawing's strokes.
    ///   - truth: the true strokes.
    ///   - tolerance: distance that counts as near, metres.
    ///   - spacing: distance of samples, metres; larger where strokes would have more than 20,000, as a line to a stray point has.
    public init(drawn: [[WorldPoint]], truth: [[WorldPoint]], tolerance: Double = 0.005, spacing: Double = 0.001) {
        let longest = max(strokeLength(drawn), strokeLength(truth))
        let spacing = max(spacing, longest / 20_000)
        let ink = Samples(drawn, spacing: spacing)
        let wanted = Samples(truth, spacing: spacing)
        hausdorff = hausdorffDistance(ink.points, wanted.points) * 1000
        frechet = frechetDistance(ink.points, wanted.points) * 1000
        trueLength = wanted.length * 1000
        drawnLength = ink.length * 1000
        missingInk = wanted.lengthAway(from: ink, by: tolerance) * 1000
        falseInk = ink.lengthAway(from: wanted, by: tolerance) * 1000
        coveredShare = trueLength > 0 ? max(0, 1 - missingInk / trueLength) : 0
        self.tolerance = tolerance * 1000
    }
}

/// The length of all strokes, metres; places that are not finite are left out.
private func strokeLength(_ strokes: [[WorldPoint]]) -> Double { strokes.reduce(0) { $0 + length(of: $1.filter(\.isFinite)) } }

/// Points along strokes, each with the length of stroke that it stands for.
private struct Samples {
    var points: [WorldPoint] = []
    var weights: [Double] = []

    init(_ strokes: [[WorldPoint]], spacing: Double) {
        for stroke in strokes {
            let along = resampled(stroke.filter(\.isFinite), spacing: spacing)
            for (i, point) in along.enumerated() {
                let before = i > 0 ? point.distance(to: along[i - 1]) : 0
                let after = i + 1 < along.count ? point.distance(to: along[i + 1]) : 0
                points.append(point)
                weights.append((before + after) / 2)
            }
        }
    }

    var length: Double { weights.reduce(0, +) }

    func lengthAway(from other: Samples, by tolerance: Double) -> Double {
        let grid = Grid(other.points, cell: tolerance)
        return zip(points, weights).reduce(0) { grid.hasPoint(near: $1.0) ? $0 : $0 + $1.1 }
    }
}

/// Points in cells as wide as the distance that is asked for, so that a question looks at 27 cells.
private struct Grid {
    private var cells: [SIMD3<Int>: [WorldPoint]] = [:]
    private let cell: Double

    init(_ points: [WorldPoint], cell: Double) {
        self.cell = cell
        for point in points { cells[place(point), default: []].append(point) }
    }

    private func place(_ p: WorldPoint) -> SIMD3<Int> {
        .init(index(p.x), index(p.y), index(p.z))
    }

    /// The cell of a coordinate; all that are too far for whole numbers share the last one.
    private func index(_ coordinate: Double) -> Int {
        Int(min(max((coordinate / cell).rounded(.down), -1e15), 1e15))
    }

    func hasPoint(near point: WorldPoint) -> Bool {
        let center = place(point)
        for dx in -1...1 {
            for dy in -1...1 {
                for dz in -1...1 {
                    let there = cells[center &+ .init(dx, dy, dz)] ?? []
                    if there.contains(where: { $0.distance(to: point) <= cell }) { return true }
                }
            }
        }
        return false
    }
}
