/// How well a plane is known.
public struct PlaneFit: Hashable, Sendable {
    /// How many points lie on it.
    public var points: Int
    /// Standard error of its place along the normal, metres, as the points' deviations say.
    public var standardError: Double
    /// Root mean square of the points' distances from the fitted plane, metres.
    public var residual: Double
    /// The normal of the plane fitted to the points without regard to gravity, in the world; length 1.
    ///
    /// A level plane's anchor stands upright all the same, as ARKit's do: this tells how far the points agree.
    public var normal: SIMD3<Double>
}

/// A point as a plane search sees it.
struct SheetPoint {
    /// Along the plane, metres.
    var place: SIMD2<Double>
    /// Over the plane, metres.
    var height: Double
    /// Standard deviation, metres.
    var deviation: Double
    /// Where the point stands in the list that the search began with.
    var source: Int
}

/// A piece of a plane that points lie on, found near a first guess.
struct Sheet {
    /// Height over the guess in the middle of the points, metres.
    var height: Double
    /// Slope of the fitted plane against the guess, along its two coordinates.
    var slope: SIMD2<Double>
    /// Mean of the points.
    var middle: SIMD2<Double>
    /// The outline of the points on it.
    var outline: PlaneOutline
    /// The points on it.
    var members: [SheetPoint]
    /// Standard error of the height, metres.
    var standardError: Double
    /// Root mean square distance of the points, metres.
    var residual: Double
    /// How many places of a grid hold points.
    var cells: Int
}

/// What is enough to believe in a plane.
struct SheetEvidence {
    var leastPoints = 25
    var leastCells = 6
    var leastArea = 0.04
    var leastSide = 0.14
    var mostStandardError = 0.004
    /// How many times denser points must be on the plane than beside it.
    var leastContrast = 1.5
}

/// Finds connected pieces of a plane among points given over a first guess of it, and fits each.
struct SheetSearch {
    /// Half the thickness of the slab in which points are taken for connecting, metres.
    static let reach = 0.025
    /// Side of the places in which points are counted, metres.
    static let cell = 0.1
    /// Points whose height is worse say nothing, metres.
    static let mostDeviation = 0.04
    /// What surfaces are rough by, and poses wrong, metres.
    static let roughness = 0.004
    /// Sheets nearer than this are one, metres.
    static let apart = 0.06

    let evidence: SheetEvidence

    /// The pieces that pass the evidence.
    ///
    /// - Parameters:
    ///   - points: all points there are.
    ///   - isFree: whether a point, by its source, may begin a piece.
    func sheets(of points: [SheetPoint], where isFree: (Int) -> Bool) -> [Sheet] {
        groups(points.filter { abs($0.height) <= max(Self.reach, 1.5 * $0.deviation) && isFree($0.source) }).compactMap { group in
            group.count >= evidence.leastPoints ? fit(group, among: points) : nil
        }
    }

    private struct Cell: Hashable {
        var x: Int
        var y: Int
        init(_ p: SIMD2<Double>) {
            x = Int((p.x / SheetSearch.cell).rounded(.down))
            y = Int((p.y / SheetSearch.cell).rounded(.down))
        }
    }

    /// Points in connected places; places with fewer than two points in their neighbourhood belong to none.
    private func groups(_ points: [SheetPoint]) -> [[SheetPoint]] {
        var cells: [Cell: [Int]] = [:]
        var order: [Cell] = []
        for (i, p) in points.enumerated() {
            let cell = Cell(p.place)
            if cells[cell] == nil { order.append(cell) }
            cells[cell, default: []].append(i)
        }
        func near(_ cell: Cell) -> [Cell] {
            var all: [Cell] = []
            for dy in -1...1 {
                for dx in -1...1 {
                    var other = cell
                    other.x += dx
                    other.y += dy
                    if cells[other] != nil { all.append(other) }
                }
            }
            return all
        }
        let held = Set(order.filter { cell in near(cell).reduce(0) { $0 + (cells[$1]?.count ?? 0) } >= 3 })
        var done: Set<Cell> = []
        var groups: [[SheetPoint]] = []
        for start in order where held.contains(start) && !done.contains(start) {
            var stack = [start]
            done.insert(start)
            var members: [Int] = []
            while let cell = stack.popLast() {
                members += cells[cell] ?? []
                for other in near(cell) where held.contains(other) && done.insert(other).inserted { stack.append(other) }
            }
            groups.append(members.sorted().map { points[$0] })
        }
        return groups
    }

    /// Fits a plane by weighted least squares with Tukey's biweight; nil when it is not evidence enough.
    private func fit(_ group: [SheetPoint], among all: [SheetPoint]) -> Sheet? {
        let outlineOfGroup = PlaneOutline(of: group.map(\.place))
        // Points above and below the slab also have a say.
        let near = all.filter { abs($0.height) <= 3 * Self.reach && outlineOfGroup.contains($0.place, margin: 0.02) }
        let origin = outlineOfGroup.middle
        var a = SIMD3<Double>(0, 0, median(group.map(\.height)))
        for round in 0..<6 {
            var normal = Normal3()
            // A slope is unlikely: a twentieth at one standard deviation. It decides only where points lie on a line.
            normal.add([1, 0, 0], 0, weight: 400)
            normal.add([0, 1, 0], 0, weight: 400)
            for p in near {
                let row = SIMD3(p.place - origin, 1)
                let weight = Self.weight(p, off: p.height - dot(a, row), cut: round < 2 ? 5 : 3)
                if weight > 0 { normal.add(row, p.height, weight: weight) }
            }
            guard let solved = normal.solution else { return nil }
            a = solved
        }
        var members: [SheetPoint] = []
        var total = 0.0
        var information = 0.0
        var height = 0.0
        var squares = 0.0
        var middle = SIMD2<Double>.zero
        for p in near {
            let off = p.height - dot(a, SIMD3(p.place - origin, 1))
            let weight = Self.weight(p, off: off, cut: 3)
            guard weight > 0 else { continue }
            total += weight
            information += weight * weight * (p.deviation * p.deviation + Self.roughness * Self.roughness)
            height += weight * p.height
            middle += p.place * weight
            if abs(off) < 2.5 * Self.scale(p) {
                members.append(p)
                squares += off * off
            }
        }
        guard total > 0, members.count >= evidence.leastPoints else { return nil }
        let outline = PlaneOutline(of: members.map(\.place))
        let rectangle = outline.leastRectangle
        let cells = Set(members.map { Cell($0.place) }).count
        let sheet = Sheet(
            height: height / total, slope: [a.x, a.y], middle: middle / total, outline: outline, members: members,
            standardError: information.squareRoot() / total, residual: (squares / Double(members.count)).squareRoot(),
            cells: cells)
        guard cells >= evidence.leastCells, outline.area >= evidence.leastArea,
            min(rectangle.size.x, rectangle.size.y) >= evidence.leastSide, sheet.standardError <= evidence.mostStandardError,
            abs(a.x) < 0.15, abs(a.y) < 0.15, standsOut(sheet, a, origin, among: all)
        else { return nil }
        return sheet
    }

    /// Whether points are denser on the sheet than in the slabs above and below it, over its outline.
    private func standsOut(_ sheet: Sheet, _ a: SIMD3<Double>, _ origin: SIMD2<Double>, among all: [SheetPoint]) -> Bool {
        var on = 0
        var beside = 0
        for p in all {
            let off = abs(p.height - dot(a, SIMD3(p.place - origin, 1)))
            guard off < 0.1, sheet.outline.contains(p.place) else { continue }
            // Both count per 5 cm of thickness.
            if off <= 0.025 { on += 1 } else if off >= 0.05 { beside += 1 }
        }
        return Double(on) >= evidence.leastContrast * Double(beside) / 2
    }

    private static func scale(_ p: SheetPoint) -> Double { (p.deviation * p.deviation + roughness * roughness).squareRoot() }

    private static func weight(_ p: SheetPoint, off: Double, cut: Double) -> Double {
        let scale = scale(p)
        let r = off / (cut * scale)
        let rest = 1 - r * r
        return rest > 0 ? rest * rest / (scale * scale) : 0
    }
}

/// The middle one of numbers; 0 of none.
func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
