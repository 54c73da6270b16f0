private import Glibc

/// Refines the poses of a plane in some frames, the places of its corners and, where asked for, the camera, all together.
///
/// The known points of the card hold the scale and the plane; the corners round it, seen in many frames, hold the frames together.
/// Unknown points are eliminated (Schur complement), so that the system has six unknowns a frame and three for the camera: focal length
/// and principal point. Not to know the latter is most of the uncertainty of the former.
///
/// Source: B. Triggs et al., "Bundle adjustment – a modern synthesis", Vision Algorithms: Theory and Practice, 2000.
struct PlaneAdjustment {
    /// Deviation of a followed corner, pixels.
    private let followedDeviation: Double
    /// How much larger deviations are than with independent errors: about one in four frames tells something new.
    private static let dependence = 2.0

    /// The frames' poses.
    var poses: [PlanePose]
    /// Where the corners are on the plane, by track.
    var points: [Int: SIMD2<Double>]
    /// Pixels.
    var focal: Double
    /// Where the optical axis meets the picture, pixels from where it was taken to be.
    private(set) var center = SIMD2<Double>.zero
    /// Standard deviation of the focal length, pixels; nil while it was not estimated.
    private(set) var focalDeviation: Double?
    private let views: [PlaneView]
    private let prior: Prior?

    /// What is known of a camera before anything was seen.
    struct Prior {
        /// Natural logarithm of the focal length in pixels, and its standard deviation.
        var focalLog: Double
        var focalDeviation: Double
        /// Standard deviation of the principal point in x and in y, pixels.
        var centerDeviation: Double
    }

    /// Unknowns of the camera.
    private var globals: Int { prior == nil ? 0 : 3 }

    init(
        views: [PlaneView], poses: [PlanePose], points: [Int: SIMD2<Double>], focal: Double,
        followedDeviation: Double, prior: Prior?
    ) {
        self.followedDeviation = followedDeviation
        self.views = views
        self.poses = poses
        self.points = points
        self.focal = focal
        self.prior = prior
    }

    /// Takes steps until nothing changes.
    ///
    /// - Parameter reaches: for the weights; each is used for some steps.
    mutating func run(reaches: [Double], steps: Int) {
        for reach in reaches {
            let weight = RobustWeight(reach: reach)
            var damping = 1e-3
            var cost = self.cost(weight)
            for _ in 0..<steps {
                guard let next = stepped(weight, damping: damping) else {
                    damping *= 10
                    continue
                }
                let nextCost = next.cost(weight)
                if nextCost < cost {
                    let gain = (cost - nextCost) / max(cost, 1e-12)
                    self = next
                    cost = nextCost
                    damping = max(damping / 10, 1e-9)
                    if gain < 1e-6 { break }
                } else {
                    damping *= 10
                    if damping > 1e4 { break }
                }
            }
        }
        measureFocal(RobustWeight(reach: reaches.last ?? 3))
    }

    /// Half the sum that is made smallest: Geman and McClure's, whose derivative the weights are.
    private func cost(_ weight: RobustWeight) -> Double {
        var sum = 0.0
        let scale = weight.reach * weight.reach
        func add(_ residual: SIMD2<Double>, _ deviation: Double) {
            let ratio = (residual * residual).sum() / (deviation * deviation)
            sum += scale * ratio / (scale + ratio)
        }
        for (view, pose) in zip(views, poses) {
            for known in view.known {
                guard let seen = pose.project(known.point, focal: focal) else { return .infinity }
                add(known.place - center - seen, view.knownDeviation)
            }
            for followed in view.followed {
                guard let point = points[followed.track] else { continue }
                guard let seen = pose.project(point, focal: focal) else { sum += scale; continue }
                add(followed.place - center - seen, followedDeviation)
            }
        }
        if let prior {
            let off = (log(focal) - prior.focalLog) / prior.focalDeviation
            let aside = center / prior.centerDeviation
            sum += off * off + (aside * aside).sum()
        }
        return sum
    }

    /// What is known of an unknown point: its own block, and how it hangs together with the frames that see it.
    private struct PointBlock {
        var a = 0.0, b = 0.0, c = 0.0
        var right = SIMD2<Double>.zero
        /// For each frame: which, and 9 × 2 products of the derivatives of pose and camera with those of the point.
        var frames: [(frame: Int, mixed: [Double])] = []
    }

    private func equations(_ weight: RobustWeight, damping: Double) -> (NormalEquations, [Int: PointBlock]) {
        let last = 6 * poses.count
        var system = NormalEquations(count: last + globals)
        /// The derivatives of one coordinate of a place: pose, then focal length and principal point.
        func row(_ l: PlanePose.Linear, _ k: Int) -> [Double] {
            l.pose(k) + (prior == nil ? [] : [l.focal[k], k == 0 ? 1 : 0, k == 0 ? 0 : 1])
        }
        var blocks: [Int: PointBlock] = [:]
        for (i, (view, pose)) in zip(views, poses).enumerated() {
            let indices = Array((6 * i)..<(6 * i + 6)) + Array(last..<(last + globals))
            for known in view.known {
                guard let l = pose.linear(known.point, seen: known.place - center, focal: focal) else { continue }
                let w = weight(l.residual, deviation: view.knownDeviation)
                for k in 0..<2 {
                    system.add(row(l, k), at: indices, target: l.residual[k], weight: w)
                }
            }
            for followed in view.followed {
                guard let point = points[followed.track], let l = pose.linear(point, seen: followed.place - center, focal: focal)
                else {
                    continue
                }
                let w = weight(l.residual, deviation: followedDeviation)
                var block = blocks[followed.track] ?? PointBlock()
                var mixed = [Double](repeating: 0, count: 18)
                for k in 0..<2 {
                    let row = row(l, k)
                    system.add(row, at: indices, target: l.residual[k], weight: w)
                    let x = l.point.0[k]
                    let y = l.point.1[k]
                    block.a += w * x * x
                    block.b += w * x * y
                    block.c += w * y * y
                    block.right += SIMD2(x, y) * (w * l.residual[k])
                    for (m, value) in row.enumerated() {
                        mixed[2 * m] += w * value * x
                        mixed[2 * m + 1] += w * value * y
                    }
                }
                block.frames.append((i, mixed))
                blocks[followed.track] = block
            }
        }
        if let prior {
            let v = 1 / (prior.focalDeviation * prior.focalDeviation)
            system.add([1 / focal], at: [last], target: prior.focalLog - log(focal), weight: v)
            let w = 1 / (prior.centerDeviation * prior.centerDeviation)
            system.add([1], at: [last + 1], target: -center.x, weight: w)
            system.add([1], at: [last + 2], target: -center.y, weight: w)
        }
        // Damping and a hint of stiffness, so that a point seen once does not run away.
        for (track, block) in blocks {
            blocks[track]?.a = block.a * (1 + damping) + 1e-3
            blocks[track]?.c = block.c * (1 + damping) + 1e-3
        }
        eliminate(blocks, from: &system)
        return (system, blocks)
    }

    private func eliminate(_ blocks: [Int: PointBlock], from system: inout NormalEquations) {
        let last = 6 * poses.count
        let width = 6 + globals
        func index(_ frame: Int, _ m: Int) -> Int { m < 6 ? 6 * frame + m : last + m - 6 }
        // In order of track, so that rounding is the same each time.
        for track in blocks.keys.sorted() {
            guard let block = blocks[track] else { continue }
            let det = block.a * block.c - block.b * block.b
            guard det > 0 else { continue }
            let inverse = (a: block.c / det, b: -block.b / det, c: block.a / det)
            let solved = SIMD2(
                inverse.a * block.right.x + inverse.b * block.right.y, inverse.b * block.right.x + inverse.c * block.right.y)
            for (frame, mixed) in block.frames {
                for m in 0..<width {
                    let x = mixed[2 * m]
                    let y = mixed[2 * m + 1]
                    let row = index(frame, m)
                    system.add(-(x * solved.x + y * solved.y), at: row)
                    let reduced = (x: x * inverse.a + y * inverse.b, y: x * inverse.b + y * inverse.c)
                    for (other, theirs) in block.frames where other <= frame || m >= 6 {
                        for n in 0..<width {
                            let column = index(other, n)
                            if column <= row {
                                system.add(-(reduced.x * theirs[2 * n] + reduced.y * theirs[2 * n + 1]), at: row, column)
                            }
                        }
                    }
                }
            }
        }
    }

    private func stepped(_ weight: RobustWeight, damping: Double) -> Self? {
        let (system, blocks) = equations(weight, damping: damping)
        guard let step = system.solved(damping: damping) else { return nil }
        var next = self
        for i in poses.indices { next.poses[i] = poses[i].moved(by: step[(6 * i)..<(6 * i + 6)]) }
        if prior != nil {
            let last = 6 * poses.count
            next.focal = focal * exp(max(-0.3, min(0.3, step[last] / focal)))
            next.center = center + SIMD2(step[last + 1], step[last + 2])
        }
        for (track, block) in blocks {
            let det = block.a * block.c - block.b * block.b
            guard det > 0, let point = points[track] else { continue }
            var right = block.right
            for (frame, mixed) in block.frames {
                for m in 0..<(6 + globals) {
                    let s = step[m < 6 ? 6 * frame + m : 6 * poses.count + m - 6]
                    right -= SIMD2(mixed[2 * m], mixed[2 * m + 1]) * s
                }
            }
            next.points[track] =
                point
                + SIMD2((block.c * right.x - block.b * right.y) / det, (block.a * right.y - block.b * right.x) / det)
        }
        return next
    }

    /// The focal length's deviation, from the inverse of the equations and from how large the residuals are.
    private mutating func measureFocal(_ weight: RobustWeight) {
        guard prior != nil else { return }
        let (system, _) = equations(weight, damping: 0)
        guard let variance = system.inverseDiagonal(6 * poses.count), variance > 0 else { return }
        // A corner's error lasts from frame to frame: frames tell less than if they were independent.
        focalDeviation = variance.squareRoot() * max(1, residualScale(weight)) * Self.dependence
    }

    /// Root mean square of the weighted residuals in multiples of their deviations.
    private func residualScale(_ weight: RobustWeight) -> Double {
        var sum = 0.0
        var total = 0.0
        for (view, pose) in zip(views, poses) {
            for known in view.known {
                guard let seen = pose.project(known.point, focal: focal) else { continue }
                let r = known.place - center - seen
                let d = view.knownDeviation
                let share = weight(r, deviation: d) * d * d
                sum += share * (r * r).sum() / (d * d)
                total += 2 * share
            }
        }
        return total > 0 ? (sum / total).squareRoot() : 1
    }
}
