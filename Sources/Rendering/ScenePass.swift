internal import CEGL
internal import Imaging
internal import Meshes
internal import Spaces

/// One frame's way through the driver: what is drawn, in which order, and how.
struct ScenePass {
    private let scene: RenderedScene
    private let eye: SceneCamera
    private let unit: Double
    private let light: SIMD3<Float>
    private var capsules: [SceneLayer: [ag_capsule]] = [:]
    /// The layers that there is something in, from below, each with the part of the picture that it covers.
    ///
    /// What lies on the ground or before everything needs neither depth nor four samples a pixel: it is drawn by itself, faster.
    private(set) var parts: [(layer: SceneLayer, rect: ag_rect)] = []

    /// How dark a shadow is.
    private static let shadowOpacity: Float = 0.32
    /// How much nearer lines count as, so that one on a surface is not lost in it: twice the share of the distance.
    private static let lineBias: Float = 0.004
    /// Width of the lines of models.
    private static let modelLineWidth = SceneWidth.units(1.5)

    init(_ scene: RenderedScene, seenBy eye: SceneCamera, unit: Double) {
        self.scene = scene
        self.eye = eye
        self.unit = unit
        light = SIMD3<Float>(SceneLight(scene.light).parts)
        var ground = CoveredPart(eye)
        var room = CoveredPart(eye)
        var front = CoveredPart(eye)
        for surface in scene.surfaces { ground.add(surface.corners.map(eye.inCamera)) }
        for model in scene.models { add(model, to: &room) }
        for picture in scene.pictures { room.add(corners(of: picture)) }
        func stage(_ layer: SceneLayer, _ body: (inout CoveredPart) -> Void) {
            switch layer {
            case .ground: body(&ground)
            case .room: body(&room)
            case .front: body(&front)
            }
        }
        for line in scene.lines {
            let places = line.points.map(eye.inCamera)
            stage(line.layer) { covered in
                add(
                    places, isClosed: line.isClosed, line.colour, line.opacity, line.width, line.layer,
                    &covered)
            }
        }
        for dot in scene.dots {
            let places = [eye.inCamera(dot.position)]
            stage(dot.layer) { covered in
                add(places, isClosed: false, dot.colour, dot.opacity, dot.width, dot.layer, &covered)
            }
        }
        parts = [(.ground, ground), (.room, room), (.front, front)].compactMap { layer, covered in
            covered.rect.map { (layer, $0) }
        }
    }

    /// Draws what belongs to a layer.
    func draw(_ layer: SceneLayer, with graphics: Graphics, _ store: inout SceneStore) throws {
        switch layer {
        case .ground: for surface in scene.surfaces { try draw(surface, graphics) }
        case .room: try drawSolids(with: graphics, &store)
        case .front: break
        }
        guard let list = capsules[layer] else { return }
        try graphics.draw(list, testsDepth: layer == .room, bias: layer == .room ? Self.lineBias : 0)
    }

    private func drawSolids(with graphics: Graphics, _ store: inout SceneStore) throws {
        let models = try scene.models.map { ($0, try store.stored($0.model, graphics)) }
        let casting = models.filter { $0.0.shadowPlane != nil }
        for (placed, stored) in casting { try draw(placed, stored, asShadow: true, graphics) }
        if !casting.isEmpty { graphics.forgetDepth() }
        // What lets others shine through comes after them.
        for (placed, stored) in models.filter({ $0.0.opacity >= 1 })
            + models.filter({ $0.0.opacity < 1 })
        {
            try draw(placed, stored, asShadow: false, graphics)
        }
        let far = scene.pictures.map {
            ($0, $0.worldFromPicture.origin.distance(to: eye.camera.position))
        }
        for (picture, _) in far.sorted(by: { $0.1 > $1.1 }) where picture.opacity > 0 {
            try draw(picture, store.sheet(graphics), store.stored(picture.picture, repeats: false, graphics), graphics)
        }
    }

    // MARK: - Models

    /// The way from a model's own axes, counted from its origin, to the camera's.
    private func columns(
        of model: RigidTransform<AnchorSpace, WorldSpace>, scale: SIMD3<Double>,
        origin: SIMD3<Double> = .zero
    ) -> (columns: [SIMD3<Double>], shift: SIMD3<Double>) {
        let way = model.then(eye.cameraFromWorld)
        let columns = [way.xAxis * scale.x, way.yAxis * scale.y, way.zAxis * scale.z]
        let shift =
            way.translation + columns[0] * origin.x + columns[1] * origin.y + columns[2] * origin.z
        return (columns, shift)
    }

    private func how(_ columns: [SIMD3<Double>], _ shift: SIMD3<Double>) -> ag_draw {
        let c = (columns + [shift]).map { SIMD3<Float>($0) }
        var how = ag_draw()
        how.camera_from_mesh = (
            c[0].x, c[0].y, c[0].z, c[1].x, c[1].y, c[1].z, c[2].x, c[2].y, c[2].z, c[3].x, c[3].y, c[3].z
        )
        how.colour = (1, 1, 1)
        how.opacity = 1
        how.light = (light.x, light.y, light.z)
        how.roughness = 1
        how.triangle_count = .max
        how.tests_depth = true
        how.writes_depth = true
        return how
    }

    private func draw(
        _ placed: PlacedModel, _ stored: StoredModel, asShadow: Bool, _ graphics: Graphics
    ) throws {
        let model = placed.model
        let (columns, shift) = columns(
            of: placed.worldFromModel, scale: .init(repeating: placed.scale), origin: model.origin)
        var base = how(columns, shift)
        base.opacity = Float(placed.opacity)
        if asShadow, let plane = placed.shadowPlane {
            let normal = eye.cameraFromWorld(WorldVector(plane.yAxis)).components
            let n = SIMD3<Float>(normal)
            base.is_shadow = true
            base.opacity *= Self.shadowOpacity
            base.shadow_plane = (n.x, n.y, n.z, Float((normal * eye.inCamera(plane.origin)).sum()))
        }
        for (piece, mesh) in zip(model.pieces, stored.meshes) {
            let material = model.materials[piece.material]
            var how = base
            let own =
                placed.colour ?? (piece.usesOwnColours || piece.usesPlaceColours ? nil : material.colour)
            if let own { how.colour = own.parts }
            how.uses_instance_colours = piece.usesPlaceColours && placed.colour == nil
            how.roughness = Float(material.roughness)
            how.is_unlit = material.isUnlit
            how.triangle_count = piece.triangles(until: placed.until)
            if let until = placed.until, piece.faceTimes != nil, until < piece.span.last {
                how.is_timed = true
                how.until = Float(until - piece.span.first)
            }
            // Of a closed thing half of the corners are hidden, and half of its shadow is drawn twice.
            how.culls = piece.isClosed && !asShadow
            var places = piece.places(until: placed.until)
            // The nearest first: what they hide is then not painted.
            if piece.isClosed, !asShadow { places?.sortByDepth(along: columns.map(\.z)) }
            try graphics.draw(
                mesh, at: places, texture: stored.textures[piece.material], how)
        }
    }

    private mutating func add(_ placed: PlacedModel, to covered: inout CoveredPart) {
        guard let bounds = placed.model.bounds else { return }
        let (columns, shift) = columns(of: placed.worldFromModel, scale: .init(repeating: placed.scale))
        func inCamera(_ p: SIMD3<Double>) -> SIMD3<Double> {
            columns[0] * p.x + columns[1] * p.y + columns[2] * p.z + shift
        }
        var corners: [SIMD3<Double>] = []
        for i in 0..<8 {
            corners.append(
                inCamera(
                    .init(
                        i & 1 == 0 ? bounds.low.x : bounds.high.x, i & 2 == 0 ? bounds.low.y : bounds.high.y,
                        i & 4 == 0 ? bounds.low.z : bounds.high.z)))
        }
        covered.add(corners)
        if let plane = placed.shadowPlane {
            let normal = eye.cameraFromWorld(WorldVector(plane.yAxis)).components
            let light = eye.cameraFromWorld(SceneCamera.toLight).components
            let distance = (normal * eye.inCamera(plane.origin)).sum()
            let slope = max((normal * light).sum(), 0.1)
            covered.add(corners.map { $0 - light * (max((normal * $0).sum() - distance, 0) / slope) })
        }
        // Lines do not say when they were drawn.
        guard placed.until == nil else { return }
        for line in placed.model.lines {
            add(
                line.points.map(inCamera), isClosed: false, placed.colour ?? line.colour, placed.opacity,
                Self.modelLineWidth,
                .room,
                &covered)
        }
    }

    // MARK: - Surfaces and pictures

    private func draw(_ surface: SceneSurface, _ graphics: Graphics) throws {
        guard surface.corners.count >= 3 else { return }
        let corners = surface.corners.map(eye.inCamera)
        let middle = corners.reduce(.zero, +) / Double(corners.count)
        // From the middle outward in rings, where a bent lens asks for it.
        let rings = eye.bends ? 6 : 1
        let steps = eye.bends ? 8 : 1
        var outline: [SIMD3<Double>] = []
        for (i, a) in corners.enumerated() {
            let b = corners[(i + 1) % corners.count]
            for k in 0..<steps { outline.append(a + (b - a) * (Double(k) / Double(steps))) }
        }
        func vertex(_ p: SIMD3<Double>) -> ag_vertex {
            let f = SIMD3<Float>(p)
            return ag_vertex(
                position: (f.x, f.y, f.z), normal: (0, 0, 1), uv: (0, 0), time: -.infinity,
                colour: (255, 255, 255, 255))
        }
        var vertices = [vertex(middle)]
        var indices: [UInt32] = []
        let n = UInt32(outline.count)
        for ring in 1...rings {
            let share = Double(ring) / Double(rings)
            vertices += outline.map { vertex(middle + ($0 - middle) * share) }
            let first = 1 + UInt32(ring - 1) * n
            for i in 0..<n {
                let j = (i + 1) % n
                if ring == 1 {
                    indices += [0, first + i, first + j]
                } else {
                    indices += [first - n + i, first + i, first + j, first - n + i, first + j, first - n + j]
                }
            }
        }
        var how = how([[1, 0, 0], [0, 1, 0], [0, 0, 1]], .zero)
        how.colour = surface.colour.parts
        how.opacity = Float(surface.opacity)
        how.is_unlit = true
        how.tests_depth = false
        how.writes_depth = false
        try graphics.draw(graphics.mesh(vertices, indices), how)
    }

    private func corners(of picture: ScenePicture) -> [SIMD3<Double>] {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, z in
            eye.inCamera(
                picture.worldFromPicture(AnchorPoint(x: x * picture.width, y: 0, z: z * picture.height)))
        }
    }

    private func draw(
        _ picture: ScenePicture, _ sheet: GraphicsMesh, _ texture: GraphicsTexture, _ graphics: Graphics
    ) throws {
        let (columns, shift) = columns(
            of: picture.worldFromPicture, scale: .init(picture.width, 1, picture.height))
        var how = how(columns, shift)
        how.opacity = Float(picture.opacity)
        how.is_unlit = true
        how.culls = picture.isOneSided
        how.bias = Self.lineBias / 2
        try graphics.draw(sheet, texture: texture, how)
    }

    // MARK: - Lines and dots

    private mutating func add(
        _ places: [SIMD3<Double>], isClosed: Bool, _ colour: Colour, _ opacity: Double,
        _ width: SceneWidth, _ layer: SceneLayer,
        _ covered: inout CoveredPart
    ) {
        guard let first = places.first else { return }
        let radius: Double
        switch width {
        case .units(let units):
            radius = max(units * unit / 2, 0.1)
            covered.add(places, margin: radius + 1)
        case .metres(let metres):
            radius = -metres / 2
            let nearest = places.map { -$0.z }.min() ?? 1
            covered.add(places, margin: metres * eye.pixelsPerUnit / max(nearest, SceneCamera.near) + 1)
        }
        let bytes = colour.bytes(opacity: opacity)
        func capsule(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> ag_capsule {
            let (p, q) = (SIMD3<Float>(a), SIMD3<Float>(b))
            return ag_capsule(
                a: (p.x, p.y, p.z), b: (q.x, q.y, q.z), radius: Float(radius), colour: bytes)
        }
        guard places.count > 1 else {
            capsules[layer, default: []].append(capsule(first, first))
            return
        }
        let pieces = eye.bends ? 12 : 1
        for (a, b) in zip(places, places.dropFirst() + (isClosed ? [first] : [])) {
            for k in 0..<pieces {
                let from = a + (b - a) * (Double(k) / Double(pieces))
                let to = a + (b - a) * (Double(k + 1) / Double(pieces))
                capsules[layer, default: []].append(capsule(from, to))
            }
        }
    }
}

extension [ag_instance] {
    /// Puts what is nearer to the camera first.
    ///
    /// - Parameter depth: how much nearer to the camera a unit along each axis leads.
    fileprivate mutating func sortByDepth(along depth: [Double]) {
        let d = depth.map { Float($0) }
        func toward(_ place: ag_instance) -> Float { place.offset.0 * d[0] + place.offset.1 * d[1] + place.offset.2 * d[2] }
        let order = map(toward).enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
        self = order.map { self[$0.offset] }
    }
}
