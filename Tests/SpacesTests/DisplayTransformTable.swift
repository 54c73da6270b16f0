import Spaces
import Testing

/// One row of the table of image → view transforms.
struct DisplayRow: CustomTestStringConvertible, Sendable {
    let image: (Double, Double)
    let viewport: (Double, Double)
    let orientation: InterfaceOrientation
    let expected: [Double]

    init(
        _ image: (Double, Double), _ viewport: (Double, Double), _ orientation: InterfaceOrientation, _ expected: [Double]
    ) {
        self.image = image
        self.viewport = viewport
        self.orientation = orientation
        self.expected = expected
    }

    var testDescription: String { "\(image) into \(viewport), \(orientation.rawValue)" }
}

/// Expected a, b, c, d, tx, ty: turned and aspect-filled, computed outside this project; kx and ky to six places.
let displayRows: [DisplayRow] = [
    .init((1920, 1440), (375, 667), .portrait, [0, 1, -1.334, 0, 1.167, 0]),
    .init((1920, 1440), (375, 667), .portraitUpsideDown, [0, -1, 1.334, 0, -0.167, 1]),
    .init((1920, 1440), (667, 375), .landscapeRight, [1, 0, 0, 1.334, 0, -0.167]),
    .init((1920, 1440), (667, 375), .landscapeLeft, [-1, 0, 0, -1.334, 1, 1.167]),
    .init((1920, 1440), (375, 812), .portrait, [0, 1, -1.624, 0, 1.312, 0]),
    .init((1920, 1440), (375, 812), .portraitUpsideDown, [0, -1, 1.624, 0, -0.312, 1]),
    .init((1920, 1440), (812, 375), .landscapeRight, [1, 0, 0, 1.624, 0, -0.312]),
    .init((1920, 1440), (812, 375), .landscapeLeft, [-1, 0, 0, -1.624, 1, 1.312]),
    .init((1920, 1440), (414, 896), .portrait, [0, 1, -1.623188, 0, 1.311594, 0]),
    .init((1920, 1440), (414, 896), .portraitUpsideDown, [0, -1, 1.623188, 0, -0.311594, 1]),
    .init((1920, 1440), (896, 414), .landscapeRight, [1, 0, 0, 1.623188, 0, -0.311594]),
    .init((1920, 1440), (390, 844), .portrait, [0, 1, -1.623077, 0, 1.311538, 0]),
    .init((1920, 1440), (393, 852), .portrait, [0, 1, -1.625954, 0, 1.312977, 0]),
    .init((1920, 1440), (768, 1024), .portrait, [0, 1, -1, 0, 1, 0]),
    .init((1920, 1440), (1024, 768), .landscapeRight, [1, 0, 0, 1, 0, 0]),
    .init((1920, 1440), (1024, 768), .landscapeLeft, [-1, 0, 0, -1, 1, 1]),
    .init((1280, 720), (375, 667), .portrait, [0, 1, -1.0005, 0, 1.00025, 0]),
    .init((1280, 720), (375, 667), .portraitUpsideDown, [0, -1, 1.0005, 0, -0.00025, 1]),
    .init((1280, 720), (667, 375), .landscapeRight, [1, 0, 0, 1.0005, 0, -0.00025]),
    .init((1280, 720), (375, 812), .portrait, [0, 1, -1.218, 0, 1.109, 0]),
    .init((1280, 720), (812, 375), .landscapeRight, [1, 0, 0, 1.218, 0, -0.109]),
    .init((1280, 720), (414, 896), .portrait, [0, 1, -1.217391, 0, 1.108696, 0]),
    .init((1280, 720), (414, 896), .portraitUpsideDown, [0, -1, 1.217391, 0, -0.108696, 1]),
    .init((1280, 720), (896, 414), .landscapeRight, [1, 0, 0, 1.217391, 0, -0.108696]),
    .init((1280, 720), (768, 1024), .portrait, [0, 1.333333, -1, 0, 1, -0.166667]),
    .init((1280, 720), (768, 1024), .portraitUpsideDown, [0, -1.333333, 1, 0, 0, 1.166667]),
    .init((1280, 720), (1024, 768), .landscapeRight, [1.333333, 0, 0, 1, -0.166667, 0]),
    .init((1280, 720), (1024, 768), .landscapeLeft, [-1.333333, 0, 0, -1, 1.166667, 1]),
]
