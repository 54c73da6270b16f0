public import Imaging
public import Spaces

/// Finds feature points in the pictures of a session: corners followed from frame to frame and triangulated with the poses.
///
/// A point is given when its rays differ enough in direction, it appears where it was seen in all frames of its track, and it is in
/// front of the camera. A corner on something that moves fails the second test: its track ends, and the point is withdrawn. The same
/// pictures and poses give the same points. Not `Sendable`: one thread at a time.
public final class FeaturePointDetector {
    /// What is a point, and how many are followed.
    public struct Settings: Hashable, Sendable {
        /// Longest side of the small grey picture that corners are followed in, pixels.
        public var longestSide = 640
        /// Columns of the grid in whose places corners are looked for, one in each.
        public var gridColumns = 26
        /// Seconds after which corners are looked for again.
        public var lookAgain = 0.3
        /// Least angle between two rays of a point, radians.
        public var leastParallax = 0.004
        /// Largest root mean square of the reprojection error over a track, pixels of the small picture; more where most tracks have
        /// more, as with poses that are not good to a pixel.
        public var mostError = 0.6
        /// The same at most, however bad the poses are.
        public var mostErrorEver = 3.0
        /// Largest reprojection error in a track, as a multiple of the root mean square that is allowed.
        public var peakError = 3.0
        /// Whether a focal length that fits the pictures clearly better than the one given takes its place.
        public var correctsFocalLength = true
        /// Largest standard deviation of a point along its ray, as a share of its distance.
        public var mostDeviation = 0.05
        /// The same up to which a point is given as uncertain; many of them make a plane all the same.
        public var mostUncertain = 0.3

        /// Makes the settings that are used when none are given.
        public init() {}
    }

    /// What the focal lengths given are multiplied with, because the pictures fit clearly better then; 1 as long as they do not.
    ///
    /// It is the intrinsics of another camera, or of another picture size, that are so far off.
    public private(set) var focalFactor = 1.0
    /// All points known now, those out of sight included; bounded.
    public private(set) var map: FeatureMap
    private let settings: Settings
    private var flow: CornerFlow?
    private var tracks: [FeatureTrack] = []
    private var nextIdentifier: UInt64 = 1
    private var lastLook: Double?
    private var focal = FocalEvidence()
    private var corrections = 0
    private var previous: Camera?
    private var shown = 0
    private var places = 0

    /// Makes a detector.
    ///
    /// - Parameters:
    ///   - settings: what is a point, and how many are followed.
    ///   - capacity: points that are remembered at most.
    public init(_ settings: Settings = .init(), capacity: Int = 16_384) {
        self.settings = settings
        map = FeatureMap(capacity: capacity)
    }

    /// Takes the next picture.
    ///
    /// - Parameters:
    ///   - picture: of the size of the first one, or ``reset()`` is called before it.
    ///   - camera: at the moment of the picture; its pose is trusted.
    ///   - time: seconds.
    /// - Throws: `ImagingFailure` when the picture is smaller than 64 pixels or its size has changed.
    /// - Returns: the points seen in it.
    public func next(_ picture: Picture, camera: Camera, time: Double) throws -> FeatureFrame {
        var camera = camera
        camera.model.intrinsics.fx *= focalFactor
        camera.model.intrinsics.fy *= focalFactor
        let flow = try flow ?? CornerFlow(longestSide: settings.longestSide)
        self.flow = flow
        let quality = try flow.next(picture)
        var frame = FeatureFrame()
        frame.brightness = quality.brightness
        frame.contrast = quality.contrast
        frame.sharpness = quality.sharpness
        try follow(with: flow, camera: camera, time: time, into: &frame)
        previous = camera
        triangulate(pixel: flow.scale, into: &frame)
        if settings.correctsFocalLength, let share = focal.clearShare {
            // All that was found so far was seen with the wrong rays.
            focalFactor *= 1 + share
            corrections += 1
            frame.withdrawn = map.points.map(\.identifier)
            restart()
            frame.points = []
            frame.uncertain = []
            frame.isRestarted = true
            return frame
        }
        if needsLook(at: time, width: Double(max(picture.width, picture.height)), frame) {
            try look(with: flow, camera: camera, time: time)
            lastLook = time
        }
        frame.detectedCount = shown
        frame.detectableCount = places
        frame.pixels = tracks.map(\.pixel)
        map.add(frame)
        return frame
    }

    /// Lets go of all corners, as when pictures were missing; the points that they gave stay known.
    public func interrupt() {
        flow = nil
        tracks = []
        lastLook = nil
        previous = nil
        shown = 0
        places = 0
    }

    /// Forgets everything but which identifiers were used, and what focal length the pictures fit.
    public func reset() { restart() }

    private func restart() {
        focal = FocalEvidence(corrections: corrections)
        map = FeatureMap(capacity: map.capacity)
        interrupt()
    }

    /// Follows all corners; those that are not found again end, and keep the point they gave.
    private func follow(with flow: CornerFlow, camera: Camera, time: Double, into frame: inout FeatureFrame) throws {
        guard let previous, !tracks.isEmpty else { return }
        let distance = typicalDistance
        let guesses = tracks.map { $0.guess(from: previous, to: camera, distance: distance) }
        let found = try flow.follow(tracks.map(\.reference), guesses: guesses)
        var kept: [FeatureTrack] = []
        kept.reserveCapacity(tracks.count)
        var ways: [Double] = []
        for (track, place) in zip(tracks, found) {
            guard let place else {
                focal.add(track)
                frame.lostCount += 1
                continue
            }
            var track = track
            ways.append(place.distance(to: track.pixel))
            track.see(place, camera: camera, time: time)
            kept.append(track)
        }
        tracks = kept
        frame.followedCount = kept.count
        if ways.count >= 4 {
            ways.sort()
            frame.medianMotion = ways[ways.count / 2]
        }
    }

    /// Solves the tracks whose turn it is, and ends those that do not fit a point that stands still.
    ///
    /// - Parameter pixel: the side of a pixel of the small picture, in pixels of the full one.
    private func triangulate(pixel: Double, into frame: inout FeatureFrame) {
        var kept: [FeatureTrack] = []
        kept.reserveCapacity(tracks.count)
        let distance = typicalDistance
        for i in tracks.indices { tracks[i].solve(distance: distance) }
        let most = errorLimit(pixel: pixel)
        for var track in tracks {
            guard let solution = track.solution else {
                kept.append(track)
                continue
            }
            guard solution.error <= most, solution.largestError <= most * settings.peakError else {
                if track.isTold { frame.withdrawn.append(track.identifier) }
                continue
            }
            // The errors of one track are alike, so that more sights do not make the point better without end.
            let error = max(solution.relativeError, 0.5) * (Double(track.sightCount) / 4).squareRoot()
            let deviation = solution.inverseDeviation * error
            let away = solution.position - track.eye
            let length = dot(away, away).squareRoot()
            let point = FeaturePoint(
                identifier: track.identifier, position: .init(solution.position),
                deviation: deviation / solution.inverseDepth * length, seenFrom: .init(track.eye))
            // Judged at the typical distance: at its own, points that seem too near would pass more easily than too far ones.
            let share = deviation * distance
            if solution.parallax >= settings.leastParallax, track.isPoint || share < settings.mostDeviation {
                track.isPoint = true
                track.isTold = true
                frame.points.append(point)
            } else if share < settings.mostUncertain, length < 100 {
                track.isTold = true
                frame.uncertain.append(point)
            }
            kept.append(track)
        }
        tracks = kept
    }

    /// Root mean square up to which a track fits a point that stands still, pixels: more than twice what most have.
    private func errorLimit(pixel: Double) -> Double {
        let errors = tracks.compactMap { $0.solution?.error }.sorted()
        let typical = errors.count < 20 ? 0 : errors[errors.count / 2]
        return min(max(settings.mostError * pixel, 2.5 * typical), settings.mostErrorEver * pixel)
    }

    private func needsLook(at time: Double, width: Double, _ frame: FeatureFrame) -> Bool {
        guard let lastLook, time >= lastLook else { return true }
        if time - lastLook >= settings.lookAgain { return true }
        // Earlier when much was lost, or has moved so far that it looks different.
        let moved = tracks.map { $0.pixel.distance(to: $0.reference) }.sorted()
        guard moved.count >= 4 else { return time - lastLook >= settings.lookAgain / 3 }
        return moved[moved.count / 2] > 0.06 * width || 2 * moved.count < shown && time - lastLook >= settings.lookAgain / 3
    }

    /// Makes this picture the reference, and fills the places of the grid that are empty.
    private func look(with flow: CornerFlow, camera: Camera, time: Double) throws {
        try flow.keep()
        for i in tracks.indices { tracks[i].reference = tracks[i].pixel }
        let corners = try flow.detect(apartFrom: tracks.map(\.pixel), columns: settings.gridColumns)
        shown = corners.shown
        places = corners.places
        for corner in corners.found {
            guard let track = FeatureTrack(identifier: nextIdentifier, at: corner, camera: camera, time: time) else { continue }
            nextIdentifier += 1
            tracks.append(track)
        }
    }

    /// A typical distance of what is in sight, metres; 1 where nothing is known.
    private var typicalDistance: Double {
        // Nearest the truth where little is known: the weighted mean of inverse depths.
        var sum = 0.0
        var total = 0.0
        for track in tracks {
            guard let solution = track.solution else { continue }
            let weight = 1 / (solution.inverseDeviation * solution.inverseDeviation)
            sum += weight * solution.inverseDepth
            total += weight
        }
        return total > 0 ? total / sum : 1
    }
}
