import Glibc
import Spaces

/// A point of one world as a camera of another world sees it.
struct Sighting {
    /// Where the point is in the one world, metres.
    let point: SIMD3<Double>
    /// The camera, in the other world.
    let camera: Camera
    /// Where it appears.
    let pixel: PixelPoint
    /// The ray of the pixel in the other world; of length 1.
    let ray: SIMD3<Double>

    /// Takes a sighting; nil where the lens model does not invert.
    init?(of point: WorldPoint, at pixel: PixelPoint, by camera: Camera) {
        guard let ray = camera.ray(through: pixel) else { return nil }
        self.point = point.coordinates
        self.camera = camera
        self.pixel = pixel
        self.ray = ray.direction.normalized.components
    }

    /// Where the point should appear less where it does, pixels; nil behind the camera.
    func error(_ transform: LevelTransform) -> SIMD2<Double>? {
        guard let p = camera.project(transform(.init(point))) else { return nil }
        return [p.x - pixel.x, p.y - pixel.y]
    }
}

extension LevelTransform {
    /// The transforms under which two points appear where one camera sees them; none, one or two.
    ///
    /// With R the turn and o the camera, R p + t = o + s d for both points. The difference of both equations has a vertical part, linear
    /// in the distances s, and a level part whose length no turn changes: a quadratic equation in one distance. Source of the
    /// idea: Z. Kukelova, M. Bujnak and T. Pajdla, "Closed-form solutions to minimal absolute pose problems with known vertical
    /// direction", ACCV 2010.
    static func through(_ a: Sighting, _ b: Sighting) -> [LevelTransform] {
        let difference = a.point - b.point
        let level = difference.x * difference.x + difference.z * difference.z
        // s of a = k + m · s of b; of the two, the one whose ray is steeper is solved for.
        guard abs(a.ray.y) >= abs(b.ray.y) else { return through(b, a) }
        guard abs(a.ray.y) > 1e-9, level > 1e-12 else { return [] }
        let k = difference.y / a.ray.y
        let m = b.ray.y / a.ray.y
        // The level part of s(a) d(a) − s(b) d(b) = k · d(a) + s(b) (m · d(a) − d(b)).
        let fixed = SIMD2(a.ray.x, a.ray.z) * k
        let way = SIMD2(a.ray.x, a.ray.z) * m - SIMD2(b.ray.x, b.ray.z)
        let square = (way * way).sum()
        let mixed = (fixed * way).sum()
        let rest = (fixed * fixed).sum() - level
        let discriminant = mixed * mixed - square * rest
        guard square > 1e-12, discriminant >= 0 else { return [] }
        let root = discriminant.squareRoot()
        return [(-mixed - root) / square, (-mixed + root) / square].compactMap { sb in
            let sa = k + m * sb
            guard sa > 0, sb > 0 else { return nil }
            let there = a.ray * sa - b.ray * sb
            // Angles about y from −z, as headings.
            let yaw = atan2(-there.x, -there.z) - atan2(-difference.x, -difference.z)
            var transform = LevelTransform(yaw: yaw, translation: .zero)
            let turned = transform(.init(a.point)).coordinates
            transform.translation = a.camera.position.coordinates + a.ray * sa - turned
            return transform
        }
    }

    /// Moves to where the sightings' errors are least, with errors beyond a limit counting less (Huber).
    ///
    /// - Parameters:
    ///   - sightings: at least three.
    ///   - limit: pixels.
    func refined(on sightings: [Sighting], limit: Double) -> LevelTransform {
        var current = self
        for _ in 0..<12 {
            var normal = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 4)
            for sighting in sightings {
                guard let error = sighting.error(current) else { continue }
                let size = (error * error).sum().squareRoot()
                let weight = size <= limit ? 1 : limit / size
                var rows = [SIMD2<Double>](repeating: .zero, count: 4)
                for parameter in 0..<4 {
                    let step = 1e-6
                    var moved = current
                    if parameter == 0 { moved.yaw += step } else { moved.translation[parameter - 1] += step }
                    guard let there = sighting.error(moved) else { continue }
                    rows[parameter] = (there - error) / step
                }
                for i in 0..<4 {
                    for j in 0..<4 { normal[i][j] += weight * (rows[i] * rows[j]).sum() }
                    normal[i][4] -= weight * (rows[i] * error).sum()
                }
            }
            guard let step = solved(normal) else { break }
            current.yaw += step[0]
            current.translation += SIMD3(step[1], step[2], step[3])
            if step.allSatisfy({ abs($0) < 1e-9 }) { break }
        }
        return current
    }
}

/// Solves linear equations, each a row with its right side last, by elimination; nil when they do not determine the unknowns.
private func solved(_ equations: [[Double]]) -> [Double]? {
    var rows = equations
    let count = rows.count
    for i in 0..<count {
        guard let pivot = (i..<count).max(by: { abs(rows[$0][i]) < abs(rows[$1][i]) }), abs(rows[pivot][i]) > 1e-12 else {
            return nil
        }
        rows.swapAt(i, pivot)
        for j in 0..<count where j != i {
            let share = rows[j][i] / rows[i][i]
            for k in i...count { rows[j][k] -= share * rows[i][k] }
        }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
}
