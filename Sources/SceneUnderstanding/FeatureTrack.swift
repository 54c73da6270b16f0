import Imaging
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
    /// Whether it was given as a point or an uncertain one.
    var isTold = false
    private let whitening: Whitening
    private var sights: [Sight]
    /// Seconds between sights, and when the next one is due.
    private var step = 0.06
    private var due: Double
    private var isNew = false

    var sightCount: Int { sights.count }

    /// Begins a track; nil where the lens model does not invert.
    init?(identifier: UInt64, at corner: CornerFlow.Corner, camera: Camera, time: Double) {
        let pixel = corner.place
        guard let sight = Sight(pixel, camera: camera) else { return nil }
        self.identifier = identifier
        whitening = Whitening(variance: corner.variance)
        reference = pixel
        self.pixel = pixel
        sights = [sight]
        due = time + step
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
    mutating func see(_ pixel: PixelPoint, camera: Camera, time: Double) {
        self.pixel = pixel
        guard time >= due, let sight = Sight(pixel, camera: camera) else { return }
        if sights.count >= Self.mostSights {
            sights = sights.indices.filter { $0 % 2 == 0 }.map { sights[$0] }
            step *= 2
        }
        due = time + step
        sights.append(sight)
        isNew = true
    }

    /// Triangulates again when there is a new sight.
    ///
    /// - Parameter distance: how far away it may be where it is not known, metres.
    mutating func solve(distance: Double) {
        guard isNew, sights.count >= 4 else { return }
        isNew = false
        // A start near the old solution needs one step.
        solution =
            solution.flatMap { Triangulation(sights, whitening, from: $0.inverseDepth, steps: 1) }
            ?? Triangulation(sights, whitening, from: 1 / distance, steps: 3)
    }

    /// Where the camera was that saw it first; metres.
    var eye: SIMD3<Double> { sights[0].pose.translation }
}
