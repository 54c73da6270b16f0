internal import Glibc
public import Spaces

/// The square that shows where a tap would land, steady and turned toward the viewer: a building block of Apple's "Placing Objects".
///
/// All figures are the sample's.
public struct FocusSquare: Hashable, Sendable {
    /// Side at a distance of about 0.7 m, metres.
    public static let side = 0.17
    /// Share of the full size that the closed square has.
    public static let closedScale = 0.97
    /// How many places its position is the mean of.
    public static let averaged = 10
    /// Where it floats when nothing is hit, in the camera's axes, metres.
    public static let billboard = SIMD3<Double>(0, 0, -0.8)

    /// What the square lies on.
    public enum State: Hashable, Sendable {
        /// Nothing was hit: it floats before the camera and faces it.
        case billboard
        /// A feature point or an estimated plane: open.
        case open
        /// A known plane: closed.
        case closed(PlaneAnchor)
    }

    /// What it lies on now.
    public private(set) var state = State.billboard
    /// Where it is: the square lies in the XZ of this place, side 1, scaled by ``scale``; nil before the first update.
    public private(set) var worldFromSquare: RigidTransform<AnchorSpace, WorldSpace>?
    /// How much larger than ``side`` it is drawn.
    public private(set) var scale = 1.0
    private var recent: [SIMD3<Double>] = []

    /// Makes a square that has not been anywhere.
    public init() {}

    /// Follows what lies under the middle of the view.
    ///
    /// - Parameters:
    ///   - hit: what the ray through the middle met; nil when it met nothing.
    ///   - camera: at this frame.
    ///   - orientation: of the interface.
    public mutating func update(hit: HitTestResult?, camera: Camera, orientation: InterfaceOrientation) {
        guard let hit else {
            recent = []
            state = .billboard
            scale = 1
            let pose = camera.worldFromCamera
            let view = camera.viewMatrix(for: orientation).inverse
            // It faces the viewer: the square's y is the view's z.
            worldFromSquare = .init(
                xAxis: view.xAxis, yAxis: view.zAxis, zAxis: -view.yAxis,
                translation: pose(Point3<CameraSpace>(Self.billboard)).coordinates)
            return
        }
        state = hit.anchor.map { .closed($0) } ?? .open
        recent = (recent + [hit.worldPosition.coordinates]).suffix(Self.averaged)
        let mean = WorldPoint(recent.reduce(.zero, +) / Double(recent.count))
        scale = Self.scale(at: mean.distance(to: camera.position))
        let yaw = Self.yaw(of: camera, orientation)
        if hit.anchor?.alignment == .vertical {
            worldFromSquare = .init(
                standingAt: mean, normal: .init(hit.worldTransform.yAxis), facing: .init(x: 0, y: -1, z: 0))
        } else {
            worldFromSquare = .init(
                xAxis: [cos(yaw), 0, -sin(yaw)], yAxis: [0, 1, 0], zAxis: [sin(yaw), 0, cos(yaw)],
                translation: mean.coordinates)
        }
    }

    /// The size that keeps the square readable: d / 0.7 nearer than 0.7 m, 0.25 d + 0.825 beyond.
    static func scale(at distance: Double) -> Double { distance < 0.7 ? distance / 0.7 : 0.25 * distance + 0.825 }

    /// The turn about the vertical, radians: the camera's own where it is held up, that of the view's right side where it looks down,
    /// and in between (65 to 75 % of a right angle) blended, by the shorter way in steps of a right angle.
    static func yaw(of camera: Camera, _ orientation: InterfaceOrientation) -> Double {
        let euler = camera.worldFromCamera.eulerAngles
        let right = camera.viewMatrix(for: orientation).inverse.xAxis
        let downward = atan2(-right.z, right.x)
        let quarter = Double.pi / 2
        let share = (abs(euler.pitch) / quarter - 0.65) / 0.1
        if share <= 0 { return euler.yaw }
        if share >= 1 { return downward }
        let near = downward + ((euler.yaw - downward) / quarter).rounded() * quarter
        return euler.yaw * (1 - share) + near * share
    }
}
