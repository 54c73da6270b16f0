public import Recordings
public import SceneUnderstanding
public import Spaces

/// How a follower's world is laid on that of a way.
public struct PathAlignment: Hashable, Sendable {
    /// What the alignment rests on.
    public enum Basis: String, Hashable, Sendable {
        /// Both start at one place and look the same way.
        case startPoint = "start_point"
        /// Both start at one place, and both worlds know where north is.
        case startPointAndNorth = "start_point_and_north"
        /// What the start picture shows was found in the follower's pictures.
        case startPicture = "start_picture"
    }

    /// From the follower's world to that of the way.
    public let pathFromFollower: LevelTransform
    /// What it rests on.
    public let basis: Basis
    /// How many pairs of points agree with it, over all pictures; 0 without pictures.
    public let agreeingPairs: Int
    /// How many pictures agree with it.
    public let pictures: Int

    /// Lays a follower's start on that of a way: place on place, and heading on heading where not both know north.
    ///
    /// - Parameters:
    ///   - path: the way.
    ///   - camera: the follower's first camera that was tracked.
    ///   - header: of the follower's recording.
    public init(laying camera: Camera, of header: RecordingHeader, on path: WalkPath) {
        let knowsNorth = path.worldAlignment == .gravityAndHeading && header.worldAlignment == .gravityAndHeading
        pathFromFollower = LevelTransform(
            laying: camera.position, heading: knowsNorth ? 0 : camera.heading(in: header.orientation),
            on: path.start.camera.position, heading: knowsNorth ? 0 : path.start.heading)
        basis = knowsNorth ? .startPointAndNorth : .startPoint
        agreeingPairs = 0
        pictures = 0
    }

    /// Lays a follower's world on that of a way by pictures in which its start was found; nil when there is none.
    public init?(matching matches: [StartPicture.Match]) {
        guard let followerFromPath = StartPicture.fit(matches) else { return nil }
        pathFromFollower = followerFromPath.inverse
        basis = .startPicture
        agreeingPairs = matches.reduce(0) { $0 + $1.agreeing }
        pictures = matches.count
    }
}
