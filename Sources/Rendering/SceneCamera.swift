internal import AirDrawing
internal import CEGL
internal import Spaces

/// How one frame's camera shows places of the world on the picture that is drawn.
///
/// A place goes the way of the camera model: through the pose, the lens with its distortion, the intrinsics of that very frame, and from
/// the camera's pixel to the view, in whichever orientation. What is drawn is bent as the camera's picture is; the picture is not
/// straightened, so that nothing of it is lost or blurred.
struct SceneCamera {
    let camera: Camera
    let canvas: ViewCanvas
    let cameraFromWorld: RigidTransform<WorldSpace, CameraSpace>
    private let distortionReach: Double

    /// Nothing nearer to the camera is drawn, metres.
    static let near = 0.005
    /// Where the light comes from in the world: from above, a little from the right and from the front.
    static let toLight = Vector3<WorldSpace>(x: 0.35, y: 1, z: 0.45).normalized

    /// - Parameters:
    ///   - camera: of the frame.
    ///   - canvas: what is drawn on.
    ///   - distortionReach: how far from the axis the lens model holds, at a distance of 1.
    init(_ camera: Camera, canvas: ViewCanvas, distortionReach: Double) {
        self.camera = camera
        self.canvas = canvas
        self.distortionReach = distortionReach
        cameraFromWorld = camera.worldFromCamera.inverse
    }

    /// Whether straight lines of the world are bent in the picture.
    var bends: Bool { camera.model.distortion.map { $0 != LensDistortion() } ?? false }

    /// A place in the camera's axes.
    func inCamera(_ p: WorldPoint) -> SIMD3<Double> { cameraFromWorld(p).coordinates }

    /// Pixels of one metre at a distance of one.
    var pixelsPerUnit: Double {
        let m = matrix
        return abs(m.a * m.d - m.b * m.c).squareRoot()
    }

    /// From the distorted place at a distance of 1, x right and y down, to pixels from the corner of the picture.
    private var matrix: (a: Double, b: Double, c: Double, d: Double) {
        let view = canvas.viewport.viewFromPixel
        let k = camera.model.intrinsics
        let s = canvas.scale
        return (view.a * k.fx * s, view.b * k.fx * s, view.c * k.fy * s, view.d * k.fy * s)
    }

    /// The camera as the driver takes it.
    var forDriver: ag_camera {
        let m = matrix
        let k = camera.model.intrinsics
        let centre = canvas.viewport.viewFromPixel(PixelPoint(x: k.cx, y: k.cy))
        let lens = camera.model.distortion ?? LensDistortion()
        func f(_ v: Double) -> Float { Float(v) }
        let light = SIMD3<Float>(cameraFromWorld(Self.toLight).components)
        let up = SIMD3<Float>(cameraFromWorld(WorldVector(x: 0, y: 1, z: 0)).components)
        return ag_camera(
            matrix: (f(m.a), f(m.c), f(m.b), f(m.d)),
            shift: (f(centre.x * canvas.scale), f(centre.y * canvas.scale)),
            distortion: (f(lens.k1), f(lens.k2), f(lens.p1), f(lens.p2), f(lens.k3)),
            distortion_reach: f(distortionReach),
            near: f(Self.near), pixels_per_unit: f(pixelsPerUnit), to_light: (light.x, light.y, light.z),
            up: (up.x, up.y, up.z))
    }

    /// Where a place is drawn, pixels of the picture from its corner; nil where it is not before the camera.
    func pixel(_ p: SIMD3<Double>) -> SIMD2<Double>? {
        guard p.z < -Self.near, let seen = camera.model.project(.init(p)) else { return nil }
        let view = canvas.viewport.viewFromPixel(seen)
        return SIMD2(view.x, view.y) * canvas.scale
    }

    /// How far from the axis a lens model holds, at a distance of 1; infinite for a straight lens.
    static func reach(of distortion: LensDistortion?) -> Double {
        guard let distortion, distortion != LensDistortion() else { return .infinity }
        let model = CameraModel(intrinsics: .init(fx: 1, fy: 1, cx: 0, cy: 0), distortion: distortion)
        func holds(_ r: Double, _ direction: SIMD2<Double>) -> Bool {
            model.project(.init(x: direction.x * r, y: direction.y * r, z: -1)) != nil
        }
        // Beyond the furthest place that is looked at nothing is in any picture.
        let farthest = 20.0
        let diagonal = 0.5.squareRoot()
        let directions: [SIMD2<Double>] = [
            [1, 0], [-1, 0], [0, 1], [0, -1], [diagonal, diagonal], [-diagonal, diagonal],
            [diagonal, -diagonal],
            [-diagonal, -diagonal],
        ]
        var reach = farthest
        for direction in directions where !holds(reach, direction) {
            var low = 0.0
            var high = reach
            for _ in 0..<30 {
                let middle = (low + high) / 2
                if holds(middle, direction) { low = middle } else { high = middle }
            }
            reach = low
        }
        return reach * 0.999
    }
}

/// The part of a picture that things cover; it tells how little of it has to be drawn.
struct CoveredPart {
    private var low = SIMD2<Double>(repeating: .infinity)
    private var high = SIMD2<Double>(repeating: -.infinity)
    private var isAll = false
    private let camera: SceneCamera

    init(_ camera: SceneCamera) { self.camera = camera }

    /// Takes in places of the camera's axes, and so many pixels round them.
    mutating func add(_ places: some Sequence<SIMD3<Double>>, margin: Double = 0) {
        var isBefore = false
        var isBehind = false
        for place in places {
            guard let p = camera.pixel(place) else {
                isBehind = true
                continue
            }
            isBefore = true
            low = pointwiseMin(low, p - margin)
            high = pointwiseMax(high, p + margin)
        }
        // What reaches past the camera may be anywhere; what is all behind it is nowhere, but a place that the lens does not show is
        // not behind: be careful.
        if isBehind, isBefore || places.contains(where: { $0.z < 0 }) { isAll = true }
    }

    /// Whole pixels within the picture; nil where nothing is covered.
    var rect: ag_rect? {
        let width = Double(camera.canvas.width)
        let height = Double(camera.canvas.height)
        if isAll { return ag_rect(x: 0, y: 0, width: Int32(width), height: Int32(height)) }
        guard low.x <= high.x else { return nil }
        // A bent lens moves what lies between corners a little outward.
        let edge = 3.0 + (camera.bends ? 0.05 * max(width, height) : 0)
        let x0 = min(max((low.x - edge).rounded(.down), 0), width)
        let y0 = min(max((low.y - edge).rounded(.down), 0), height)
        let x1 = min(max((high.x + edge).rounded(.up), 0), width)
        let y1 = min(max((high.y + edge).rounded(.up), 0), height)
        guard x1 > x0, y1 > y0 else { return nil }
        return ag_rect(x: Int32(x0), y: Int32(y0), width: Int32(x1 - x0), height: Int32(y1 - y0))
    }
}
