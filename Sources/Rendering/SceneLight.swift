internal import Glibc
internal import Recordings

/// The light of a frame as a renderer takes it: linear red, green and blue, 1 each in neutral light.
struct SceneLight: Hashable {
    var parts: SIMD3<Double>

    /// 1000 lumens of white, and where nothing is known.
    static let neutral = SceneLight(parts: .one)

    private init(parts: SIMD3<Double>) { self.parts = parts }

    /// Brightness is in proportion to the estimate, 1 at 1000 lumens, as ARKit has it; colour is that of a black body of the estimate's
    /// temperature against one of 6500 K, of the same luminance.
    init(_ estimate: LightEstimate?) {
        let brightness = (estimate?.ambientIntensity ?? 1000) / 1000
        let tint = estimate?.ambientColorTemperature.map(Self.tint) ?? .one
        parts = tint * brightness
    }

    /// Linear colour of a temperature in kelvin, white at 6500, of luminance 1.
    static func tint(kelvin: Double) -> SIMD3<Double> {
        let white = blackBody(kelvin: 6500)
        let colour = pointwiseMax(blackBody(kelvin: kelvin), .zero) / white
        return colour / (colour * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }

    /// Linear sRGB of a black body of luminance 1.
    ///
    /// The locus in CIE xy is the cubic spline of Kim et al., US patent 7,024,034 (2006), good from 1667 to 25,000 K.
    static func blackBody(kelvin: Double) -> SIMD3<Double> {
        let t = min(max(kelvin, 1667), 25_000)
        let u = 1000 / t
        let x =
            t <= 4000
            ? ((-0.2661239 * u - 0.2343589) * u + 0.8776956) * u + 0.179910
            : ((-3.0258469 * u + 2.1070379) * u + 0.2226347) * u + 0.240390
        let y =
            if t <= 2222 {
                ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
            } else if t <= 4000 {
                ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
            } else {
                ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
            }
        let bigX = x / y
        let bigZ = (1 - x - y) / y
        // CIE XYZ to linear sRGB (IEC 61966-2-1).
        return SIMD3(
            3.2406 * bigX - 1.5372 - 0.4986 * bigZ, -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
            0.0557 * bigX - 0.2040 + 1.0570 * bigZ)
    }
}
