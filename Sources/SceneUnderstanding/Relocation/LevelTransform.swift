import Glibc
public import Spaces

/// How one level world lies in another: both have y up against gravity, so that a turn about y and a shift are all.
public struct LevelTransform: Hashable, Sendable {
    /// The turn about y, counter-clockwise seen from above, radians.
    public var yaw: Double
    /// Where the origin of the one lies in the other, metres.
    public var translation: SIMD3<Double>

    /// Makes a transform.
    public init(yaw: Double, translation: SIMD3<Double>) {
        self.yaw = yaw
        self.translation = translation
    }

    /// The transform that lays a place with a heading on another place and heading.
    ///
    /// - Parameters:
    ///   - place: of the one world, metres.
    ///   - heading: angle about y from −z there, radians.
    ///   - otherPlace: of the other world, metres.
    ///   - otherHeading: angle about y from −z there, radians.
    public init(laying place: WorldPoint, heading: Double, on otherPlace: WorldPoint, heading otherHeading: Double) {
        yaw = otherHeading - heading
        translation = .zero
        translation = otherPlace.coordinates - self(place).coordinates
    }

    /// As a rigid transform.
    public var rigid: RigidTransform<WorldSpace, WorldSpace> {
        let (c, s) = (cos(yaw), sin(yaw))
        return .init(xAxis: [c, 0, -s], yAxis: [0, 1, 0], zAxis: [s, 0, c], translation: translation)
    }

    /// Maps a point.
    public func callAsFunction(_ p: WorldPoint) -> WorldPoint { rigid(p) }

    /// The transform back.
    public var inverse: LevelTransform {
        var back = LevelTransform(yaw: -yaw, translation: .zero)
        back.translation = -back(.init(translation)).coordinates
        return back
    }
}
