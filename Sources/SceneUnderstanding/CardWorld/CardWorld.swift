public import Recordings
public import Spaces

/// A world made from a card: where the camera was in each frame, and how well that is known.
///
/// The world's origin is the middle of the card, x along its width, y out of it, z along its length.
public struct CardWorld: Sendable {
    /// A frame of it.
    public struct Frame: Hashable, Sendable {
        /// Camera to card.
        public var anchorFromCamera: RigidTransform<CameraSpace, AnchorSpace>
        /// How it is known.
        public var basis: Basis
    }

    /// What the pose of a frame is based on.
    public enum Basis: String, Hashable, Sendable, CaseIterable {
        /// The card was seen.
        case card
        /// The card was not seen for a short while, and the table round it was.
        case table
        /// The card was not seen for long; the table round it was.
        case tableAlone
        /// Neither: the pose is that of the frames before and after.
        case bridged
        /// The card was not seen yet.
        case before
    }

    /// The camera; its focal length is estimated where it was not known.
    public var camera: CameraModel
    /// Standard deviation of an estimated focal length, pixels; nil where it was known.
    public var focalDeviation: Double?
    /// The frames.
    public var frames: [Frame]
    /// Root mean square of how far points of the card are from where the result has them, pixels.
    public var cardError: Double
    /// The same for corners of the table, pixels.
    public var tableError: Double
    /// How many corners of the table carried it.
    public var tableCorners: Int
    /// Width and length of the card, metres.
    public var size: SIMD2<Double>

    /// How many frames have a basis.
    public func count(of basis: Basis) -> Int { frames.count { $0.basis == basis } }
}

extension CardWorld.Basis {
    /// What a session would have said of the frame.
    public var tracking: TrackingState {
        switch self {
        case .card, .table: .normal
        case .tableAlone, .bridged: .limited(.insufficientFeatures)
        case .before: .limited(.initializing)
        }
    }
}
