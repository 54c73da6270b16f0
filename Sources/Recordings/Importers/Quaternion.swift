import Spaces

/// A rotation as four numbers; length 1.
struct Quaternion: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double
    var w: Double

    private var length: Double { (x * x + y * y + z * z + w * w).squareRoot() }

    /// How far from 1 the length of a rounded quaternion may be, before that is worth a word.
    static let roundedLength = 1e-3

    /// Makes a rotation from what a file says; the length becomes 1.
    ///
    /// - Returns: the rotation, and whether its length was further from 1 than rounding explains.
    /// - Throws: ``RecordingFailure`` when the length is not within a tenth of 1.
    static func unit(
        x: Double, y: Double, z: Double, w: Double, place: Place
    ) throws(RecordingFailure) -> (Quaternion, wasRounded: Bool) {
        let raw = Quaternion(x: x, y: y, z: z, w: w)
        let length = raw.length
        guard length > 1e-6 else {
            throw place.failure(
                "the quaternion has length 0, which is no rotation", cure: "take the line out, or correct its rotation")
        }
        guard abs(length - 1) <= 0.1 else {
            throw place.failure(
                "the quaternion has length \(numberText(length)), and a rotation has length 1",
                cure: "the columns are of another order, or the line is damaged: take it out")
        }
        return (
            .init(x: x / length, y: y / length, z: z / length, w: w / length), abs(length - 1) > roundedLength
        )
    }

    /// The rotation about an axis by the length of a vector, radians.
    init(axisAngle v: SIMD3<Double>) {
        let angle = (v * v).sum().squareRoot()
        let s = angle > 1e-12 ? sinOfHalf(angle) / angle : 0.5
        self.init(x: v.x * s, y: v.y * s, z: v.z * s, w: cosOfHalf(angle))
    }

    init(x: Double, y: Double, z: Double, w: Double) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
    }

    /// The columns of the rotation matrix.
    var columns: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
        (
            [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
        )
    }

    /// The rotation a share of the way to another, the short way round; for small angles, where a straight line is good enough.
    func mixed(with other: Quaternion, _ share: Double) -> Quaternion {
        let sign: Double = x * other.x + y * other.y + z * other.z + w * other.w < 0 ? -1 : 1
        let (a, b) = (1 - share, share * sign)
        var mix = Quaternion(x: a * x + b * other.x, y: a * y + b * other.y, z: a * z + b * other.z, w: a * w + b * other.w)
        let length = mix.length
        mix = .init(x: mix.x / length, y: mix.y / length, z: mix.z / length, w: mix.w / length)
        return mix
    }
}
