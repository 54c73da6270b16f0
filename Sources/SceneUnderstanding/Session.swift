public import Imaging
public import Recordings
internal import Spaces

/// A session on a recording: `ARSession`.
///
/// It hands out frames with all that is known at each: the scene, the light, how well the camera is tracked. A program takes them one
/// at a time with ``next()``, with everything that happens in between as an asynchronous sequence, ``events``, or on a queue of its
/// choice through a ``SessionPlayer``. Nothing is made before it is asked for, so that a slow program loses nothing and memory does not
/// grow. A program that keeps frames is told at ``manyKeptFrames``; at ``mostKeptFrames`` the session waits for it to let go, and
/// fails after a while.
public final class Session {
    /// At this number of frames kept by the program it is told.
    public static let manyKeptFrames = 12
    /// The session does not go on while the program keeps this many frames.
    public static let mostKeptFrames = 24
    /// How long it waits for frames to be let go, seconds, before it fails.
    public static let patience = 2.0

    /// The recording.
    public let recording: Recording
    /// What the session does; nil before the first run.
    public private(set) var configuration: SessionConfiguration?
    /// The frame given last; nil before the first.
    public private(set) var currentFrame: Frame?
    /// Whether frames come.
    public private(set) var isRunning = false

    private let replay: SessionReplay
    private let ledger = FrameLedger()
    private let holdsPlanes: Bool
    /// Whether the world is to go with the camera, and the recording's own does not yet.
    private var followsCamera: Bool {
        configuration?.worldAlignment == .camera && recording.header.worldAlignment != .camera
    }
    private var world = SessionWorld()
    private var observer: SceneObserver?
    private var imageDetector: ImageDetector?
    /// The feature points of a recording that has its own.
    private var recordedMap = FeatureMap()
    private var recordedPoints: [FeaturePoint] = []
    private var state: TrackingState?
    private var hasWarned = false
    private var pending: [SessionEvent] = []
    /// What was made and not taken yet, for those who take one event at a time.
    private var waiting: ArraySlice<SessionEvent> = []

    /// Makes a session that does not run yet.
    ///
    /// - Parameters:
    ///   - recording: its text.
    ///   - pictures: one for each frame, in their order, such as ``RecordedPictures``, or those read ahead.
    /// - Throws: `RecordingFailure` where the text is wrong.
    public init(replaying recording: Recording, pictures: any PictureSource) throws {
        self.recording = recording
        replay = try SessionReplay(of: recording, pictures: pictures)
        holdsPlanes = try recording.holdsPlanes()
    }

    /// Makes a session that runs with the best configuration that a recording supports, its pictures read ahead.
    ///
    /// - Throws: as ``init(replaying:pictures:)``, and `ImagingFailure` where the pictures cannot be opened.
    public convenience init(running recording: Recording) throws {
        try self.init(replaying: recording, pictures: ReadAhead(RecordedPictures(of: recording)))
        try run(.best(for: recording.header))
    }

    /// What was noticed so far in the recording's text and did not stop the session.
    public var warnings: [RecordingWarning] { replay.warnings }

    /// Where planes and feature points come from under the present configuration; nil before the first run.
    public var sceneSource: SessionConfiguration.SceneSource? {
        configuration.map { configuration in
            configuration.sceneSource == .automatic
                ? (holdsPlanes ? .recorded : .pictures) : configuration.sceneSource
        }
    }

    /// What looks for feature points; nil while the session does not look at its pictures.
    public var featurePointDetector: FeaturePointDetector? { observer?.features }

    /// What looks for planes; nil while the session does not look at its pictures.
    public var planeDetector: PlaneDetector? { observer?.planes }

    /// Whether planes could be found in the recording's pictures.
    public var canDetectPlanes: Bool { planeObstacle == nil }

    /// Why no planes can be found in the recording's pictures, with the cure; nil when they can.
    public var planeObstacle: SessionFailure? {
        func obstacle(_ problem: String, _ cure: String) -> SessionFailure {
            .init(code: .unsupportedConfiguration, problem: problem, cure: cure)
        }
        let header = recording.header
        if header.degreesOfFreedom == .three {
            return obstacle(
                "it knows where the camera looks and not where it is (degrees_of_freedom is 3)",
                "planes need a recording of six degrees of freedom")
        }
        if !header.worldAlignment.isLevel {
            return obstacle(
                "which way is up in it is not known (world_alignment is \(header.worldAlignment.rawValue))",
                "import it again with --gravity X,Y,Z: planes are level or upright")
        }
        if !showsCorners {
            return obstacle("its pictures are too small, or too narrow, to follow corners in", "64 pixels are the least")
        }
        return nil
    }

    /// Whether corners can be followed in pictures of this size.
    private var showsCorners: Bool {
        let size = recording.header.imageSize
        let (short, long) = (min(size.width, size.height), max(size.width, size.height))
        return short >= CornerFlow.leastSide && long <= short * CornerFlow.longestShape
    }

    /// Starts, goes on after a pause, or changes what the session does: `run(_:options:)`.
    ///
    /// Without options tracking and anchors stay, and no frame is lost.
    ///
    /// - Throws: ``SessionFailure`` when the recording does not hold what the configuration needs; the session is as it was.
    public func run(_ configuration: SessionConfiguration, options: SessionRunOptions = []) throws {
        if let obstacle = configuration.obstacle(in: recording.header) { throw obstacle }
        let before = self.configuration
        let sourceBefore = sceneSource
        let detector: ImageDetector? =
            if configuration.imageDetection == imageDetector?.detection {
                imageDetector
            } else {
                try configuration.imageDetection.map { try ImageDetector($0) }
            }
        self.configuration = configuration
        isRunning = true
        if let sourceBefore, sourceBefore != sceneSource, configuration.tracking == .world {
            // Planes of another source are others, whatever they are called.
            let gone = world.removePlanes()
            if !gone.isEmpty { pending.append(.removed(gone)) }
        }
        if let before, before.imageDetection != configuration.imageDetection {
            // Images of another set are others.
            let gone = world.removeImages()
            if !gone.isEmpty { pending.append(.removed(gone)) }
        }
        imageDetector = detector
        let removes = options.contains(.removeExistingAnchors)
        if removes {
            let gone = world.anchors
            world.removeAll()
            observer = nil
            imageDetector = try configuration.imageDetection.map { try ImageDetector($0) }
            if !gone.isEmpty { pending.append(.removed(gone)) }
        }
        if options.contains(.resetTracking) {
            world.startsAnew = true
        }
        if configuration.tracking == .orientation || !looks { observer = nil }
        if sceneSource == .recorded, configuration.tracking == .world, let before {
            // What was found while nobody looked for it is found now.
            let looked = before.tracking == .world && sourceBefore == .recorded && !removes ? before.planeDetection : []
            world.catchUp(with: replay.scene, detecting: configuration.planeDetection.subtracting(looked))
        }
    }

    /// Stops the frames until the next run; the recording waits.
    public func pause() { isRunning = false }

    /// Marks a place of the world; it comes with the next frame.
    public func add(_ anchor: Anchor) { world.add(anchor) }

    /// Removes an anchor of any kind; one that is not known is passed over.
    public func remove(anchor identifier: String) {
        world.remove(identifier)
        imageDetector?.remove(identifier)
    }

    /// The next frame; nil after the last, and while the session is paused.
    ///
    /// - Throws: as ``advance()``.
    public func next() throws -> Frame? {
        while let event = try nextEvent() {
            if case .frame(let frame) = event { return frame }
        }
        return nil
    }

    /// The next event; nil after the last frame, and while the session is paused.
    ///
    /// - Throws: as ``advance()``.
    public func nextEvent() throws -> SessionEvent? {
        if waiting.isEmpty { waiting = try advance()?[...] ?? [] }
        return waiting.popFirst()
    }

    /// Goes on by one frame.
    ///
    /// - Throws: `RecordingFailure`, `ImagingFailure` or ``ReplayFailure`` where the recording cannot be read on,
    ///   ``SessionFailure`` where the program keeps too many frames.
    /// - Returns: what happened, in order, the frame last; nil after the last frame, and while the session is paused.
    public func advance() throws -> [SessionEvent]? {
        guard isRunning, let configuration else { return nil }
        if !waiting.isEmpty {
            defer { waiting = [] }
            return Array(waiting)
        }
        try holdUp()
        guard let raw = try replay.next() else {
            isRunning = false
            currentFrame = nil
            return nil
        }
        var events = pending
        pending = []
        interruptions(raw, &events)
        let seen = try look(at: raw, configuration)
        let trackingState = raw.record.tracking ?? seen?.trackingState ?? (raw.isInterrupted ? .notAvailable : .normal)
        // The picture is only measured where somebody wants to know.
        let wantsLight = configuration.isLightEstimationEnabled && raw.record.light == nil
        let light = wantsLight || trackingState != .normal ? raw.picture.meanLight : nil
        let advice = TrackingAdvice(trackingState, luma: light?.luma ?? 1)
        if trackingState != state {
            state = trackingState
            events.append(.trackingStateChanged(trackingState, advice: advice))
        }
        var camera = raw.record.camera
        if let factor = observer?.features.focalFactor, factor != 1 {
            // Rays go where the pictures say, as those did that the planes are made of.
            camera.model.intrinsics.fx *= factor
            camera.model.intrinsics.fy *= factor
        }
        let found = sceneSource == .pictures ? seen?.changes ?? [] : configuration.tracking == .world ? raw.changes : []
        let images = try lookForImages(in: raw)
        let known = features(raw, seen)
        let step = world.step(
            camera: camera, changes: found, imageChanges: images, points: known.points, map: known.map, mapIsNew: known.isNew,
            configuration: configuration, followsCamera: followsCamera,
            knowsUp: recording.header.worldAlignment.isLevel && !followsCamera)
        events += step.events
        let scene = FrameScene(
            index: raw.record.index, timestamp: raw.record.time, camera: step.camera,
            trackingState: trackingState, advice: advice, anchors: step.anchors, changes: step.changes,
            rawFeaturePoints: step.points, withdrawnFeaturePoints: known.withdrawn,
            lightEstimate: configuration.isLightEstimationEnabled
                ? raw.record.light
                    ?? light.map { LightEstimate(of: $0, exposure: raw.record.exposure) } : nil,
            userEvents: raw.userEvents, isInterrupted: raw.isInterrupted, snapshot: step.snapshot)
        let frame = Frame(scene, picture: raw.picture, lease: ledger.lease())
        currentFrame = frame
        events.append(.frame(frame))
        return events
    }

    // MARK: - Steps of a frame

    /// Tells a program that keeps frames, and waits for one that keeps too many.
    private func holdUp() throws {
        // The session's own last frame is not the program's.
        currentFrame = nil
        let kept = ledger.count
        if kept < Self.manyKeptFrames { hasWarned = false }
        if kept >= Self.manyKeptFrames, !hasWarned {
            hasWarned = true
            pending.append(.backPressure(.framesKept(kept)))
        }
        guard kept >= Self.mostKeptFrames else { return }
        guard ledger.waits(forFewerThan: Self.mostKeptFrames, seconds: Self.patience) else {
            isRunning = false
            throw SessionFailure(
                code: .tooManyFramesKept, problem: "the program keeps \(kept) frames with their pictures",
                cure: "take from a frame what is needed and let it go")
        }
    }

    private func interruptions(_ raw: SessionFrame, _ events: inout [SessionEvent]) {
        for event in raw.userEvents {
            guard case .interruption(let begins) = event.kind else { continue }
            events.append(begins ? .interrupted(at: event.time) : .interruptionEnded(at: event.time))
            if begins {
                observer?.interrupt()
                imageDetector?.reset()
            }
        }
    }

    /// The points seen in this frame, and all that are known: those found in the pictures, or the recording's own.
    private func features(
        _ raw: SessionFrame, _ seen: SceneObserver.Seen?
    ) -> (points: [FeaturePoint], withdrawn: [UInt64], map: [FeaturePoint], isNew: Bool) {
        if let seen { return (seen.points, seen.withdrawn, seen.map, true) }
        guard sceneSource == .recorded, configuration?.tracking == .world else { return ([], [], [], true) }
        let isNew = !raw.featurePoints.isEmpty || !raw.withdrawnFeaturePoints.isEmpty
        if isNew {
            var frame = FeatureFrame(points: raw.featurePoints)
            frame.withdrawn = raw.withdrawnFeaturePoints
            recordedMap.add(frame)
            recordedPoints = recordedMap.points
        }
        return (raw.featurePoints, raw.withdrawnFeaturePoints, recordedPoints, isNew)
    }

    /// Whether the present configuration looks at the pictures.
    private var looks: Bool {
        guard let configuration, configuration.tracking == .world, showsCorners else { return false }
        return sceneSource == .pictures || configuration.findsFeaturePoints && !recording.has("features.jsonl")
    }

    /// What happened to reference images: seen in the picture, or as the recording has it.
    private func lookForImages(in raw: SessionFrame) throws -> [ImageChange] {
        guard let imageDetector else { return configuration?.tracking == .world ? raw.imageChanges : [] }
        guard !raw.isInterrupted else { return [] }
        return try imageDetector.next(
            raw.picture, camera: raw.record.camera, time: raw.record.time,
            knowsUp: recording.header.worldAlignment.isLevel,
            // Image tracking goes without: it works in a bus too.
            usesMotion: configuration?.worldAlignment != .camera && recording.header.worldAlignment != .camera)
    }

    /// Looks for features and planes in the picture, where the configuration asks for it.
    private func look(
        at raw: SessionFrame, _ configuration: SessionConfiguration
    ) throws -> SceneObserver.Seen? {
        guard looks, !raw.isInterrupted else { return nil }
        let detection = canDetectPlanes && sceneSource == .pictures ? configuration.planeDetection : []
        let observer = self.observer ?? SceneObserver(detecting: detection)
        self.observer = observer
        return try observer.look(
            at: raw.picture, camera: raw.record.camera, time: raw.record.time,
            recordedState: raw.record.tracking, detecting: detection)
    }
}

extension Recording {
    /// Whether a plane ever comes.
    fileprivate func holdsPlanes() throws -> Bool {
        let reader = try anchors()
        while let event = try reader.next() {
            if case .add(.plane) = event.change { return true }
        }
        return false
    }
}
