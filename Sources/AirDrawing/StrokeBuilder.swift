public import SceneUnderstanding
import Spaces

/// Turns pen positions into strokes: joins neighbouring frames, keeps points apart, moves them with their planes.
public struct StrokeBuilder: Sendable {
    /// How far the pen may go between two frames and still be joined, metres.
    public static let longestGap = 0.06
    /// How long two frames may be apart and still be joined, seconds.
    public static let longestPause = 0.25
    /// Step along a joined way, metres: fine enough that gaps between points stay under the side of a point.
    static let step = 0.0005
    /// Points nearer to their plane than this move on to it; farther ones stay (Apple's placing-objects sample, ARPaint).
    private static let snapDistance = 0.05
    /// Points nearer than this count as on the plane, metres.
    private static let snapEpsilon = 0.001
    /// The plane's rectangle is taken this share larger when points move with it (same source).
    private static let snapMargin = 0.1

    /// The strokes so far.
    public private(set) var strokes: [Stroke] = []
    /// Whether neighbouring frames are joined; off in the tutorial, whose fast lines are dotted.
    private let joins: Bool
    private var grid = PointGrid()
    private var last: (sample: PathSample, confidence: Double)?

    /// Makes a builder without strokes.
    public init(joiningFrames joins: Bool) { self.joins = joins }

    /// The pen touched here.
    ///
    /// - Returns: whether a point was placed; false when one is there already.
    public mutating func add(_ sample: PathSample, frame: Int, confidence: Double) -> Bool {
        let position = sample.position
        let previous = last
        let joinsOn =
            previous.map {
                sample.time - $0.sample.time <= Self.longestPause
                    && position.distance(to: $0.sample.position) <= Self.longestGap
            } ?? false
        if !joinsOn { strokes.append(Stroke()) }
        let s = strokes.count - 1
        strokes[s].path.append(sample)
        last = (sample, confidence)

        var placed = false
        if joins, joinsOn, let previous {
            let way = position - previous.sample.position
            let steps = Int((way.length / Self.step).rounded(.up))
            for i in 1..<max(steps, 1) {
                let share = Double(i) / Double(steps)
                let time = previous.sample.time + share * (sample.time - previous.sample.time)
                let between = DrawnPoint(
                    position: previous.sample.position + way * share, time: time, frame: frame,
                    confidence: min(confidence, previous.confidence), plane: sample.plane, hit: sample.hit,
                    isInterpolated: true)
                if place(between, in: s) { placed = true }
            }
        }
        let here = DrawnPoint(
            position: position, time: sample.time, frame: frame, confidence: confidence, plane: sample.plane, hit: sample.hit)
        return place(here, in: s) || placed
    }

    /// The pen left the plane: what comes next is a new stroke.
    public mutating func lift() { last = nil }

    /// Lets the drawing follow its planes, as the tutorial's sample does: up to 5 cm off, points move on to the plane.
    ///
    /// Points of a plane that merged belong to the survivor; those of a plane that went alone stay where they are, until a plane
    /// appears where they lie.
    ///
    /// - Parameters:
    ///   - changes: what happened since the last frame, in order.
    ///   - scene: the planes after all of it.
    public mutating func follow(_ changes: [Scene.Change], in scene: Scene) {
        guard !strokes.isEmpty else { return }
        var touched: Set<String> = []
        for change in changes {
            switch change {
            case .updated(let plane): touched.insert(plane.identifier)
            case .removed(let gone, let survivor):
                guard let survivor else { break }
                rename(plane: gone, to: survivor)
                touched.remove(gone)
                touched.insert(survivor)
            case .added(let plane):
                moveOn(to: plane) { scene.plane($0) == nil }
            }
        }
        for plane in scene.planes where touched.contains(plane.identifier) {
            moveOn(to: plane) { $0 == plane.identifier }
        }
    }

    private mutating func rename(plane gone: String, to survivor: String) {
        for s in strokes.indices {
            for i in strokes[s].points.indices where strokes[s].points[i].plane == gone {
                strokes[s].points[i].plane = survivor
            }
            for i in strokes[s].path.indices where strokes[s].path[i].plane == gone { strokes[s].path[i].plane = survivor }
        }
        if last?.sample.plane == gone { last?.sample.plane = survivor }
    }

    /// Moves what lies near enough over a plane on to it; what stood on a plane that is gone belongs to this one from then on.
    private mutating func moveOn(to plane: PlaneAnchor, from isSource: (String) -> Bool) {
        func moved(_ p: WorldPoint) -> WorldPoint? {
            var local = plane.local(p)
            let height = abs(local.y)
            guard height < Self.snapDistance, plane.extentContains(local, margin: Self.snapMargin) else { return nil }
            if height <= Self.snapEpsilon { return p }
            local.coordinates.y = 0
            return plane.worldFromAnchor(local)
        }
        var changed = false
        for s in strokes.indices {
            for i in strokes[s].points.indices where isSource(strokes[s].points[i].plane) {
                guard let p = moved(strokes[s].points[i].position) else { continue }
                changed = changed || p != strokes[s].points[i].position
                strokes[s].points[i].position = p
                strokes[s].points[i].plane = plane.identifier
            }
            for i in strokes[s].path.indices where isSource(strokes[s].path[i].plane) {
                guard let p = moved(strokes[s].path[i].position) else { continue }
                strokes[s].path[i].position = p
                strokes[s].path[i].plane = plane.identifier
            }
        }
        if let sample = last?.sample, isSource(sample.plane), let p = moved(sample.position) {
            last?.sample.position = p
            last?.sample.plane = plane.identifier
        }
        if changed { rebuildGrid() }
    }

    private mutating func place(_ point: DrawnPoint, in stroke: Int) -> Bool {
        guard !grid.containsPoint(near: point.position) else { return false }
        grid.insert(point.position)
        strokes[stroke].points.append(point)
        return true
    }

    private mutating func rebuildGrid() {
        grid = PointGrid()
        for stroke in strokes {
            for point in stroke.points { grid.insert(point.position) }
        }
    }
}
