public import Recordings
public import Spaces

/// How well reference images were found and followed, from their anchors frame by frame and what is true.
///
/// Conventions: errors are those of frames in which an anchor claims to be where the image is now, and the image is to be seen; the
/// precision at 5 pixels of the corners is that of the POT benchmark (Liang, Wu and Ling, "Planar object tracking in the wild", ICRA 2018).
public struct ImageTrackingMeasure: Sendable {
    /// A claim about an image in a frame.
    public struct Claim: Hashable, Sendable {
        /// Which image.
        public var name: String
        /// Where it is said to be.
        public var worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>
        /// Whether it is said to be tracked in this frame.
        public var isTracked: Bool

        /// Makes a claim.
        public init(name: String, worldFromAnchor: RigidTransform<AnchorSpace, WorldSpace>, isTracked: Bool) {
            self.name = name
            self.worldFromAnchor = worldFromAnchor
            self.isTracked = isTracked
        }
    }

    /// From this share of the image in the picture on it can be expected to be found.
    public static let leastVisible = 0.5
    /// Up to this share covered.
    public static let mostCovered = 0.7

    /// Seconds until an anchor came first; nil when none did.
    public private(set) var firstDetection: Double?
    /// Frames in which an image could be expected, and those of them with an anchor that claims it is there now.
    public private(set) var expected = 0
    public private(set) var claimed = 0
    /// Corner errors, pixels (mean of the four), rotation errors (degrees) and position errors (millimetres) of claimed frames.
    public private(set) var cornerErrors: [Double] = []
    public private(set) var rotationErrors: [Double] = []
    public private(set) var positionErrors: [Double] = []
    /// How much the position error changes from frame to frame, millimetres.
    public private(set) var jitters: [Double] = []
    /// Frames in which an anchor claims an image that has left the picture, and seconds in a row at most.
    public private(set) var ghosts = 0
    public private(set) var longestGhost = 0.0
    /// For each return of an image, the seconds until it was claimed again.
    public private(set) var returns: [Double] = []
    /// Frames looked at.
    public private(set) var frames = 0

    private let claimsAlways: Bool
    private var states: [String: State] = [:]

    private struct State {
        var wasGone = false
        var returnedAt: Double?
        var ghostSince: Double?
        var lastError: SIMD3<Double>?
    }

    /// Starts to measure.
    ///
    /// - Parameter claimsAlways: whether an anchor that exists claims its image, as with detection only; otherwise one that is tracked.
    public init(claimsAlways: Bool) { self.claimsAlways = claimsAlways }

    /// Takes a frame in.
    ///
    /// - Parameters:
    ///   - claims: the anchors now.
    ///   - truth: of this frame; empty where nothing is known.
    ///   - camera: of the frame.
    ///   - sizes: width and height of each image, metres.
    ///   - time: of the frame.
    public mutating func add(
        _ claims: [Claim], truth: [ImageTruth], camera: Camera, sizes: [String: SIMD2<Double>], time: Double
    ) {
        frames += 1
        if firstDetection == nil, !claims.isEmpty { firstDetection = time }
        for known in truth {
            let claim = claims.first { $0.name == known.name && (claimsAlways || $0.isTracked) }
            judge(claim, known, camera, sizes[known.name], time)
        }
    }

    private mutating func judge(_ claim: Claim?, _ truth: ImageTruth, _ camera: Camera, _ size: SIMD2<Double>?, _ time: Double) {
        var state = states[truth.name] ?? State()
        defer { states[truth.name] = state }
        if truth.visible <= 0 {
            state.wasGone = true
            state.returnedAt = nil
            state.lastError = nil
            guard claim != nil else {
                state.ghostSince = nil
                return
            }
            ghosts += 1
            let since = state.ghostSince ?? time
            state.ghostSince = since
            longestGhost = max(longestGhost, time - since)
            return
        }
        state.ghostSince = nil
        let isExpected = truth.visible >= Self.leastVisible && truth.covered <= Self.mostCovered
        if state.wasGone, isExpected, state.returnedAt == nil { state.returnedAt = time }
        if let since = state.returnedAt, claim != nil {
            returns.append(time - since)
            state.returnedAt = nil
            state.wasGone = false
        }
        if isExpected { expected += 1 }
        guard let claim else {
            state.lastError = nil
            return
        }
        if isExpected { claimed += 1 }
        let error = claim.worldFromAnchor.translation - truth.worldFromAnchor.translation
        positionErrors.append(1000 * (error * error).sum().squareRoot())
        rotationErrors.append(claim.worldFromAnchor.angle(to: truth.worldFromAnchor) * 180 / .pi)
        if let last = state.lastError {
            let step = error - last
            jitters.append(1000 * (step * step).sum().squareRoot())
        }
        state.lastError = error
        if let size {
            let (x, z) = (size.x / 2, size.y / 2)
            let corners = [(-x, -z), (x, -z), (x, z), (-x, z)].map { AnchorPoint(x: $0.0, y: 0, z: $0.1) }
            let seen = corners.map { camera.project(claim.worldFromAnchor($0)) }
            let distances = zip(seen, truth.corners).map { seen, known in seen.map { $0.distance(to: known) } ?? .infinity }
            cornerErrors.append(distances.reduce(0, +) / 4)
        }
    }

    /// The share of corner errors up to a number of pixels.
    public func precision(within pixels: Double) -> Double {
        cornerErrors.isEmpty ? 0 : Double(cornerErrors.count { $0 <= pixels }) / Double(cornerErrors.count)
    }
}

/// The middle of numbers; nil of none.
public func medianOf(_ numbers: [Double]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
