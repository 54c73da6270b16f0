import Imaging
import Spaces

/// A made-up scene: a red-brown patterned disk, the target, over a grey-blue patterned ground.
///
/// Every pixel is a smooth function of its place, so that the target may lie anywhere between pixels.
struct Scene {
    var width = 320
    var height = 240
    /// Radius of the disk, pixels.
    var radius = 16.0
    /// The ground alone, which never changes.
    private let ground: [UInt8]

    init() {
        var ground: [UInt8] = []
        ground.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let value = Self.waves(Double(x) * 0.21, Double(y) * 0.17, 1)
                for mean in [130.0, 115, 105] { ground.append(UInt8(mean + 45 * value)) }
            }
        }
        self.ground = ground
    }

    /// A picture with the target at a place, in pixels from the centre of the first; without one when nil.
    ///
    /// - Parameters:
    ///   - second: another disk of the same colours and another pattern.
    func picture(_ target: PixelPoint?, second: PixelPoint? = nil) throws -> Picture {
        var bytes = ground
        if let second { draw(second, pattern: 7, into: &bytes) }
        if let target { draw(target, pattern: 3, into: &bytes) }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    /// The box that a tap on the target seeds, 40 pixels.
    func box(_ target: PixelPoint) -> PixelRect { .init(center: target, size: .init(width: 40, height: 40)) }

    private func draw(_ center: PixelPoint, pattern: Double, into bytes: inout [UInt8]) {
        for y in max(0, Int(center.y - radius) - 2)...min(height - 1, max(0, Int(center.y + radius) + 2)) {
            for x in max(0, Int(center.x - radius) - 2)...min(width - 1, max(0, Int(center.x + radius) + 2)) {
                let u = Double(x) - center.x
                let v = Double(y) - center.y
                // A soft edge, so that a shift by a part of a pixel shows.
                let share = min(max(radius - (u * u + v * v).squareRoot() + 0.5, 0), 1)
                guard share > 0 else { continue }
                let value = Self.waves(u * 0.33, v * 0.29, pattern)
                let i = 3 * (y * width + x)
                for (channel, mean) in [70.0, 95, 170].enumerated() {
                    bytes[i + channel] = UInt8((1 - share) * Double(bytes[i + channel]) + share * (mean + 50 * value))
                }
            }
        }
    }

    /// A smooth pattern, −1…1, that does not repeat within a picture.
    private static func waves(_ x: Double, _ y: Double, _ seed: Double) -> Double {
        (bump(x + seed) + bump(1.37 * y - seed) + bump(0.81 * (x + y) * seed.squareRoot())) / 3
    }

    /// A sine without a library: a parabola a half period, −1…1.
    private static func bump(_ t: Double) -> Double {
        let u = t / .pi
        let cell = u.rounded(.down)
        let f = u - cell
        return (cell.truncatingRemainder(dividingBy: 2) == 0 ? 4 : -4) * f * (1 - f)
    }
}
