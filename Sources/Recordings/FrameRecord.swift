public import Spaces

/// One frame of a recorded session: its picture's name, camera, tracking state and light.
public struct FrameRecord: Hashable, Sendable {
    /// Number of the frame, from 0 without gaps.
    public var index: Int
    /// Seconds from the start of the recording.
    public var time: Double
    /// Which picture it is.
    public var picture: PictureReference
    /// The camera at this frame: intrinsics, lens and pose.
    public var camera: Camera
    /// How well the session knew where the camera was; nil where the recording does not hold it.
    public var tracking: TrackingState?
    /// The light; nil when not recorded.
    public var light: LightEstimate?
    /// How the picture was exposed; nil when not recorded.
    public var exposure: Exposure?

    /// Makes a frame record.
    public init(
        index: Int, time: Double, picture: PictureReference, camera: Camera, tracking: TrackingState? = .normal,
        light: LightEstimate? = nil, exposure: Exposure? = nil
    ) {
        self.index = index
        self.time = time
        self.picture = picture
        self.camera = camera
        self.tracking = tracking
        self.light = light
        self.exposure = exposure
    }
}

/// Which picture belongs to a frame.
public enum PictureReference: Hashable, Sendable {
    /// Number of the picture in the film, from 0.
    case videoFrame(Int)
    /// Path of a file, relative to the recording's folder.
    case file(String)
    /// None, as in a recording without pictures.
    case none
}

/// How well the session knew where the camera was, as `ARCamera.TrackingState` names it.
public enum TrackingState: Hashable, Sendable {
    /// The pose can be trusted.
    case normal
    /// The pose may be wrong, for the reason given.
    case limited(Reason)
    /// There is no pose.
    case notAvailable

    /// Why tracking is limited.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The session has just begun.
        case initializing
        /// The camera moves too fast.
        case excessiveMotion = "excessive_motion"
        /// There is too little to see.
        case insufficientFeatures = "insufficient_features"
        /// The session looks for its place after an interruption.
        case relocalizing
    }

    /// The word that `tracking` has in a file.
    public var name: String {
        switch self {
        case .normal: "normal"
        case .limited: "limited"
        case .notAvailable: "not_available"
        }
    }
}

/// The light of a frame, as `ARLightEstimate` gives it.
public struct LightEstimate: Hashable, Sendable {
    /// Brightness in lumens; 1000 is neutral.
    ///
    /// Nil when not recorded.
    public var ambientIntensity: Double?
    /// Colour temperature in kelvin; 6500 is white.
    ///
    /// Nil when not recorded.
    public var ambientColorTemperature: Double?

    /// Makes a light estimate.
    public init(ambientIntensity: Double?, ambientColorTemperature: Double?) {
        self.ambientIntensity = ambientIntensity
        self.ambientColorTemperature = ambientColorTemperature
    }
}

/// How a picture was exposed, as `ARCamera` gives it.
public struct Exposure: Hashable, Sendable {
    /// How long the shutter was open, seconds: `exposureDuration`.
    ///
    /// Nil when not recorded.
    public var duration: Double?
    /// How much brighter the camera metered the scene than it meant to show it, EV: `exposureOffset`.
    ///
    /// Nil when not recorded.
    public var offset: Double?

    /// Makes an exposure.
    public init(duration: Double?, offset: Double?) {
        self.duration = duration
        self.offset = offset
    }
}
