internal import AirDrawing
internal import Imaging
internal import ObjectTracking
internal import SceneUnderstanding
internal import Spaces

/// What points at the plane.
enum PenChoice: String, CaseIterable, Sendable {
    /// The tracked finger.
    case finger
    /// The centre of the view, as in the first stage of the tutorial.
    case center
}

/// What a ray can meet, and how far that reaches, in ARKit's words.
enum HitChoice: String, CaseIterable, Sendable {
    /// The rectangle of a known plane.
    case existingPlaneUsingExtent
    /// The outline of a known plane, or its rectangle where no outline is known.
    case existingPlaneUsingGeometry
    /// A known plane without an end.
    case existingPlane
    /// A level plane fitted to the feature points round the ray.
    case estimatedHorizontalPlane
    /// An upright plane fitted to the feature points round the ray.
    case estimatedVerticalPlane
    /// The place of the ray beside the nearest feature point.
    case featurePoint
}

/// What happens to a drawing when the session was interrupted.
enum InterruptionChoice: String, CaseIterable, Sendable {
    /// What was drawn stays, though it may be off.
    case keep
    /// It is dropped, and drawing starts anew.
    case restart
}

/// Where the pen touches, relative to the tapped box.
enum TipChoice: Hashable, Sendable {
    /// This far from the centre of the box, in view points at the time of the tap.
    case offset(Vector<ViewSpace>)
    /// At this place of the view at the time of the tap.
    case place(ViewPoint)
}

/// The plane that is drawn on.
enum PlaneChoice: Hashable, Sendable {
    /// The plane anchor with this identifier, and no other.
    case anchor(String)
    /// A horizontal plane without an end at this height in the world, metres, in place of the recording's.
    case height(Double)
}

/// What `airdraw draw` was asked for; nil means that it was not said.
struct DrawRequest: Hashable, Sendable {
    var recording: String
    var clicks: [Tap]
    var boxSize: Double?
    var tip: TipChoice?
    var pen: PenChoice
    var tracker: TrackerKind?
    var gate: Double?
    var draw: [SecondsRange]
    var extrude: SecondsRange?
    var height: Double?
    var hits: [HitChoice]
    var planes: SessionConfiguration.SceneSource?
    var afterInterruption: InterruptionChoice
    var plane: PlaneChoice?
    var smooths: Bool
    var isTutorialExact: Bool
    var out: String?
    var mesh: String?
    var shapes = MeshOutput()
    var preview: String?
}

/// `airdraw draw`: the main job, from a recording to a drawing and its mesh.
enum DrawCommand: AirDrawCommand {
    static let recording = ValueArgument(
        "RECORDING", .path("RECORDING", completion: .folders), help: "the folder of the recording")
    static let click = ValueOption(
        "click", .tap, repeatable: true,
        help: "tap there on the view, at a time or on the first frame; without it the recorded taps are used")
    static let boxSize = ValueOption(
        "box-size", .positive("POINTS", of: "a size in view points", example: "20"),
        help: "side of the box around a tap (20 in a phone view, 40 per 640 of width where view and picture are the same)")
    static let tip = ValueOption("tip", .viewOffset, help: "where the pen touches, from the centre of the box at the tap")
    static let tipAt = ValueOption("tip-at", .viewPoint, help: "where the pen touches, as a place in the view at the tap")
    static let pen = ValueOption(
        "pen", ValueKind<PenChoice>.oneOf("PEN"), help: "what draws: finger, or center for the centre of the view (finger)")
    static let tracker = ValueOption(
        "tracker", ValueKind<TrackerKind>.oneOf("NAME"),
        help: "the tracker: csrt, kcf, mosse, medianflow, mil or fingertip (csrt)")
    static let gate = ValueOption(
        "gate", .share, valueName: "CONFIDENCE", help: "confidence under which the pen lifts (0.5)")
    static let draw = ValueOption(
        "draw", .range, repeatable: true,
        help: "draw from A to B seconds; without it the recorded events count, and without those the whole clip")
    static let extrude = ValueOption(
        "extrude", .range, help: "raise the drawing by moving the finger up from A to B seconds")
    static let height = ValueOption(
        "height", .positive("METRES", of: "a height in metres", example: "0.02"), help: "raise the drawing to this height")
    static let hit = ValueOption(
        "hit", ValueKind<HitChoice>.oneOf("KIND"), repeatable: true,
        help: "what counts as a hit, in the order tried: existingPlaneUsingExtent, existingPlaneUsingGeometry (its outline), "
            + "existingPlane (without an end), estimatedHorizontalPlane, estimatedVerticalPlane, featurePoint "
            + "(existingPlaneUsingExtent, then estimatedHorizontalPlane)")
    static let planes = ValueOption(
        "planes", ValueKind<SessionConfiguration.SceneSource>.oneOf("SOURCE"),
        help: "where planes come from: recorded, pictures, or automatic: recorded where there are any (automatic)")
    static let afterInterruption = ValueOption(
        "after-interruption", ValueKind<InterruptionChoice>.oneOf("WHAT"),
        help: "what was drawn before the session was interrupted may be off: keep it, or restart (keep)")
    static let plane = ValueOption(
        "plane", .plane, help: "draw on the plane with this identifier only, or on a horizontal plane at this height")
    static let smooth = ValueOption("smooth", .onOff, help: "take the shaking out of the path (on)")
    static let tutorialExact = FlagOption(
        "tutorial-exact", help: "do as the program of the tutorial does, its sideways box and dotted lines included")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["json"]), help: "write the drawing, for 'airdraw export' and others")
    static let obj = ValueOption(
        "obj", .file("FILE", endings: ["obj"]), help: "write the mesh, and its colours beside it as .mtl")
    static let mesh = ValueOption<String>.shapes("mesh", help: "write the drawing for other programs")
    static let preview = ValueOption(
        "preview", .file("FILE", endings: ["mp4", "png"]), help: "write the film, or its last picture, with what was seen marked")

    static let spec = CommandSpec(
        name: "draw", summary: "Draws what the finger in a recording drew",
        discussion: [
            "Follows the tapped box from frame to frame, carries it on to a plane of the world and drops points there. "
                + "'airdraw frame' shows where to tap.",
            "Ends with a summary: points, strokes, length, bounding box, and why points were not drawn.",
        ],
        arguments: [recording.spec],
        ownOptions: [
            click.spec, boxSize.spec, tip.spec, tipAt.spec, pen.spec, tracker.spec, gate.spec, draw.spec, extrude.spec,
            height.spec, hit.spec, planes.spec, plane.spec, afterInterruption.spec, smooth.spec, tutorialExact.spec, out.spec,
            obj.spec, mesh.spec, preview.spec,
        ] + StyleOptions.specs,
        alternatives: [["tip", "tip-at"], ["extrude", "height"], ["obj", "mesh"]],
        examples: [
            "draw recordings/square --obj square.obj",
            "draw recordings/square --click 200,300@0.5 --draw 1..6 --height 0.02 --out square.json",
        ])

    static func options(from arguments: ParsedArguments) throws -> DrawRequest {
        if case .height = try arguments.value(plane), arguments.isGiven(hit.spec) {
            // A level that is given does not end, and nothing else is met.
            throw UsageFailure.exclusive("--plane y=METRES", hit.spec.typed)
        }
        try StyleOptions.check(
            arguments, belongTo: [mesh.spec, obj.spec, preview.spec], problem: "neither a mesh nor a film is written")
        return DrawRequest(
            recording: try arguments.value(recording), clicks: try arguments.all(click),
            boxSize: try arguments.value(boxSize),
            tip: try arguments.value(tip).map(TipChoice.offset) ?? arguments.value(tipAt).map(TipChoice.place),
            pen: try arguments.value(pen) ?? .finger, tracker: try arguments.value(tracker), gate: try arguments.value(gate),
            draw: try arguments.all(draw), extrude: try arguments.value(extrude), height: try arguments.value(height),
            hits: try arguments.all(hit), planes: try arguments.value(planes),
            afterInterruption: try arguments.value(afterInterruption) ?? .keep, plane: try arguments.value(plane),
            smooths: try arguments.value(smooth) ?? true,
            isTutorialExact: arguments[tutorialExact], out: try arguments.value(out),
            mesh: try arguments.value(obj) ?? arguments.value(mesh), shapes: try StyleOptions.output(from: arguments),
            preview: try arguments.value(preview))
    }

    static func run(_ request: DrawRequest, _ console: any Console) throws { try DrawRun(request, console).run() }
}

extension ValueKind where Value == PlaneChoice {
    /// An anchor's identifier, or a height.
    static let plane = Self(
        "ID|y=METRES", accepted: "the identifier of a plane anchor, or y= and a height in metres, such as y=-0.4"
    ) { text in
        guard text.hasPrefix("y=") else { return text.isEmpty ? nil : .anchor(text) }
        return decimalNumber(text.dropFirst(2)).map(PlaneChoice.height)
    }
}
