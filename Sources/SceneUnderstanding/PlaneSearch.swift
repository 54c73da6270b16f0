import Glibc
import Spaces

/// The axes of a plane in the world: an origin on it, and two directions along it that make a right-handed system with the normal.
struct PlaneFrame: Hashable, Sendable {
    /// On the plane, metres.
    var origin: SIMD3<Double>
    /// First direction along it.
    let u: SIMD3<Double>
    /// Second direction along it: +z of a level plane, down an upright one.
    let v: SIMD3<Double>
    /// The normal: v × u turned round, so that (u, normal, v) is right-handed.
    let normal: SIMD3<Double>

    /// The frame of a level plane.
    init(levelAt origin: SIMD3<Double>) {
        self.origin = origin
        u = [1, 0, 0]
        v = [0, 0, 1]
        normal = [0, 1, 0]
    }

    /// The frame of an upright plane; `v` leads down.
    init(uprightAt origin: SIMD3<Double>, normal: SIMD3<Double>) {
        let n = normal / dot(normal, normal).squareRoot()
        let down = SIMD3(0, -1, 0) + n * n.y
        self.origin = origin
        self.normal = n
        v = down / dot(down, down).squareRoot()
        u = cross(n, v)
    }

    /// A point's coordinates: along u, along v, over the plane.
    func local(_ p: SIMD3<Double>) -> SIMD3<Double> {
        let d = p - origin
        return SIMD3(dot(d, u), dot(d, v), dot(d, normal))
    }

    /// The world point of two coordinates along the plane.
    func world(_ q: SIMD2<Double>) -> SIMD3<Double> { origin + u * q.x + v * q.y }
}

/// The vector product.
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// A plane that one search found.
struct PlaneCandidate {
    let alignment: PlaneAlignment
    /// Through the plane.
    let frame: PlaneFrame
    /// The points on it in the coordinates of ``frame``, and their outline.
    let sheet: Sheet

    /// How well it is known.
    var fit: PlaneFit {
        let n = frame.normal - frame.u * sheet.slope.x - frame.v * sheet.slope.y
        return PlaneFit(
            points: sheet.members.count, standardError: sheet.standardError, residual: sheet.residual,
            normal: n / dot(n, n).squareRoot())
    }
}

/// The points that planes are looked for in.
struct PlaneCloud {
    /// Metres in the world.
    let places: [SIMD3<Double>]
    /// Standard deviations along the rays, metres.
    let deviations: [Double]
    /// Where they were seen from, metres; nil where nobody said.
    let eyes: [SIMD3<Double>?]

    /// Takes points.
    init(_ points: [FeaturePoint]) {
        places = points.map(\.position.coordinates)
        // A point of which nobody says how good it is, is taken as good to a centimetre, as a phone's are.
        deviations = points.map { $0.deviation ?? 0.01 }
        eyes = points.map { $0.seenFrom?.coordinates }
    }

    /// All points in the axes of a plane that are known well enough.
    ///
    /// Errors are symmetric in the inverse of the distance, and not in the distance. So each point is moved along its ray to the plane,
    /// and its height is what the difference of the inverse distances makes at the plane: to first order the same, and without bias.
    func points(in frame: PlaneFrame) -> [SheetPoint] {
        var all: [SheetPoint] = []
        all.reserveCapacity(places.count)
        for i in places.indices {
            let q = frame.local(places[i])
            var point = SheetPoint(place: [q.x, q.y], height: q.z, deviation: deviations[i], source: i)
            if let eye = eyes[i] {
                let e = frame.local(eye)
                let ray = q - e
                let length = dot(ray, ray).squareRoot()
                // How many times as far as the point the plane is along the ray.
                let times = e.z / (e.z - q.z)
                // Near the plane's own rays nothing can be moved.
                if times > 0.2, times < 5 {
                    point.height = q.z * times
                    point.place = [e.x + ray.x * times, e.y + ray.y * times]
                    point.deviation = deviations[i] * times * times * abs(ray.z) / length
                }
            }
            if point.deviation <= SheetSearch.mostDeviation { all.append(point) }
        }
        return all
    }

    /// What a point counts in a histogram.
    func weight(_ i: Int) -> Double { 1 / (1 + deviations[i] * deviations[i] / 1e-3) }
}

/// Looks for level planes: the peaks of the histogram of heights.
struct LevelSearch {
    private static let bin = 0.01
    private static let mostPeaks = 24

    /// The level planes of a cloud, strongest first.
    func candidates(in cloud: PlaneCloud) -> [PlaneCandidate] {
        var free = [Bool](repeating: true, count: cloud.places.count)
        let search = SheetSearch(evidence: SheetEvidence())
        var found: [PlaneCandidate] = []
        for _ in 0..<Self.mostPeaks {
            guard let height = peak(of: cloud, free) else { break }
            var frame = PlaneFrame(levelAt: [0, height, 0])
            var points = cloud.points(in: frame)
            var sheets = search.sheets(of: points) { free[$0] }
            // The peak is good to a centimetre or two: look again about the height that was fitted.
            if let best = sheets.max(by: { $0.members.count < $1.members.count }) {
                frame.origin.y += best.height
                points = cloud.points(in: frame)
                sheets = search.sheets(of: points) { free[$0] }
            }
            for sheet in sheets {
                var own = frame
                own.origin.y += sheet.height
                found.append(PlaneCandidate(alignment: .horizontal, frame: own, sheet: sheet))
                // What lies a little above or below is the same surface, seen badly, or a thing on it.
                for p in points
                where abs(p.height - sheet.height) < SheetSearch.apart && sheet.outline.contains(p.place, margin: 0.15) {
                    free[p.source] = false
                }
            }
            for p in points where abs(p.height) <= SheetSearch.reach { free[p.source] = false }
        }
        return found
    }

    /// The height at which most free points lie; nil when it is not many.
    private func peak(of cloud: PlaneCloud, _ free: [Bool]) -> Double? {
        var low = Double.infinity
        var high = -low
        for (p, isFree) in zip(cloud.places, free) where isFree && abs(p.y) < 100 {
            low = min(low, p.y)
            high = max(high, p.y)
        }
        guard high >= low else { return nil }
        var bins = [Double](repeating: 0, count: Int((high - low) / Self.bin) + 5)
        for (i, p) in cloud.places.enumerated() where free[i] && abs(p.y) < 100 {
            bins[Int((p.y - low) / Self.bin) + 2] += cloud.weight(i)
        }
        var best = (value: 0.0, at: 0)
        for i in 2..<(bins.count - 2) {
            let value = 3 * bins[i] + 2 * (bins[i - 1] + bins[i + 1]) + bins[i - 2] + bins[i + 2]
            if value > best.value { best = (value, i) }
        }
        // Nine is what the five weights add up to: about so many points in five centimetres.
        guard best.value / 9 * 5 >= Double(SheetEvidence().leastPoints) / 6 else { return nil }
        return low + (Double(best.at - 2) + 0.5) * Self.bin
    }
}

/// Looks for upright planes: lines in the plan, by Hough's transform.
///
/// Source: R. O. Duda and P. E. Hart, "Use of the Hough transformation to detect lines and curves in pictures", CACM 15(1), 1972.
struct UprightSearch {
    private static let angles = 60
    private static let bin = 0.04
    private static let reach = 8.0
    private static let mostPeaks = 12
    private static let mostPoints = 3000
    /// Along the ray, metres.
    private static let mostDeviation = 0.025
    private static let evidence = SheetEvidence(
        leastPoints: 30, leastCells: 8, leastArea: 0.08, leastSide: 0.2, mostStandardError: 0.006, leastContrast: 2)

    /// The upright planes of a cloud, strongest first.
    ///
    /// - Parameters:
    ///   - cloud: all points.
    ///   - level: planes whose points do not count.
    func candidates(in cloud: PlaneCloud, besides level: [PlaneCandidate]) -> [PlaneCandidate] {
        // Uncertain points can be moved along their rays onto any plane that stands across.
        var free = cloud.deviations.map { $0 <= Self.mostDeviation }
        for plane in level {
            for p in cloud.points(in: plane.frame)
            where abs(p.height) < max(SheetSearch.reach, 3 * p.deviation) && plane.sheet.outline.contains(p.place, margin: 0.1) {
                free[p.source] = false
            }
        }
        let count = free.count { $0 }
        guard count >= Self.evidence.leastPoints else { return [] }
        var middle = SIMD3<Double>.zero
        for (p, isFree) in zip(cloud.places, free) where isFree { middle += p }
        middle /= Double(count)
        let search = SheetSearch(evidence: Self.evidence)
        var found: [PlaneCandidate] = []
        for _ in 0..<Self.mostPeaks {
            guard var frame = peak(of: cloud, free, about: middle) else { break }
            var sheets: [Sheet] = []
            var points: [SheetPoint] = []
            // The peak's direction is good to a degree and a half: look again along the plane that was fitted.
            for round in 0..<3 {
                points = cloud.points(in: frame).filter { cloud.deviations[$0.source] <= Self.mostDeviation }
                sheets = search.sheets(of: points) { free[$0] }
                guard round < 2, let best = sheets.max(by: { $0.members.count < $1.members.count }) else { break }
                let normal = frame.normal - frame.u * best.slope.x - frame.v * best.slope.y
                guard abs(normal.y) < 0.15 else { break }
                frame = PlaneFrame(uprightAt: frame.world(best.middle) + frame.normal * best.height, normal: normal)
            }
            for sheet in sheets {
                var own = frame
                own.origin += frame.normal * sheet.height
                found.append(PlaneCandidate(alignment: .vertical, frame: own, sheet: sheet))
                for p in points
                where abs(p.height - sheet.height) < SheetSearch.apart && sheet.outline.contains(p.place, margin: 0.15) {
                    free[p.source] = false
                }
            }
            for p in points where abs(p.height) <= SheetSearch.reach { free[p.source] = false }
        }
        return found
    }

    /// The upright plane near which most free points lie; nil when it is not many.
    private func peak(of cloud: PlaneCloud, _ free: [Bool], about middle: SIMD3<Double>) -> PlaneFrame? {
        let size = Int(2 * Self.reach / Self.bin) + 3
        var bins = [Float](repeating: 0, count: Self.angles * size)
        let turns = (0..<Self.angles).map { i -> SIMD2<Double> in
            let angle = Double(i) * .pi / Double(Self.angles)
            return [cos(angle), sin(angle)]
        }
        let indices = cloud.places.indices.filter { free[$0] }
        let step = max(1, indices.count / Self.mostPoints)
        for k in Swift.stride(from: 0, to: indices.count, by: step) {
            let i = indices[k]
            let p = cloud.places[i] - middle
            let weight = Float(cloud.weight(i))
            for (row, turn) in turns.enumerated() {
                let rho = p.x * turn.x + p.z * turn.y
                guard abs(rho) < Self.reach else { continue }
                bins[row * size + Int((rho + Self.reach) / Self.bin) + 1] += weight
            }
        }
        var best = (value: Float(0), row: 0, at: 0)
        for row in 0..<Self.angles {
            for at in 1..<(size - 1) {
                let k = row * size + at
                let value = bins[k] + 0.5 * (bins[k - 1] + bins[k + 1])
                if value > best.value { best = (value, row, at) }
            }
        }
        guard Double(best.value) * Double(step) >= Double(Self.evidence.leastPoints) / 3 else { return nil }
        let rho = (Double(best.at - 1) + 0.5) * Self.bin - Self.reach
        let normal = SIMD3(turns[best.row].x, 0, turns[best.row].y)
        return PlaneFrame(uprightAt: middle + normal * rho, normal: normal)
    }
}
