internal import COpenCV
private import Glibc
public import Spaces

/// What views of a flat board tell about a camera.
///
/// Source: Z. Zhang, "A flexible new technique for camera calibration", IEEE TPAMI 22(11), 2000.
public struct CameraCalibration: Hashable, Sendable {
    /// What is found out.
    public enum Model: Hashable, Sendable {
        /// Focal lengths, principal point and the five coefficients of the lens.
        case all
        /// One focal length; the optical axis goes through the middle of the picture and the lens is straight. With a first guess.
        case focalLength(guess: Double?)
    }

    /// The camera.
    public var camera: CameraModel
    /// Standard deviations of fx, fy, cx, cy in pixels; 0 of what was not looked for.
    public var deviations: Intrinsics
    /// Standard deviations of the coefficients of the lens; 0 of what was not looked for.
    public var lensDeviations: LensDistortion
    /// Root mean square of the distances between points as seen and as the result has them, pixels.
    public var reprojectionError: Double
    /// The same for each view.
    public var viewErrors: [Double]
    /// How far the board is turned away from facing the camera in each view, radians, and about which axis of the picture.
    public var tilts: [Tilt]

    /// How a board was held.
    public struct Tilt: Hashable, Sendable {
        /// Between its normal and the line of sight, 0…π/2.
        public var angle: Double
        /// Which way the normal leans in the picture, radians; x right, y down.
        public var direction: Double
    }

    /// Calibrates.
    ///
    /// - Parameters:
    ///   - views: the points seen in each; 4 points or more in a view.
    ///   - imageSize: of the pictures, pixels.
    ///   - model: what is found out.
    /// - Throws: ``ImagingFailure`` when a view has too few points, or the views make no camera.
    public init(views: [[MarkerBoard.Sight]], imageSize: PixelSize, model: Model = .all) throws {
        let points = views.flatMap { view in
            view.map { sight in
                ad_board_point(
                    number: Int32(clamping: sight.number), plane: .init(x: sight.point.x, y: sight.point.z),
                    pixel: sight.pixel.forShim)
            }
        }
        let counts = views.map { Int32($0.count) }
        var values = [Double](repeating: 0, count: 9)
        var spread = values
        var errors = [Double](repeating: 0, count: max(1, views.count))
        var poses = [Double](repeating: 0, count: 6 * max(1, views.count))
        var rms = 0.0
        var kind = ad_calibration_model.all
        if case .focalLength(let guess) = model {
            kind = .focal
            values[0] = guess ?? 0
        }
        try unsafe shimCheck("calibrating from \(views.count) views") { error in
            unsafe ad_calibrate(
                points.isEmpty ? [.init()] : points, counts.isEmpty ? [0] : counts, Int32(views.count),
                Int32(imageSize.width), Int32(imageSize.height), kind, &values, &spread, &errors, &poses, &rms, error)
        }
        guard values.allSatisfy(\.isFinite), values[0] > 0, values[1] > 0, rms.isFinite else {
            throw ImagingFailure(.openCV, "calibrating from \(views.count) views", "the views make no camera")
        }
        func lens(_ v: [Double]) -> LensDistortion { .init(k1: v[4], k2: v[5], p1: v[6], p2: v[7], k3: v[8]) }
        guard spread.allSatisfy(\.isFinite) else {
            throw ImagingFailure(
                .openCV, "calibrating from \(views.count) views",
                "they do not tell the camera: the board must be tilted to several sides")
        }
        // One focal length for both has one deviation.
        if kind == .focal { (spread[0], spread[1]) = (max(spread[0], spread[1]), max(spread[0], spread[1])) }
        let distortion = lens(values)
        camera = .init(
            intrinsics: .init(fx: values[0], fy: values[1], cx: values[2], cy: values[3]),
            distortion: distortion == .init() ? nil : distortion)
        deviations = .init(fx: spread[0], fy: spread[1], cx: spread[2], cy: spread[3])
        lensDeviations = lens(spread)
        reprojectionError = rms
        viewErrors = Array(errors.prefix(views.count))
        tilts = views.indices.map {
            Self.tilt(turn: Array(poses[(6 * $0)..<(6 * $0 + 3)]), shift: Array(poses[(6 * $0 + 3)..<(6 * $0 + 6)]))
        }
    }

    /// The angle between the line of sight to the board's middle and its normal.
    private static func tilt(turn: [Double], shift: [Double]) -> Tilt {
        // The third column of the rotation, by Rodrigues' formula.
        let angle = (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]).squareRoot()
        var normal = SIMD3<Double>(0, 0, 1)
        if angle > 1e-12 {
            let axis = SIMD3(turn[0], turn[1], turn[2]) / angle
            let c = cos(angle)
            let s = sin(angle)
            normal = [
                axis.x * axis.z * (1 - c) + axis.y * s, axis.y * axis.z * (1 - c) - axis.x * s, c + axis.z * axis.z * (1 - c),
            ]
        }
        let sight = SIMD3(shift[0], shift[1], shift[2])
        let length = (sight * sight).sum().squareRoot()
        let along = min(1, abs((normal * sight).sum()) / max(length, 1e-12))
        return Tilt(angle: acos(along), direction: atan2(normal.y, normal.x))
    }
}
