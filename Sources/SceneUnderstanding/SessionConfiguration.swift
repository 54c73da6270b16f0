public import Recordings

extension PlaneDetection {
    /// Whether planes that lie so are looked for.
    public func includes(_ alignment: PlaneAlignment) -> Bool {
        contains(alignment == .horizontal ? .horizontal : .vertical)
    }
}

/// What a session does with a recording: `ARConfiguration`.
public struct SessionConfiguration: Hashable, Sendable {
    /// What is known of the camera.
    public enum Tracking: String, Hashable, Sendable, CaseIterable {
        /// Its place and where it looks, six degrees: `ARWorldTrackingConfiguration`.
        case world
        /// Where it looks alone, three degrees: `AROrientationTrackingConfiguration`. There are no planes and no hit tests.
        case orientation
    }

    /// Where planes and feature points come from.
    public enum SceneSource: String, Hashable, Sendable, CaseIterable {
        /// What the recording holds, and the pictures where it holds no planes.
        case automatic
        /// What the recording holds.
        case recorded
        /// Found anew from the pictures, whatever the recording holds.
        case pictures
    }

    /// What is known of the camera.
    public var tracking: Tracking
    /// Which planes are looked for; planes found before stay when this is turned off.
    public var planeDetection: PlaneDetection
    /// Where planes and feature points come from.
    public var sceneSource: SceneSource
    /// Whether feature points are looked for in the pictures also where planes are the recording's, and it holds no points of its own.
    public var findsFeaturePoints: Bool
    /// Whether frames say what the light is.
    public var isLightEstimationEnabled: Bool
    /// What the axes of the world follow.
    public var worldAlignment: WorldAlignment
    /// Which reference images are looked for in the pictures, and how; nil for those that the recording itself found.
    public var imageDetection: ImageDetection?

    /// Makes a configuration.
    public init(
        tracking: Tracking = .world, planeDetection: PlaneDetection = [.horizontal, .vertical],
        sceneSource: SceneSource = .automatic, findsFeaturePoints: Bool = false,
        isLightEstimationEnabled: Bool = true,
        worldAlignment: WorldAlignment = .gravity, imageDetection: ImageDetection? = nil
    ) {
        self.tracking = tracking
        self.planeDetection = planeDetection
        self.sceneSource = sceneSource
        self.findsFeaturePoints = findsFeaturePoints
        self.isLightEstimationEnabled = isLightEstimationEnabled
        self.worldAlignment = worldAlignment
        self.imageDetection = imageDetection
    }

    /// Image tracking: `ARImageTrackingConfiguration`.
    ///
    /// The camera's motion is not used, and poses are relative to the camera: the world
    /// goes with it.
    ///
    /// - Parameters:
    ///   - images: what is looked for.
    ///   - maximum: how many are followed at a time.
    public static func imageTracking(
        _ images: [ReferenceImage], maximumNumberOfTrackedImages maximum: Int = 1
    ) -> SessionConfiguration {
        .init(
            tracking: .world, planeDetection: [], sceneSource: .recorded, worldAlignment: .camera,
            imageDetection: .init(images: images, maximumNumberOfTrackedImages: maximum))
    }

    /// The best configuration that a recording supports: six degrees, or three where its poses hold no places.
    public static func best(for header: RecordingHeader) -> SessionConfiguration {
        let world = SessionConfiguration(worldAlignment: header.worldAlignment)
        if world.isSupported(by: header) { return world }
        return .init(tracking: .orientation, planeDetection: [], worldAlignment: header.worldAlignment)
    }

    /// Whether a recording holds what this configuration needs.
    public func isSupported(by header: RecordingHeader) -> Bool { obstacle(in: header) == nil }

    /// Why a recording does not support the configuration, with the cure; nil when it does.
    func obstacle(in header: RecordingHeader) -> SessionFailure? {
        func unsupported(_ problem: String, _ cure: String) -> SessionFailure {
            .init(code: .unsupportedConfiguration, problem: problem, cure: cure)
        }
        if tracking == .world, header.degreesOfFreedom == .three {
            return unsupported(
                "world tracking needs the camera's place, and the recording knows only where it looks",
                "run orientation tracking, or SessionConfiguration.best(for:)")
        }
        if worldAlignment == .gravityAndHeading, header.worldAlignment != .gravityAndHeading {
            return unsupported(
                "the heading is not known: the recording's world follows \(header.worldAlignment.words)",
                "run with gravity alone")
        }
        if worldAlignment == .gravity, !header.worldAlignment.isLevel {
            return unsupported(
                "gravity is not known: the recording's world follows \(header.worldAlignment.words)",
                "run SessionConfiguration.best(for:), or import the recording again with its gravity")
        }
        return nil
    }
}

extension WorldAlignment {
    /// Whether y is up against gravity.
    var isLevel: Bool { self == .gravity || self == .gravityAndHeading }

    fileprivate var words: String {
        switch self {
        case .gravity: "gravity"
        case .gravityAndHeading: "gravity and heading"
        case .camera: "the camera"
        case .unknown: "nothing that is known"
        }
    }
}

/// What happens to the world when a session runs again: `ARSession.RunOptions`.
public struct SessionRunOptions: OptionSet, Hashable, Sendable {
    /// ARKit's bits.
    public let rawValue: UInt

    /// Makes a set from ARKit's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The world starts anew where the camera is: its origin there, −z where the camera looks, y up.
    public static let resetTracking = SessionRunOptions(rawValue: 1 << 0)
    /// All anchors are removed; planes are found again.
    public static let removeExistingAnchors = SessionRunOptions(rawValue: 1 << 1)
}

/// Why a session cannot go on, with `ARError`'s codes.
public struct SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `ARError.Code`.
    public enum Code: Int, Hashable, Sendable {
        /// The recording does not hold what the configuration needs.
        case unsupportedConfiguration = 100
        /// The recording could not be read on; its own failure came before.
        case sensorFailed = 102
        /// The program keeps too many frames.
        case tooManyFramesKept = 400
    }

    /// What kind of failure.
    public let code: Code
    /// What is wrong.
    public let problem: String
    /// What helps.
    public let cure: String

    /// One sentence.
    public var description: String { "\(problem): \(cure)" }
}
