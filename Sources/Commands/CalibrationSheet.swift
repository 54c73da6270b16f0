internal import Imaging
internal import Spaces

/// The picture of a calibration: where the board was in each view, and what the lens does to the edge of the picture.
struct CalibrationSheet {
    private let result: CameraCalibration
    private let views: [CalibrationViews.View]
    private let imageSize: PixelSize

    init(_ result: CameraCalibration, views: [CalibrationViews.View], imageSize: PixelSize) {
        self.result = result
        self.views = views
        self.imageSize = imageSize
    }

    /// Draws over one of the pictures: the points of each view in a colour of its own; in white a grid as a straight lens would see it.
    func picture(over sample: Picture) throws -> Picture {
        let canvas = try Canvas(sample)
        let unit = max(1, max(imageSize.width, imageSize.height) / 640)
        for line in bentGrid() { try canvas.polyline(line, color: .white, thickness: Int(unit.rounded())) }
        for (i, view) in views.enumerated() {
            let color = Self.color(Double(i) / Double(max(views.count, 1)))
            for sight in view.sights { try canvas.circle(center: sight.pixel, radius: 2.5 * unit, color: color, filled: true) }
        }
        return try canvas.picture()
    }

    /// Lines that are straight for a straight lens, where this one shows them.
    private func bentGrid() -> [[PixelPoint]] {
        let k = result.camera.intrinsics
        func seen(_ u: Double, _ v: Double) -> PixelPoint? {
            result.camera.project(.init(x: (u - k.cx) / k.fx, y: -(v - k.cy) / k.fy, z: -1))
        }
        let w = imageSize.width - 1
        let h = imageSize.height - 1
        let steps = (0...32).map { Double($0) / 32 }
        let across = (0...8).map { i in steps.compactMap { seen($0 * w, Double(i) / 8 * h) } }
        let down = (0...8).map { i in steps.compactMap { seen(Double(i) / 8 * w, $0 * h) } }
        return across + down
    }

    /// A full colour of the circle of hues, 0…1.
    private static func color(_ hue: Double) -> Color {
        func part(_ shift: Double) -> UInt8 {
            let x = (hue + shift).truncatingRemainder(dividingBy: 1) * 6
            return UInt8(255 * min(1, max(0, abs(x - 3) - 1)))
        }
        return Color(red: part(0), green: part(2.0 / 3), blue: part(1.0 / 3))
    }
}
