import Foundation
import Imaging
import Spaces

/// A made-up hand: a palm with two fingers, skin-coloured, over a grey ground with a pattern.
struct HandScene {
    let width = 640
    let height = 480

    /// A picture of the hand.
    ///
    /// - Parameters:
    ///   - tip: where the index finger ends, pixels; no hand when nil.
    ///   - degrees: how far the hand is turned about the tip, clockwise.
    func picture(tip: PixelPoint?, degrees: Double = 0) throws -> Picture {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        let turn = degrees * .pi / 180
        for y in 0..<height {
            for x in 0..<width {
                let noise = UInt8((x / 7 * 31 + y / 5 * 17) % 23)
                guard let tip, isHand(x: Double(x) - tip.x, y: Double(y) - tip.y, turn: turn) else {
                    bytes += [110 + noise, 112 + noise, 105 + noise]
                    continue
                }
                bytes += [80 + noise / 2, 110 + noise / 2, 180 + noise / 2]
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    /// Whether a place is hand: the index finger ends 10 pixels above the origin and points up, the thumb points to the left.
    private func isHand(x: Double, y: Double, turn: Double) -> Bool {
        let (sine, cosine) = (sin(turn), cos(turn))
        let u = cosine * x + sine * y
        let v = cosine * y - sine * x
        let index = distance(u, v, (0, 2), (10, 120)) < 12
        let thumb = distance(u, v, (-75, 105), (0, 150)) < 14
        let palm = distance(u, v, (20, 160), (30, 400)) < 45
        return index || thumb || palm
    }

    /// The distance of a place from a line between two.
    private func distance(_ x: Double, _ y: Double, _ a: (Double, Double), _ b: (Double, Double)) -> Double {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1)
        let t = min(max(((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy), 0), 1)
        let (ex, ey) = (x - a.0 - t * dx, y - a.1 - t * dy)
        return (ex * ex + ey * ey).squareRoot()
    }
}
