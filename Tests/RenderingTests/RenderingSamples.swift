import AirDrawing
import Imaging
import Meshes
import Spaces

@testable import Rendering

/// Pictures and cameras for tests.
enum RenderingSamples {
    static let size = PixelSize(width: 640, height: 360)
    static let white = Colour(red: 1, green: 1, blue: 1)
    static let red = Colour(red: 1, green: 0, blue: 0)
    static let green = Colour(red: 0, green: 1, blue: 0)
    static let grey = Colour(red: 0.5, green: 0.5, blue: 0.5)

    static func black(_ size: PixelSize = size) throws -> Picture {
        try Picture(
            width: Int(size.width), height: Int(size.height), bgr: .init(repeating: 0, count: Int(size.width * size.height) * 3))
    }

    /// A camera above a table that looks down and a little aside, with uneven intrinsics.
    static func camera(distortion: LensDistortion? = nil) -> Camera {
        let forward = WorldVector(x: 0.1, y: -0.8, z: -0.6).normalized
        let right = forward.cross(.init(x: 0.05, y: 1, z: 0)).normalized
        let up = right.cross(forward)
        return Camera(
            model: .init(intrinsics: .init(fx: 500, fy: 510, cx: 311.3, cy: 185.8), distortion: distortion), imageSize: size,
            worldFromCamera: .init(
                xAxis: right.components, yAxis: up.components, zAxis: (-forward).components, translation: [0.2, 0.6, 0.3]))
    }

    /// A viewport of each orientation, one with the sides cut off.
    static func viewport(_ orientation: InterfaceOrientation) -> Viewport {
        .init(
            imageSize: size, size: orientation.isPortrait ? .init(width: 375, height: 667) : .init(width: 812, height: 375),
            orientation: orientation)
    }

    /// The middle of what is bright in a picture, pixels; nil where all is black.
    static func centroid(of picture: Picture) -> PixelPoint? {
        var sum = SIMD3<Double>.zero
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let value = Double(picture.bgr(x, y).green)
                sum += SIMD3(value * Double(x), value * Double(y), value)
            }
        }
        return sum.z > 0 ? .init(x: sum.x / sum.z, y: sum.y / sum.z) : nil
    }

    /// A square of two triangles that faces up, in the plane y = 0.
    static func square(
        side: Double, y: Double = 0, colour: Colour = white, roughness: Double = 1, isUnlit: Bool = true
    ) -> MeshScene {
        let h = side / 2
        let mesh = Mesh(
            positions: [[-h, y, -h], [-h, y, h], [h, y, h], [h, y, -h]], normals: [[0, 1, 0]],
            triangles: [
                .init(positions: [0, 1, 2], normals: [0, 0, 0]), .init(positions: [0, 2, 3], normals: [0, 0, 0]),
            ])
        return MeshScene(
            materials: [.init(name: "paint", colour: colour, roughness: roughness, isUnlit: isUnlit)],
            objects: [.init(name: "square", material: "paint", parts: [.mesh(mesh)])])
    }
}
