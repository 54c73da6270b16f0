public import ObjectTracking
public import Recordings
public import SceneUnderstanding
public import Spaces

/// What the pipeline found in one frame, for previews and messages.
public struct DrawnFrame: Sendable {
    /// What the session knows.
    public let session: FrameScene
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

/// Moves the pen, frame by frame: where the finger was followed to goes on to a plane, and points are placed there.
///
/// It looks at no picture and costs microseconds a frame. A value: a copy draws on by itself.
public struct FrameDrawer: Sendable {
    /// Picture and view.
    public let viewport: Viewport
    /// Height of the drawing as it is now, metres.
    public var height: Double { options.height ?? extrusion.height ?? PointNode.flatHeight }
    /// The strokes so far.
    public var strokes: [Stroke] { builder.strokes }
    private let name: String
    private let tipOffset: Vector<ViewSpace>?
    private let options: DrawOptions
    private let level: PlaneAnchor?
    private var finger: (tip: PenTip, shift: Vector<PixelSpace>)?
    private var builder: StrokeBuilder
    private var extrusion: Extrusion
    private var smoothing: PenSmoothing
    private var outcomes: [FrameOutcome: Int] = [:]
    private var trackingProblems: [TrackingProblem: Int] = [:]
    private var planes: [PlaneAnchor] = []
    private var normals: [String: WorldVector] = [:]
    private var penIsDown: Bool
    private var isRaising = false

    /// Makes a drawer with an empty drawing.
    ///
    /// - Parameters:
    ///   - recording: that is drawn.
    ///   - options: how it is drawn.
    /// - Throws: `RecordingFailure` where its events cannot be read.
    public init(of recording: Recording, options: DrawOptions) throws {
        self.options = options
        name = recording.header.name
        viewport = recording.header.viewport
        tipOffset = recording.header.tipOffset
        builder = StrokeBuilder(joiningFrames: !options.tutorialExact)
        extrusion = Extrusion(viewHeight: viewport.size.height)
        smoothing = PenSmoothing(isOn: options.smooths && !options.tutorialExact)
        // A recording that says when the pen is down starts with it up; one that never does is drawn from end to end.
        penIsDown = try !recording.userEventKinds().draws
        level = if case .level(let y) = options.surface { PlaneAnchor.level(at: y) } else { nil }
    }

    /// Draws what the finger does in the next frame.
    ///
    /// - Parameters:
    ///   - frame: the next one.
    ///   - restarts: whether an interruption that ends with the frame lets what was drawn be forgotten.
    public mutating func draw(_ frame: FollowedFrame, restartingAfterInterruption restarts: Bool = false) -> DrawnFrame {
        planes = frame.scene.planes
        builder.follow(frame.scene.changes, in: Scene(planes: planes))
        takeEvents(of: frame.scene)
        if let seed = frame.seed { take(seed) }
        if frame.isGivenUp { finger = nil }
        let result = draw(frame.scene, frame.tracked)
        outcomes[result.outcome, default: 0] += 1
        if result.outcome == .trackingNotNormal { trackingProblems[TrackingProblem(frame.scene), default: 0] += 1 }
        if result.outcome != .drawn, result.outcome != .alreadyThere { liftPen() }
        if restarts, frame.scene.interruptionEnded { restart() }
        return result
    }

    /// Forgets what was drawn, as when the session was interrupted and where things were may be off; the finger is still followed.
    public mutating func restart() {
        builder = StrokeBuilder(joiningFrames: !options.tutorialExact)
        smoothing.reset()
        outcomes = [:]
        trackingProblems = [:]
    }

    /// The drawing, with all frames taken in so far.
    public func drawing() -> Drawing {
        var drawing = Drawing(name: name)
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

    /// Takes in what the user did beside tapping.
    private mutating func takeEvents(of scene: FrameScene) {
        for event in scene.userEvents {
            switch event.kind {
            case .tap: break
            case .draw(let on): penIsDown = on
            case .extrude(let on):
                isRaising = on
                if !on { extrusion.end() }
            case .interruption: liftPen()
            }
        }
    }

    /// A tap names a finger anew, and with it where the pen touches.
    private mutating func take(_ seed: FollowedFrame.Seed) {
        guard case .finger(let tip) = options.pen else { return }
        let rule: PenTip
        if options.tutorialExact {
            rule = .tutorial
        } else {
            let offset =
                switch tip {
                case .recorded: tipOffset ?? .zero
                case .offset(let offset): offset
                case .at(let point): point - seed.tap
                }
            rule = PenTip(offset: offset, seed: seed.box)
        }
        liftPen()
        finger = (rule, seed.shift)
    }

    private mutating func draw(_ frame: FrameScene, _ tracked: TrackResult?) -> DrawnFrame {
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
    private func meet(_ pen: ViewPoint, in frame: FrameScene) -> Hit? {
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

    private mutating func liftPen() {
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

extension FrameDrawer.Hit {
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
