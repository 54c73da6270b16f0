/// A line of a pen through the air, of which a pipe is made.
public struct AirLine: Hashable, Sendable {
    /// Its corners in the world, metres; one alone is a dot.
    public var points: [SIMD3<Double>]
    /// When the pen was at each corner, seconds.
    public var times: [Double]
    /// The name, for messages.
    public var name: String

    /// Makes a line.
    public init(points: [SIMD3<Double>], times: [Double], name: String) {
        precondition(points.count == times.count, "a corner needs a time")
        self.points = points
        self.times = times
        self.name = name
    }
}

/// Makes closed pipes of lines that lie on no plane: where lines come near each other, or bend sharply, they are one solid.
///
/// The surface is where the distance to the nearest line is the radius, found on a grid of cubes that is known near the lines only. Each
/// cube is cut into six tetrahedra, and in each the surface is one triangle or two: A. Doi and A. Koide, "An efficient method of
/// triangulating equi-valued surfaces by using tetrahedral cells", IEICE Transactions E74(1), 1991, with the cubes cut as
/// H. Freudenthal did (Annals of Mathematics 43, 1942). It is closed and cannot cross itself, as no tetrahedron reaches into another.
public enum AirPipes {
    /// Cubes along the radius of a pipe.
    static let cubesPerRadius = 3.0
    /// How much wider the surface is made, in radii, as its flat faces lie inside of what is round.
    ///
    /// Over a triangle with the sides a, b, c the mean gap to a ball is (a² + b² + c²) / 24r, to a pipe half of that; here the sum is about
    /// 1.7 cubes squared, which makes 0.8 % and 0.4 %.
    static let widening = 0.007
    /// How many corners of cubes are kept at most: a hundred metres of line or so, and some gigabytes.
    private static let mostNodes = 20_000_000

    /// The solids, in the order of their first lines.
    ///
    /// - Parameters:
    ///   - lines: lines through the air, each with at least one point.
    ///   - radius: the radius of all pipes, metres.
    /// - Throws: ``MeshFailure`` for what is no number or too far away, and for a radius that a pen cannot have.
    public static func solids(of lines: [AirLine], radius: Double) throws -> [StrokeSolid] {
        guard let origin = lines.first?.points.first else { return [] }
        guard radius >= PenLine.thinnest * (1 - 1e-9), radius <= 1 else {
            throw MeshFailure.extent("radius of a pen", metres: radius)
        }
        // Corners of cubes have numbers of 21 bits for each axis.
        let reach = min(GridArea.reach, 1e6 * radius / cubesPerRadius)
        for line in lines {
            for (index, p) in line.points.enumerated() {
                guard abs(p.x) <= DecimalText.farthest, abs(p.y) <= DecimalText.farthest, abs(p.z) <= DecimalText.farthest else {
                    throw MeshFailure.coordinate(object: line.name, index: index, x: p.x, y: p.y, z: p.z)
                }
                guard length(p - origin) <= reach else {
                    throw MeshFailure.reach(object: line.name, metres: length(p - origin))
                }
            }
        }
        var field = DistanceField(origin: origin, cube: radius / cubesPerRadius, radius: radius * (1 + widening))
        for (number, line) in lines.enumerated() {
            try field.add(line, number: number, mostNodes: mostNodes)
        }
        var surface = FieldSurface(field: field, lineCount: lines.count)
        surface.march()
        // A line that lies wholly in another has no corner of its own.
        for (number, line) in lines.enumerated() {
            if let first = line.points.first, let owner = field.nearest(to: first)?.line { surface.join(number, owner) }
        }
        return surface.solids()
    }
}

/// The distance to the nearest line at the corners of cubes near lines.
struct DistanceField {
    /// What is known at a corner.
    struct Node {
        /// To the nearest line, metres.
        var distance: Double
        /// The nearest place on that line, metres.
        var foot: SIMD3<Double>
        /// When the pen was there, seconds.
        var time: Double
        /// The number of that line.
        var line: Int
    }

    /// Where the corner (0, 0, 0) lies, metres.
    let origin: SIMD3<Double>
    /// Side of a cube, metres.
    let cube: Double
    /// Radius of the pipe, metres.
    let radius: Double
    /// The corners by their keys.
    private(set) var nodes: [Int: Node] = [:]

    init(origin: SIMD3<Double>, cube: Double, radius: Double) {
        self.origin = origin
        self.cube = cube
        self.radius = radius
    }

    /// Bits of a key for each axis.
    private static let bits = 21
    /// The way in keys to the next corner along each axis.
    static let steps = [1 << (2 * bits), 1 << bits, 1]

    /// A corner as one number.
    static func key(_ corner: SIMD3<Int32>) -> Int {
        let half = Int32(1 << (bits - 1))
        return (Int(corner.x + half) << (2 * bits)) | (Int(corner.y + half) << bits) | Int(corner.z + half)
    }

    /// Where a corner lies, metres.
    func place(_ key: Int) -> SIMD3<Double> {
        let half = 1 << (Self.bits - 1)
        let mask = 1 << Self.bits - 1
        let corner = SIMD3(
            Double((key >> (2 * Self.bits)) - half), Double((key >> Self.bits & mask) - half), Double((key & mask) - half))
        return origin + corner * cube
    }

    /// What is known at the corner nearest to a place.
    func nearest(to p: SIMD3<Double>) -> Node? {
        nodes[Self.key(SIMD3<Int32>(((p - origin) / cube).rounded(.toNearestOrAwayFromZero)))]
    }

    /// Takes in a line.
    mutating func add(_ line: AirLine, number: Int, mostNodes: Int) throws {
        for i in line.points.indices where i == 0 || i + 1 < line.points.count {
            let a = line.points[i]
            let b = line.points[min(i + 1, line.points.count - 1)]
            let later = line.times[min(i + 1, line.times.count - 1)]
            // Short pieces, so that the boxes round them hold little else.
            let pieces = max(1, Int((length(b - a) / (2 * radius)).rounded(.up)))
            for k in 0..<pieces {
                let from = Double(k) / Double(pieces)
                let to = Double(k + 1) / Double(pieces)
                let times = (line.times[i] + (later - line.times[i]) * from, line.times[i] + (later - line.times[i]) * to)
                add(a + (b - a) * from, a + (b - a) * to, times, number)
            }
            guard nodes.count <= mostNodes else { throw MeshFailure.outline("\(line.name) is too long for so thin a pipe") }
        }
    }

    private mutating func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ times: (Double, Double), _ number: Int) {
        // All corners of every cube that the surface passes.
        let reach = radius + 2 * cube
        let low = SIMD3<Int32>(((pointwiseMin(a, b) - reach - origin) / cube).rounded(.up))
        let high = SIMD3<Int32>(((pointwiseMax(a, b) + reach - origin) / cube).rounded(.down))
        let way = b - a
        let squared = (way * way).sum()
        for x in low.x...high.x {
            for y in low.y...high.y {
                for z in low.z...high.z {
                    let p = origin + SIMD3(Double(x), Double(y), Double(z)) * cube
                    let share = squared > 0 ? min(max(((p - a) * way).sum() / squared, 0), 1) : 0
                    let foot = a + way * share
                    let distance = length(p - foot)
                    guard distance <= reach else { continue }
                    let time = times.0 + (times.1 - times.0) * share
                    let node = Node(distance: distance, foot: foot, time: time, line: number)
                    let key = Self.key(SIMD3(x, y, z))
                    if let known = nodes[key], known.distance <= distance { continue }
                    nodes[key] = node
                }
            }
        }
    }
}
