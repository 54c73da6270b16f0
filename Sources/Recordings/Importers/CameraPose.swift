import Glibc
import Spaces

func sinOfHalf(_ angle: Double) -> Double { sin(angle / 2) }
func cosOfHalf(_ angle: Double) -> Double { cos(angle / 2) }

/// Which way the axes of a camera point, in another recorder's files.
enum CameraAxes {
    /// x right, y up, looking along −z: ARKit, OpenGL, this format.
    case arKit
    /// x right, y down, looking along z: OpenCV, and the optical frame of ROS.
    case openCV
}

/// What a matrix of another recorder takes to where.
enum PoseMeaning {
    case cameraToWorld
    case worldToCamera
}

extension RigidTransform<CameraSpace, WorldSpace> {
    /// A pose as another recorder means it.
    init(
        rotation: Quaternion, translation: SIMD3<Double>, axes: CameraAxes, meaning: PoseMeaning = .cameraToWorld
    ) {
        let columns = rotation.columns
        self.init(
            given: .init(xAxis: columns.x, yAxis: columns.y, zAxis: columns.z, translation: translation), axes: axes,
            meaning: meaning)
    }

    /// A pose whose four columns are given as another recorder means them.
    init(given: Self, axes: CameraAxes, meaning: PoseMeaning = .cameraToWorld) {
        var pose = given
        if meaning == .worldToCamera {
            let back = given.inverse
            pose = .init(xAxis: back.xAxis, yAxis: back.yAxis, zAxis: back.zAxis, translation: back.translation)
        }
        if axes == .openCV {
            // Half a turn about x: the same camera, its y up and its z backward.
            pose.yAxis = -pose.yAxis
            pose.zAxis = -pose.zAxis
        }
        self = pose
    }

    /// A pose from the rows of a matrix, the last of which may be missing.
    ///
    /// - Throws: ``RecordingFailure`` when it is not rigid to 1e-3.
    init(
        rows: [[Double]], axes: CameraAxes, meaning: PoseMeaning = .cameraToWorld, place: Place, key: String? = nil
    ) throws(RecordingFailure) {
        let four = rows.count == 3 ? rows + [[0, 0, 0, 1]] : rows
        guard four.allSatisfy({ $0.allSatisfy { abs($0) <= 1e6 } }), let given = Self(rows: four) else {
            throw place.failure(
                "the matrix is not rigid: its columns must have length 1 and be at right angles, right-handed", key: key,
                cure: "a scale must be taken out; a matrix may be given column by column: then it is of another layout")
        }
        self.init(given: given, axes: axes, meaning: meaning)
    }

    /// The pose of the camera of a picture that was turned clockwise by a quarter, as a phone held upright shows it.
    var turnedClockwise: Self { .init(xAxis: yAxis, yAxis: -xAxis, zAxis: zAxis, translation: translation) }

    /// The pose in a world turned so that a direction of it, which points down, becomes −y.
    func standing(on down: WorldVector) -> Self {
        let up = (-down).normalized
        // About the axis between the two, which is the smallest turn there is.
        let axis = up.cross(WorldVector(x: 0, y: 1, z: 0))
        let sine = axis.length
        let angle = atan2(sine, up.y)
        let direction = sine > 1e-12 ? axis.components / sine : SIMD3(1, 0, 0)
        let columns = Quaternion(axisAngle: direction * angle).columns
        let turn = RigidTransform<WorldSpace, WorldSpace>(
            xAxis: columns.x, yAxis: columns.y, zAxis: columns.z, translation: .zero)
        return then(turn)
    }

    /// The pose with the nearest rotation, by Newton's iteration for the polar decomposition (Higham, 1986): R ← (R + R⁻ᵀ) / 2.
    var nearestRigid: Self {
        var pose = self
        for _ in 0..<4 {
            let x = WorldVector(pose.xAxis)
            let y = WorldVector(pose.yAxis)
            let z = WorldVector(pose.zAxis)
            let volume = x.cross(y).dot(z)
            pose.xAxis = (pose.xAxis + y.cross(z).components / volume) / 2
            pose.yAxis = (pose.yAxis + z.cross(x).components / volume) / 2
            pose.zAxis = (pose.zAxis + x.cross(y).components / volume) / 2
        }
        return pose
    }

    /// The angle between two poses, radians.
    func angle(to other: Self) -> Double {
        let trace = (xAxis * other.xAxis).sum() + (yAxis * other.yAxis).sum() + (zAxis * other.zAxis).sum()
        return acos(max(-1, min(1, (trace - 1) / 2)))
    }
}
