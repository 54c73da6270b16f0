/// What the tracks that have ended say about the focal length.
///
/// Turning and moving at the same time, a camera whose focal length is not the one given sees no point where the poses say. Each
/// track gives the share by which the focal length seems too long, with its weight, once its point is taken out of the equations.
struct FocalEvidence {
    /// Tracks that are asked before anything is said.
    private let leastTracks: Int
    /// Shares smaller than this are left alone: phones' intrinsics are good to a percent.
    private static let leastShare = 0.025
    /// No more than this is believed.
    private static let mostShare = 0.4
    /// Least parallax and sights of a track that counts.
    private static let leastParallax = 0.02
    private static let leastSights = 6

    private var gain = 0.0
    private var share = 0.0
    private var squares = 0.0
    private var count = 0

    /// Begins to ask.
    ///
    /// - Parameter corrections: how often the focal length was corrected already: each costs all that was found, so that the next must
    ///   be surer.
    init(corrections: Int = 0) { leastTracks = corrections == 0 ? 100 : 400 }

    /// Takes in a track at its end.
    mutating func add(_ track: FeatureTrack) {
        guard track.sightCount >= Self.leastSights, let solution = track.solution, solution.parallax >= Self.leastParallax,
            solution.focalGain > 0
        else { return }
        // As for points: errors of one track are alike, and no track is better than half of what its texture lets expect.
        let error = max(solution.relativeError, 0.5)
        let weight = 4 / (error * error * Double(track.sightCount))
        gain += solution.focalGain * weight
        share += solution.focalShare * weight
        squares += solution.focalShare * solution.focalShare * weight * weight
        count += 1
    }

    /// By which share the focal length must change; nil while it is not clear that it must.
    var clearShare: Double? {
        guard count >= leastTracks, gain > 0 else { return nil }
        let found = -share / gain
        // The scatter of the tracks themselves says how sure it is.
        let deviation = squares.squareRoot() / gain
        guard abs(found) >= Self.leastShare, abs(found) >= 4 * deviation, abs(found) <= Self.mostShare else { return nil }
        return found
    }
}
