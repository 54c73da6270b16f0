import Imaging
import Spaces

/// A board as a camera sees it, calculated ray by ray.
struct BoardScene {
    let board: MarkerBoard
    let face: Picture
    let margin: Double
    let unit: Double

    init(_ design: MarkerBoard.Design, unit: Int = 3000, margin: Int = 60) throws {
        board = try MarkerBoard(design)
        face = try board.picture(pixelsPerMetre: unit, margin: margin)
        self.unit = Double(unit)
        self.margin = Double(margin)
    }

    /// The picture; nine rays a pixel.
    func picture(camera: CameraModel, cameraFromBoard: RigidTransform<AnchorSpace, CameraSpace>, width: Int, height: Int) throws
        -> Picture
    {
        let boardFromCamera = cameraFromBoard.inverse
        let size = board.size
        let fine = [-1.0 / 3, 0, 1.0 / 3]
        var bytes = [UInt8](repeating: 150, count: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0.0
                for dy in fine {
                    for dx in fine {
                        let pixel = PixelPoint(x: Double(x) + dx, y: Double(y) + dy)
                        guard let hit = camera.unproject(pixel).flatMap({ boardFromCamera($0).hitOfPlane() }) else {
                            sum += 150
                            continue
                        }
                        let u = (hit.x + size.width / 2) * unit + margin - 0.5
                        let v = (hit.z + size.length / 2) * unit + margin - 0.5
                        let isOn = u > 0 && v > 0 && u < Double(face.width - 1) && v < Double(face.height - 1)
                        sum += isOn ? 20 + 0.85 * face.greyLevels(at: [.init(x: u, y: v)])[0] : 150
                    }
                }
                for c in 0..<3 { bytes[(y * width + x) * 3 + c] = UInt8(max(0, min(255, sum / 9))) }
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }
}

/// A board before a camera: turned about the camera's x and y axes from facing it, `distance` metres away.
func boardPose(
    tiltX: Double, tiltY: Double, roll: Double = 0, x: Double = 0, y: Double = 0, distance: Double
) -> RigidTransform<AnchorSpace, CameraSpace> {
    // Facing: x to the right, z down, the normal towards the camera.
    let facing = RigidTransform<AnchorSpace, CameraSpace>(
        xAxis: [1, 0, 0], yAxis: [0, 0, 1], zAxis: [0, -1, 0], translation: .zero)
    let turn = RigidTransform<CameraSpace, CameraSpace>(
        eulerAngles: EulerAngles(pitch: tiltX, yaw: tiltY, roll: roll), translation: [x, y, -distance])
    return facing.then(turn)
}
