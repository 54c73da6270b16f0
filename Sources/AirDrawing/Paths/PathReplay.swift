import Imaging
public import Recordings
public import SceneUnderstanding
public import Spaces

/// Takes in the frames of somebody who follows a way, and says how it went.
public struct PathReplay {
    /// A moment of the walk.
    public struct Step: Hashable, Sendable {
        /// Seconds of the follower's recording.
        public var time: Double
        /// Where the follower was, in the world of the way, metres.
        public var position: WorldPoint
        /// Where the follower looked there: the angle about y from −z, radians.
        public var heading: Double
        /// How far the follower had walked, metres.
        public var walked: Double
        /// What the follower was told.
        public var advice: PathGuide.Advice
    }

    /// How long the start picture is looked for, seconds from the first tracked frame.
    public static let searchTime = 6.0
    /// From so many pictures that match nothing is added by more.
    public static let enoughMatches = 12
    /// Seconds between pictures that are looked at.
    private static let searchStep = 0.15

    private let path: WalkPath
    private let header: RecordingHeader
    private let start: StartPicture?
    private var track: [(time: Double, camera: Camera)] = []
    private var matches: [StartPicture.Match] = []
    private var looked = 0
    private var nextLook = -Double.infinity

    /// Prepares to follow a way.
    ///
    /// - Parameters:
    ///   - path: the way.
    ///   - header: of the follower's recording.
    ///   - usingPicture: whether the start picture is looked for.
    /// - Throws: `ImagingFailure` when the way's start picture cannot be decoded.
    public init(of path: WalkPath, by header: RecordingHeader, usingPicture: Bool = true) throws {
        self.path = path
        self.header = header
        guard usingPicture, let bytes = path.start.picture, path.start.landmarks.count >= StartPicture.leastAgreeing else {
            start = nil
            return
        }
        let picture = try Picture(decoding: bytes, name: "the start picture")
        guard picture.size == path.start.camera.imageSize else {
            throw ImagingFailure(
                .sizeChanged, "the start picture",
                "it is \(picture.width) × \(picture.height) and its camera's \(Int(path.start.camera.imageSize.width)) × "
                    + "\(Int(path.start.camera.imageSize.height))")
        }
        start = try StartPicture(picture, camera: path.start.camera, landmarks: path.start.landmarks)
    }

    /// Takes in a frame; one whose tracking is not normal says nothing.
    ///
    /// - Throws: `ImagingFailure`.
    public mutating func add(_ frame: Frame) throws {
        guard frame.trackingState == .normal, !frame.isInterrupted else { return }
        track.append((frame.timestamp, frame.camera))
        guard let start, matches.count < Self.enoughMatches, frame.timestamp - track[0].time <= Self.searchTime,
            frame.timestamp >= nextLook
        else { return }
        nextLook = frame.timestamp + Self.searchStep
        looked += 1
        if let match = try start.match(frame.picture, camera: frame.camera) { matches.append(match) }
    }

    /// How many of the follower's pictures the start picture was looked for in.
    public var lookedAt: Int { looked }

    /// Whether the way has a start picture that could be looked for.
    public var hasStartPicture: Bool { start != nil }

    /// The worlds laid on each other by start point and heading; nil when no frame was tracked.
    public var plain: PathAlignment? { track.first.map { PathAlignment(laying: $0.camera, of: header, on: path) } }

    /// The same corrected by the start picture; nil when it was not found.
    public var corrected: PathAlignment? { PathAlignment(matching: matches) }

    /// The walk as it looks under an alignment.
    public func steps(under alignment: PathAlignment) -> [Step] {
        var guide = PathGuide(along: path)
        var walked = 0.0
        var before: WorldPoint?
        return track.map { time, camera in
            if let before { walked += before.distance(to: camera.position) }
            before = camera.position
            let position = alignment.pathFromFollower(camera.position)
            let heading = camera.heading(in: header.orientation) + alignment.pathFromFollower.yaw
            return Step(
                time: time, position: position, heading: heading, walked: walked,
                advice: guide.update(position, heading: heading, time: time))
        }
    }
}
