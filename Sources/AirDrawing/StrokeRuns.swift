import Meshes
import SceneUnderstanding
import Spaces

/// A piece of a stroke that lies on one plane, or in the air.
struct StrokeRun {
    /// The number of its stroke.
    var stroke: Int
    /// The smooth line along the way of the pen, metres.
    var points: [WorldPoint]
    /// When the pen was at each of the points, seconds.
    var times: [Double]
}

/// Runs on one plane, and where that plane lies.
struct PlaneOfRuns {
    /// Its name in the drawing.
    var name: String
    /// Its axes: y is its normal.
    var worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>
    /// How far along its normal it lies from the origin of the world, metres.
    var level: Double
    /// What lies on it.
    var runs: [StrokeRun] = []

    /// The runs as lines seen from above.
    func lines(names: [String], radii: (_ points: [SIMD2<Double>], _ times: [Double]) -> [Double]) -> [PenLine] {
        let planeFromWorld = worldFromPlane.inverse
        return runs.map { run in
            let points = run.points.map { p in
                let local = planeFromWorld(p)
                return SIMD2(local.x, -local.z)
            }
            return PenLine(points: points, times: run.times, radii: radii(points, run.times), name: names[run.stroke])
        }
    }
}

/// The strokes of a drawing, sorted by the planes that they lie on.
struct StrokeRuns {
    /// A run may leave its plane by this much, metres; planes move by as much without that their points are moved.
    static let flatness = 0.001
    /// Pieces that a smooth span is cut into at most.
    private static let mostPieces = 16
    /// How far a run may reach from its first point, metres; what outlines are made for.
    private static let reach = 25.0

    /// The planes, in the order in which they are first drawn on.
    private(set) var planes: [PlaneOfRuns] = []
    /// What lies on no plane.
    private(set) var inAir: [StrokeRun] = []

    /// Sorts the strokes of a drawing; those without a point and without a way are left out.
    ///
    /// - Throws: `MeshFailure` for what is no number or too far away.
    init(_ drawing: Drawing, names: [String]) throws {
        for (number, stroke) in drawing.strokes.enumerated() {
            // A drawing of somebody else may have points alone.
            let way = stroke.path.isEmpty ? stroke.points.map(PathSample.init) : stroke.path
            var start = 0
            for end in 1..<(way.count + 1) where end == way.count || way[end].plane != way[start].plane {
                let samples = way[start..<end]
                start = end
                guard let plane = samples.first?.plane else { continue }
                try Self.check(samples, names[number])
                add(Self.smooth(samples, stroke: number), plane: plane, normal: try drawing.normal(of: plane))
            }
        }
    }

    private mutating func add(_ run: StrokeRun, plane name: String, normal: WorldVector) {
        let levels = run.points.map { normal.dot(WorldVector($0.coordinates)) }
        guard let low = levels.min(), let high = levels.max() else { return }
        guard high - low <= 2 * Self.flatness else { return inAir.append(run) }
        let level = (low + high) / 2
        let known = planes.firstIndex { $0.name == name && abs($0.level - level) <= Self.flatness }
        if let known { return planes[known].runs.append(run) }
        var frame = RigidTransform<AnchorSpace, WorldSpace>.standing(along: normal)
        frame.translation = (normal * level).components
        planes.append(PlaneOfRuns(name: name, worldFromPlane: frame, level: level, runs: [run]))
    }

    private static func check(_ samples: ArraySlice<PathSample>, _ name: String) throws {
        guard let first = samples.first?.position else { return }
        for (index, sample) in zip(samples.indices, samples) {
            let p = sample.position
            guard abs(p.x) <= 1e6, abs(p.y) <= 1e6, abs(p.z) <= 1e6, sample.time.isFinite else {
                throw MeshFailure.coordinate(object: name, index: index, x: p.x, y: p.y, z: p.z)
            }
            guard p.distance(to: first) <= reach else { throw MeshFailure.reach(object: name, metres: p.distance(to: first)) }
        }
    }

    /// The smooth line through samples, dated.
    private static func smooth(_ samples: ArraySlice<PathSample>, stroke: Int) -> StrokeRun {
        var kept: [PathSample] = []
        // The curve leaves out neighbours at one place; their times must go with them.
        for sample in samples where kept.last.map({ $0.position.distance(to: sample.position) > 1e-9 }) ?? true {
            kept.append(sample)
        }
        var run = StrokeRun(stroke: stroke, points: [kept[0].position], times: [kept[0].time])
        for (i, span) in CatmullRom(through: kept.map(\.position)).spans.enumerated() {
            let length = span.p0.distance(to: span.p3)
            let pieces = min(max(1, Int((length / Drawing.lineSpacing).rounded(.up))), mostPieces)
            for k in 1...pieces {
                let share = Double(k) / Double(pieces)
                run.points.append(k == pieces ? span.p3 : span.point(at: share))
                run.times.append(kept[i].time + share * (kept[i + 1].time - kept[i].time))
            }
        }
        return run
    }
}

extension PathSample {
    /// The sample of a placed point.
    fileprivate init(_ point: DrawnPoint) {
        self.init(position: point.position, time: point.time, plane: point.plane, hit: point.hit)
    }
}

extension Drawing {
    /// The upward normal of a plane, of length 1; up where it is not known.
    ///
    /// - Throws: `MeshFailure` for one without a direction.
    fileprivate func normal(of plane: String) throws -> WorldVector {
        guard let normal = planeNormals[plane] else { return .init(x: 0, y: 1, z: 0) }
        guard normal.length > 1e-6, normal.length < 1e6 else { throw MeshFailure.axes(object: "plane \(plane)") }
        return normal.normalized
    }
}
