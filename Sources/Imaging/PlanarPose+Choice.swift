private import Glibc
public import Spaces

extension PlanarPose {
    /// What is known about a plane before its points are looked at.
    public struct Prior: Hashable, Sendable {
        /// The pose of a moment ago, carried on to now where the motion is known.
        public var last: RigidTransform<AnchorSpace, CameraSpace>?
        /// How far the plane may have turned since then, radians (one standard deviation).
        public var lastDeviation: Double
        /// The normal that the plane should have in the camera's axes, such as the upward direction for a card on a table.
        public var normal: Vector3<CameraSpace>?
        /// How far the normal may be off, radians (one standard deviation).
        public var normalDeviation: Double

        /// Makes a prior.
        ///
        /// - Parameters:
        ///   - last: the pose of a moment ago in the present camera; nil when there is none.
        ///   - lastDeviation: radians; 6° are what a hand turns a card in a thirtieth of a second at half a turn a second.
        ///   - normal: the normal by gravity; nil when it is not known how the plane lies.
        ///   - normalDeviation: radians.
        public init(
            last: RigidTransform<AnchorSpace, CameraSpace>? = nil, lastDeviation: Double = 6 * .pi / 180,
            normal: Vector3<CameraSpace>? = nil, normalDeviation: Double = 5 * .pi / 180
        ) {
            self.last = last
            self.lastDeviation = lastDeviation
            self.normal = normal
            self.normalDeviation = normalDeviation
        }

        /// How unlikely a pose is by what is known: half the sum of squares of its deviations, each at most of `mostDeviations`.
        func cost(of pose: PlanarPose) -> Double {
            func part(_ angle: Double, _ deviation: Double) -> Double {
                let ratio = min(angle / max(deviation, 1e-6), PlanarPose.mostDeviations)
                return ratio * ratio / 2
            }
            var cost = 0.0
            if let last { cost += part(last.angle(to: pose.cameraFromAnchor), lastDeviation) }
            if let normal {
                let cosine = pose.normal.dot(normal) / max(normal.length, 1e-12)
                cost += part(acos(max(-1, min(1, cosine))), normalDeviation)
            }
            return cost
        }
    }

    /// A prior is wrong now and then: beyond so many of its deviations it counts no more.
    static let mostDeviations = 4.0

    /// The likelier of several poses of the same points.
    ///
    /// The one with the least sum of how badly it fits, n·e² / 2σ², and of how little it agrees with what is known. A pose from whose
    /// camera the face of the picture is not to be seen is out.
    ///
    /// - Parameters:
    ///   - poses: as ``poses(of:in:camera:)`` gives them.
    ///   - count: of the points behind them.
    ///   - deviation: of a point in the picture in x and in y, pixels; never taken as less than the best pose leaves.
    ///   - prior: what else is known.
    /// - Returns: nil when there is none that shows the face.
    public static func choose(
        from poses: [PlanarPose], points count: Int, deviation: Double = 0.5, prior: Prior = .init()
    ) -> PlanarPose? {
        let seen = poses.filter(\.showsFace)
        guard let least = seen.map(\.reprojectionError).min() else { return nil }
        // The error is one of two dimensions: 2σ² for each point.
        let variance = max(deviation * deviation, least * least / 2)
        // Neighbouring points err together: more than 16 count as 16.
        let weight = Double(min(count, 16))
        func cost(_ pose: PlanarPose) -> Double {
            weight * pose.reprojectionError * pose.reprojectionError / (2 * variance) + prior.cost(of: pose)
        }
        return seen.min { cost($0) < cost($1) }
    }

    /// How clearly the first of two poses fits better, as a ratio of errors: 1 is not at all; infinite with one pose only.
    public static func ambiguity(of poses: [PlanarPose]) -> Double {
        guard poses.count > 1 else { return .infinity }
        return poses[1].reprojectionError / max(poses[0].reprojectionError, 1e-9)
    }
}
