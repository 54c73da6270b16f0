import Imaging
import Recordings
import Testing

@testable import SceneUnderstanding

@Suite struct LightEstimationTests {
    private func estimate(_ bgr: [UInt8], _ exposure: Exposure? = nil) throws -> LightEstimate {
        let picture = try Picture(width: 16, height: 16, bgr: (0..<256).flatMap { _ in bgr })
        return LightEstimate(of: picture.meanLight, exposure: exposure)
    }

    @Test("A white wall is as warm as the white of sRGB, D65")
    func white() throws {
        // D65 is at x = 0.3127, y = 0.3290, for which McCamy's formula gives 6505 K.
        let light = try estimate([255, 255, 255])
        #expect(abs((light.ambientColorTemperature ?? 0) - 6504) < 12)
    }

    @Test(
        "Light of known colours has the temperature that CIE gives it",
        arguments: [
            // Linear sRGB of the black body at 2856 K (illuminant A: x 0.44757, y 0.40745) and of D50 (x 0.34567, y 0.35850).
            (SIMD3(1.8451, 0.8262, 0.2333), 2856.0, 30.0), (SIMD3(1.1760, 0.9758, 0.7219), 5003, 30),
        ])
    func temperature(linear: SIMD3<Double>, kelvin: Double, tolerance: Double) {
        #expect(abs((LightEstimate.colorTemperature(linear: linear) ?? 0) - kelvin) < tolerance)
    }

    @Test("Middle grey is neutral, black is dark and has no colour")
    func intensity() throws {
        // 0.466 · 255 = 118.8.
        #expect(abs((try estimate([119, 119, 119]).ambientIntensity ?? 0) - 1000) < 3)
        let black = try estimate([0, 0, 0])
        #expect(black.ambientIntensity == 0 && black.ambientColorTemperature == nil)
        #expect(try estimate([255, 255, 255]).ambientIntensity == 2000)
    }

    @Test("A shutter open twice as long means half the light; the camera's metering counts before the picture")
    func exposure() throws {
        let grey: [UInt8] = [119, 119, 119]
        let usual = try #require(try estimate(grey).ambientIntensity)
        #expect(abs((try estimate(grey, .init(duration: 1.0 / 30, offset: nil)).ambientIntensity ?? 0) - usual / 2) < 1e-9)
        #expect(try estimate(grey, .init(duration: nil, offset: -1)).ambientIntensity == 500)
        #expect(try estimate(grey, .init(duration: 1.0 / 120, offset: -2)).ambientIntensity == 500)
    }
}
