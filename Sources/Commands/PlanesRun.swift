internal import Files
internal import Imaging
internal import Meshes
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw planes`.
struct PlanesRun {
    private let options: PlanesOptions
    private let console: any Console

    init(_ options: PlanesOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Finds the planes and writes them where they are wanted.
    func run() throws {
        // As in 'draw'.
        setOpenCVThreads(1)
        try checkOutput(options.out, outside: options.recording)
        try checkOutput(options.ply, outside: options.recording)
        let recording = try Recording(opening: options.recording)
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        if let obstacle = session.planeObstacle {
            throw CommandFailure("\(recording.folder): \(obstacle.problem)", help: obstacle.cure)
        }
        try session.run(
            .init(
                planeDetection: options.detecting, sceneSource: .pictures, isLightEstimationEnabled: false,
                worldAlignment: recording.header.worldAlignment))
        let additions = options.writes ? try additions(to: recording) : nil
        var history = PlaneHistory()
        var progress = ProgressLine("looking", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        var last: Frame?
        while let frame = try session.next() {
            if let until = options.until, frame.timestamp > until { break }
            try Interruption.check()
            for change in frame.changes {
                history.apply(change, time: frame.timestamp, fits: session.planeDetector)
                try additions?.write(AnchorEvent(change, time: frame.timestamp))
            }
            if let additions, !frame.rawFeaturePoints.isEmpty || !frame.withdrawnFeaturePoints.isEmpty {
                additions.write(FeatureRecord(frame))
            }
            last = frame
            count += 1
            progress.update(count)
        }
        progress.finish()
        if let out = options.out {
            let file = try AtomicFile(path: out)
            file.write(history.json(source: recording.header.name))
            try file.commit()
        }
        if let ply = options.ply {
            let scene = PlaneScenery(points: last?.featureMap ?? [], planes: last?.planes ?? [])
            try PLYWriter.write(
                scene.vertices, triangles: scene.triangles, to: ply,
                comments: ["AirDraw: feature points and planes of \(recording.header.name)"])
        }
        try additions?.commit()
        for line in history.lines { try console.writeLine(line) }
        for warning in session.warnings { console.note("Note: \(warning)") }
        session.noteFocalLength(console)
        console.note("\(last?.featureMap.count ?? 0) feature points in \(count) frames")
    }

    private func additions(to recording: Recording) throws -> SceneAdditions {
        do {
            return try SceneAdditions(to: recording, replacing: options.replaces)
        } catch let failure as RecordingFailure where failure.cure != nil && !options.replaces {
            throw CommandFailure("\(failure.path): \(failure.problem)", help: "--replace puts the new ones in their place")
        }
    }
}

extension Session {
    /// Says so when the pictures do not fit the focal length of the recording.
    func noteFocalLength(_ console: any Console) {
        guard let factor = featurePointDetector?.focalFactor, factor != 1 else { return }
        console.note(
            "Note: the pictures fit a focal length of \(fixed(factor * 100, places: 1)) % of the one given, and "
                + "were taken so; check fx and fy in frames.jsonl")
    }
}

extension AnchorEvent {
    /// What happened to a plane, as a recording has it.
    fileprivate init(_ change: Scene.Change, time: Double) {
        switch change {
        case .added(let plane): self.init(time: time, id: plane.identifier, change: .add(.plane(.init(plane))))
        case .updated(let plane): self.init(time: time, id: plane.identifier, change: .update(.plane(.init(plane))))
        case .removed(let identifier, let heir): self.init(time: time, id: identifier, change: .remove(mergedInto: heir))
        }
    }
}

extension PlaneAnchorRecord {
    fileprivate init(_ plane: PlaneAnchor) {
        self.init(
            id: plane.identifier, alignment: plane.alignment == .horizontal ? .horizontal : .vertical,
            worldFromAnchor: plane.worldFromAnchor, center: plane.center, extentX: plane.extentX, extentZ: plane.extentZ,
            boundary: plane.boundary)
    }
}

extension FeatureRecord {
    fileprivate init(_ frame: Frame) {
        self.init(
            index: frame.index, time: frame.timestamp,
            points: frame.rawFeaturePoints.map { .init(identifier: $0.identifier, position: $0.position) },
            withdrawn: frame.withdrawnFeaturePoints)
    }
}

/// Points and planes in colours, to look at: level planes green, upright ones blue, points grey, those on a plane yellow.
private struct PlaneScenery {
    private(set) var vertices: [PLYWriter.Vertex] = []
    private(set) var triangles: [SIMD3<Int>] = []

    init(points: [FeaturePoint], planes: [PlaneAnchor]) {
        for point in points {
            let isOn = planes.contains { plane in
                let local = plane.local(point.position)
                return abs(local.y) < 0.015 && plane.boundaryContains(local)
            }
            let colour = isOn ? Colour(red: 1, green: 0.85, blue: 0.2) : Colour(red: 0.6, green: 0.6, blue: 0.6)
            vertices.append(.init(point.position, colour))
        }
        for plane in planes {
            let isLevel = plane.alignment == .horizontal
            let colour = isLevel ? Colour(red: 0.2, green: 0.7, blue: 0.3) : Colour(red: 0.2, green: 0.4, blue: 0.9)
            let first = vertices.count
            let corners = plane.boundary ?? []
            for corner in corners {
                vertices.append(.init(plane.worldFromAnchor(AnchorPoint(x: corner.x, y: 0, z: corner.y)), colour))
            }
            for i in corners.indices.dropFirst(2) { triangles.append([first, first + i - 1, first + i]) }
        }
    }
}
