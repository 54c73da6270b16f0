public import ObjectTracking
import Recordings
public import SceneUnderstanding
public import Spaces

/// What the pipeline found in one frame, for previews and messages.
public struct DrawnFrame {
    /// The session's frame.
    public let session: SessionFrame
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
}

/// Recording in, drawing out: the way of the data, a frame at a time.
public final class DrawPipeline {
    /// The recording's frames and planes.
    public let replay: SessionReplay
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
    private var normals: [String: WorldVector] = [:]
    private var penIsDown: Bool
    private var isRaising = false

    /// Makes a pipeline.
    ///
    /// - Throws: ``DrawFailure`` when the options do not fit the recording.
    public init(replay: SessionReplay, options: DrawOptions) throws {
        self.replay = replay
        self.options = options
        let header = replay.recording.header
        viewport = header.viewport
        builder = StrokeBuilder(joiningFrames: !options.tutorialExact)
        extrusion = Extrusion(viewHeight: viewport.size.height)
        smoothing = PenSmoothing(isOn: options.smooths && !options.tutorialExact)
        taps = (options.taps ?? []).sorted { ($0.time ?? -.infinity) < ($1.time ?? -.infinity) }
        let kinds = try replay.recording.userEventKinds()
        if case .finger = options.pen, options.taps == nil, !kinds.taps {
            throw DrawFailure(
                description: "\(replay.recording.folder): nobody tapped the nail in this recording; say where it is with "
                    + "--click X,Y@SECONDS ('airdraw frame' shows where)")
        }
        // A recording that says when the pen is down starts with it up; one that never does is drawn from end to end.
        penIsDown = !kinds.draws
        level = if case .level(let y) = options.surface { PlaneAnchor.level(at: y) } else { nil }
    }

    /// Takes in the next frame; nil after the last one.
    public func next() throws -> DrawnFrame? {
        guard let frame = try replay.next() else { return nil }
        builder.follow(frame.changes, in: replay.scene)
        let tap = takeEvents(of: frame)
        let tracked = try track(frame, tap: tap)
        let result = draw(frame, tracked)
        outcomes[result.outcome, default: 0] += 1
        if result.outcome != .drawn, result.outcome != .alreadyThere { liftPen() }
        return result
    }

    /// The drawing, with all frames taken in so far.
    public func drawing() -> Drawing {
        var drawing = Drawing(name: replay.recording.header.name)
        drawing.strokes = builder.strokes.filter { !$0.points.isEmpty }
        drawing.height = height
        drawing.outcomes = outcomes
        for plane in Set(drawing.strokes.flatMap { $0.points.map(\.plane) }) {
            drawing.planeNormals[plane] = replay.scene.plane(plane)?.normal ?? normals[plane]
        }
        return drawing
    }

    // MARK: - Steps of a frame

    /// Takes in what the user did; gives the tap of this frame.
    private func takeEvents(of frame: SessionFrame) -> ViewPoint? {
        var tap: ViewPoint?
        for event in frame.userEvents {
            switch event.kind {
            case .tap(let point): if options.taps == nil { tap = point }
            case .draw(let on): penIsDown = on
            case .extrude(let on):
                isRaising = on
                if !on { extrusion.end() }
            case .interruption: break
            }
        }
        while let next = taps.first, next.time ?? -.infinity <= frame.record.time {
            tap = next.point
            taps.removeFirst()
        }
        return tap
    }

    private func track(_ frame: SessionFrame, tap: ViewPoint?) throws -> TrackResult? {
        guard case .finger(let tip) = options.pen else { return nil }
        if let tap { return try seed(frame, tap: tap, tip: tip) }
        guard let finger else { return nil }
        let result = try finger.tracker.update(frame.picture)
        // The tutorial drops its observation with the first doubt, and waits for a new tap.
        if options.tutorialExact, result.state == .lost || result.confidence < gate { self.finger = nil }
        return result
    }

    private func seed(_ frame: SessionFrame, tap: ViewPoint, tip: DrawOptions.Tip) throws -> TrackResult {
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
                case .recorded: replay.recording.header.tipOffset ?? .zero
                case .offset(let offset): offset
                case .at(let point): point - tap
                }
            rule = PenTip(offset: offset, seed: view)
        }
        liftPen()
        finger = (tracker, rule, shift)
        return tracker.seedResult
    }

    private func draw(_ frame: SessionFrame, _ tracked: TrackResult?) -> DrawnFrame {
        var pen: ViewPoint?
        var hit: (point: WorldPoint, plane: PlaneAnchor)?
        func outcome(_ outcome: FrameOutcome) -> DrawnFrame {
            DrawnFrame(
                session: frame, outcome: outcome, box: tracked?.box, confidence: tracked?.confidence, state: tracked?.state,
                pen: pen, world: hit?.point)
        }
        let fingerView: ViewRect?
        switch options.pen {
        case .screenCenter:
            fingerView = nil
            pen = viewport.bounds.center
            guard frame.record.tracking == .normal, !frame.isInterrupted else { return outcome(.trackingNotNormal) }
        case .finger:
            guard let tracked, let finger else { return outcome(tracked == nil ? .notSeeded : .lost) }
            guard frame.record.tracking == .normal, !frame.isInterrupted else { return outcome(.trackingNotNormal) }
            guard tracked.state != .lost else { return outcome(.lost) }
            let view = viewport.viewFromPixel(tracked.box.moved(by: finger.shift))
            fingerView = view
            guard tracked.confidence >= gate else { return outcome(.lowConfidence) }
            pen = finger.tip(view, camera: frame.record.camera, viewport: viewport)
        }
        hit = pen.flatMap { meet($0, camera: frame.record.camera) }
        if let met = hit {
            if let fingerView {
                finger?.tip.meet(met.point, on: met.plane, box: fingerView, camera: frame.record.camera, viewport: viewport)
            }
            hit?.point = smoothing(met.point, at: frame.record.time)
        }
        if raises(at: frame.record.time) {
            if let fingerView { extrusion.update(fingerY: fingerView.center.y) }
            return outcome(.extruding)
        }
        guard let hit else { return outcome(.noPlane) }
        guard draws(at: frame.record.time) else { return outcome(.penUp) }
        normals[hit.plane.identifier] = hit.plane.normal
        let sample = PathSample(position: hit.point, time: frame.record.time, plane: hit.plane.identifier)
        let placed = builder.add(sample, frame: frame.record.index, confidence: tracked?.confidence ?? 1)
        return outcome(placed ? .drawn : .alreadyThere)
    }

    /// Where the ray through a view point meets what may be drawn on.
    private func meet(_ pen: ViewPoint, camera: Camera) -> (point: WorldPoint, plane: PlaneAnchor)? {
        guard let ray = camera.ray(through: viewport.pixelFromView(pen)) else { return nil }
        if let level { return hitTest(ray, planes: [level], types: .existingPlane).first.map { ($0.worldPosition, level) } }
        var planes = replay.scene.planes
        if case .plane(let name) = options.surface { planes.removeAll { $0.identifier != name } }
        return hitTest(ray, planes: planes, types: options.hit).first.map { ($0.worldPosition, $0.anchor) }
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
