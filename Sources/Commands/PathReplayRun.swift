internal import AirDrawing
internal import Files
internal import Glibc
internal import Imaging
internal import Meshes
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw path replay`.
struct PathReplayRun {
    private let options: PathReplayOptions
    private let console: any Console

    init(_ options: PathReplayOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Follows the way and says how it went.
    func run() throws {
        setOpenCVThreads(1)
        for path in [options.out, options.json, options.preview] { try checkOutput(path, outside: options.recording) }
        let path = try WalkPath(contentsOf: options.path)
        let recording = try Recording(opening: options.recording)
        var replay = try PathReplay(of: path, by: recording.header, usingPicture: options.usesPicture)
        if options.usesPicture, !replay.hasStartPicture {
            console.note(
                "Note: \(options.path) has no start picture that could be found again: start point and heading alone count")
        }
        let session = try walkingSession(on: recording, findsPoints: false)
        var progress = ProgressLine("following", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        while let frame = try session.next() {
            try Interruption.check()
            try replay.add(frame)
            count += 1
            progress.update(count)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        guard let plain = replay.plain else {
            throw CommandFailure(
                "\(options.recording) was tracked in none of its \(count) frames",
                help: "'airdraw info' says how its frames were tracked")
        }
        let corrected = replay.corrected
        let alignment = corrected ?? plain
        let steps = replay.steps(under: alignment)
        let drift = PathDrift(steps.map { ($0.walked, $0.advice.off) })
        if let out = options.out { try writeArrows(path, alignment, steps, to: out) }
        if let json = options.json { try write(path, plain, corrected, steps, drift, to: json) }
        if let preview = options.preview {
            try PathPreview(path, alignment, steps, endsAt: preview).write(recording, console)
        }
        try say(path, replay, plain, corrected, steps, drift)
    }

    // MARK: - Words

    private func say(
        _ path: WalkPath, _ replay: PathReplay, _ plain: PathAlignment, _ corrected: PathAlignment?, _ steps: [PathReplay.Step],
        _ drift: PathDrift
    ) throws {
        try console.writeLine(
            "way      \(path.name), \(metres(path.length)), \(path.waypoints.count) points, \(path.breakCount) breaks")
        let basis =
            plain.basis == .startPointAndNorth ? "start point and north" : "start point and heading"
        func endError(_ steps: [PathReplay.Step]) -> Double {
            steps.last.map { $0.position.distance(to: path.waypoints[path.waypoints.count - 1].position) } ?? 0
        }
        if let corrected {
            let before = plain.pathFromFollower
            let start = steps.first?.position ?? .init(.zero)
            let shift = path.start.camera.position.distance(to: start)
            let turn = remainder(corrected.pathFromFollower.yaw - before.yaw, 2 * .pi) * 180 / .pi
            try console.writeLine(
                "laid by  the start picture, found in \(corrected.pictures) of \(replay.lookedAt) pictures with "
                    + "\(corrected.agreeingPairs) pairs: the follower started \(metres(shift)) beside the start, "
                    + "\(fixed(abs(turn), places: 1))° to the \(turn >= 0 ? "left" : "right") of \(basis)")
        } else {
            try console.writeLine("laid by  \(basis)")
            if replay.hasStartPicture {
                console.note(
                    "Note: the start picture was not found in \(replay.lookedAt) pictures: begin where it was taken, looking the same way"
                )
            }
        }
        try console.writeLine("walked   \(metres(steps.last?.walked ?? 0))")
        var end = "end      \(metres(endError(steps))) from the end of the way"
        if corrected != nil { end += "; by \(basis) alone it would be \(metres(endError(replay.steps(under: plain))))" }
        try console.writeLine(end)
        if let growth = drift.growth {
            try console.writeLine("drift    \(fixed(growth * 100, places: 1)) cm a metre walked, as far as the way was kept to")
        }
        try console.writeLine("walked   left     off the way  turn")
        var next = 0.0
        for step in steps where step.walked >= next {
            next = step.walked.rounded(.down) + 1
            try console.writeLine(row(step))
        }
        if let last = steps.last, last.walked > next - 1 { try console.writeLine(row(last)) }
    }

    private func row(_ step: PathReplay.Step) -> String {
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }
        let advice = step.advice
        return padded(metres(step.walked), 9) + padded(metres(advice.left), 9) + padded(metres(advice.off), 13) + advice.words
    }

    // MARK: - Files

    private func writeArrows(_ path: WalkPath, _ alignment: PathAlignment, _ steps: [PathReplay.Step], to out: String) throws {
        let scene = path.scene(in: alignment.pathFromFollower.inverse, next: steps.last?.advice.next)
        let way = steps.map { alignment.pathFromFollower.inverse($0.position) }
        var whole = scene
        whole.materials.append(Material(name: "follower", colour: Colour(red: 0.85, green: 0.3, blue: 0.2)))
        whole.objects.append(MeshObject(name: "follower", material: "follower", parts: [.polyline(way)]))
        try writeMesh(whole, to: out, comments: ["\(path.name), a way, with airdraw \(Tool.version)"], console)
    }

    private func write(
        _ path: WalkPath, _ plain: PathAlignment, _ corrected: PathAlignment?, _ steps: [PathReplay.Step], _ drift: PathDrift,
        to out: String
    ) throws {
        func point(_ p: WorldPoint) -> [(String, String)] {
            [("x", numberText(p.x)), ("y", numberText(p.y)), ("z", numberText(p.z))]
        }
        func text(_ alignment: PathAlignment) -> String {
            objectText([
                ("basis", Recordings.quoted(alignment.basis.rawValue)), ("pictures", "\(alignment.pictures)"),
                ("agreeing_pairs", "\(alignment.agreeingPairs)"),
                ("path_from_follower", jsonText(alignment.pathFromFollower.rigid.rows)),
            ])
        }
        let waypoints = path.waypoints.map { p in
            objectText(
                point(p.position) + [
                    ("distance", numberText(p.distance)), ("time", numberText(p.time)),
                    ("break", p.followsBreak ? "true" : "false"),
                ])
        }
        let track = steps.map { step in
            objectText(
                point(step.position) + [
                    ("time", numberText(step.time)), ("heading", numberText(step.heading)), ("walked", numberText(step.walked)),
                    ("along", numberText(step.advice.along)), ("left", numberText(step.advice.left)),
                    ("off", numberText(step.advice.off)), ("turn", numberText(step.advice.turn)),
                    ("turn_round", step.advice.turnsRound ? "true" : "false"),
                    ("arrived", step.advice.hasArrived ? "true" : "false"), ("next", "\(step.advice.next.lowerBound)"),
                ])
        }
        let pieces = drift.pieces.map { objectText([("walked", numberText($0.walked)), ("off", numberText($0.off))]) }
        var members = [
            ("format", Recordings.quoted("airdraw-walk")), ("version", "1"), ("name", Recordings.quoted(path.name)),
            ("length", numberText(path.length)), ("plain", text(plain)),
            ("waypoints", "[" + waypoints.joined(separator: ",\n") + "]"), ("track", "[" + track.joined(separator: ",\n") + "]"),
            ("drift", "[" + pieces.joined(separator: ",") + "]"),
        ]
        if let corrected { members.append(("corrected", text(corrected))) }
        if let growth = drift.growth { members.append(("drift_per_metre", numberText(growth))) }
        let file = try AtomicFile(path: out)
        file.write(objectText(members) + "\n")
        try file.commit()
        try console.writeLine("\(out): \(steps.count) points of the track")
    }
}
