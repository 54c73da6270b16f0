private import Glibc
public import Spaces

/// The way of a camera from a start point: what `airdraw path record` keeps and `path replay` leads along.
public struct WalkPath: Hashable, Sendable {
    /// A point of the way.
    public struct Waypoint: Hashable, Sendable {
        /// Where the camera was, metres.
        public var position: WorldPoint
        /// How far it had come, metres; a break counts as the straight line across it.
        public var distance: Double
        /// When, seconds of the recording.
        public var time: Double
        /// Whether nobody knows how the camera came here from the point before, because tracking was interrupted.
        public var followsBreak: Bool

        /// Makes a point of the way.
        public init(position: WorldPoint, distance: Double, time: Double, followsBreak: Bool = false) {
            self.position = position
            self.distance = distance
            self.time = time
            self.followsBreak = followsBreak
        }
    }

    /// Where the way starts, and what is seen from there.
    public struct Start: Hashable, Sendable {
        /// A point of the world that the start picture shows.
        public struct Landmark: Hashable, Sendable {
            /// Where it is in the start picture.
            public var pixel: PixelPoint
            /// Where it is in the world, metres.
            public var position: WorldPoint

            /// Makes a landmark.
            public init(pixel: PixelPoint, position: WorldPoint) {
                self.pixel = pixel
                self.position = position
            }
        }

        /// The camera of the start picture, in the world of the way.
        public var camera: Camera
        /// How the view lay.
        public var orientation: InterfaceOrientation
        /// The start picture as a PNG file; nil when there is none, and nobody's start can be corrected by it.
        public var picture: [UInt8]?
        /// Points of the world in the start picture.
        public var landmarks: [Landmark]

        /// Makes a start.
        public init(
            camera: Camera, orientation: InterfaceOrientation, picture: [UInt8]? = nil, landmarks: [Landmark] = []
        ) {
            self.camera = camera
            self.orientation = orientation
            self.picture = picture
            self.landmarks = landmarks
        }

        /// Which way the person looks, radians: that of the camera of the start.
        public var heading: Double { camera.heading(in: orientation) }
    }

    /// What to call it: the name of the recording.
    public var name: String
    /// What the world's axes follow.
    public var worldAlignment: WorldAlignment
    /// The distance that was asked for between points, metres.
    public var spacing: Double
    /// Where it starts.
    public var start: Start
    /// The points, from the start on; at least one.
    public var waypoints: [Waypoint]

    /// Makes a way.
    public init(name: String, worldAlignment: WorldAlignment, spacing: Double, start: Start, waypoints: [Waypoint]) {
        precondition(!waypoints.isEmpty, "a way has at least its start")
        self.name = name
        self.worldAlignment = worldAlignment
        self.spacing = spacing
        self.start = start
        self.waypoints = waypoints
    }

    /// Length of the way, metres.
    public var length: Double { waypoints[waypoints.count - 1].distance }

    /// How often tracking was interrupted.
    public var breakCount: Int { waypoints.reduce(0) { $0 + ($1.followsBreak ? 1 : 0) } }
}

extension Camera {
    /// Which way a person looks who holds the camera: the angle about y from −z, counter-clockwise seen from above, radians.
    ///
    /// It is the direction of view on the level; where the camera looks down, the upper edge of the view leads as well, because it
    /// points forward then, while the direction of view says less and less.
    public func heading(in orientation: InterfaceOrientation) -> Double {
        let pose = worldFromCamera
        let up =
            switch orientation {
            case .landscapeRight: pose.yAxis
            case .landscapeLeft: -pose.yAxis
            case .portrait: -pose.xAxis
            case .portraitUpsideDown: pose.xAxis
            }
        let view = -pose.zAxis
        let forward = view + up * max(0, -view.y)
        return atan2(-forward.x, -forward.z)
    }
}
