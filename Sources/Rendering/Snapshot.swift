internal import AirDrawing
internal import Imaging
public import Meshes
public import SceneUnderstanding
public import Spaces

/// The picture of the view at a moment, left in the world: the first program of the introductions to ARKit.
///
/// It stands 10 cm before the camera, faces it, and is as large in metres as the view is in points, divided by 6000: 62.5 mm by 111 mm
/// on a phone.
public struct Snapshot: Sendable {
    /// How far before the camera it stands, metres.
    public static let distance = 0.1
    /// How many view points make a metre.
    public static let pointsPerMetre = 6000.0

    /// The picture in the room.
    public let picture: ScenePicture

    /// Takes a frame's view.
    ///
    /// - Throws: `ImagingFailure` when there is no memory for it.
    public init(of frame: Frame, viewport: Viewport) throws {
        let view = frame.camera.viewMatrix(for: viewport.orientation).inverse
        let ahead = WorldVector(-view.zAxis)
        // The picture lies in XZ, right along +X and up along −Z, and its +Y leads to who looks at it.
        let place = RigidTransform<AnchorSpace, WorldSpace>(
            xAxis: view.xAxis, yAxis: view.zAxis, zAxis: -view.yAxis,
            translation: (frame.camera.position + ahead * Self.distance).coordinates)
        picture = ScenePicture(
            try ViewCanvas(viewport).picture(of: frame.picture), at: place,
            width: viewport.size.width / Self.pointsPerMetre,
            height: viewport.size.height / Self.pointsPerMetre)
    }

    /// The picture as a surface of two triangles that shows it in any light.
    ///
    /// - Parameter name: of the object, its material and its texture, such as `snapshot`.
    /// - Throws: `ImagingFailure` when the picture cannot be coded.
    public func mesh(named name: String) throws -> MeshScene {
        let x = picture.width / 2
        let z = picture.height / 2
        let corners: [SIMD3<Double>] = [[-x, 0, -z], [-x, 0, z], [x, 0, z], [x, 0, -z]]
        let place = picture.worldFromPicture
        let mesh = Mesh(
            positions: corners.map { place(AnchorPoint($0)).coordinates }, normals: [place.yAxis],
            triangles: [
                Triangle(positions: [0, 1, 2], normals: .zero, textureCoordinates: [0, 1, 2]),
                Triangle(positions: [0, 2, 3], normals: .zero, textureCoordinates: [0, 2, 3]),
            ], textureCoordinates: [[0, 1], [0, 0], [1, 0], [1, 1]])
        let texture = Texture(
            name: name + ".jpg", bytes: try picture.picture.encoded(as: .jpeg, quality: 92))
        return MeshScene(
            materials: [
                .init(
                    name: name, colour: .init(red: 1, green: 1, blue: 1), texture: texture, roughness: 1,
                    isUnlit: true)
            ], objects: [.init(name: name, material: name, parts: [.mesh(mesh)])])
    }
}
