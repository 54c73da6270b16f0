internal import Downloads
internal import Files
internal import Imaging
internal import Meshes
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces
internal import TrackingEvaluation

/// The work of `airdraw images track`.
struct ImagesTrackRun {
    private let options: ImagesTrackOptions
    private let console: any Console

    init(_ options: ImagesTrackOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Finds and follows the images, and writes what was asked for.
    func run() throws {
        // As in 'draw'.
        setOpenCVThreads(1)
        try checkOutput(options.preview, outside: options.recording)
        let recording = try Recording(opening: options.recording)
        let contents = try options.content.map { try ImageContent.list(contentsOf: $0) }
        let content = try contents.map { try ImageContentPlacer($0) }
        let set = try loadReferenceImages(options.references, console)
        let names = Set(set.images.map(\.name))
        for missing in Set((contents ?? []).map(\.reference)).subtracting(names).sorted() {
            console.note("Note: there is content for \(quoted(missing)), and no reference image of that name")
        }
        guard options.mode == .both else {
            let pass = ImagesPass(recording, set.images, detection(set, isTracking: options.mode == .tracking), console)
            try write(pass, recording, content)
            return
        }
        let truth = try RecordingTruth(opening: recording.folder)?.images() ?? []
        var columns: [ImagesComparison.Column] = []
        for isTracking in [false, true] {
            let pass = ImagesPass(recording, set.images, detection(set, isTracking: isTracking), console)
            columns.append(try pass.measure(truth, name: isTracking ? "tracking" : "detection"))
        }
        for line in ImagesComparison.lines(columns, hasTruth: !truth.isEmpty) { try console.writeLine(line) }
    }

    private func detection(_ set: ReferenceImageSet, isTracking: Bool) -> ImageDetection {
        .init(
            images: set.images, maximumNumberOfTrackedImages: isTracking ? options.maximum : 0,
            removesAfter: isTracking ? nil : options.removesAfter)
    }

    private func write(_ pass: ImagesPass, _ recording: Recording, _ content: ImageContentPlacer?) throws {
        let additions = options.writes ? try additions(to: recording) : nil
        var preview: (renderer: SceneRenderer, film: WriteBehind)?
        if options.format == .csv { try console.writeLine(ImageLines.header) }
        var last: [String: ImageAnchor] = [:]
        var seen: Set<String> = []
        let count = try pass.run { frame, changes, _ in
            for change in changes {
                let event = AnchorEvent(change, time: frame.timestamp)
                try additions?.write(event)
                try console.writeLine(
                    options.format == .csv ? ImageLines.csv(change, frame) : ImageLines.json(event))
                if case .removed(let anchor) = change {
                    last[anchor.name] = nil
                } else {
                    last[change.anchor.name] = change.anchor
                    seen.insert(change.anchor.name)
                }
            }
            guard let path = options.preview else { return }
            let (renderer, film) = try preview ?? start(path, recording)
            preview = (renderer, film)
            try film.append(renderer.picture(of: frame, scene(frame, last, content)))
        }
        try preview?.film.finish()
        try additions?.commit()
        let names = pass.images.map(\.name)
        let missed = names.filter { !seen.contains($0) }
        console.note("\(seen.count) of \(names.count) images found in \(count) frames")
        if !missed.isEmpty, missed.count <= 10 { console.note("not found: \(missed.joined(separator: ", "))") }
    }

    /// Starts the film of what the person saw.
    private func start(_ path: String, _ recording: Recording) throws -> (SceneRenderer, WriteBehind) {
        let renderer = try SceneRenderer(viewport: recording.viewport)
        let film = try VideoWriter(path: path, framesPerSecond: recording.frameRate(), size: renderer.size)
        return (renderer, try WriteBehind(film))
    }

    /// The outlines of the images and their content in the room.
    private func scene(_ frame: Frame, _ anchors: [String: ImageAnchor], _ content: ImageContentPlacer?) -> RenderedScene {
        let images = anchors.sorted { $0.key < $1.key }.map(\.value)
        let showsAll = options.mode == .detection
        var scene = RenderedScene(frame.scene)
        for panel in content?.panels(on: images, showsAll: showsAll, time: frame.timestamp) ?? [] {
            scene.pictures.append(
                ScenePicture(
                    panel.picture, at: panel.worldFromPanel, width: panel.width, opacity: panel.opacity, isOneSided: true))
        }
        let found = Colour(red: 0.24, green: 0.86, blue: 0.35)
        let kept = Colour(red: 0.92, green: 0.63, blue: 0.16)
        for image in images where image.isTracked || showsAll {
            guard let size = image.physicalSize else { continue }
            let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, z in
                image.worldFromAnchor(AnchorPoint(x: x * size.x / 2, y: 0, z: z * size.y / 2))
            }
            let colour = image.isTracked ? found : kept
            scene.lines.append(SceneLine(corners, isClosed: true, colour: colour, layer: .front))
            // The corner that the picture begins with.
            scene.dots.append(SceneDot(at: corners[0], colour: colour, width: .units(10), layer: .front))
            scene.labels.append(SceneLabel([image.name], at: corners[0]))
        }
        return scene
    }

    private func additions(to recording: Recording) throws -> ImageAdditions {
        do {
            return try ImageAdditions(to: recording, replacing: options.replaces)
        } catch let failure as RecordingFailure where failure.cure != nil && !options.replaces {
            throw CommandFailure("\(failure.path): \(failure.problem)", help: "--replace puts the new ones in their place")
        }
    }
}

/// Loads reference images, with a note for each warning.
func loadReferenceImages(_ sources: [ReferenceImageSource], _ console: any Console) throws -> ReferenceImageSet {
    let downloader = Downloader(cacheFolder: Downloader.cacheFolder(in: processEnvironment()))
    do {
        let set = try ReferenceImageLoader(downloader: downloader).load(sources)
        for warning in set.warnings { console.note("Note: \(warning)") }
        return set
    } catch let failure as ReferenceImageFailure {
        throw CommandFailure(failure.description)
    }
}

/// One way through a recording.
struct ImagesPass {
    let images: [ReferenceImage]
    private let recording: Recording
    private let detection: ImageDetection
    private let console: any Console

    init(_ recording: Recording, _ images: [ReferenceImage], _ detection: ImageDetection, _ console: any Console) {
        self.recording = recording
        self.images = images
        self.detection = detection
        self.console = console
    }

    /// Gives each frame, what happened to images in it, and the seconds that looking took.
    ///
    /// - Returns: how many frames there were.
    func run(_ body: (Frame, [ImageChange], Double) throws -> Void) throws -> Int {
        let session = try Session(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        var configuration = SessionConfiguration.best(for: recording.header)
        configuration.planeDetection = []
        configuration.sceneSource = .recorded
        configuration.isLightEstimationEnabled = false
        try session.run(configuration)
        let detector = try ImageDetector(detection)
        let knowsUp = [.gravity, .gravityAndHeading].contains(recording.header.worldAlignment)
        let clock = ContinuousClock()
        var progress = ProgressLine("looking", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        while let frame = try session.next() {
            try Interruption.check()
            if frame.userEvents.contains(where: { $0.kind == .interruption(true) }) { detector.reset() }
            let start = clock.now
            let changes =
                frame.isInterrupted
                ? [] : try detector.next(frame.picture, camera: frame.camera, time: frame.timestamp, knowsUp: knowsUp)
            try body(frame, changes, (clock.now - start) / .seconds(1))
            count += 1
            progress.update(count)
        }
        progress.finish()
        for warning in session.warnings { console.note("Note: \(warning)") }
        return count
    }

    /// Measures against what is true.
    func measure(_ truth: [ImageTruth], name: String) throws -> ImagesComparison.Column {
        var measure = ImageTrackingMeasure(claimsAlways: detection.maximumNumberOfTrackedImages == 0)
        var anchors: [String: ImageAnchor] = [:]
        var seconds: [Double] = []
        var withAnchor = 0
        let sizes = Dictionary(images.map { ($0.name, SIMD2($0.physicalWidth, $0.physicalHeight)) }) { first, _ in first }
        var rest = truth[...]
        let frames = try run { frame, changes, time in
            seconds.append(time)
            for change in changes {
                if case .removed(let anchor) = change {
                    anchors[anchor.name] = nil
                } else {
                    anchors[change.anchor.name] = change.anchor
                }
            }
            let claims = anchors.values.sorted { $0.name < $1.name }.map {
                ImageTrackingMeasure.Claim(name: $0.name, worldFromAnchor: $0.worldFromAnchor, isTracked: $0.isTracked)
            }
            if claims.contains(where: { $0.isTracked || detection.maximumNumberOfTrackedImages == 0 }) { withAnchor += 1 }
            while let first = rest.first, first.index < frame.index { rest.removeFirst() }
            measure.add(
                claims, truth: Array(rest.prefix { $0.index == frame.index }), camera: frame.camera, sizes: sizes,
                time: frame.timestamp)
        }
        return .init(name: name, measure: measure, shareOfFrames: Double(withAnchor) / Double(max(frames, 1)), seconds: seconds)
    }
}

extension AnchorEvent {
    /// What happened to an image, as a recording has it.
    init(_ change: ImageChange, time: Double) {
        let anchor = change.anchor
        let record = ImageAnchorRecord(
            id: anchor.identifier, name: anchor.name, worldFromAnchor: anchor.worldFromAnchor,
            physicalSize: anchor.physicalSize, isTracked: anchor.isTracked)
        switch change {
        case .added: self.init(time: time, id: anchor.identifier, change: .add(.image(record)))
        case .updated: self.init(time: time, id: anchor.identifier, change: .update(.image(record)))
        case .removed: self.init(time: time, id: anchor.identifier, change: .remove(mergedInto: nil))
        }
    }
}
