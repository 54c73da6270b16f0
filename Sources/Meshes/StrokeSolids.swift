internal import Glibc
public import Spaces

/// A closed solid made of lines of a pen.
public struct StrokeSolid: Hashable, Sendable {
    /// The surface in the axes of the world: closed, two-manifold, facing outward.
    public var mesh: Mesh
    /// The numbers of the lines that it is made of.
    public var lines: [Int]
}

/// Makes closed solids of lines on a plane: where lines touch or cross they are one solid, and holes stay open.
public enum StrokeSolids {
    /// What becomes of a line.
    public enum Shape: Hashable, Sendable {
        /// It stands on the plane, as high as `height`; the edges at its top are cut off at 45°, `chamfer` from the edge. Metres.
        case ribbon(height: Double, chamfer: Double)
        /// It is a pipe whose axis lies on the plane.
        case tube
    }

    /// Sides of the profile of a pipe; its area is that of the circle.
    static let sides = 16
    /// A chamfer of less than this is left out, metres.
    static let leastChamfer = 0.00002
    /// How often outlines that touch are made again.
    private static let attempts = 6

    /// The solids, in the order of their first lines.
    ///
    /// - Parameters:
    ///   - lines: lines on one plane, each with at least one point.
    ///   - shape: what becomes of them; the radius of a tube is that of the first point of the first line.
    ///   - worldFromPlane: where the plane lies; its x is the lines' x, its −z their y.
    /// - Throws: ``MeshFailure`` for what is no number, too far away, or no length a solid can have.
    public static func solids(
        of lines: [PenLine], as shape: Shape, worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>
    ) throws -> [StrokeSolid] {
        guard let origin = lines.first?.points.first else { return [] }
        try check(lines, shape, origin: origin)
        var failure = MeshFailure.outline("its parts touch")
        for attempt in 0..<attempts {
            do {
                let work = Work(lines: lines, shape: shape, frame: worldFromPlane, origin: origin, attempt: attempt)
                if let solids = try work.solids() { return solids }
            } catch let problem as MeshFailure { failure = problem }
        }
        throw failure
    }

    /// What lines look like from above: each connected area by itself, in the order of their first lines.
    ///
    /// Its first outline is the outer one, counter-clockwise; the others run clockwise round holes. Metres.
    ///
    /// - Throws: ``MeshFailure`` for what is no number, or too far away.
    public static func outlines(of lines: [PenLine]) throws -> [(rings: [[SIMD2<Double>]], lines: [Int])] {
        guard let origin = lines.first?.points.first else { return [] }
        for line in lines { try line.validate(origin: origin) }
        let areas = try sweep(lines, origin: origin, factor: 1, attempt: 0)
        guard let members = members(of: areas, lines, origin: origin) else {
            throw MeshFailure.outline("a line is outside of it")
        }
        return zip(areas, members).filter { !$1.isEmpty }.map { area, numbers in
            (area.rings.map { $0.map { GridArea.metres($0) + origin } }, numbers)
        }.sorted { $0.1[0] < $1.1[0] }
    }

    /// The lines of each area; nil when one lies in none.
    fileprivate static func members(of areas: [GridArea], _ lines: [PenLine], origin: SIMD2<Double>) -> [[Int]]? {
        var members = [[Int]](repeating: [], count: areas.count)
        for (number, line) in lines.enumerated() {
            // A line is connected: it lies where its first point lies.
            guard let first = line.points.first else { continue }
            let place = GridArea.place(first - origin)
            guard let area = areas.firstIndex(where: { $0.contains(place) }) else { return nil }
            members[area].append(number)
        }
        return members
    }

    private static func check(_ lines: [PenLine], _ shape: Shape, origin: SIMD2<Double>) throws {
        for line in lines { try line.validate(origin: origin) }
        guard case .ribbon(let height, let chamfer) = shape else { return }
        guard height >= ChamferedBox.lowest * (1 - 1e-9), height <= 1000 else {
            throw MeshFailure.extent("height", metres: height)
        }
        guard chamfer >= 0, chamfer <= 1000 else { throw MeshFailure.extent("chamfer", metres: chamfer) }
    }

    fileprivate static func sweep(_ lines: [PenLine], origin: SIMD2<Double>, factor: Double, attempt: Int) throws -> [GridArea] {
        let places = lines.map { $0.points.map { GridArea.place($0 - origin) } }
        let scale = factor * GridArea.stepsPerMetre
        let common = lines.first?.commonRadius
        if let common, lines.allSatisfy({ $0.commonRadius == common }) {
            return try GridArea.swept(places, radii: nil, radius: common * scale, attempt: attempt)
        }
        return try GridArea.swept(places, radii: lines.map { $0.radii.map { $0 * scale } }, radius: 0, attempt: attempt)
    }
}

/// One attempt.
private struct Work {
    let lines: [PenLine]
    let shape: StrokeSolids.Shape
    let frame: RigidTransform<AnchorSpace, WorldSpace>
    let origin: SIMD2<Double>
    let attempt: Int

    /// The solids; nil when outlines touch.
    func solids() throws -> [StrokeSolid]? {
        let areas = try StrokeSolids.sweep(lines, origin: origin, factor: widest, attempt: attempt)
        guard let members = StrokeSolids.members(of: areas, lines, origin: origin) else { return nil }
        var solids: [StrokeSolid] = []
        for (area, numbers) in zip(areas, members) where !numbers.isEmpty {
            let own = numbers.map { lines[$0] }
            let mesh =
                switch shape {
                case .ribbon(let height, let chamfer): try ribbon(area, own, height, chamfer)
                case .tube: try tube(area, own)
                }
            guard let mesh else { return nil }
            solids.append(StrokeSolid(mesh: mesh, lines: numbers))
        }
        return solids.sorted { $0.lines[0] < $1.lines[0] }
    }

    /// How wide the widest slice is, in radii of the pen.
    private var widest: Double { shape == .tube ? circumradius * cos(angles[0]) : 1 }

    /// Height angles of the slices of a pipe, from its equator up.
    private var angles: [Double] {
        let step = 2 * Double.pi / Double(StrokeSolids.sides)
        return (0..<StrokeSolids.sides / 4).map { (Double($0) + 0.5) * step }
    }

    /// The distance of the corners of the profile from its middle, in radii: the polygon has the area of the circle.
    private var circumradius: Double {
        let step = 2 * Double.pi / Double(StrokeSolids.sides)
        return (step / sin(step)).squareRoot()
    }

    private func ribbon(_ area: GridArea, _ lines: [PenLine], _ height: Double, _ asked: Double) throws -> Mesh? {
        let thickest = lines.lazy.flatMap(\.radii).max() ?? 0
        let chamfer = min(asked, height / 2, thickest * 0.75)
        var levels = [TerracedSolid.Level(area: area, height: height, tiltBelow: 0, tiltAbove: .pi / 2)]
        if chamfer >= StrokeSolids.leastChamfer {
            levels[0].height = height - chamfer
            levels[0].tiltAbove = .pi / 4
            // Where a line is narrower than its chamfer, slices between make the ridge.
            let isEven = lines.allSatisfy { $0.commonRadius == thickest }
            let steps = isEven ? 1 : 4
            for k in 1...steps {
                let depth = chamfer * Double(k) / Double(steps)
                let inner = try area.shrunk(by: depth * GridArea.stepsPerMetre, attempt: attempt)
                guard !inner.rings.isEmpty else { break }
                levels.append(.init(area: inner, height: height - chamfer + depth, tiltBelow: .pi / 4, tiltAbove: .pi / 4))
            }
            levels[levels.count - 1].tiltAbove = .pi / 2
        }
        return TerracedSolid.mesh(levels: levels, foot: .flat, frame: frame, origin: origin, times: TimesAlongLines(lines))
    }

    private func tube(_ area: GridArea, _ lines: [PenLine]) throws -> Mesh? {
        let radius = (lines.first?.radii.first ?? 0) * circumradius
        var levels: [TerracedSolid.Level] = []
        for angle in angles {
            let slice =
                levels.isEmpty
                ? area
                : GridArea(
                    rings: try StrokeSolids.sweep(lines, origin: origin, factor: circumradius * cos(angle), attempt: attempt)
                        .flatMap(\.rings))
            levels.append(.init(area: slice, height: radius * sin(angle), tiltBelow: angle, tiltAbove: angle))
        }
        return TerracedSolid.mesh(levels: levels, foot: .mirrored, frame: frame, origin: origin, times: TimesAlongLines(lines))
    }
}
