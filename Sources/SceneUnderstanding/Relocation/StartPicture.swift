import Glibc
public import Imaging
public import Recordings
public import Spaces

/// A picture of which it is known where the camera was and where the points are that it shows, to find the same place again.
///
/// Corners of a new picture are paired with the known points by their surroundings; gravity tells which way each patch lies. Two
/// pairs determine how the new camera's world lies in that of the picture, and the transform that most pairs agree with is kept.
/// Pictures of several frames are fitted together. Not `Sendable`: one thread at a time.
///
/// Source of the vote: M. Fischler and R. Bolles, "Random sample consensus", Communications of the ACM 24(6), 1981.
public final class StartPicture {
    /// What one picture says about where the start is.
    public struct Match: Sendable {
        /// How many pairs agree.
        public let agreeing: Int
        /// How many pairs there were.
        public let pairs: Int
        /// How the world of the start lies in the world of the new camera, by this picture alone.
        public let transform: LevelTransform
        let sightings: [Sighting]
    }

    /// Least pairs that must agree.
    public static let leastAgreeing = 12
    /// Share of the pairs that must agree.
    public static let leastShare = 0.25
    /// How far from where a point should appear a pair still agrees, as a share of the longer side of the picture: 4 pixels of 640.
    private static let tolerance = 4.0 / 640
    /// Sizes at which corners of a new picture are described: it may have been taken from nearer or farther away.
    private static let scales = [0.7, 1, 1.45]
    /// How many transforms are tried, about.
    private static let tries = 600

    private let points: [PixelPoint: WorldPoint]
    private let described: PatchDescriptors

    /// Describes the points of a start.
    ///
    /// - Parameters:
    ///   - picture: the start picture.
    ///   - camera: where it was taken.
    ///   - landmarks: the points that it shows.
    /// - Throws: `ImagingFailure`.
    public init(_ picture: Picture, camera: Camera, landmarks: [WalkPath.Start.Landmark]) throws {
        points = Dictionary(landmarks.map { ($0.pixel, $0.position) }, uniquingKeysWith: { first, _ in first })
        described = try PatchDescriptors(
            landmarks.compactMap { landmark in
                camera.down(at: landmark.pixel).map { .init(place: landmark.pixel, angle: $0) }
            }, of: picture)
    }

    /// Looks for the points of the start in a new picture.
    ///
    /// - Parameters:
    ///   - picture: a picture of a session.
    ///   - camera: where it was taken, in the session's world.
    /// - Returns: nil when too few pairs agree.
    /// - Throws: `ImagingFailure`.
    public func match(_ picture: Picture, camera: Camera) throws -> Match? {
        let flow = try CornerFlow()
        _ = try flow.next(picture)
        let corners = try flow.detect(apartFrom: [], columns: 40).found
        var patches: [PatchDescriptors.Patch] = []
        for corner in corners {
            guard let angle = camera.down(at: corner.place) else { continue }
            for scale in Self.scales { patches.append(.init(place: corner.place, angle: angle, scale: scale)) }
        }
        let pairs = try described.matches(with: PatchDescriptors(patches, of: picture))
        let sightings = pairs.compactMap { pair in
            points[pair.own].flatMap { Sighting(of: $0, at: pair.other, by: camera) }
        }
        guard sightings.count >= Self.leastAgreeing else { return nil }
        let limit = Self.tolerance * max(camera.imageSize.width, camera.imageSize.height)
        func agreeing(_ transform: LevelTransform) -> [Sighting] {
            sightings.filter { sighting in
                guard let error = sighting.error(transform) else { return false }
                return (error * error).sum() <= limit * limit
            }
        }
        var best: [Sighting] = []
        var chosen: LevelTransform?
        // Each pair with some others from all over the picture: as good as chance here, and the same every time.
        let partners = max(3, Self.tries / sightings.count)
        for attempt in 0..<(partners * sightings.count) {
            let i = attempt % sightings.count
            let j = (i + (1 + attempt / sightings.count) * sightings.count / (partners + 1)) % sightings.count
            guard i != j else { continue }
            for transform in LevelTransform.through(sightings[i], sightings[j]) {
                let supporters = agreeing(transform)
                if supporters.count > best.count { (best, chosen) = (supporters, transform) }
            }
        }
        guard var transform = chosen, best.count >= 3 else { return nil }
        for _ in 0..<2 {
            transform = transform.refined(on: best, limit: limit / 2)
            best = agreeing(transform)
        }
        guard best.count >= Self.leastAgreeing, Double(best.count) >= Self.leastShare * Double(sightings.count) else {
            return nil
        }
        return Match(agreeing: best.count, pairs: sightings.count, transform: transform, sightings: best)
    }

    /// The transform that fits the pictures of several frames together; nil without a match.
    ///
    /// - Returns: how the world of the start lies in the world of the new cameras.
    public static func fit(_ matches: [Match]) -> LevelTransform? {
        // The one that most pairs agree with is where to start; those that contradict it are left out.
        guard let best = matches.max(by: { $0.agreeing < $1.agreeing }) else { return nil }
        let alike = matches.filter { match in
            let turn = match.transform.yaw - best.transform.yaw
            let way = match.transform.translation - best.transform.translation
            return abs(atan2(sin(turn), cos(turn))) < 0.1 && (way * way).sum().squareRoot() < 0.5
        }
        let sightings = alike.flatMap(\.sightings)
        guard let size = sightings.first?.camera.imageSize else { return nil }
        return best.transform.refined(on: sightings, limit: tolerance / 2 * max(size.width, size.height))
    }
}

extension Camera {
    /// Which way down is in the picture at a pixel: from x towards y, radians; nil where that cannot be told.
    func down(at pixel: PixelPoint) -> Double? {
        guard let ray = ray(through: pixel) else { return nil }
        let place = ray.point(at: 1)
        guard let a = project(place + Vector3<WorldSpace>(x: 0, y: 0.005, z: 0)),
            let b = project(place - Vector3<WorldSpace>(x: 0, y: 0.005, z: 0))
        else { return nil }
        return atan2(b.y - a.y, b.x - a.x)
    }
}
