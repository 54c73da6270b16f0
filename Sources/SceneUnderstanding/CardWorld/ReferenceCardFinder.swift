public import Imaging
public import Spaces

/// A printed picture as a card.
///
/// In straight pictures it is followed by a homography, which needs no camera and bends to a focal length that is not quite right; where
/// the lens bends lines, by its pose.
public final class ReferenceCardFinder: CardFinder {
    /// How well a homography must agree to be believed, followed and found.
    private enum Gate {
        static let followed = 0.3
        static let found = 0.4
        static let blocks = 9
    }
    /// Frames from one look for features to the next at least.
    private static let lookInterval = 3

    private let reference: ReferenceImage
    private let camera: CardCamera
    private let tracker: ReferenceImageTracker
    private let finder: ReferenceFinder
    private let pyramid: PicturePyramid
    private var framesSinceLook = lookInterval

    /// Makes a finder of a printed picture of known width.
    public init(_ reference: ReferenceImage, camera: CardCamera) throws {
        self.reference = reference
        self.camera = camera
        tracker = try ReferenceImageTracker([reference])
        finder = try ReferenceFinder([reference.prepared])
        pyramid = try PicturePyramid()
    }

    /// The size of the print.
    public var size: (width: Double, length: Double) { (reference.physicalWidth, reference.physicalHeight) }

    /// Follows the print, or finds it.
    public func find(in picture: Picture, near corners: [PixelPoint]?) throws -> CardSight? {
        switch camera {
        case .known(let model) where model.distortion != nil: try follow(in: picture, camera: model)
        case .known, .unknown: try align(in: picture, near: corners)
        }
    }

    private func follow(in picture: Picture, camera: CameraModel) throws -> CardSight? {
        guard let sight = try tracker.next(picture, camera: camera).first else { return nil }
        let points = spread { point in camera.project(sight.cameraFromAnchor(point)) }
        return points.count >= 4 ? CardSight(points: points, deviation: deviation(of: sight.alignment)) : nil
    }

    private func align(in picture: Picture, near corners: [PixelPoint]?) throws -> CardSight? {
        try pyramid.next(picture)
        framesSinceLook += 1
        if let corners, let guess = homography(to: corners) {
            let found = try ReferenceAlignment(of: reference.prepared, in: pyramid, from: guess, radius: 24)
            if found.agreement >= Gate.followed, found.blocks >= Gate.blocks, let sight = sight(by: found) { return sight }
        }
        guard framesSinceLook >= Self.lookInterval else { return nil }
        framesSinceLook = 0
        for find in try finder.look(in: pyramid, camera: nil, most: 1) {
            let found = try ReferenceAlignment(of: reference.prepared, in: pyramid, from: find.homography)
            if found.agreement >= Gate.found, found.blocks >= Gate.blocks, let sight = sight(by: found) { return sight }
        }
        return nil
    }

    private func sight(by alignment: ReferenceAlignment) -> CardSight? {
        let (w, h) = (Double(reference.picture.width), Double(reference.picture.height))
        let points = spread { point in
            alignment.homography(
                .init(
                    x: (point.x / reference.physicalWidth + 0.5) * w - 0.5,
                    y: (point.z / reference.physicalHeight + 0.5) * h - 0.5))
        }
        return points.count == Self.places.count ? CardSight(points: points, deviation: deviation(of: alignment)) : nil
    }

    /// The less is seen, the less sure it is.
    private func deviation(of alignment: ReferenceAlignment) -> Double {
        0.25 / max(0.2, alignment.agreement * alignment.visible).squareRoot()
    }

    /// Nine places of the print, as shares of its half width and length.
    private static let places: [(Double, Double)] = [-1, 0, 1].flatMap { z in [-1, 0, 1].map { ($0, z) } }

    private func spread(_ pixel: (AnchorPoint) -> PixelPoint?) -> [(point: AnchorPoint, pixel: PixelPoint)] {
        Self.places.compactMap { x, z in
            let point = AnchorPoint(x: x * size.width / 2, y: 0, z: z * size.length / 2)
            return pixel(point).map { (point, $0) }
        }
    }

    /// From the pixels of the reference to corners in the picture.
    private func homography(to corners: [PixelPoint]) -> Homography<PixelSpace, PixelSpace>? {
        let (w, h) = (Double(reference.picture.width), Double(reference.picture.height))
        let from = [(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)]
        return PlaneMap(zip(from, corners).map { (SIMD2($0.0, $0.1), SIMD2($1.x, $1.y)) })?.homography
    }
}
