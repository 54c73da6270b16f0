import Imaging
import Spaces

/// Corners all over the picture, followed through a film: what lies round the card and holds the frames together.
final class SurroundingTracks {
    private static let columns = 14
    private static let lookAgain = 0.3

    private struct Track {
        let number: Int
        var reference: PixelPoint
        var pixel: PixelPoint
        /// How it moved from the frame before last to the last.
        var step: Vector<PixelSpace> = .zero
    }

    /// How far a corner may be off in one pixel of the small picture that it is followed in, the way since it was found included.
    private static let deviationOfFlow = 0.25

    private let flow: CornerFlow
    private var tracks: [Track] = []
    private var next = 0
    private var lastLook = -Double.infinity

    /// How far a corner may be off, pixels of the film.
    var deviation: Double { Self.deviationOfFlow * flow.scale }

    init() throws { flow = try CornerFlow(longestSide: 640) }

    /// Follows into the next picture.
    ///
    /// - Returns: the corners seen in it, and how the picture moved round any place since the last one.
    func follow(_ picture: Picture, time: Double) throws -> (seen: [(track: Int, pixel: PixelPoint)], motion: PictureMotion) {
        _ = try flow.next(picture)
        var pairs: [(PixelPoint, PixelPoint)] = []
        if !tracks.isEmpty {
            let found = try flow.follow(tracks.map(\.reference), guesses: tracks.map { $0.pixel + $0.step })
            var kept: [Track] = []
            for (track, place) in zip(tracks, found) {
                guard let place else { continue }
                var track = track
                pairs.append((track.pixel, place))
                track.step = place - track.pixel
                track.pixel = place
                kept.append(track)
            }
            let lost = tracks.count - kept.count
            tracks = kept
            if time - lastLook >= Self.lookAgain || lost * 3 > tracks.count { try look(time) }
        } else {
            try look(time)
        }
        return (tracks.map { ($0.number, $0.pixel) }, PictureMotion(pairs))
    }

    private func look(_ time: Double) throws {
        lastLook = time
        let corners = try flow.detect(apartFrom: tracks.map(\.pixel), columns: Self.columns)
        try flow.keep()
        for i in tracks.indices { tracks[i].reference = tracks[i].pixel }
        for corner in corners.found {
            tracks.append(Track(number: next, reference: corner.place, pixel: corner.place))
            next += 1
        }
    }
}

/// How the picture moved from one frame to the next: an affine map round a place, from what lies near it.
struct PictureMotion {
    private let pairs: [(from: PixelPoint, to: PixelPoint)]

    init(_ pairs: [(PixelPoint, PixelPoint)]) { self.pairs = pairs.map { (from: $0.0, to: $0.1) } }

    /// Where places of a small part of the picture went, by weighted least squares over all corners, those near them counting most;
    /// what moves on its own, as a hand, is left out by its residual.
    func moved(_ places: [PixelPoint]) -> [PixelPoint] {
        guard pairs.count >= 4, !places.isEmpty else { return places }
        let n = Double(places.count)
        let middle = PixelPoint(x: places.map(\.x).reduce(0, +) / n, y: places.map(\.y).reduce(0, +) / n)
        let reach = max(80, places.map { $0.distance(to: middle) }.max() ?? 0)
        let near = pairs.map { pair -> Double in
            let d = pair.from.distance(to: middle) / reach
            return 1 / (1 + d * d)
        }
        // A median shift is a start that half of the corners may spoil.
        var shift = SIMD2(
            median(pairs.map { $0.to.x - $0.from.x }, near), median(pairs.map { $0.to.y - $0.from.y }, near))
        var a = SIMD4<Double>.zero
        for scale in [16.0, 6, 3, 3] {
            var x = NormalEquations(count: 3)
            var y = NormalEquations(count: 3)
            for (pair, share) in zip(pairs, near) {
                let px = (pair.from.x - middle.x) / reach
                let py = (pair.from.y - middle.y) / reach
                let d = SIMD2(pair.to.x - pair.from.x, pair.to.y - pair.from.y)
                let expected = shift + SIMD2(a[0] * px + a[1] * py, a[2] * px + a[3] * py)
                let off = d - expected
                let weight = share * RobustWeight(reach: 1)(off, deviation: scale)
                x.add([1, px, py], at: [0, 1, 2], target: d.x, weight: weight)
                y.add([1, px, py], at: [0, 1, 2], target: d.y, weight: weight)
            }
            // A little stiffness, where all corners lie in one place.
            for i in 1..<3 {
                x.add([1], at: [i], target: 0, weight: 1e-3)
                y.add([1], at: [i], target: 0, weight: 1e-3)
            }
            guard let sx = x.solved(), let sy = y.solved() else { break }
            shift = SIMD2(sx[0], sy[0])
            a = SIMD4(sx[1], sx[2], sy[1], sy[2])
        }
        return places.map { p in
            let px = (p.x - middle.x) / reach
            let py = (p.y - middle.y) / reach
            return .init(x: p.x + shift.x + a[0] * px + a[1] * py, y: p.y + shift.y + a[2] * px + a[3] * py)
        }
    }
}

/// The value at which half of the weight is reached.
func median(_ values: [Double], _ weights: [Double]? = nil) -> Double {
    let order = values.indices.sorted { values[$0] < values[$1] }
    guard !order.isEmpty else { return 0 }
    guard let weights else { return values[order[order.count / 2]] }
    let half = weights.reduce(0, +) / 2
    var sum = 0.0
    for i in order {
        sum += weights[i]
        if sum >= half { return values[i] }
    }
    return values[order[order.count - 1]]
}
