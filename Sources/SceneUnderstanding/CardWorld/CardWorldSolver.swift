private import Glibc
import Imaging
import Spaces

/// From what all frames show of a plane to a pose for each of them.
struct CardWorldSolver {
    /// Frames that are adjusted together; the others are fitted to what those found out.
    private static let mostKeyframes = 60
    /// Corners that take part in the adjustment.
    private static let mostPoints = 300
    /// Corners of the table that a pose needs when there is no card.
    private static let leastCorners = 10

    private var views: [PlaneView]
    private let times: [Double]
    private let straight: StraightPicture
    /// How far a followed corner may be off, pixels.
    private let cornerDeviation: Double
    private let bridge: Double
    private var focal: Double
    private var focalDeviation: Double?
    /// Where the optical axis was found, pixels from where it was taken to be.
    private var center = SIMD2<Double>.zero
    private var poses: [PlanePose?]
    private var points: [Int: SIMD2<Double>] = [:]

    init(views: [PlaneView], times: [Double], straight: StraightPicture, cornerDeviation: Double, bridge: Double) {
        self.cornerDeviation = cornerDeviation
        self.views = views
        self.times = times
        self.straight = straight
        self.bridge = bridge
        focal = straight.focal
        poses = Array(repeating: nil, count: views.count)
    }

    mutating func solve(size: (width: Double, length: Double)) throws -> CardWorld {
        if !straight.isKnown { try chooseFocal() }
        poses = try posesFromCard(focal: focal).poses
        guard poses.contains(where: { $0 != nil }) else { throw CardWorldFailure.noPose }
        placeCorners(Set(views.flatMap { $0.followed.map(\.track) }))
        fitAll(reaches: [16, 8])
        adjust()
        placeCorners(Set(views.flatMap { $0.followed.map(\.track) }).subtracting(points.keys))
        for reach in [8.0, 4, 4, 3, 3] {
            fitAll(reaches: [reach])
            moveCorners(reach: reach)
            if reach <= 4 { dropCorners() }
        }
        fitAll(reaches: [3, 3])
        return try world(size: size)
    }

    // MARK: - The start

    /// Of a few focal lengths, the one with which single views of the card fit best.
    private mutating func chooseFocal() throws {
        let longest = max(straight.imageSize.width, straight.imageSize.height)
        let usual = StraightPicture.usualFocal(straight.imageSize)
        var best = (focal: usual, error: try posesFromCard(focal: usual, every: sampling).error)
        for share in [0.45, 0.58, 1, 1.35, 1.9] {
            let error = try posesFromCard(focal: share * longest, every: sampling).error
            // The usual one is given up only for one that is clearly better.
            if error < 0.8 * best.error { best = (share * longest, error) }
        }
        focal = best.focal
    }

    private var sampling: Int { max(1, views.count / 40) }

    /// A pose from the card's points alone, of two that fit the one that leads on from the frame before.
    ///
    /// Both solutions of the first frame are tried: the one whose followers fit better was right.
    private func posesFromCard(focal: Double, every step: Int = 1) throws -> (poses: [PlanePose?], error: Double) {
        // In a straight picture the camera is simple.
        let model = CameraModel(intrinsics: .init(fx: focal, fy: focal, cx: 0, cy: 0))
        var chains: [(poses: [PlanePose?], last: PlanarPose?, error: Double)] = []
        for (i, view) in views.enumerated() where i % step == 0 && view.known.count >= 4 {
            // Points on one line, as when a hand leaves one row of a board, have no pose: the table carries such a frame.
            guard PlanarPose.haveWidth(view.known.map(\.point)) else { continue }
            let found = try PlanarPose.poses(
                of: view.known.map { .init(x: $0.point.x, y: 0, z: $0.point.y) },
                in: view.known.map { .init(x: $0.place.x, y: $0.place.y) }, camera: model
            ).filter(\.showsFace)
            guard !found.isEmpty else { continue }
            if chains.isEmpty {
                chains = found.map { (Array(repeating: nil, count: views.count), $0, 0) }
            }
            for c in chains.indices {
                let prior = PlanarPose.Prior(last: chains[c].last?.cameraFromAnchor, lastDeviation: 4 * .pi / 180)
                guard
                    let chosen = PlanarPose.choose(
                        from: found, points: view.known.count, deviation: view.knownDeviation, prior: prior)
                else { continue }
                chains[c].poses[i] = PlanePose(chosen.cameraFromAnchor)
                chains[c].last = chosen
                chains[c].error += min(chosen.reprojectionError, 5) * min(chosen.reprojectionError, 5)
            }
        }
        guard let best = chains.min(by: { $0.error < $1.error }) else { return (poses, .infinity) }
        return (best.poses, best.error)
    }

    /// Where corners are on the plane: the middle of where the frames have them.
    private mutating func placeCorners(_ tracks: Set<Int>) {
        var sights: [Int: [SIMD2<Double>]] = [:]
        for (view, pose) in zip(views, poses) {
            guard let pose else { continue }
            for followed in view.followed where tracks.contains(followed.track) {
                // A long track does not need all of its frames for a start.
                if (sights[followed.track]?.count ?? 0) >= 60 { continue }
                if let place = pose.planePoint(at: followed.place, focal: focal), abs(place.x) < 5, abs(place.y) < 5 {
                    sights[followed.track, default: []].append(place)
                }
            }
        }
        for (track, places) in sights where places.count >= 3 {
            points[track] = SIMD2(median(places.map(\.x)), median(places.map(\.y)))
        }
    }

    // MARK: - All together

    /// Adjusts frames spread over the film, with their corners and, where it is not known, the focal length.
    private mutating func adjust() {
        let usable = views.indices.filter { poses[$0] != nil }
        let step = max(1, (usable.count + Self.mostKeyframes - 1) / Self.mostKeyframes)
        let keys = stride(from: 0, to: usable.count, by: step).map { usable[$0] }
        var counts: [Int: Int] = [:]
        for key in keys {
            for followed in views[key].followed where points[followed.track] != nil { counts[followed.track, default: 0] += 1 }
        }
        let chosen = counts.filter { $0.value >= 3 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostPoints)
        let tracks = Set(chosen.map(\.key))
        var adjusted = PlaneAdjustment(
            views: keys.map { key in
                var view = views[key]
                view.followed = view.followed.filter { tracks.contains($0.track) }
                return view
            },
            poses: keys.compactMap { poses[$0] }, points: points.filter { tracks.contains($0.key) }, focal: focal,
            followedDeviation: cornerDeviation,
            prior: straight.isKnown
                ? nil : .init(focalLog: log(focal), focalDeviation: 0.25, centerDeviation: 0.008 * straight.imageSize.width))
        adjusted.run(reaches: [12, 6, 3], steps: 12)
        let before = focal
        focal = adjusted.focal
        focalDeviation = adjusted.focalDeviation
        points = adjusted.points
        recenter(by: adjusted.center)
        for (key, pose) in zip(keys, adjusted.poses) { poses[key] = pose }
        // What the focal length was wrong by, the distances were.
        let isKey = Set(keys)
        for i in views.indices where !isKey.contains(i) {
            guard var pose = poses[i] else { continue }
            pose.t.z *= focal / before
            pose.t -= SIMD3(adjusted.center.x, adjusted.center.y, 0) * (pose.t.z / focal)
            poses[i] = pose
        }
        fitAll(reaches: [40, 16])
        dropCorners()
    }

    /// Counts places from where the optical axis was found.
    private mutating func recenter(by shift: SIMD2<Double>) {
        guard shift != .zero else { return }
        center += shift
        for i in views.indices {
            for k in views[i].known.indices { views[i].known[k].place -= shift }
            for k in views[i].followed.indices {
                views[i].followed[k].x -= Float(shift.x)
                views[i].followed[k].y -= Float(shift.y)
            }
        }
    }

    // MARK: - One after the other

    /// Fits the pose of each frame to the card and the corners as they are known.
    private mutating func fitAll(reaches: [Double]) {
        var last: PlanePose?
        for i in views.indices {
            if let start = poses[i] {
                // What was taken for the card may be something else: then the frame before leads to a pose that fits more.
                let found = [start, last].compactMap { $0 }.compactMap { fitted(views[i], from: $0, reaches: reaches) }
                let reach = reaches.last ?? 3
                if let pose = found.min(by: {
                    misfit(of: views[i], by: $0, reach: reach) < misfit(of: views[i], by: $1, reach: reach)
                }) {
                    poses[i] = pose
                }
            }
            last = poses[i]
        }
        // Where the card was not seen, from neighbour to neighbour: a step is small, the whole way may not be.
        for i in views.indices.dropFirst() where poses[i] == nil { spread(from: i - 1, to: i, reaches: reaches) }
        for i in views.indices.reversed().dropFirst() where poses[i] == nil { spread(from: i + 1, to: i, reaches: reaches) }
    }

    private mutating func spread(from known: Int, to i: Int, reaches: [Double]) {
        guard let start = poses[known], let pose = fitted(views[i], from: start, reaches: [40] + reaches) else { return }
        let corners = cornerErrors(of: views[i], by: pose)
        guard 2 * corners.count(where: { $0 < 6 * cornerDeviation }) > corners.count else { return }
        poses[i] = pose
    }

    /// How badly a pose fits all that a frame shows: what does not fit at all counts no more than what fits badly.
    private func misfit(of view: PlaneView, by pose: PlanePose, reach: Double) -> Double {
        func cost(_ point: SIMD2<Double>, _ place: SIMD2<Double>, _ deviation: Double) -> Double {
            let off = pose.project(point, focal: focal).map { length(place - $0) / (reach * deviation) } ?? 1e3
            return off * off / (1 + off * off)
        }
        return view.known.reduce(0) { $0 + cost($1.point, $1.place, view.knownDeviation) }
            + view.followed.reduce(0) { sum, f in
                sum + (points[f.track].map { cost($0, f.place, cornerDeviation) } ?? 0)
            }
    }

    /// How far the corners of a frame are from where a pose has them, pixels.
    private func cornerErrors(of view: PlaneView, by pose: PlanePose) -> [Double] {
        view.followed.compactMap { f in
            points[f.track].map { p in pose.project(p, focal: focal).map { length(f.place - $0) } ?? 100 }
        }
    }

    private func fitted(_ view: PlaneView, from start: PlanePose, reaches: [Double]) -> PlanePose? {
        let corners = view.followed.filter { points[$0.track] != nil }
        guard view.known.count >= 4 || view.known.count * 2 + corners.count >= 2 * Self.leastCorners else { return nil }
        var pose = start
        for reach in reaches {
            let weight = RobustWeight(reach: reach)
            for _ in 0..<4 {
                var system = NormalEquations(count: 6)
                func add(_ point: SIMD2<Double>, _ place: SIMD2<Double>, _ deviation: Double) {
                    guard let l = pose.linear(point, seen: place, focal: focal) else { return }
                    let w = weight(l.residual, deviation: deviation)
                    for k in 0..<2 { system.add(l.pose(k), at: [0, 1, 2, 3, 4, 5], target: l.residual[k], weight: w) }
                }
                for known in view.known { add(known.point, known.place, view.knownDeviation) }
                for corner in corners {
                    if let point = points[corner.track] { add(point, corner.place, cornerDeviation) }
                }
                guard let step = system.solved(damping: 1e-6) else { return nil }
                pose = pose.moved(by: step[...])
                if (step.map { $0 * $0 }.reduce(0, +)) < 1e-14 { break }
            }
        }
        return pose.t.z > 0 && pose.t.x.isFinite ? pose : nil
    }

    /// Moves each corner to where the frames, as they are known, see it.
    private mutating func moveCorners(reach: Double) {
        let weight = RobustWeight(reach: reach)
        var sums: [Int: (a: Double, b: Double, c: Double, right: SIMD2<Double>)] = [:]
        for (view, pose) in zip(views, poses) {
            guard let pose else { continue }
            for followed in view.followed {
                guard let point = points[followed.track], let l = pose.linear(point, seen: followed.place, focal: focal) else {
                    continue
                }
                let w = weight(l.residual, deviation: cornerDeviation)
                var s = sums[followed.track] ?? (1e-6, 0, 1e-6, .zero)
                for k in 0..<2 {
                    let x = l.point.0[k]
                    let y = l.point.1[k]
                    s.a += w * x * x
                    s.b += w * x * y
                    s.c += w * y * y
                    s.right += SIMD2(x, y) * (w * l.residual[k])
                }
                sums[followed.track] = s
            }
        }
        for (track, s) in sums {
            let det = s.a * s.c - s.b * s.b
            guard det > 0, let point = points[track] else { continue }
            points[track] = point + SIMD2(s.c * s.right.x - s.b * s.right.y, s.a * s.right.y - s.b * s.right.x) / det
        }
    }

    /// Lets go of corners that do not lie on the plane, or move on their own.
    private mutating func dropCorners() {
        var residuals: [Int: [Double]] = [:]
        for (view, pose) in zip(views, poses) {
            guard let pose else { continue }
            for followed in view.followed {
                guard let point = points[followed.track] else { continue }
                let seen = pose.project(point, focal: focal)
                residuals[followed.track, default: []].append(seen.map { length(followed.place - $0) } ?? 100)
            }
        }
        for (track, values) in residuals {
            let sorted = values.sorted()
            if sorted[sorted.count / 2] > 3 * cornerDeviation || sorted[sorted.count * 9 / 10] > 8 * cornerDeviation {
                points[track] = nil
            }
        }
    }

    // MARK: - The end

    private mutating func world(size: (width: Double, length: Double)) throws -> CardWorld {
        var card = (sum: 0.0, count: 0)
        var table = (sum: 0.0, count: 0)
        var isSeen = [Bool](repeating: false, count: views.count)
        var isHeld = isSeen
        for (i, view) in views.enumerated() {
            guard let pose = poses[i] else { continue }
            let known = view.known.map { k in pose.project(k.point, focal: focal).map { length(k.place - $0) } ?? 100 }
            let corners = cornerErrors(of: view, by: pose)
            let good = corners.filter { $0 < 4 * cornerDeviation }
            isSeen[i] = view.known.count >= 4 && median(known) < max(3, 4 * view.knownDeviation)
            isHeld[i] = good.count >= Self.leastCorners && 2 * good.count > corners.count
            if isSeen[i] { for r in known where r < 5 { card = (card.sum + r * r, card.count + 1) } }
            for r in good { table = (table.sum + r * r, table.count + 1) }
        }
        guard let first = isSeen.firstIndex(of: true) else { throw CardWorldFailure.noPose }
        let bases = views.indices.map { i -> CardWorld.Basis in
            if isSeen[i] { return .card }
            let away =
                [isSeen[..<i].lastIndex(of: true), isSeen[i...].firstIndex(of: true)].compactMap { $0 }
                .map { abs(times[$0] - times[i]) }.min() ?? .infinity
            if isHeld[i], away <= bridge { return .table }
            return i < first ? .before : isHeld[i] ? .tableAlone : .bridged
        }
        fillGaps(isMeasured: zip(isSeen, isHeld).map { $0 || $1 })
        var camera = straight.model
        if !straight.isKnown {
            camera.intrinsics.fx = focal
            camera.intrinsics.fy = focal
            camera.intrinsics.cx += center.x
            camera.intrinsics.cy += center.y
        }
        func rms(_ s: (sum: Double, count: Int)) -> Double { s.count > 0 ? (s.sum / Double(s.count)).squareRoot() : 0 }
        let frames = zip(poses, bases).map { pose, basis in
            CardWorld.Frame(
                anchorFromCamera: (pose ?? poses.compactMap { $0 }[0]).cameraFromAnchor.inverse, basis: basis)
        }
        return CardWorld(
            camera: camera, focalDeviation: focalDeviation, frames: frames, cardError: rms(card), tableError: rms(table),
            tableCorners: points.count, size: SIMD2(size.width, size.length))
    }

    /// Poses that nothing was measured for: in proportion between the frames before and after, or that of the nearest.
    private mutating func fillGaps(isMeasured: [Bool]) {
        for i in views.indices where !isMeasured[i] {
            let before = stride(from: i - 1, through: 0, by: -1).first { isMeasured[$0] }
            let after = ((i + 1)..<max(views.count, i + 1)).first { isMeasured[$0] }
            switch (before.flatMap { poses[$0] }, after.flatMap { poses[$0] }) {
            case (let a?, let b?):
                guard let from = before, let to = after else { continue }
                poses[i] = a.mixed(with: b, share: (times[i] - times[from]) / (times[to] - times[from]))
            case (let a?, nil): poses[i] = a
            case (nil, let b?): poses[i] = b
            case (nil, nil): continue
            }
        }
    }
}

extension PlanePose {
    /// The pose a share of the way to another one, which is not far.
    func mixed(with other: Self, share: Double) -> Self {
        var mixed = self
        let x = u + (other.u - u) * share
        mixed.u = x / (x * x).sum().squareRoot()
        let y = v + (other.v - v) * share
        let rest = y - mixed.u * (mixed.u * y).sum()
        mixed.v = rest / (rest * rest).sum().squareRoot()
        mixed.t = t + (other.t - t) * share
        return mixed
    }
}

private func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
