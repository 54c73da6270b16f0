import Glibc
public import Recordings
public import Spaces

/// Leads a follower along a way: how far it is, how far off, and whether to turn round.
public struct PathGuide: Sendable {
    /// What a follower is told at one moment.
    public struct Advice: Hashable, Sendable {
        /// How far along the way the nearest point of it is, metres.
        public var along: Double
        /// What is left of the way, metres.
        public var left: Double
        /// How far beside the way, on the level, metres.
        public var off: Double
        /// The angle from where the follower looks to the way a metre ahead, counter-clockwise seen from above, −π…π.
        public var turn: Double
        /// Whether the follower has looked away from where the way leads for a while, and should turn round.
        public var turnsRound: Bool
        /// Whether the end is reached.
        public var hasArrived: Bool
        /// The points that come next; the last ones when the end is near.
        public var next: Range<Int>
    }

    /// How many points that come next are shown in another colour.
    public static let highlighted = 3
    /// The angle from which on one looks away from the way, radians: 120 degrees.
    public static let awayAngle = 2 * Double.pi / 3
    /// How long one may look away before being told, seconds.
    public static let awayTime = 0.5
    /// How far ahead along the way one is led to, metres.
    ///
    /// A point beside one's feet says nothing about where to go (R. C. Coulter, "Implementation of the pure pursuit path tracking
    /// algorithm", CMU-RI-TR-92-01, 1992).
    public static let lookAhead = 1.0
    /// How near the end is the end, metres.
    public static let arrival = 0.5
    /// How far ahead along the way the next nearest point is looked for, metres: a way that comes back to a place has two.
    private static let reach = 4.0
    /// How far one may step back and still be looked for there, metres.
    private static let back = 2.0

    private let path: WalkPath
    private var along = 0.0
    private var lookedAwaySince: Double?

    /// Makes a guide at the start of a way.
    public init(along path: WalkPath) { self.path = path }

    /// Takes in where the follower is.
    ///
    /// - Parameters:
    ///   - position: in the world of the way, metres.
    ///   - heading: where the follower looks there: the angle about y from −z, radians.
    ///   - time: seconds.
    public mutating func update(_ position: WorldPoint, heading: Double, time: Double) -> Advice {
        let points = path.waypoints
        var nearest = (off: Double.infinity, along: along, segment: 0)
        for i in 0..<max(points.count - 1, 1) {
            let a = points[i]
            let b = points[min(i + 1, points.count - 1)]
            let isNear = b.distance >= along - Self.back && a.distance <= along + Self.reach
            guard isNear || i >= points.count - 2 && nearest.off == .infinity else { continue }
            let way = level(b.position - a.position)
            let offset = level(position - a.position)
            let square = (way * way).sum()
            let share = square > 0 ? min(max((way * offset).sum() / square, 0), 1) : 0
            let beside = offset - way * share
            let off = (beside * beside).sum().squareRoot()
            if off < nearest.off { nearest = (off, a.distance + share * (b.distance - a.distance), i) }
        }
        along = nearest.along
        let upcoming = points.firstIndex { $0.distance > along + 1e-9 } ?? points.count - 1
        let left = max(path.length - along, 0)
        let way = level(self.place(at: min(along + Self.lookAhead, path.length), from: upcoming) - position)
        let hasArrived = left < Self.arrival
        // On the last point there is no direction to it.
        let turn = (way * way).sum() < 1e-6 ? 0 : remainder(atan2(-way.x, -way.y) - heading, 2 * .pi)
        let looksAway = abs(turn) > Self.awayAngle && !hasArrived
        lookedAwaySince = looksAway ? lookedAwaySince ?? time : nil
        return Advice(
            along: along, left: left, off: nearest.off, turn: turn,
            turnsRound: lookedAwaySince.map { time - $0 >= Self.awayTime } ?? false, hasArrived: hasArrived,
            next: upcoming..<min(upcoming + Self.highlighted, points.count))
    }

    /// The place of the way at a distance, at or after the piece that ends at a point.
    private func place(at distance: Double, from upcoming: Int) -> WorldPoint {
        let points = path.waypoints
        let i = points[upcoming...].firstIndex { $0.distance >= distance } ?? points.count - 1
        guard i > 0, points[i].distance > points[i - 1].distance else { return points[i].position }
        let share = (distance - points[i - 1].distance) / (points[i].distance - points[i - 1].distance)
        return points[i - 1].position + (points[i].position - points[i - 1].position) * share
    }

    /// The x and z of a vector.
    private func level(_ v: WorldVector) -> SIMD2<Double> { [v.x, v.z] }
}
