private import Glibc

extension RigidTransform {
    /// The angle of the turn from this rotation to another, radians.
    public func angle(to other: Self) -> Double {
        let trace = (xAxis * other.xAxis).sum() + (yAxis * other.yAxis).sum() + (zAxis * other.zAxis).sum()
        // Near zero the cosine is flat: the sine tells small angles.
        let sine =
            (Vector3<To>(xAxis).cross(.init(other.xAxis)) + Vector3<To>(yAxis).cross(.init(other.yAxis))
            + Vector3<To>(zAxis).cross(.init(other.zAxis))).length / 2
        return atan2(sine, (trace - 1) / 2)
    }
}
