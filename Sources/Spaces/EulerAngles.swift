import Glibc

/// A rotation as `ARCamera.eulerAngles` gives it, radians: R = Ry(yaw) · Rx(pitch) · Rz(roll).
public struct EulerAngles: Hashable, Sendable {
    /// About x: the camera looks up (positive) or down; −π/2…π/2.
    public var pitch: Double
    /// About y, the vertical.
    public var yaw: Double
    /// About z, the axis of view.
    public var roll: Double

    /// Makes angles from pitch, yaw and roll in radians.
    public init(pitch: Double, yaw: Double, roll: Double) {
        self.pitch = pitch
        self.yaw = yaw
        self.roll = roll
    }
}

extension RigidTransform {
    /// The rotation as angles; looking straight up or down, where yaw and roll are one, roll is 0.
    public var eulerAngles: EulerAngles {
        let pitch = asin(max(-1, min(1, -zAxis.y)))
        guard abs(zAxis.y) < 1 - 1e-12 else { return .init(pitch: pitch, yaw: atan2(-xAxis.z, xAxis.x), roll: 0) }
        return .init(pitch: pitch, yaw: atan2(zAxis.x, zAxis.z), roll: atan2(xAxis.y, yAxis.y))
    }

    /// Makes a transform from angles and where the origin of `From` lies in `To`.
    public init(eulerAngles angles: EulerAngles, translation: SIMD3<Double> = .zero) {
        let (sp, cp) = (sin(angles.pitch), cos(angles.pitch))
        let (sy, cy) = (sin(angles.yaw), cos(angles.yaw))
        let (sr, cr) = (sin(angles.roll), cos(angles.roll))
        self.init(
            xAxis: .init(cy * cr + sy * sp * sr, cp * sr, -sy * cr + cy * sp * sr),
            yAxis: .init(-cy * sr + sy * sp * cr, cp * cr, sy * sr + cy * sp * cr),
            zAxis: .init(sy * cp, -sp, cy * cp), translation: translation)
    }
}
