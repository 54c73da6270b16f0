public import Spaces

/// What `recording.json` says: what the recording is, and what holds for all of its frames.
public struct RecordingHeader: Hashable, Sendable {
    /// What `format` must say.
    public static let format = "airdraw-recording"
    /// The versions of the format that are read; the last one is written.
    public static let versions = 1...1

    /// What to call it.
    public var name: String
    /// Where it came from; nil when not said.
    public var source: String?
    /// The terms it may be used under; nil when not said.
    public var license: String?
    /// The captured picture, pixels, landscapeRight.
    public var imageSize: PixelSize
    /// The view, points.
    public var viewportSize: ViewSize
    /// How the interface was turned.
    public var orientation: InterfaceOrientation
    /// What the world's axes follow.
    public var worldAlignment: WorldAlignment
    /// What the poses hold.
    public var degreesOfFreedom: DegreesOfFreedom
    /// Whether the recorder knew how well the camera was tracked; a frame that says nothing was tracked normally then.
    public var recordsTracking: Bool
    /// Where time zero is, in words; nil when not said.
    public var timeBase: String?
    /// Where the pictures are.
    public var pictures: PictureStorage
    /// The lens; nil for pictures that are already straight.
    public var distortion: LensDistortion?
    /// Values that a frame line may leave out.
    public var frameDefaults: FrameDefaults
    /// From the centre of the tapped box to where the pen touches, at the time of the tap, view points; nil when not known.
    public var tipOffset: Vector<ViewSpace>?

    /// Makes a header.
    public init(
        name: String, source: String? = nil, license: String? = nil, imageSize: PixelSize, viewportSize: ViewSize,
        orientation: InterfaceOrientation, worldAlignment: WorldAlignment = .gravity,
        degreesOfFreedom: DegreesOfFreedom = .six, recordsTracking: Bool = true,
        timeBase: String? = nil,
        pictures: PictureStorage, distortion: LensDistortion? = nil, frameDefaults: FrameDefaults = .init(),
        tipOffset: Vector<ViewSpace>? = nil
    ) {
        self.name = name
        self.source = source
        self.license = license
        self.imageSize = imageSize
        self.viewportSize = viewportSize
        self.orientation = orientation
        self.worldAlignment = worldAlignment
        self.degreesOfFreedom = degreesOfFreedom
        self.recordsTracking = recordsTracking
        self.timeBase = timeBase
        self.pictures = pictures
        self.distortion = distortion
        self.frameDefaults = frameDefaults
        self.tipOffset = tipOffset
    }

    /// How a frame was tracked that does not say it; nil when that is not known.
    var impliedTracking: TrackingState? { frameDefaults.tracking ?? (recordsTracking ? .normal : nil) }

    /// The maps between picture and view.
    public var viewport: Viewport { .init(imageSize: imageSize, size: viewportSize, orientation: orientation) }
}

/// What the world's axes follow, as `ARConfiguration.WorldAlignment` names it.
public enum WorldAlignment: String, Hashable, Sendable, CaseIterable {
    /// y is up against gravity.
    case gravity
    /// y is up against gravity, x east, z south.
    case gravityAndHeading = "gravity_and_heading"
    /// The axes go with the camera.
    case camera
    /// Nothing is known about them: y need not be up, as in recordings whose world begins with the first camera.
    case unknown
}

/// What the poses of a recording hold.
public enum DegreesOfFreedom: Int, Hashable, Sendable, CaseIterable {
    /// Only where the camera looks; its place is not known.
    case three = 3
    /// Where the camera is and where it looks.
    case six = 6
}

/// Where the pictures of a recording are.
public enum PictureStorage: Hashable, Sendable {
    /// One film; the path is relative to the recording's folder.
    case video(String)
    /// A file a frame, named by the frame lines.
    case images
    /// There are none: the recording is the camera's path alone, which nothing can be drawn on.
    case none
}

/// Values that the lines of `frames.jsonl` may leave out; nil where each line must say it.
public struct FrameDefaults: Hashable, Sendable {
    /// The pose: camera to world.
    public var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>?
    /// Focal length in x, pixels.
    public var fx: Double?
    /// Focal length in y, pixels.
    public var fy: Double?
    /// Principal point in x, pixels; the centre of the first pixel is 0.
    public var cx: Double?
    /// Principal point in y, pixels; the centre of the first pixel is 0.
    public var cy: Double?
    /// How well the session knew where the camera was.
    public var tracking: TrackingState?

    /// Makes defaults; all may be absent.
    public init(
        worldFromCamera: RigidTransform<CameraSpace, WorldSpace>? = nil, fx: Double? = nil, fy: Double? = nil,
        cx: Double? = nil, cy: Double? = nil, tracking: TrackingState? = nil
    ) {
        self.worldFromCamera = worldFromCamera
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
        self.tracking = tracking
    }
}
