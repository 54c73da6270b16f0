public import AirDrawing
internal import CEGL
public import Imaging
internal import Meshes
public import SceneUnderstanding
public import Spaces

/// Draws scenes over the pictures of one view.
///
/// Mesa's software driver draws without a display, with four samples a pixel; the same scene gives the same picture on the same machine.
/// What is used in frame after frame, models and pictures, stays in the driver's memory until a frame does without it. Only the part of
/// the picture that the scene covers is drawn.
///
/// Not `Sendable`: one thread at a time.
public final class SceneRenderer {
    /// The pictures of the view that come out.
    public let canvas: ViewCanvas
    private let graphics: Graphics
    private var store = SceneStore()
    private var reach: (of: LensDistortion?, length: Double) = (nil, .infinity)
    private let unit: Double

    /// Opens the driver.
    ///
    /// - Throws: ``RenderingFailure`` that names the packages to install where there is no driver.
    public init(viewport: Viewport) throws(RenderingFailure) {
        canvas = ViewCanvas(viewport)
        graphics = try Graphics()
        unit = Double(min(canvas.width, canvas.height)) / 720
    }

    /// The name of the driver, such as `llvmpipe`.
    public var driver: String { graphics.driver }

    /// The size of the pictures that come out, pixels.
    public var size: PixelSize { .init(width: Double(canvas.width), height: Double(canvas.height)) }

    /// The view of a frame with a scene over it.
    ///
    /// - Throws: ``RenderingFailure``, and `ImagingFailure` when there is no memory.
    public func picture(of frame: Frame, _ scene: RenderedScene) throws -> Picture {
        try picture(of: frame.picture, camera: frame.camera, scene)
    }

    /// The view of a camera picture with a scene over it.
    ///
    /// - Parameters:
    ///   - picture: what the camera saw, landscapeRight.
    ///   - camera: that took it.
    ///   - scene: what is laid over it.
    /// - Throws: ``RenderingFailure``, and `ImagingFailure` when there is no memory.
    public func picture(of picture: Picture, camera: Camera, _ scene: RenderedScene) throws -> Picture {
        if reach.of != camera.model.distortion {
            reach = (camera.model.distortion, SceneCamera.reach(of: camera.model.distortion))
        }
        let eye = SceneCamera(camera, canvas: canvas, distortionReach: reach.length)
        let pass = ScenePass(scene, seenBy: eye, unit: unit)
        var sheet: Canvas?
        for (layer, part) in pass.parts {
            let pixels = try graphics.picture(
                width: canvas.width, height: canvas.height, part: part, isSmooth: layer == .room,
                camera: eye.forDriver,
                meanwhile: { if sheet == nil { sheet = try canvas.sheet(of: picture) } },
                { try pass.draw(layer, with: graphics, &store) })
            try sheet?.blend(
                pixels, x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height))
        }
        store.sweep()
        let painted = try sheet ?? canvas.sheet(of: picture)
        try MarkPainter(painted, on: canvas, unit: unit).paint(scene, camera: camera)
        return painted.handOver()
    }
}

/// What lies in the driver's memory from frame to frame.
struct SceneStore {
    private struct Kept<Owner: AnyObject, Value> {
        /// Held, so that no other object takes its identity.
        let owner: Owner
        let value: Value
        var isUsed = true
    }
    /// A picture, and whether it repeats beyond its edges.
    private struct Sheet: Hashable {
        let picture: ObjectIdentifier
        let repeats: Bool
    }
    private var models: [ObjectIdentifier: Kept<SceneModel, [GraphicsMesh]>] = [:]
    private var pictures: [Sheet: Kept<Picture, GraphicsTexture>] = [:]
    private var sheetMesh: GraphicsMesh?

    /// The model in the driver's memory.
    mutating func stored(_ model: SceneModel, _ graphics: Graphics) throws -> StoredModel {
        // Models that are made of the same stuff share its picture.
        let textures = try model.textures.map { try $0.map { try stored($0, repeats: true, graphics) } }
        return StoredModel(meshes: try meshes(of: model, graphics), textures: textures)
    }

    private mutating func meshes(of model: SceneModel, _ graphics: Graphics) throws -> [GraphicsMesh] {
        let key = ObjectIdentifier(model)
        if let kept = models[key] {
            models[key]?.isUsed = true
            return kept.value
        }
        let meshes = try model.pieces.map { try graphics.mesh($0.vertices, $0.indices) }
        models[key] = Kept(owner: model, value: meshes)
        return meshes
    }

    /// The picture in the driver's memory.
    mutating func stored(_ picture: Picture, repeats: Bool, _ graphics: Graphics) throws -> GraphicsTexture {
        let key = Sheet(picture: ObjectIdentifier(picture), repeats: repeats)
        if let kept = pictures[key] {
            pictures[key]?.isUsed = true
            return kept.value
        }
        let texture = try graphics.texture(picture, repeats: repeats)
        pictures[key] = Kept(owner: picture, value: texture)
        return texture
    }

    /// A square of side 1 that lies in XZ, for pictures; of many pieces, so that a bent lens bends it.
    mutating func sheet(_ graphics: Graphics) throws -> GraphicsMesh {
        if let sheetMesh { return sheetMesh }
        let n = 12
        var vertices: [ag_vertex] = []
        var indices: [UInt32] = []
        for row in 0...n {
            for column in 0...n {
                let u = Float(column) / Float(n)
                let v = Float(row) / Float(n)
                vertices.append(
                    ag_vertex(
                        position: (u - 0.5, 0, v - 0.5), normal: (0, 1, 0), uv: (u, v), time: -.infinity,
                        colour: (255, 255, 255, 255)))
                guard row < n, column < n else { continue }
                let a = UInt32(row * (n + 1) + column)
                let below = a + UInt32(n + 1)
                indices += [a, below, a + 1, a + 1, below, below + 1]
            }
        }
        let mesh = try graphics.mesh(vertices, indices)
        sheetMesh = mesh
        return mesh
    }

    /// Lets go what the frame that was drawn did without.
    mutating func sweep() {
        models = models.filter(\.value.isUsed).mapValues { kept in
            var kept = kept
            kept.isUsed = false
            return kept
        }
        pictures = pictures.filter(\.value.isUsed).mapValues { kept in
            var kept = kept
            kept.isUsed = false
            return kept
        }
    }
}

/// A model in the driver's memory.
struct StoredModel {
    let meshes: [GraphicsMesh]
    let textures: [GraphicsTexture?]
}

extension Graphics {
    /// Copies a picture to the driver; while a picture is drawn.
    fileprivate func texture(_ picture: Picture, repeats: Bool) throws -> GraphicsTexture {
        try unsafe picture.withPixels { bytes, stride in
            try unsafe texture(bytes, stride: stride, width: picture.width, height: picture.height, repeats: repeats)
        }
    }
}
