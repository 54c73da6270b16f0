private import Glibc
public import Spaces

/// The views of a board that a calibration is made of: few, and as unlike each other as can be.
///
/// Of many views, as a film has, neighbours are alike and tell nothing new. Memory is bounded: when there are too many candidates,
/// every other one goes, and fewer are taken from then on.
public struct CalibrationViews: Sendable {
    /// A view of the board.
    public struct View: Hashable, Sendable {
        /// Number of the picture it is from.
        public var frame: Int
        /// What was found in it.
        public var sights: [MarkerBoard.Sight]

        /// Makes a view.
        public init(frame: Int, sights: [MarkerBoard.Sight]) {
            self.frame = frame
            self.sights = sights
        }

        /// What makes a view unlike another: where the board is, how large, and how it lies in perspective; each about 0…1.
        func traits(imageSize: PixelSize) -> [Double] {
            let xs = sights.map(\.pixel.x)
            let ys = sights.map(\.pixel.y)
            let wide = max(imageSize.width, imageSize.height)
            let n = Double(sights.count)
            let mean = (x: xs.reduce(0, +) / n, y: ys.reduce(0, +) / n)
            let plane = (x: sights.map(\.point.x).reduce(0, +) / n, z: sights.map(\.point.z).reduce(0, +) / n)
            // Least squares of pixel = mean + A · plane, and of how the scale changes over the board.
            var s = (xx: 1e-12, xz: 0.0, zz: 1e-12)
            var a = (ux: 0.0, uz: 0.0, vx: 0.0, vz: 0.0)
            for sight in sights {
                let x = sight.point.x - plane.x
                let z = sight.point.z - plane.z
                let u = sight.pixel.x - mean.x
                let v = sight.pixel.y - mean.y
                s = (s.xx + x * x, s.xz + x * z, s.zz + z * z)
                a = (a.ux + u * x, a.uz + u * z, a.vx + v * x, a.vz + v * z)
            }
            let det = s.xx * s.zz - s.xz * s.xz
            guard det > 0 else { return [mean.x / wide, mean.y / wide, 0, 0, 0] }
            let m = (
                ux: (a.ux * s.zz - a.uz * s.xz) / det, uz: (a.uz * s.xx - a.ux * s.xz) / det,
                vx: (a.vx * s.zz - a.vz * s.xz) / det, vz: (a.vz * s.xx - a.vx * s.xz) / det
            )
            let area = abs(m.ux * m.vz - m.uz * m.vx)
            // The shape of the map without its size: tilt shortens the board in one direction.
            let norm = max((m.ux * m.ux + m.uz * m.uz + m.vx * m.vx + m.vz * m.vz) / 2, 1e-12)
            let g = (
                uu: (m.ux * m.ux + m.uz * m.uz) / norm, uv: (m.ux * m.vx + m.uz * m.vz) / norm,
                vv: (m.vx * m.vx + m.vz * m.vz) / norm
            )
            let span = max((s.xx / n).squareRoot(), (s.zz / n).squareRoot())
            return [
                mean.x / wide, mean.y / wide, 0.5 * log(max(area, 1e-9)) / 2 + log(max(span / wide, 1e-9)) / 2,
                1.5 * (g.uu - g.vv) / 2, 1.5 * g.uv,
            ]
        }
    }

    /// Candidates that are kept at most.
    private static let mostCandidates = 400

    /// Width and height of the pictures.
    public let imageSize: PixelSize
    /// In how many pictures the board was found.
    public private(set) var found = 0
    private var candidates: [View] = []
    private var step = 1

    /// Makes an empty set for pictures of a size.
    public init(imageSize: PixelSize) { self.imageSize = imageSize }

    /// Adds a view.
    public mutating func add(_ view: View) {
        defer { found += 1 }
        guard found % step == 0, view.sights.count >= 6, PlanarPose.haveWidth(view.sights.map { [$0.point.x, $0.point.z] }) else {
            return
        }
        candidates.append(view)
        guard candidates.count > Self.mostCandidates else { return }
        candidates = candidates.indices.filter { $0 % 2 == 0 }.map { candidates[$0] }
        step *= 2
    }

    /// The views that are most unlike each other: each next one is the farthest from those taken so far.
    public func spread(most count: Int) -> [View] {
        guard candidates.count > count else { return candidates }
        let traits = candidates.map { $0.traits(imageSize: imageSize) }
        func distance(_ a: Int, _ b: Int) -> Double { zip(traits[a], traits[b]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        // The first is the one with most points; of equals the earliest.
        var taken = [candidates.indices.max { (candidates[$0].sights.count, -$0) < (candidates[$1].sights.count, -$1) } ?? 0]
        var nearest = candidates.indices.map { distance($0, taken[0]) }
        while taken.count < count, let next = nearest.indices.max(by: { (nearest[$0], -$0) < (nearest[$1], -$1) }),
            nearest[next] > 1e-9
        {
            taken.append(next)
            for i in nearest.indices { nearest[i] = min(nearest[i], distance(i, next)) }
        }
        return taken.sorted().map { candidates[$0] }
    }

    /// The share of a grid of 8 × 6 places over the picture in which some view has a point, 0…1.
    public static func coverage(of views: [View], imageSize: PixelSize) -> Double {
        var places: Set<Int> = []
        for sight in views.flatMap(\.sights) {
            let c = min(7, max(0, Int((sight.pixel.x + 0.5) / imageSize.width * 8)))
            let r = min(5, max(0, Int((sight.pixel.y + 0.5) / imageSize.height * 6)))
            places.insert(8 * r + c)
        }
        return Double(places.count) / 48
    }

    /// Calibrates from views, leaving out those that fit far worse than the rest.
    ///
    /// - Throws: ``ImagingFailure`` when they make no camera.
    /// - Returns: the calibration, and the views it is of.
    public static func calibrate(_ views: [View], imageSize: PixelSize) throws -> (CameraCalibration, [View]) {
        var views = views
        var result = try CameraCalibration(views: views.map(\.sights), imageSize: imageSize)
        for _ in 0..<3 {
            let middle = result.viewErrors.sorted()[result.viewErrors.count / 2]
            let kept = zip(views, result.viewErrors).filter { $1 <= 2.5 * middle + 0.05 }.map(\.0)
            guard kept.count < views.count, kept.count >= 6 else { break }
            views = kept
            result = try CameraCalibration(views: views.map(\.sights), imageSize: imageSize)
        }
        return (result, views)
    }
}

extension CameraCalibration {
    /// What would make the calibration better, in sentences; none when it is good.
    public func advice(views: [CalibrationViews.View], imageSize: PixelSize) -> [String] {
        var advice: [String] = []
        if views.count < 10 {
            advice.append("only \(views.count) views; 10 to 20 are good")
        }
        let coverage = CalibrationViews.coverage(of: views, imageSize: imageSize)
        if coverage < 0.6 {
            advice.append(
                "the board was in \(Int((coverage * 100).rounded())) % of the picture; hold it into the corners and the edges as well"
            )
        }
        let degree = Double.pi / 180
        let steep = tilts.filter { $0.angle > 20 * degree }
        if steep.count < max(3, views.count / 4) {
            advice.append(
                "the board faces the camera in nearly all views; tilt it by 30 to 45 degrees to the left, right, front and back")
        } else {
            // Directions are axes of tilt on half a circle: doubled, opposite leanings count as one.
            let c = steep.map { cos(2 * $0.direction) }.reduce(0, +) / Double(steep.count)
            let s = steep.map { sin(2 * $0.direction) }.reduce(0, +) / Double(steep.count)
            if (c * c + s * s).squareRoot() > 0.9 {
                advice.append("the board is tilted about the same axis in all views; tilt it about the other one as well")
            }
        }
        if reprojectionError > 1 {
            advice.append(
                "the points are off by \(hundredths(reprojectionError)) pixels; is the board flat, are its numbers right, are the pictures sharp?"
            )
        }
        let f = camera.intrinsics
        if deviations.fx > 0.01 * f.fx || deviations.fy > 0.01 * f.fy {
            advice.append(
                "the focal length is known to \(hundredths(100 * max(deviations.fx / f.fx, deviations.fy / f.fy))) % only")
        }
        return advice
    }
}

/// A number with at most two places.
private func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
