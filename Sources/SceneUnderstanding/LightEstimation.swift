internal import Glibc
internal import Imaging
internal import Recordings

extension LightEstimate {
    /// Luma that stands for middle grey, 18 %, in a picture (ARCore's figure).
    static let middleGrey = 0.466
    /// The shutter time that a well lit room asks of a phone, seconds; a recorded time is compared with it.
    static let usualExposure = 1.0 / 60

    /// Estimates the light from a picture and its exposure.
    ///
    /// No formula from exposure to ARKit's lumens is published; this one is ours. A picture of middle grey, taken at 1/60 s, counts as
    /// 1000 (ARKit's neutral). Where the camera said how far its metering was from what it meant to show (`exposureOffset`, EV), that
    /// tells the brightness, 1000 · 2^offset, and else the mean luma does, 1000 · luma / 0.466. A shutter that was open for longer means
    /// less light: · (1/60 s) / duration. It ends at 0 and 2000, as ARKit's does.
    ///
    /// The colour temperature is that of the mean colour, taken as a grey surface: sRGB to CIE xy and McCamy's formula (1992), valid
    /// from about 2000 to 12,500 K, where it ends. Phones balance white before they record, so that it says what is left.
    init(of mean: MeanLight, exposure: Exposure?) {
        var intensity = 1000 * mean.luma / Self.middleGrey
        if let offset = exposure?.offset { intensity = 1000 * exp2(offset) }
        if let duration = exposure?.duration { intensity *= Self.usualExposure / duration }
        self.init(
            ambientIntensity: min(max(intensity, 0), 2000),
            ambientColorTemperature: Self.colorTemperature(linear: mean.linear))
    }

    /// Correlated colour temperature of a colour, kelvin; nil for black.
    static func colorTemperature(linear c: SIMD3<Double>) -> Double? {
        // sRGB to CIE XYZ (IEC 61966-2-1).
        let x = 0.4124 * c.x + 0.3576 * c.y + 0.1805 * c.z
        let y = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
        let z = 0.0193 * c.x + 0.1192 * c.y + 0.9505 * c.z
        let sum = x + y + z
        // Under a thousandth of full white the colour is that of the sensor's noise.
        guard sum > 3e-3 else { return nil }
        let n = (x / sum - 0.3320) / (0.1858 - y / sum)
        let kelvin = 449 * n * n * n + 3525 * n * n + 6823.3 * n + 5520.33
        return min(max(kelvin, 2000), 12_500)
    }
}
