import Spaces

/// One corner while it is followed.
struct FeatureTrack {
    /// Most sights that are kept of a track; when there are more, every other one goes and fewer are taken from then on.
    private static let mostSights = 20

    let identifier: UInt64
    /// Where it was in the reference picture.
    var reference: PixelPoint
    /// Where it is now.
    private(set) var pixel: PixelPoint
    /// Where it is in the world, once the rays tell.
    private(set) var solution: Triangulation?
    /// Whether it was given as a point.
    var isPoint = false
    private var sights: [Sight]
    private var stride = 2
    private var wait = 2
    private var isNew = false

    var sightCount: Int { sights.count }

    /// Begins a track; nil where the lens model does not invert.
    init?(identifier: UInt64, at pixel: PixelPoint, camera: Camera) {
        guard let sight = Sight(pixel, camera: camera) else { return nil }
        self.identifier = identifier
        reference = pixel
        self.pixel = pixel
        sights = [sight]
    }

    /// Where to look for it in the next picture.
    ///
    /// - Parameter distance: how far away it may be where it is not known, metres.
    func guess(from previous: Camera, to camera: Camera, distance: Double) -> PixelPoint {
        let place: WorldPoint
        if let solution {
            place = .init(solution.position)
        } else {
            guard let ray = previous.ray(through: pixel) else { return pixel }
            place = ray.point(at: distance / ray.direction.length)
        }
        guard let before = previous.project(place), let after = camera.project(place) else { return pixel }
        let guess = pixel + (after - before)
        return guess.isFinite && guess.distance(to: pixel) < 1e5 ? guess : pixel
    }

    /// Takes in where it is in a new picture.
    mutating func see(_ pixel: PixelPoint, camera: Camera) {
        self.pixel = pixel
        wait -= 1
        guard wait <= 0, let sight = Sight(pixel, camera: camera) else { return }
        wait = stride
        if sights.count >= Self.mostSights {
            sights = sights.indices.filter { $0 % 2 == 0 }.map { sights[$0] }
            stride *= 2
        }
        sights.append(sight)
        isNew = true
    }

    /// Triangulates again when there is a new sight.
    mutating func solve(leastParallax: Double) {
        guard isNew, sights.count >= 4 else { return }
        isNew = false
        guard let solved = Triangulation(sights, from: solution?.position) else {
            solution = nil
            return
        }
        solution = solved.parallax >= leastParallax ? solved : nil
    }
}
