public import Imaging
public import Spaces

/// What is known of the camera before a world is made from a card.
public enum CardCamera: Hashable, Sendable {
    /// Intrinsics, and the lens where it is not straight.
    case known(CameraModel)
    /// Nothing: the focal length is estimated, the rest is taken as most cameras have it.
    case unknown
}

/// Makes a world from a film in which a card of known size lies on a table.
///
/// Takes the film in frame by frame, and solves once all are in: the card gives the scale and the plane, and corners of the table round
/// it, followed from frame to frame, hold the frames together, also where a hand covers the card. What is kept of a frame is some
/// kilobytes.
public final class CardWorldBuilder {
    /// Most points of the card that are kept of a frame.
    private static let mostKnown = 48
    /// Most corners that are kept of a frame.
    private static let mostFollowed = 120

    private let finder: any CardFinder
    private let camera: CardCamera
    private let imageSize: PixelSize
    private let tracks: SurroundingTracks
    private var corners: [PixelPoint]?
    private var lastSeen: Int?
    private var views: [PlaneView] = []
    private var times: [Double] = []
    /// From pixels to a picture without the lens.
    private let straight: StraightPicture

    /// In how many frames the card was seen so far.
    public private(set) var seen = 0
    /// How many frames there are so far.
    public var count: Int { views.count }

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - finder: of the card.
    ///   - camera: what is known of it.
    ///   - imageSize: of the film, pixels.
    public init(finder: any CardFinder, camera: CardCamera, imageSize: PixelSize) throws {
        self.finder = finder
        self.camera = camera
        self.imageSize = imageSize
        straight = StraightPicture(camera, imageSize: imageSize)
        tracks = try SurroundingTracks()
    }

    /// Takes in the next frame.
    ///
    /// - Returns: whether the card is seen in it.
    @discardableResult
    public func add(_ picture: Picture, time: Double) throws -> Bool {
        let (followed, motion) = try tracks.follow(picture, time: time)
        let expected = corners.map { motion.moved($0) }
        let sight = try finder.find(in: picture, near: expected)
        var view = PlaneView()
        if let sight {
            view.knownDeviation = sight.deviation * max(1, max(imageSize.width, imageSize.height) / 1920)
            let step = max(1, (sight.points.count + Self.mostKnown - 1) / Self.mostKnown)
            for i in stride(from: 0, to: sight.points.count, by: step) {
                let (point, pixel) = sight.points[i]
                guard let place = straight.place(of: pixel) else { continue }
                view.known.append(.init(point: SIMD2(point.x, point.z), place: place))
            }
        }
        let step = max(1, (followed.count + Self.mostFollowed - 1) / Self.mostFollowed)
        for i in stride(from: 0, to: followed.count, by: step) {
            guard let place = straight.place(of: followed[i].pixel) else { continue }
            view.followed.append(.init(track: followed[i].track, x: Float(place.x), y: Float(place.y)))
        }
        views.append(view)
        times.append(time)
        if view.known.count >= 4 {
            seen += 1
            corners = outline(of: view)
        } else {
            corners = expected
        }
        return view.known.count >= 4
    }

    /// Solves for all frames.
    ///
    /// - Parameter bridge: how long the table alone may carry the camera while the card is not seen, seconds.
    /// - Throws: ``CardWorldFailure`` when the card was not seen, or what was seen makes no world.
    public func solve(bridge: Double) throws -> CardWorld {
        guard seen > 0 else { throw CardWorldFailure.neverSeen }
        var solver = CardWorldSolver(
            views: views, times: times, straight: straight, cornerDeviation: tracks.deviation, bridge: bridge)
        return try solver.solve(size: finder.size)
    }

    /// Where the corners of the card are by a homography through its points.
    private func outline(of view: PlaneView) -> [PixelPoint]? {
        guard let map = PlaneMap(view.known.map { ($0.point, $0.place) }) else { return nil }
        let w = finder.size.width / 2
        let l = finder.size.length / 2
        let places = [SIMD2(-w, -l), SIMD2(w, -l), SIMD2(w, l), SIMD2(-w, l)].compactMap { map($0) }
        return places.count == 4 ? places.map { straight.pixel(of: $0) } : nil
    }
}

/// Why no world could be made.
public enum CardWorldFailure: Error, Hashable, Sendable {
    /// The card was not found in any frame.
    case neverSeen
    /// What was found fits no pose of a plane.
    case noPose
}

/// The map between pixels and a straight picture: pixels from the middle that a lens without distortion would show.
struct StraightPicture: Sendable {
    /// The lens and the intrinsics; of an unknown camera all but the focal length.
    let model: CameraModel
    /// Whether the focal length is known.
    let isKnown: Bool
    let imageSize: PixelSize

    /// What a phone's camera is near to while nothing is known: 67° across the longer side.
    static func usualFocal(_ size: PixelSize) -> Double { 0.76 * max(size.width, size.height) }

    init(_ camera: CardCamera, imageSize: PixelSize) {
        self.imageSize = imageSize
        switch camera {
        case .known(let model):
            self.model = model
            isKnown = true
        case .unknown:
            let f = Self.usualFocal(imageSize)
            model = .init(intrinsics: .init(fx: f, fy: f, cx: (imageSize.width - 1) / 2, cy: (imageSize.height - 1) / 2))
            isKnown = false
        }
    }

    /// The focal length by which straight places are scaled.
    var focal: Double { model.intrinsics.fx }

    /// Where a pixel is in the straight picture; nil where the lens model does not invert.
    func place(of pixel: PixelPoint) -> SIMD2<Double>? {
        guard let d = model.unproject(pixel)?.direction else { return nil }
        return SIMD2(d.x, -d.y) * focal
    }

    /// The pixel of a place.
    func pixel(of place: SIMD2<Double>) -> PixelPoint {
        let p = Point3<CameraSpace>(x: place.x / focal, y: -place.y / focal, z: -1)
        // Outside of what the lens model holds for, a straight one is near enough to look there.
        return model.project(p)
            ?? .init(x: model.intrinsics.cx + place.x, y: model.intrinsics.cy + place.y * model.intrinsics.fy / focal)
    }
}

/// A homography from a plane to a straight picture.
struct PlaneMap {
    private var h: [Double]

    /// Fits one by least squares to four points or more; nil when they do not determine it.
    init?(_ pairs: [(point: SIMD2<Double>, place: SIMD2<Double>)]) {
        guard pairs.count >= 4 else { return nil }
        let scale = pairs.map { max(abs($0.point.x), abs($0.point.y)) }.max() ?? 1
        let reach = pairs.map { max(abs($0.place.x), abs($0.place.y)) }.max() ?? 1
        guard scale > 0, reach > 0 else { return nil }
        // A weight of 1 / denominator makes the algebraic error that of the picture.
        var h = [Double](repeating: 0, count: 8)
        for round in 0..<3 {
            var system = NormalEquations(count: 8)
            for pair in pairs {
                let p = pair.point / scale
                let q = pair.place / reach
                let w = round == 0 ? 1 : 1 + h[6] * p.x + h[7] * p.y
                guard abs(w) > 1e-6 else { return nil }
                system.add(
                    [p.x, p.y, 1, -q.x * p.x, -q.x * p.y], at: [0, 1, 2, 6, 7], target: q.x, weight: 1 / (w * w))
                system.add(
                    [p.x, p.y, 1, -q.y * p.x, -q.y * p.y], at: [3, 4, 5, 6, 7], target: q.y, weight: 1 / (w * w))
            }
            guard let solved = system.solved() else { return nil }
            h = solved
        }
        for i in 0..<6 { h[i] *= reach }
        for i in [0, 1, 3, 4, 6, 7] { h[i] /= scale }
        self.h = h
    }

    /// The same as a map between pixels, for a plane that is itself a picture.
    var homography: Homography<PixelSpace, PixelSpace> { .init(h + [1]) }

    /// Where a point appears; nil at or beyond the horizon.
    func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double>? {
        let w = h[6] * p.x + h[7] * p.y + 1
        guard w > 1e-6 else { return nil }
        return SIMD2(h[0] * p.x + h[1] * p.y + h[2], h[3] * p.x + h[4] * p.y + h[5]) / w
    }
}
