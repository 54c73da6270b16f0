import Recordings
import Testing

@testable import Rendering

struct SceneLightTests {
    @Test("1000 lumens of 6500 K are neutral, and what is not known is")
    func neutral() {
        #expect(SceneLight(nil).parts == .one)
        let white = SceneLight(.init(ambientIntensity: 1000, ambientColorTemperature: 6500)).parts
        for i in 0..<3 { #expect(abs(white[i] - 1) < 1e-9) }
    }

    @Test("A black body of 2856 K has the colour of the CIE's illuminant A")
    func illuminantA() {
        let found = SceneLight.blackBody(kelvin: 2856)
        // CIE 15: x = 0.44758, y = 0.40745; to linear sRGB by IEC 61966-2-1.
        let (x, z) = (0.44758 / 0.40745, (1 - 0.44758 - 0.40745) / 0.40745)
        let expected = SIMD3(
            3.2406 * x - 1.5372 - 0.4986 * z, -0.9689 * x + 1.8758 + 0.0415 * z, 0.0557 * x - 0.2040 + 1.0570 * z)
        for i in 0..<3 { #expect(abs(found[i] - expected[i]) < 0.01) }
    }

    @Test("Warm light is red and cold light blue, of the same luminance")
    func tint() {
        let warm = SceneLight.tint(kelvin: 3000)
        let cold = SceneLight.tint(kelvin: 10_000)
        #expect(warm.x > warm.y && warm.y > warm.z)
        #expect(cold.x < cold.y && cold.y < cold.z)
        for tint in [warm, cold, SceneLight.tint(kelvin: 0), SceneLight.tint(kelvin: 1e9)] {
            #expect(abs((tint * SIMD3(0.2126, 0.7152, 0.0722)).sum() - 1) < 1e-9)
        }
    }
}
