public import Spaces

/// What a run on a fingertip scores: how near, how often wrong, how often lost, and how soon found again.
public struct PointScores: Hashable, Sendable {
    /// Distances below which ``shares`` count, in pixels of a picture of 256 × 256.
    public static let thresholds: [Double] = [1, 2, 4, 8, 16]
    /// Distance that counts as on target, in pixels of a picture 640 wide.
    public static let onTarget = 20.0
    /// Distance beyond which a held target is held falsely, in pixels of a picture 640 wide.
    public static let falselyHeld = 40.0
    /// Whose thresholds these are.
    public static let definition = "VOTS point track, votchallenge/toolkit 0.9.0 (56f0053)"

    /// Share of scored frames below each of ``thresholds``.
    public var shares: [Double]
    /// Mean of ``shares``.
    public var average: Double
    /// Share of scored frames in which the target is held and within 20 pixels of the truth (× width / 640).
    public var within20: Double
    /// Share of scored frames in which the tracker says that it holds the target and is more than 40 pixels away (× width / 640).
    public var falselyHeld40: Double
    /// Share of scored frames in which the tracker says that the target is lost.
    public var lost: Double
    /// Median distance of held points, pixels; nil when none is held.
    public var medianError: Double?
    /// Times the tracker left the target: a frame on target followed by one that is not.
    public var losses: Int
    /// Frames from each loss to the next frame on target; only of those that ended.
    public var reacquisitionFrames: [Int]
    /// Mean time from a loss to the next frame on target, seconds; nil when none ended or the rate is not known.
    public var reacquisitionSeconds: Double?
    /// Frames with truth that the tracker says to hold although the target is absent.
    public var heldWhileAbsent: Int
    /// Frames that count: those with truth, the first left out because it is the seed.
    public var frames: Int
}

/// Scores a run on a point.
///
/// A box counts by its centre. The share below a threshold uses a distance in a picture brought to 256 × 256, (width − 1) / 255 pixels
/// being one, and `<`; a lost point is below none.
///
/// - Parameters:
///   - predictions: what the tracker says, a frame each, its seed first.
///   - truth: what is true of the same frames.
///   - size: the picture's size, pixels.
///   - framesPerSecond: for times; nil when not known.
public func pointScores(
    _ predictions: [Prediction], truth: [GroundTruth], size: PixelSize, framesPerSecond: Double? = nil
) -> PointScores {
    var passed = [Int](repeating: 0, count: PointScores.thresholds.count)
    var near = 0
    var wrong = 0
    var lost = 0
    var absent = 0
    var frames = 0
    var distances: [Double] = []
    var gap = GapCounter()
    var isSeed = true
    for (i, target) in truth.enumerated() {
        let prediction = i < predictions.count ? predictions[i] : .init(region: nil, isHeld: false)
        guard let place = target.region?.point else {
            if target == .absent, prediction.isHeld, prediction.region != nil { absent += 1 }
            continue
        }
        if isSeed {
            isSeed = false
            gap.add(frame: i, isOnTarget: true)
            continue
        }
        frames += 1
        guard prediction.isHeld, let point = prediction.region?.point, point.isFinite else {
            lost += 1
            gap.add(frame: i, isOnTarget: false)
            continue
        }
        let distance = point.distance(to: place)
        let scaled = distance * 640 / size.width
        let dx = (point.x - place.x) / ((size.width - 1) / 255)
        let dy = (point.y - place.y) / ((size.height - 1) / 255)
        let normalized = (dx * dx + dy * dy).squareRoot()
        for (j, threshold) in PointScores.thresholds.enumerated() where normalized < threshold { passed[j] += 1 }
        distances.append(distance)
        if scaled <= PointScores.onTarget { near += 1 }
        if scaled > PointScores.falselyHeld { wrong += 1 }
        gap.add(frame: i, isOnTarget: scaled <= PointScores.onTarget)
    }
    func share(_ count: Int) -> Double { frames > 0 ? Double(count) / Double(frames) : 0 }
    let shares = passed.map(share)
    return .init(
        shares: shares, average: mean(shares), within20: share(near), falselyHeld40: share(wrong), lost: share(lost),
        medianError: percentile(distances, 0.5), losses: gap.losses, reacquisitionFrames: gap.ended,
        reacquisitionSeconds: framesPerSecond.flatMap { rate in
            gap.ended.isEmpty || rate <= 0 ? nil : mean(gap.ended.map { Double($0) / rate })
        },
        heldWhileAbsent: absent, frames: frames)
}

extension Region {
    /// The point itself, or the middle of the box round the region.
    var point: PixelPoint {
        if case .point(let point) = self { point } else { bounds.center }
    }
}

/// Counts how long the tracker is off the target.
private struct GapCounter {
    var losses = 0
    var ended: [Int] = []
    private var lostAt: Int?
    private var wasOn = false

    mutating func add(frame: Int, isOnTarget: Bool) {
        if isOnTarget {
            if let start = lostAt { ended.append(frame - start) }
            lostAt = nil
        } else if wasOn {
            losses += 1
            lostAt = frame
        }
        wasOn = isOnTarget
    }
}

/// A percentile by linear interpolation between the values in order, as `numpy.percentile` does; nil of none.
///
/// - Parameters:
///   - values: in any order.
///   - share: 0…1.
public func percentile(_ values: [Double], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let place = min(max(share, 0), 1) * Double(sorted.count - 1)
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    let weight = place - Double(low)
    // Where both are infinite their difference is no number.
    return weight == 0 ? sorted[low] : sorted[low] * (1 - weight) + sorted[high] * weight
}
