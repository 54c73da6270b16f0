public import Imaging
public import Recordings

/// One frame of a session: the picture, and all that came up to it.
public struct SessionFrame {
    /// Pose, intrinsics, time and tracking state.
    public let record: FrameRecord
    /// What the camera saw.
    public let picture: Picture
    /// What happened to planes since the frame before, in order.
    public let changes: [Scene.Change]
    /// What the recording says happened to images since the frame before, in order.
    public let imageChanges: [ImageChange]
    /// Feature points that the recording has for this frame; most have none.
    public let featurePoints: [FeaturePoint]
    /// Feature points of frames before that turned out to be none.
    public let withdrawnFeaturePoints: [UInt64]
    /// What the user did since the frame before, in order.
    public let userEvents: [UserEvent]
    /// Whether the session stands still.
    public let isInterrupted: Bool
}

/// A recorded session as it happened: frames, anchors and events in one order of time, a frame at a time.
public final class SessionReplay {
    /// The recording.
    public let recording: Recording
    /// The planes at the frame that ``next()`` gave last.
    public private(set) var scene = Scene()
    private let pictures: any PictureSource
    private var frames: FrameReader
    private var anchors: AnchorReader
    private var events: UserEventReader
    private let features: FeatureReader
    private var nextFeatures: FeatureRecord?
    private var nextAnchor: AnchorEvent?
    private var nextEvent: UserEvent?
    private var isInterrupted = false
    /// The images of the recording now.
    private var images: [String: ImageAnchor] = [:]

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: its text.
    ///   - pictures: one for each frame, in their order, such as ``RecordedPictures``, or those read ahead.
    /// - Throws: `RecordingFailure` where the text is wrong.
    public init(of recording: Recording, pictures: any PictureSource) throws {
        self.recording = recording
        self.pictures = pictures
        frames = try recording.frames()
        anchors = try recording.anchors()
        events = try recording.events()
        features = try recording.features()
        nextFeatures = try features.next()
        nextAnchor = try anchors.next()
        nextEvent = try events.next()
    }

    /// What was noticed so far in the recording's text and did not stop the replay.
    public var warnings: [RecordingWarning] { frames.warnings + anchors.warnings + events.warnings + features.warnings }

    /// The next frame; nil after the last.
    ///
    /// - Throws: `RecordingFailure`, `ImagingFailure` or ``ReplayFailure``, each with its place.
    public func next() throws -> SessionFrame? {
        guard let record = try frames.next() else { return nil }
        guard let picture = try pictures.next() else {
            throw ReplayFailure(description: "\(recording.folder): there is no picture for frame \(record.index)")
        }
        var changes: [Scene.Change] = []
        var imageChanges: [ImageChange] = []
        while let event = nextAnchor, event.time <= record.time {
            if let change = Scene.Change(event) {
                scene.apply(change)
                changes.append(change)
            } else if let change = imageChange(event) {
                imageChanges.append(change)
            }
            nextAnchor = try anchors.next()
        }
        var userEvents: [UserEvent] = []
        while let event = nextEvent, event.time <= record.time {
            if case .interruption(let on) = event.kind { isInterrupted = on }
            userEvents.append(event)
            nextEvent = try events.next()
        }
        // Lines for frames that are not there, as in a recording that was cut, are passed over.
        while let behind = nextFeatures, behind.index < record.index { nextFeatures = try features.next() }
        var points: [FeaturePoint] = []
        var withdrawn: [UInt64] = []
        if let found = nextFeatures, found.index == record.index {
            points = found.points.map { .init(identifier: $0.identifier, position: $0.position) }
            withdrawn = found.withdrawn
            nextFeatures = try features.next()
        }
        return SessionFrame(
            record: record, picture: picture, changes: changes, imageChanges: imageChanges, featurePoints: points,
            withdrawnFeaturePoints: withdrawn, userEvents: userEvents,
            isInterrupted: isInterrupted)
    }
}

extension SessionReplay {
    /// What a recorded event says of an image; nil for other anchors.
    private func imageChange(_ event: AnchorEvent) -> ImageChange? {
        switch event.change {
        case .add(.image(let image)), .update(.image(let image)):
            let anchor = ImageAnchor(image)
            return images.updateValue(anchor, forKey: event.id) == nil ? .added(anchor) : .updated(anchor)
        case .remove: return images.removeValue(forKey: event.id).map { .removed($0) }
        case .add, .update: return nil
        }
    }
}

extension ImageAnchor {
    /// The image that a recording holds.
    public init(_ record: ImageAnchorRecord) {
        self.init(
            identifier: record.id, name: record.name, worldFromAnchor: record.worldFromAnchor,
            physicalSize: record.physicalSize, isTracked: record.isTracked)
    }
}

extension Scene.Change {
    /// The change that a recorded event stands for; nil for anchors that are no planes.
    init?(_ event: AnchorEvent) {
        switch event.change {
        case .add(.plane(let plane)): self = .added(PlaneAnchor(plane))
        case .update(.plane(let plane)): self = .updated(PlaneAnchor(plane))
        case .remove(let survivor): self = .removed(identifier: event.id, mergedInto: survivor)
        case .add(.image), .update(.image), .add(.other), .update(.other): return nil
        }
    }
}

extension PlaneAnchor {
    /// The plane that a recording holds.
    public init(_ record: PlaneAnchorRecord) {
        self.init(
            identifier: record.id, alignment: record.alignment == .horizontal ? .horizontal : .vertical,
            worldFromAnchor: record.worldFromAnchor, center: record.center, extentX: record.extentX,
            extentZ: record.extentZ, boundary: record.boundary)
    }
}
