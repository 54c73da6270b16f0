public import Imaging
public import Spaces

/// A blank sheet of paper as a card: four corners tapped in the first frame, then followed by its edges.
///
/// Each edge is looked for where it is expected: the steepest change of brightness across it, at many places along it, and a line through
/// those that agree. Corners are where two lines meet. What covers a part of an edge, as a hand does, is left out by the line.
public final class SheetFinder: CardFinder {
    /// How far from a tapped corner's lines an edge may be, pixels; and from where an edge is expected later.
    private static let tapReach = 14.0
    private static let reach = 7.0
    private static let samples = 48

    /// Width along the first edge and length along the second, metres.
    public let size: (width: Double, length: Double)
    private let taps: [PixelPoint]
    private let camera: CameraModel?
    /// Of each edge, whether it is brighter inside: 1, or −1 where it is darker; nil until it was seen.
    private var signs: [Double?] = [nil, nil, nil, nil]
    private var isFirst = true

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - taps: the four corners in the first frame, pixels, one after the other round the sheet, either way round, beginning anywhere.
    ///   - sides: the sheet's shorter and longer side, metres; which of them the first edge is follows from the picture.
    ///   - camera: as far as it is known, to tell which side is which, and for a lens that bends edges.
    ///   - imageSize: of the film.
    /// - Throws: ``SheetFailure`` when the corners make no sheet.
    public init(taps: [PixelPoint], sides: (Double, Double), camera: CardCamera, imageSize: PixelSize) throws {
        guard taps.count == 4 else { throw SheetFailure.notConvex }
        // The sum of the turns is positive for x right, y down, clockwise in the picture.
        let turns = (0..<4).map { i in
            let a = taps[(i + 1) % 4] - taps[i]
            let b = taps[(i + 2) % 4] - taps[(i + 1) % 4]
            return a.dx * b.dy - a.dy * b.dx
        }
        guard turns.allSatisfy({ $0 > 100 }) || turns.allSatisfy({ $0 < -100 }) else { throw SheetFailure.notConvex }
        let clockwise = turns[0] > 0 ? taps : [taps[0], taps[3], taps[2], taps[1]]
        let straight = StraightPicture(camera, imageSize: imageSize)
        let places = clockwise.compactMap { straight.place(of: $0) }
        guard places.count == 4 else { throw SheetFailure.notConvex }
        // The two ways to lay the sheet: the one whose pose fits the corners better.
        func error(_ width: Double, _ length: Double) throws -> Double {
            let model = CameraModel(intrinsics: .init(fx: straight.focal, fy: straight.focal, cx: 0, cy: 0))
            let corners = Self.corners(width, length)
            let poses = try PlanarPose.poses(of: corners, in: places.map { .init(x: $0.x, y: $0.y) }, camera: model)
            return poses.map(\.reprojectionError).min() ?? .infinity
        }
        let (short, long) = (min(sides.0, sides.1), max(sides.0, sides.1))
        size = try error(short, long) <= error(long, short) ? (short, long) : (long, short)
        self.taps = clockwise
        self.camera = if case .known(let model) = camera, model.distortion != nil { model } else { nil }
    }

    static func corners(_ width: Double, _ length: Double) -> [AnchorPoint] {
        [
            .init(x: -width / 2, y: 0, z: -length / 2), .init(x: width / 2, y: 0, z: -length / 2),
            .init(x: width / 2, y: 0, z: length / 2), .init(x: -width / 2, y: 0, z: length / 2),
        ]
    }

    /// Finds the edges near where they are expected.
    ///
    /// - Throws: ``SheetFailure`` when there are no edges at the tapped corners of the first frame.
    public func find(in picture: Picture, near corners: [PixelPoint]?) throws -> CardSight? {
        let first = isFirst
        isFirst = false
        guard let expected = corners ?? (first ? taps : nil) else { return nil }
        var quad = expected
        var lines: [EdgeLine?] = []
        // From wide to narrow: with the lines of one round the next looks closer.
        for reach in first ? [Self.tapReach, Self.reach, 4] : [Self.reach, 4] {
            lines = (0..<4).map { i in
                EdgeLine(
                    in: picture, from: quad[i], to: quad[(i + 1) % 4], inside: quad[(i + 2) % 4], reach: reach, sign: signs[i],
                    samples: Self.samples, camera: camera)
            }
            for i in 0..<4 {
                if let a = lines[(i + 3) % 4], let b = lines[i], let p = a.meeting(b, camera: camera),
                    p.distance(to: quad[i]) < 3 * reach
                {
                    quad[i] = p
                }
            }
        }
        if first {
            guard lines.allSatisfy({ $0 != nil }) else { throw SheetFailure.noEdge }
            signs = lines.map { $0?.sign }
        }
        // A corner counts when both of its edges are seen.
        let places = Self.corners(size.width, size.length)
        let found = (0..<4).filter { lines[($0 + 3) % 4] != nil && lines[$0] != nil }
        guard found.count == 4 else { return nil }
        return CardSight(points: (0..<4).map { (places[$0], quad[$0]) }, deviation: 0.4)
    }
}

/// Why four tapped corners are no sheet.
public enum SheetFailure: Error, Hashable, Sendable {
    /// They do not go round a convex shape of some size.
    case notConvex
    /// No edge was found between two of them.
    case noEdge
}

/// A straight edge of brightness, fitted finer than a pixel.
struct EdgeLine {
    /// A place on it, and its direction of length 1, in pixels of a straight picture.
    private let place: SIMD2<Double>
    private let direction: SIMD2<Double>
    /// 1 when it is brighter inside, −1 when it is darker.
    let sign: Double

    /// Looks for an edge; nil when there is none, or less than a third of it is seen.
    init?(
        in picture: Picture, from a: PixelPoint, to b: PixelPoint, inside: PixelPoint, reach: Double, sign wanted: Double?,
        samples: Int,
        camera: CameraModel?
    ) {
        let along = SIMD2(b.x - a.x, b.y - a.y)
        let length = (along * along).sum().squareRoot()
        guard length > 24 else { return nil }
        let unit = along / length
        var inward = SIMD2(-unit.y, unit.x)
        if inward.x * (inside.x - a.x) + inward.y * (inside.y - a.y) < 0 { inward = -inward }
        let step = 0.5
        let half = Int((reach + 2) / step)
        var found: [(place: SIMD2<Double>, sign: Double)] = []
        var inPicture = 0
        for s in 0..<samples {
            // The corners themselves are left out: there the other edge is near.
            let share = 0.06 + 0.88 * (Double(s) + 0.5) / Double(samples)
            let base = SIMD2(a.x, a.y) + along * share
            guard base.x > 2, base.y > 2, base.x < Double(picture.width) - 3, base.y < Double(picture.height) - 3 else {
                continue
            }
            inPicture += 1
            let profile = picture.greyLevels(
                at: (-half...half).map { k in
                    let p = base + inward * (Double(k) * step)
                    return PixelPoint(x: p.x, y: p.y)
                })
            // Difference of the means of two pixels on either side: the derivative, smoothed.
            let wide = 4
            func slope(_ i: Int) -> Double {
                var sum = 0.0
                for k in 1...wide { sum += profile[i + k] - profile[i - k] }
                return sum / Double(wide)
            }
            let range = wide..<(profile.count - wide)
            let slopes = range.map { slope($0) * (wanted ?? 1) }
            let strengths = wanted == nil ? slopes.map(abs) : slopes
            guard let best = strengths.indices.max(by: { strengths[$0] < strengths[$1] }), strengths[best] > 8, best > 0,
                best < strengths.count - 1
            else { continue }
            let (l, m, r) = (strengths[best - 1], strengths[best], strengths[best + 1])
            let curve = l - 2 * m + r
            let fine = curve < 0 ? 0.5 * (l - r) / curve : 0
            let at = (Double(best + wide - half) + fine) * step
            guard abs(at) <= reach else { continue }
            var p = base + inward * at
            if let camera {
                guard let d = camera.unproject(.init(x: p.x, y: p.y))?.direction else { continue }
                p = SIMD2(d.x * camera.intrinsics.fx, -d.y * camera.intrinsics.fy)
            }
            found.append((p, slopes[best] * (wanted ?? 1) < 0 ? -1 : 1))
        }
        guard found.count >= 12, found.count * 3 >= inPicture, inPicture * 3 >= samples else { return nil }
        // The side that is brighter for most.
        let side: Double = wanted ?? (found.map(\.sign).reduce(0, +) < 0 ? -1 : 1)
        let places = found.filter { $0.sign == side }.map(\.place)
        guard let line = Self.fit(places), line.count * 3 >= samples else { return nil }
        (place, direction, sign) = (line.place, line.direction, side)
    }

    /// The line that most places agree with to 0.8 pixels, then the least squares of those.
    private static func fit(_ places: [SIMD2<Double>]) -> (place: SIMD2<Double>, direction: SIMD2<Double>, count: Int)? {
        guard places.count >= 12 else { return nil }
        var best = (count: 0, place: SIMD2<Double>.zero, direction: SIMD2<Double>.zero)
        // Every pair that is far enough apart, in steps: the same each time.
        let step = max(1, places.count / 16)
        for i in stride(from: 0, to: places.count, by: step) {
            for j in stride(from: i + places.count / 4, to: places.count, by: step) {
                let d = places[j] - places[i]
                let length = (d * d).sum().squareRoot()
                guard length > 8 else { continue }
                let unit = d / length
                let count = places.count { abs(offset($0 - places[i], unit)) < 0.8 }
                if count > best.count { best = (count, places[i], unit) }
            }
        }
        guard best.count >= 10 else { return nil }
        for _ in 0..<3 {
            let near = places.filter { abs(offset($0 - best.place, best.direction)) < 0.8 }
            guard near.count >= 10 else { return nil }
            let middle = near.reduce(SIMD2.zero, +) / Double(near.count)
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for p in near {
                let d = p - middle
                (xx, xy, yy) = (xx + d.x * d.x, xy + d.x * d.y, yy + d.y * d.y)
            }
            // The eigenvector of the larger eigenvalue.
            let half = (xx - yy) / 2
            let root = (half * half + xy * xy).squareRoot()
            var d = half >= 0 ? SIMD2(half + root, xy) : SIMD2(xy, root - half)
            let length = (d * d).sum().squareRoot()
            guard length > 0 else { return nil }
            d /= length
            best = (near.count, middle, d)
        }
        return (best.place, best.direction, best.count)
    }

    private static func offset(_ d: SIMD2<Double>, _ unit: SIMD2<Double>) -> Double { d.x * unit.y - d.y * unit.x }

    /// Where two edges meet, pixels; nil when they are parallel.
    func meeting(_ other: Self, camera: CameraModel?) -> PixelPoint? {
        let det = direction.x * other.direction.y - direction.y * other.direction.x
        guard abs(det) > 0.05 else { return nil }
        let d = other.place - place
        let p = place + direction * ((d.x * other.direction.y - d.y * other.direction.x) / det)
        guard let camera else { return .init(x: p.x, y: p.y) }
        return camera.project(.init(x: p.x / camera.intrinsics.fx, y: -p.y / camera.intrinsics.fy, z: -1))
    }
}
