public import ObjectTracking
import Recordings
public import SceneUnderstanding
public import Spaces

/// What the pipeline found in one frame, for previews and messages.
public struct DrawnFrame {
    /// The session's frame.
    public let session: Frame
    /// What became of it.
    public let outcome: FrameOutcome
    /// The tracked box, pixels, or the last one where the finger is lost; nil before a tap.
    public let box: PixelRect?
    /// Confidence of the tracker, 0…1; nil without a tracked finger.
    public let confidence: Double?
    /// State of the tracker; nil without a tracked finger.
    public let state: TrackState?
    /// Where the pen is in the view; nil while nothing is held.
    public let pen: ViewPoint?
    /// Where the pen meets a plane, smoothed; nil where it does not.
    public let world: WorldPoint?
    /// What kind of hit that is; nil where there is none.
    public let hit: HitTestResult.ResultType?
}

/// Recording in, drawing out: the way of the data, a frame at a time.
public final class DrawPipeline {
    /// The frames, and the scene at each.
    public let session: Session
    /// Picture and view.
    public let viewport: Viewport
    /// Height of the drawing as it is now, metres.
    public var height: Double { options.height ?? extrusion.height ?? PointNode.flatHeight }
    /// The strokes so far.
    public var strokes: [Stroke] { builder.strokes }
    private let options: DrawOptions
    private let level: PlaneAnchor?
    private var taps: [DrawOptions.Tap]
    private var finger: (tracker: ObjectTracker, tip: PenTip, shift: Vector<PixelSpace>)?
    private var builder: StrokeBuilder
    private var extrusion: Extrusion
    private var smoothing: PenSmoothing
    private var outcomes: [FrameOutcome: Int] = [:]
    private var trackingProblems: [TrackingProblem: Int] = [:]
    private var planes: [PlaneAnchor] = []
    private var normals: [String: WorldVector] = [:]
    private var penIsDown: Bool
    private var isRaising = false

    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - session: running.
    ///   - options: how it is drawn.
    /// - Throws: ``DrawFailure`` when the options do not fit the recording.
    public init(session: Session, options: DrawOptions) throws {
        self.session = session
        self.options = options
        let header = session.recording.header
        viewport = header.viewport
        builder = StrokeBuilder(joiningFrames: !options.tutorialExact)
        extrusion = Extrusion(viewHeight: viewport.size.height)
        smoothing = PenSmoothing(isOn: options.smooths && !options.tutorialExact)
        taps = (options.taps ?? []).sorted { ($0.time ?? -.infinity) < ($1.time ?? -.infinity) }
        let kinds = try session.recording.userEventKinds()
        if case .finger = options.pen, options.taps == nil, !kinds.taps {
            throw DrawFailure(
                description: "\(session.recording.folder): nobody tapped the nail in this recording; say where it is with "
                    + "--click X,Y@SECONDS ('airdraw frame' shows where)")
        }
        // A recording that says when the pen is down starts with it up; one that never does is drawn from end to end.
        penIsDown = !kinds.draws
        level = if case .level(let y) = options.surface { PlaneAnchor.level(at: y) } else { nil }
    }

    /// Takes in the next frame; nil after the last one.
    public func next() throws -> DrawnFrame? {
        guard let frame = try session.next() else { return nil }
        planes = frame.planes
        builder.follow(frame.changes, in: Scene(planes: planes))
        let tap = takeEvents(of: frame)
        let tracked = try track(frame, tap: tap)
        let result = draw(frame, tracked)
        outcomes[result.outcome, default: 0] += 1
        if result.outcome == .trackingNotNormal { trackingProblems[TrackingProblem(frame), default: 0] += 1 }
        if result.outcome != .drawn, result.outcome != .alreadyThere { liftPen() }
        return result
    }

    /// Forgets what was drawn, as when the session was interrupted and where things were may be off; the finger is still followed.
    public func restart() {
        builder = StrokeBuilder(joiningFrames: !options.tutorialExact)
        smoothing.reset()
        outcomes = [:]
        trackingProblems = [:]
    }

    /// The drawing, with all frames taken in so far.
    public func drawing() -> Drawing {
        var drawing = Drawing(name: session.recording.header.name)
        drawing.strokes = builder.strokes.filter { !$0.points.isEmpty }
        drawing.height = height
        drawing.outcomes = outcomes
        drawing.trackingProblems = trackingProblems
        for plane in Set(drawing.strokes.flatMap { $0.points.map(\.plane) }) {
            drawing.planeNormals[plane] = planes.first { $0.identifier == plane }?.normal ?? normals[plane]
        }
        return drawing
    }

    // MARK: - Steps of a frame

    /// Takes in what the user did; gives the tap of this frame.
    private func takeEvents(of frame: Frame) -> ViewPoint? {
        var tap: ViewPoint?
        for event in frame.userEvents {
            switch event.kind {
            case .tap(let point): if options.taps == nil { tap = point }
            case .draw(let on): penIsDown = on
            case .extrude(let on):
                isRaising = on
                if !on { extrusion.end() }
            case .interruption: liftPen()
            }
        }
        while let next = taps.first, next.time ?? -.infinity <= frame.timestamp {
            tap = next.point
            taps.removeFirst()
        }
        return tap
    }

    private func track(_ frame: Frame, tap: ViewPoint?) throws -> TrackResult? {
        guard case .finger(let tip) = options.pen else { return nil }
        if let tap { return try seed(frame, tap: tap, tip: tip) }
        guard let finger else { return nil }
        let result = try finger.tracker.update(frame.picture)
        // The tutorial drops its observation with the first doubt, and waits for a new tap.
        if options.tutorialExact, result.state == .lost || result.confidence < gate { self.finger = nil }
        return result
    }

    private func seed(_ frame: Frame, tap: ViewPoint, tip: DrawOptions.Tip) throws -> TrackResult {
        let view = try viewport.seedBox(at: tap, size: options.boxSize)
        var box = viewport.pixelFromView(view)
        var shift = Vector<PixelSpace>.zero
        if options.tutorialExact {
            let map = imageFromPixel(viewport.imageSize)
            let shifted = map.inverse(map(box).inVisionAsTutorial.inImage)
            shift = box.origin - shifted.origin
            box = shifted
        }
        let tracker = try ObjectTracker(
            box: box, in: frame.picture, kind: options.tracker, reacquires: !options.tutorialExact)
        let rule: PenTip
        if options.tutorialExact {
            rule = .tutorial
        } else {
            let offset =
                switch tip {
                case .recorded: session.recording.header.tipOffset ?? .zero
                case .offset(let offset): offset
                case .at(let point): point - tap
                }
            rule = PenTip(offset: offset, seed: view)
        }
        liftPen()
        finger = (tracker, rule, shift)
        return tracker.seedResult
    }

    private func draw(_ frame: Frame, _ tracked: TrackResult?) -> DrawnFrame {
        var pen: ViewPoint?
        var hit: Hit?
        func outcome(_ outcome: FrameOutcome) -> DrawnFrame {
            DrawnFrame(
                session: frame, outcome: outcome, box: tracked?.box, confidence: tracked?.confidence, state: tracked?.state,
                pen: pen, world: hit?.point, hit: hit?.type)
        }
        let fingerView: ViewRect?
        switch options.pen {
        case .screenCenter:
            fingerView = nil
            pen = viewport.bounds.center
            guard frame.trackingState == .normal, !frame.isInterrupted else { return outcome(.trackingNotNormal) }
        case .finger:
            guard let tracked, let finger else { return outcome(tracked == nil ? .notSeeded : .lost) }
            guard frame.trackingState == .normal, !frame.isInterrupted else { return outcome(.trackingNotNormal) }
            guard tracked.state != .lost else { return outcome(.lost) }
            let view = viewport.viewFromPixel(tracked.box.moved(by: finger.shift))
            fingerView = view
            guard tracked.confidence >= gate else { return outcome(.lowConfidence) }
            pen = finger.tip(view, camera: frame.camera, viewport: viewport)
        }
        hit = pen.flatMap { meet($0, in: frame) }
        if let met = hit {
            if let fingerView {
                finger?.tip.meet(met.point, on: met.plane, box: fingerView, camera: frame.camera, viewport: viewport)
            }
            hit?.point = smoothing(met.point, at: frame.timestamp)
        }
        if raises(at: frame.timestamp) {
            if let fingerView { extrusion.update(fingerY: fingerView.center.y) }
            return outcome(.extruding)
        }
        guard let hit else { return outcome(.noPlane) }
        guard draws(at: frame.timestamp) else { return outcome(.penUp) }
        normals[hit.plane.identifier] = hit.plane.normal
        let sample = PathSample(
            position: hit.point, time: frame.timestamp, plane: hit.plane.identifier, hit: hit.type)
        let placed = builder.add(sample, frame: frame.index, confidence: tracked?.confidence ?? 1)
        return outcome(placed ? .drawn : .alreadyThere)
    }

    /// What the ray through the pen met.
    fileprivate struct Hit {
        var point: WorldPoint
        var plane: PlaneAnchor
        var type: HitTestResult.ResultType
    }

    /// Where the ray through a view point meets what may be drawn on: known planes first, and what was asked for after them.
    private func meet(_ pen: ViewPoint, in frame: Frame) -> Hit? {
        guard let ray = frame.camera.ray(through: viewport.pixelFromView(pen)) else { return nil }
        if let level {
            return HitTester(planes: [level]).hitTest(ray, types: .existingPlane).first.map(Hit.init)
        }
        for types in options.hits {
            let hits = frame.hitTest(ray, types: types)
            let hit =
                if case .plane(let name) = options.surface { hits.first { $0.anchor?.identifier == name } } else { hits.first }
            if let hit { return Hit(hit) }
        }
        return nil
    }

    private func liftPen() {
        builder.lift()
        smoothing.reset()
    }

    private var gate: Double { options.effectiveGate }

    private func draws(at time: Double) -> Bool {
        options.drawRanges.map { $0.contains { $0.contains(time) } } ?? penIsDown
    }

    private func raises(at time: Double) -> Bool {
        options.extrudeRanges.map { $0.contains { $0.contains(time) } } ?? isRaising
    }
}

extension DrawPipeline.Hit {
    /// A hit without an anchor gets a plane of its own, named after what it is, until a plane is found there.
    fileprivate init(_ result: HitTestResult) {
        self.init(
            point: result.worldPosition,
            plane: result.anchor
                ?? PlaneAnchor(
                    identifier: result.type.name ?? "estimated",
                    alignment: result.type == .estimatedVerticalPlane ? .vertical : .horizontal,
                    worldFromAnchor: result.worldTransform, center: .init(.zero), extentX: 0, extentZ: 0),
            type: result.type)
    }
}
