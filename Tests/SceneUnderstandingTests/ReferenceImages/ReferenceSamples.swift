import Imaging
import Spaces
import TestSupport

@testable import SceneUnderstanding

/// Pictures with something to see, made to order.
enum ReferenceSamples {
    /// Rectangles and discs of many sizes and greys; another seed gives another picture.
    static func picture(seed: UInt64, width: Int = 360, height: Int = 240) throws -> Picture {
        var random = SeededGenerator(seed: seed)
        let canvas = try Canvas(
            Picture(width: width, height: height, bgr: .init(repeating: UInt8(120 + random.below(90)), count: width * height * 3))
        )
        for _ in 0..<90 {
            let color = Color(
                red: UInt8(random.below(256)), green: UInt8(random.below(256)), blue: UInt8(random.below(256)))
            let place = PixelPoint(x: random.unit() * Double(width), y: random.unit() * Double(height))
            let size = 6 + random.unit() * 30
            if random.below(2) == 0 {
                try canvas.circle(center: place, radius: size / 2, color: color, filled: true)
            } else {
                try canvas.fillRect(
                    .init(x: place.x, y: place.y, width: size, height: size * (0.4 + random.unit())), color: color)
            }
        }
        return try canvas.picture()
    }

    /// A picture of grey levels given by a function of x and y, 0…255.
    static func grey(width: Int = 320, height: Int = 240, _ value: (Int, Int) -> Double) throws -> Picture {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let level = UInt8(max(0, min(255, value(x, y).rounded())))
                bytes += [level, level, level]
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    /// A camera of 640 × 480 pixels.
    static let camera = CameraModel(intrinsics: .init(fx: 600, fy: 600, cx: 319.5, cy: 239.5))

    /// A picture of images that lie before the camera, on grey.
    static func scene(
        _ images: [(image: ReferenceImage, pose: RigidTransform<AnchorSpace, CameraSpace>)], brightness: UInt8 = 90
    ) throws -> Picture {
        let canvas = try Canvas(Picture(width: 640, height: 480, bgr: .init(repeating: brightness, count: 640 * 480 * 3)))
        for (image, pose) in images {
            let corners = image.corners.compactMap { camera.project(pose($0)) }
            if corners.count == 4 { try canvas.lay(image.picture, on: corners) }
        }
        return try canvas.picture()
    }

    /// An image that faces the camera, turned by an angle about its upright middle and moved.
    static func pose(tilt: Double = 0, at place: SIMD3<Double>) -> RigidTransform<AnchorSpace, CameraSpace> {
        // Facing: x to the right, z down, the normal to the camera. The turn is about the camera's y.
        let angles = EulerAngles(pitch: 0, yaw: tilt, roll: 0)
        let turn = RigidTransform<CameraSpace, CameraSpace>(eulerAngles: angles, translation: place)
        return RigidTransform<AnchorSpace, CameraSpace>(
            xAxis: [1, 0, 0], yAxis: [0, 0, 1], zAxis: [0, -1, 0], translation: .zero
        ).then(turn)
    }
}
