internal import AirDrawing
internal import Glibc
internal import Imaging
internal import Meshes
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces

/// The arrows of a way over what the follower's camera saw.
struct PathPreview {
    private static let way = Colour(red: 0.2, green: 0.55, blue: 1)
    private static let next = Colour(red: 1, green: 0.75, blue: 0.1)
    /// Arrows nearer than this would fill the picture, metres.
    private static let nearest = 0.25

    private let path: WalkPath
    private let alignment: PathAlignment
    private let steps: [PathReplay.Step]
    private let file: String

    /// Prepares a preview.
    ///
    /// - Parameters:
    ///   - path: the way.
    ///   - alignment: how the follower's world lies on it.
    ///   - steps: the walk under that alignment.
    ///   - file: a film, or a picture for a page of moments.
    init(_ path: WalkPath, _ alignment: PathAlignment, _ steps: [PathReplay.Step], endsAt file: String) {
        self.path = path
        self.alignment = alignment
        self.steps = steps
        self.file = file
    }

    /// Replays the follower's recording once more, and renders.
    func write(_ recording: Recording, _ console: any Console) throws {
        let session = try walkingSession(on: recording, findsPoints: false)
        let renderer = try SceneRenderer(viewport: recording.viewport)
        let frames = try recording.frameCount()
        let isFilm = !file.lowercased().hasSuffix(".png")
        let output = try RenderedOutput(
            path: file, moments: isFilm ? .film : .sheet(.init(columns: 4, rows: 2)), frames: frames,
            rate: recording.frameRate(), size: renderer.size)
        let followerFromPath = alignment.pathFromFollower.inverse
        let material = Material(name: "arrow", colour: Self.way)
        let arrows = try path.arrows(in: followerFromPath).map { arrow in
            let mesh = PathArrow.mesh(tip: arrow.tip, along: arrow.way)
            let object = MeshObject(name: "arrow", material: material.name, parts: [.mesh(mesh)])
            return (arrow, try SceneModel(MeshScene(materials: [material], objects: [object])))
        }
        let end = followerFromPath(path.waypoints[path.waypoints.count - 1].position)
        var at = steps.startIndex
        var last: (index: Int, time: Double)?
        var progress = ProgressLine("rendering", unit: "frames", total: frames, on: console)
        while !output.isComplete, let frame = try session.next() {
            try Interruption.check()
            last = (frame.index, frame.timestamp)
            // Steps are the tracked frames; the latest one that is not later holds.
            while at + 1 < steps.endIndex, steps[at + 1].time <= frame.timestamp { at += 1 }
            if output.wants(frame.index, at: frame.timestamp, of: frames) {
                var scene = RenderedScene(frame.scene)
                if steps.indices.contains(at) { show(arrows, end: end, steps[at], in: frame, &scene) }
                try output.add(renderer.picture(of: frame, scene), at: frame.timestamp)
            }
            progress.update(frame.index + 1)
        }
        progress.finish()
        try output.finish(last: last)
        try console.writeLine("\(file): \(isFilm ? "\(output.count) frames" : "\(output.count) moments")")
    }

    private func show(
        _ arrows: [(arrow: WalkPath.Arrow, model: SceneModel)], end: WorldPoint, _ step: PathReplay.Step, in frame: Frame,
        _ scene: inout RenderedScene
    ) {
        let advice = step.advice
        for (arrow, model) in arrows where arrow.waypoint + 1 >= advice.next.lowerBound {
            guard arrow.tip.distance(to: frame.camera.position) > Self.nearest else { continue }
            let isNext = advice.next.contains(arrow.waypoint)
            scene.models.append(PlacedModel(model, colour: isNext ? Self.next : Self.way))
        }
        scene.labels.append(SceneLabel(["the end", metres(advice.left)], at: end - WorldVector(x: 0, y: PathArrow.drop, z: 0)))
        scene.status?.left += "   \(metres(advice.left)) left, \(metres(advice.off)) off the way"
        scene.status?.right = advice.words
    }
}

extension PathGuide.Advice {
    /// Where to go, in two words.
    var words: String {
        let degrees = turn * 180 / .pi
        if hasArrived { return "arrived" }
        if turnsRound { return "turn round" }
        return abs(degrees) < 10 ? "straight on" : "\(fixed(abs(degrees), places: 0))° \(degrees > 0 ? "left" : "right")"
    }
}
