internal import Recordings
internal import Spaces

/// The anchors of a session and the axes that its world has now.
///
/// What the recording and the detectors find stays in the recording's axes; it is carried over where it leaves the session.
struct SessionWorld {
    /// The planes, in the recording's axes.
    private(set) var scene = Scene()
    /// The places that the program marked, in the session's axes.
    private(set) var places: [Anchor] = []
    /// The reference images that were found, in the recording's axes.
    private var images: [ImageAnchor] = []
    /// What happened to planes while nobody looked for them.
    private var missed: [Scene.Change] = []
    /// Whether the axes start anew at the next frame's camera.
    var startsAnew = false
    private var wasBlind = false
    private var sessionFromRecording = RigidTransform<WorldSpace, WorldSpace>.identity
    private var pending: [SessionEvent] = []
    private var snapshot = SceneSnapshot(planes: [], map: [], knowsUp: true)
    /// Whether planes went since the snapshot was made.
    private var isStale = false

    /// What a frame shows of the world.
    struct Step {
        var camera: Camera
        var anchors: [SceneAnchor]
        var changes: [Scene.Change]
        var points: [FeaturePoint]
        var events: [SessionEvent]
        var snapshot: SceneSnapshot
    }

    /// All anchors, in the session's axes.
    var anchors: [SceneAnchor] {
        scene.planes.map { .plane($0.moved(by: sessionFromRecording)) } + places.map { .place($0) }
            + images.map { .image($0.moved(by: sessionFromRecording)) }
    }

    mutating func add(_ anchor: Anchor) {
        if let i = places.firstIndex(where: { $0.identifier == anchor.identifier }) {
            places[i] = anchor
            pending.append(.updated([.place(anchor)]))
        } else {
            places.append(anchor)
            pending.append(.added([.place(anchor)]))
        }
    }

    mutating func remove(_ identifier: String) {
        for anchor in anchors where anchor.identifier == identifier { pending.append(.removed([anchor])) }
        places.removeAll { $0.identifier == identifier }
        images.removeAll { $0.identifier == identifier }
        scene.apply(.removed(identifier: identifier, mergedInto: nil))
        isStale = true
    }

    /// Forgets the planes, and gives them in the session's axes.
    mutating func removePlanes() -> [SceneAnchor] {
        let gone = scene.planes
        scene = Scene()
        missed = []
        isStale = true
        return gone.map { .plane($0.moved(by: sessionFromRecording)) }
    }

    /// Forgets the images, and gives them in the session's axes.
    mutating func removeImages() -> [SceneAnchor] {
        let gone = images
        images = []
        return gone.map { .image($0.moved(by: sessionFromRecording)) }
    }

    /// Takes over, with the next frame, what the recording knows of planes that nobody looked for until now.
    mutating func catchUp(with recorded: Scene, detecting: PlaneDetection) {
        for plane in scene.planes where detecting.includes(plane.alignment) && recorded.plane(plane.identifier) == nil {
            missed.append(.removed(identifier: plane.identifier, mergedInto: nil))
        }
        for plane in recorded.planes where detecting.includes(plane.alignment) {
            guard let known = scene.plane(plane.identifier) else {
                missed.append(.added(plane))
                continue
            }
            if known != plane { missed.append(.updated(plane)) }
        }
    }

    mutating func removeAll() {
        places = []
        images = []
        missed = []
        scene = Scene()
        isStale = true
    }

    /// Takes in a frame.
    ///
    /// - Parameters:
    ///   - camera: in the recording's axes, as all that follows.
    ///   - changes: what was found.
    ///   - imageChanges: what happened to reference images.
    ///   - points: seen in this frame.
    ///   - map: all that are known.
    ///   - mapIsNew: whether the map may be another than a frame before; else what rays need of it is kept.
    ///   - configuration: what of it counts.
    ///   - followsCamera: whether the world goes with the camera.
    ///   - knowsUp: whether y is up in the session's axes.
    mutating func step(
        camera: Camera, changes: [Scene.Change], imageChanges: [ImageChange] = [], points: [FeaturePoint], map: [FeaturePoint],
        mapIsNew: Bool,
        configuration: SessionConfiguration, followsCamera: Bool, knowsUp: Bool
    ) -> Step {
        let before = sessionFromRecording
        moveAxes(to: camera, followsCamera: followsCamera)
        let mapping = sessionFromRecording
        let hasMoved = mapping != before
        var events = pending
        pending = []
        if hasMoved { movePlaces(from: before) }

        let known = Set(scene.planes.map(\.identifier))
        let gone = scene.planes
        var accepted: [Scene.Change] = []
        // One after the other: a plane may come and go between two frames.
        for change in missed + changes {
            guard let change = accept(change, configuration.planeDetection) else { continue }
            scene.apply(change)
            accepted.append(change)
        }
        missed = []
        let moved = mapping == .identity ? accepted : accepted.map { $0.moved(by: mapping) }
        if hasMoved {
            // The axes moved under all that stayed where it was.
            let changing = Set(imageChanges.map(\.anchor.identifier))
            let stays = anchors.filter { anchor in
                if case .image(let image) = anchor { return !changing.contains(image.identifier) }
                return known.contains(anchor.identifier) || places.contains { $0.identifier == anchor.identifier }
            }
            if !stays.isEmpty { events.append(.updated(stays)) }
        }
        events += SessionWorld.events(of: moved, before: gone.map { $0.moved(by: mapping) })
        events += take(imageChanges).map { change in
            switch change.moved(by: mapping) {
            case .added(let image): .added([.image(image)])
            case .updated(let image): .updated([.image(image)])
            case .removed(let image): .removed([.image(image)])
            }
        }

        var camera = camera
        camera.worldFromCamera = camera.worldFromCamera.then(mapping)
        if configuration.tracking == .orientation { camera.worldFromCamera.translation = .zero }
        func carried(_ points: [FeaturePoint]) -> [FeaturePoint] {
            if mapping == .identity { return points }
            return points.map { point in
                var point = point
                point.position = mapping(point.position)
                point.seenFrom = point.seenFrom.map { mapping($0) }
                return point
            }
        }
        let isBlind = configuration.tracking == .orientation
        let hasNewMap = mapIsNew && !(map.isEmpty && snapshot.map.isEmpty)
        if isStale || hasMoved || hasNewMap || !accepted.isEmpty || isBlind != wasBlind {
            // Where the camera's place is not known nothing can be hit.
            snapshot = SceneSnapshot(
                planes: isBlind ? [] : scene.planes.map { $0.moved(by: mapping) }, map: isBlind ? [] : carried(map),
                knowsUp: knowsUp)
        }
        isStale = false
        wasBlind = isBlind
        return Step(
            camera: camera,
            anchors: snapshot.planes.map { .plane($0) } + places.map { .place($0) }
                + images.map { .image($0.moved(by: mapping)) }, changes: moved,
            points: carried(points), events: events, snapshot: snapshot)
    }

    /// Takes image changes in; an image that the program removed is found anew.
    private mutating func take(_ changes: [ImageChange]) -> [ImageChange] {
        changes.compactMap { change in
            let known = images.firstIndex { $0.identifier == change.anchor.identifier }
            switch change {
            case .added(let anchor), .updated(let anchor):
                if let known {
                    images[known] = anchor
                    return .updated(anchor)
                }
                images.append(anchor)
                return .added(anchor)
            case .removed:
                guard let known else { return nil }
                return .removed(images.remove(at: known))
            }
        }
    }

    /// The change as this session sees it; nil where it does not.
    private func accept(_ change: Scene.Change, _ detection: PlaneDetection) -> Scene.Change? {
        func isKnown(_ identifier: String) -> Bool { scene.plane(identifier) != nil }
        switch change {
        case .added(let plane): return detection.includes(plane.alignment) ? change : nil
        case .updated(let plane):
            guard detection.includes(plane.alignment) else { return nil }
            // A plane that the program removed, or that came while nobody looked, is found now.
            return isKnown(plane.identifier) ? change : .added(plane)
        case .removed(let identifier, _): return isKnown(identifier) ? change : nil
        }
    }

    private mutating func moveAxes(to camera: Camera, followsCamera: Bool) {
        if followsCamera {
            sessionFromRecording = camera.worldFromCamera.inverse.then(.cameraAsWorld)
        } else if startsAnew {
            // Level axes whose −z leads where the camera looks; straight down, where the upper edge of its picture is.
            let pose = camera.worldFromCamera
            var back = SIMD3(pose.zAxis.x, 0, pose.zAxis.z)
            if (back * back).sum() < 1e-6 { back = -SIMD3(pose.yAxis.x, 0, pose.yAxis.z) }
            let z = WorldVector(back).normalized
            let y = WorldVector(x: 0, y: 1, z: 0)
            sessionFromRecording =
                RigidTransform<WorldSpace, WorldSpace>(
                    xAxis: y.cross(z).components, yAxis: y.components, zAxis: z.components, translation: pose.translation
                ).inverse
        }
        startsAnew = false
    }

    /// Marked places stay where they are in the room.
    private mutating func movePlaces(from before: RigidTransform<WorldSpace, WorldSpace>) {
        let step = before.inverse.then(sessionFromRecording)
        places = places.map {
            .init(identifier: $0.identifier, name: $0.name, worldFromAnchor: $0.worldFromAnchor.then(step))
        }
    }

    /// Changes as events, neighbours of one kind together.
    private static func events(of changes: [Scene.Change], before planes: [PlaneAnchor]) -> [SessionEvent] {
        var events: [SessionEvent] = []
        var known = Dictionary(planes.map { ($0.identifier, $0) }) { $1 }
        for change in changes {
            switch change {
            case .added(let plane):
                known[plane.identifier] = plane
                if case .added(let list) = events.last {
                    events[events.count - 1] = .added(list + [.plane(plane)])
                } else {
                    events.append(.added([.plane(plane)]))
                }
            case .updated(let plane):
                known[plane.identifier] = plane
                if case .updated(let list) = events.last {
                    events[events.count - 1] = .updated(list + [.plane(plane)])
                } else {
                    events.append(.updated([.plane(plane)]))
                }
            case .removed(let identifier, _):
                guard let plane = known.removeValue(forKey: identifier) else { continue }
                if case .removed(let list) = events.last {
                    events[events.count - 1] = .removed(list + [.plane(plane)])
                } else {
                    events.append(.removed([.plane(plane)]))
                }
            }
        }
        return events
    }
}

extension Scene.Change {
    /// The same change in a world with other axes.
    func moved(by worldFromWorld: RigidTransform<WorldSpace, WorldSpace>) -> Scene.Change {
        switch self {
        case .added(let plane): .added(plane.moved(by: worldFromWorld))
        case .updated(let plane): .updated(plane.moved(by: worldFromWorld))
        case .removed: self
        }
    }
}

extension RigidTransform where From == CameraSpace, To == WorldSpace {
    /// The world that goes with the camera.
    fileprivate static var cameraAsWorld: Self { .identity }
}
