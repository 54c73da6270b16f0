private import Glibc

/// What a picture's pixels add up to, for the estimate of light.
public struct MeanLight: Hashable, Sendable {
    /// Mean luma as it is coded, BT.601, 0…1.
    public var luma: Double
    /// Mean of red, green and blue after the sRGB curve is undone, 0…1 each.
    public var linear: SIMD3<Double>
}

extension Picture {
    /// The mean of the picture's pixels, of which every eighth of every eighth row is looked at.
    public var meanLight: MeanLight {
        unsafe memory.withBytes { bytes, stride in
            var luma = 0.0
            var linear = SIMD3<Double>()
            var count = 0.0
            for y in Swift.stride(from: 0, to: height, by: 8) {
                for x in Swift.stride(from: 0, to: width, by: 8) {
                    let i = y * stride + 3 * x
                    let (b, g, r) = unsafe (Int(bytes[i]), Int(bytes[i + 1]), Int(bytes[i + 2]))
                    luma += 0.299 * Double(r) + 0.587 * Double(g) + 0.114 * Double(b)
                    linear += [srgb[r], srgb[g], srgb[b]]
                    count += 1
                }
            }
            return .init(luma: luma / (255 * count), linear: linear / count)
        }
    }
}

/// The sRGB curve undone (IEC 61966-2-1), for the 256 values of a byte.
private let srgb: [Double] = (0..<256).map { value in
    let v = Double(value) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
}
