public import Imaging
public import Spaces

/// What is done about reference images: the two generations of ARKit's image configurations.
public struct ImageDetection: Hashable, Sendable {
    /// The images that are looked for: `detectionImages`.
    public var images: [ReferenceImage]
    /// How many are followed in every frame, those already followed first; 0 is detection only: an image is found now and then, and its
    /// anchor stays where it was seen.
    public var maximumNumberOfTrackedImages: Int
    /// With detection only: an anchor is removed so many seconds after its image was seen last; nil for never.
    public var removesAfter: Double?

    /// Makes a description.
    public init(images: [ReferenceImage], maximumNumberOfTrackedImages: Int = 0, removesAfter: Double? = nil) {
        self.images = images
        self.maximumNumberOfTrackedImages = maximumNumberOfTrackedImages
        self.removesAfter = removesAfter
    }
}

/// Finds and follows reference images from frame to frame, and tells what happens to their anchors.
///
/// Not `Sendable`: one thread at a time.
public final class ImageDetector {
    /// Seconds from one look to the next with detection only.
    public static let detectionInterval = 0.5

    /// What is done.
    public let detection: ImageDetection
    private let tracker: ReferenceImageTracker
    private var anchors: [Int: ImageAnchor] = [:]
    private var seen: [Int: Double] = [:]
    private var nextLook = -Double.infinity

    /// Prepares for the images.
    public init(_ detection: ImageDetection) throws {
        self.detection = detection
        tracker = try ReferenceImageTracker(
            detection.images, maximumNumberOfTrackedImages: max(detection.maximumNumberOfTrackedImages, 1))
    }

    /// Looks at the next frame.
    ///
    /// - Parameters:
    ///   - picture: of the camera.
    ///   - camera: its lens and pose.
    ///   - time: of the frame, seconds.
    ///   - knowsUp: whether y of the world is up against gravity.
    ///   - usesMotion: whether the camera's pose tells where an image is to be expected; without, pictures alone do.
    /// - Returns: what happened, in the order of the images.
    public func next(
        _ picture: Picture, camera: Camera, time: Double, knowsUp: Bool = false, usesMotion: Bool = true
    ) throws -> [ImageChange] {
        let pose = usesMotion ? camera.worldFromCamera : nil
        let knowsUp = knowsUp && usesMotion
        if detection.maximumNumberOfTrackedImages > 0 { return try follow(picture, camera, pose, knowsUp) }
        var changes: [ImageChange] = []
        if time >= nextLook {
            nextLook = time + Self.detectionInterval
            let sights = try tracker.detect(
                picture, camera: camera.model, worldFromCamera: pose, knowsUp: knowsUp)
            for sight in sights {
                seen[sight.reference] = time
                changes.append(change(sight, camera, isTracked: false))
            }
        }
        if let limit = detection.removesAfter {
            for (index, last) in seen.sorted(by: { $0.key < $1.key }) where time - last >= limit {
                seen[index] = nil
                if let anchor = anchors.removeValue(forKey: index) { changes.append(.removed(anchor)) }
            }
        }
        return changes
    }

    /// Forgets an anchor, so that its image is found anew.
    public func remove(_ identifier: String) {
        for (index, anchor) in anchors where anchor.identifier == identifier {
            anchors[index] = nil
            seen[index] = nil
        }
    }

    /// Forgets where images were, as after an interruption; anchors stay.
    public func reset() {
        tracker.reset()
        nextLook = -Double.infinity
    }

    private func follow(
        _ picture: Picture, _ camera: Camera, _ pose: RigidTransform<CameraSpace, WorldSpace>?, _ knowsUp: Bool
    ) throws -> [ImageChange] {
        let sights = try tracker.next(picture, camera: camera.model, worldFromCamera: pose, knowsUp: knowsUp)
        var changes: [ImageChange] = []
        let tracked = Set(sights.map(\.reference))
        for (index, anchor) in anchors.sorted(by: { $0.key < $1.key }) where anchor.isTracked && !tracked.contains(index) {
            let lost = ImageAnchor(
                identifier: anchor.identifier, name: anchor.name, worldFromAnchor: anchor.worldFromAnchor,
                physicalSize: anchor.physicalSize, isTracked: false)
            anchors[index] = lost
            changes.append(.updated(lost))
        }
        return changes + sights.map { change($0, camera, isTracked: true) }
    }

    private func change(_ sight: ReferenceImageTracker.Sight, _ camera: Camera, isTracked: Bool) -> ImageChange {
        let image = detection.images[sight.reference]
        let anchor = ImageAnchor(
            identifier: "image-\(image.name)", name: image.name,
            worldFromAnchor: sight.cameraFromAnchor.then(camera.worldFromCamera),
            physicalSize: [image.physicalWidth, image.physicalHeight], isTracked: isTracked)
        let isKnown = anchors.updateValue(anchor, forKey: sight.reference) != nil
        return isKnown ? .updated(anchor) : .added(anchor)
    }
}
