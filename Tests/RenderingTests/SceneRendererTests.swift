import AirDrawing
import Imaging
import Meshes
import Recordings
import Spaces
import Testing

@testable import Rendering

/// What the rendered picture looks like, against closed forms.
struct SceneRendererTests {
    private let camera = RenderingSamples.camera()
    private let renderer: SceneRenderer
    private let black: Picture
    /// A place in the middle of the picture, on y = 0.
    private let middle: WorldPoint
    private let pixel: (x: Int, y: Int)

    init() throws {
        renderer = try SceneRenderer(viewport: .init(showing: RenderingSamples.size))
        black = try RenderingSamples.black()
        middle = .init(x: 0.25, y: 0, z: -0.1)
        let p = try #require(camera.project(middle))
        pixel = (Int(p.x.rounded()), Int(p.y.rounded()))
    }

    private func at(_ place: WorldPoint) -> RigidTransform<AnchorSpace, WorldSpace> {
        .init(xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: place.coordinates)
    }

    private func colour(of scene: RenderedScene, over picture: Picture? = nil) throws -> (
        blue: UInt8, green: UInt8, red: UInt8
    ) {
        try renderer.picture(of: picture ?? black, camera: camera, scene).bgr(pixel.x, pixel.y)
    }

    @Test("An empty scene leaves the view's picture as it is")
    func empty() throws {
        var random = UInt32(7)
        let bytes = (0..<(640 * 360 * 3)).map { _ -> UInt8 in
            random = random &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: random >> 24)
        }
        let picture = try Picture(width: 640, height: 360, bgr: bytes)
        #expect(try renderer.picture(of: picture, camera: camera, RenderedScene()).bytes == bytes)
    }

    @Test("What is nearer hides what is farther, in whichever order they come")
    func depth() throws {
        let low = try SceneModel(RenderingSamples.square(side: 0.1, colour: RenderingSamples.red))
        let high = try SceneModel(RenderingSamples.square(side: 0.1, y: 0.002, colour: RenderingSamples.green))
        for models in [[low, high], [high, low]] {
            var scene = RenderedScene()
            scene.models = models.map { .init($0, at: at(middle)) }
            let seen = try colour(of: scene)
            #expect(seen.green == 255 && seen.red == 0)
        }
        // Two millimetres of 1.7 m still tell apart.
        var far = camera
        far.worldFromCamera.translation = (far.worldFromCamera.translation - middle.coordinates) * 2.5 + middle.coordinates
        var scene = RenderedScene()
        scene.models = [.init(high, at: at(middle)), .init(low, at: at(middle))]
        let picture = try renderer.picture(of: black, camera: far, scene)
        let p = try #require(far.project(middle))
        #expect(picture.bgr(Int(p.x.rounded()), Int(p.y.rounded())).green == 255)
    }

    @Test("Lines in the room are hidden by models before them, those on the ground by all, those in front by none")
    func layers() throws {
        let model = try SceneModel(RenderingSamples.square(side: 0.1, y: 0.02, colour: RenderingSamples.red))
        for (layer, y, isSeen) in [
            (SceneLayer.room, 0.0, false), (.room, 0.03, true), (.ground, 0.03, false), (.front, 0.0, true),
        ] {
            var scene = RenderedScene()
            scene.models = [.init(model, at: at(middle))]
            // On the ray through the pixel, so that it is drawn over the same place.
            let way = (camera.position - middle)
            let place = middle + way * (y / way.y)
            scene.dots = [.init(at: place, colour: RenderingSamples.green, width: .units(30), layer: layer)]
            let seen = try colour(of: scene)
            #expect((seen.green == 255) == isSeen, "\(layer) at \(y): \(seen)")
        }
    }

    @Test("Brightness is in proportion to the light estimate, in linear light")
    func light() throws {
        let model = try SceneModel(
            RenderingSamples.square(side: 0.1, colour: .init(red: 0.6, green: 0.6, blue: 0.6), isUnlit: false))
        func linear(_ lumens: Double?) throws -> Double {
            var scene = RenderedScene()
            scene.models = [.init(model, at: at(middle))]
            scene.light = .init(ambientIntensity: lumens, ambientColorTemperature: nil)
            let value = Double(try colour(of: scene).green) / 255
            // IEC 61966-2-1.
            return value <= 0.04045 ? value / 12.92 : pow24((value + 0.055) / 1.055)
        }
        let neutral = try linear(1000)
        #expect(try linear(nil) == neutral)
        #expect(abs(try linear(500) / neutral - 0.5) < 0.02)
        #expect(abs(try linear(2000) / neutral - 2) < 0.04)
        #expect(try linear(0) == 0)
    }

    @Test("An unlit surface shows its colour in any light")
    func unlit() throws {
        let model = try SceneModel(
            RenderingSamples.square(side: 0.1, colour: .init(red: 0.2, green: 0.4, blue: 0.8)))
        var scene = RenderedScene()
        scene.models = [.init(model, at: at(middle))]
        scene.light = .init(ambientIntensity: 100, ambientColorTemperature: 2500)
        let seen = try colour(of: scene)
        #expect(seen == (204, 102, 51))
    }

    @Test("Opacity mixes the colour with the picture, and a colour given stands in place of the model's")
    func opacity() throws {
        let model = try SceneModel(RenderingSamples.square(side: 0.1))
        let grey = try Picture(width: 640, height: 360, bgr: .init(repeating: 100, count: 640 * 360 * 3))
        var scene = RenderedScene()
        scene.models = [.init(model, at: at(middle), colour: RenderingSamples.red, opacity: 0.5)]
        let seen = try colour(of: scene, over: grey)
        // 0.5 · 255 + 0.5 · 100, and 0.5 · 0 + 0.5 · 100.
        #expect(abs(Int(seen.red) - 178) <= 1 && abs(Int(seen.green) - 50) <= 1)
    }

    @Test("A texture lies the right way round on a mesh: its lower left corner is at (0, 0)")
    func texture() throws {
        // Red, green over blue, white.
        let picture = try Picture(
            width: 2, height: 2, bgr: [0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255])
        let texture = Texture(name: "four.png", bytes: try picture.encoded(as: .png))
        let h = 0.05
        let mesh = Mesh(
            positions: [[-h, 0, -h], [-h, 0, h], [h, 0, h], [h, 0, -h]], normals: [[0, 1, 0]],
            triangles: [
                .init(positions: [0, 1, 2], normals: .zero, textureCoordinates: [0, 1, 2]),
                .init(positions: [0, 2, 3], normals: .zero, textureCoordinates: [0, 2, 3]),
            ], textureCoordinates: [[0, 1], [0, 0], [1, 0], [1, 1]])
        var scene = RenderedScene()
        scene.models = [
            .init(
                try SceneModel(
                    .init(
                        materials: [.init(name: "m", colour: RenderingSamples.white, texture: texture, isUnlit: true)],
                        objects: [.init(name: "o", material: "m", parts: [.mesh(mesh)])])), at: at(middle))
        ]
        try expectFour(in: renderer.picture(of: black, camera: camera, scene), half: h)
    }

    @Test("A picture in the room lies as image anchors do: its right along +X, its upper side along −Z, seen from +Y")
    func pictureInRoom() throws {
        let picture = try Picture(
            width: 2, height: 2, bgr: [0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255])
        var scene = RenderedScene()
        scene.pictures = [.init(picture, at: at(middle), width: 0.1, isOneSided: true)]
        try expectFour(in: renderer.picture(of: black, camera: camera, scene), half: 0.05)
        // From behind, one that has one side is not seen.
        let over = RigidTransform<AnchorSpace, WorldSpace>(
            xAxis: [1, 0, 0], yAxis: [0, -1, 0], zAxis: [0, 0, -1], translation: middle.coordinates)
        scene.pictures = [.init(picture, at: over, width: 0.1, isOneSided: true)]
        #expect(try renderer.picture(of: black, camera: camera, scene).bytes == black.bytes)
        scene.pictures = [.init(picture, at: over, width: 0.1)]
        #expect(try renderer.picture(of: black, camera: camera, scene).bytes != black.bytes)
        scene.pictures = [.init(picture, at: at(middle), width: 0.1, opacity: 0)]
        #expect(try renderer.picture(of: black, camera: camera, scene).bytes == black.bytes)
    }

    private func expectFour(in picture: Picture, half h: Double) throws {
        for (x, z, expected) in [
            (-1.0, -1.0, (0, 0, 255)), (1, -1, (0, 255, 0)), (-1, 1, (255, 0, 0)), (1, 1, (255, 255, 255)),
        ] {
            // In the middle of a quarter the texture is that of one of its pixels alone.
            let corner = middle + WorldVector(x: x * h * 0.5, y: 0, z: z * h * 0.5)
            let p = try #require(camera.project(corner))
            let seen = picture.bgr(Int(p.x.rounded()), Int(p.y.rounded()))
            // The nearest pixel lies a little beside the middle, where a few levels of its neighbours come in.
            let off = [
                abs(Int(seen.blue) - expected.0), abs(Int(seen.green) - expected.1), abs(Int(seen.red) - expected.2),
            ]
            #expect((off.max() ?? 255) <= 6, "corner \(x), \(z): \(seen)")
        }
    }

    @Test("What was drawn later than a moment is not there yet: boxes, and surfaces as far as they had grown")
    func growth() throws {
        let box = try ChamferedBox(height: 0.002, width: 0.02, length: 0.02)
        let aside = middle + WorldVector(x: 0.05, y: 0, z: 0)
        let run = BoxRun(
            box: box, worldFromPlane: .identity, places: [middle, aside], times: [1, 2])
        let material = Material(name: "m", colour: RenderingSamples.white, isUnlit: true)
        let boxes = try SceneModel(
            .init(materials: [material], objects: [.init(name: "o", material: "m", parts: [.boxes(run)])]))
        let square = RenderingSamples.square(side: 0.1)
        guard case .mesh(let mesh) = square.objects[0].parts[0] else { return }
        // Drawn from the left (1 s) to the right (2 s), over the middle at 1.5 s; a device's clock may be large.
        let clock = 1e6
        let timed = Mesh(
            positions: mesh.positions, normals: mesh.normals, triangles: mesh.triangles, times: [1, 1, 2, 2].map { $0 + clock })
        let surface = try SceneModel(
            .init(materials: square.materials, objects: [.init(name: "o", material: "paint", parts: [.mesh(timed)])]))
        func isSeen(_ model: SceneModel, at place: RigidTransform<AnchorSpace, WorldSpace>, _ p: WorldPoint, _ until: Double?)
            throws -> Bool
        {
            var scene = RenderedScene()
            scene.models = [.init(model, at: place, until: until)]
            let q = try #require(camera.project(p))
            return try renderer.picture(of: black, camera: camera, scene).bgr(Int(q.x), Int(q.y)).green > 200
        }
        #expect(try !isSeen(boxes, at: .identity, middle, 0.9))
        #expect(try isSeen(boxes, at: .identity, middle, 1))
        #expect(try !isSeen(boxes, at: .identity, aside, 1.9))
        #expect(try isSeen(boxes, at: .identity, aside, nil))
        // 0.1 m in a second: the edge of what is there is where the pen was.
        for (until, edge) in [(0.9, -0.06), (1.2, -0.03), (1.5, 0), (1.8, 0.03), (2, 0.06)] {
            for x in [-0.04, -0.02, 0.01, 0.02, 0.04] {
                let place = middle + WorldVector(x: x, y: 0, z: 0)
                #expect(try isSeen(surface, at: at(middle), place, clock + until) == (x < edge), "\(x) m at \(until) s")
            }
        }
        #expect(try isSeen(surface, at: at(middle), middle + WorldVector(x: 0.04, y: 0, z: 0), nil))
    }

    @Test("A texture goes through all boxes of a run as through one block")
    func texturedBoxes() throws {
        // The left half of each 0.1 m is red, the right one green.
        let bytes = (0..<(64 * 64)).flatMap { i -> [UInt8] in i % 64 < 32 ? [0, 0, 255] : [0, 255, 0] }
        let texture = Texture(
            name: "halves.png", bytes: try Picture(width: 64, height: 64, bgr: bytes).encoded(as: .png), side: 0.1)
        let run = BoxRun(
            box: try ChamferedBox(height: 0.002, width: 0.02, length: 0.02), worldFromPlane: .identity,
            places: [.init(x: 0.22, y: 0, z: -0.1), .init(x: 0.27, y: 0, z: -0.1)])
        let model = try SceneModel(
            .init(
                materials: [.init(name: "m", colour: RenderingSamples.white, texture: texture, isUnlit: true)],
                objects: [.init(name: "o", material: "m", parts: [.boxes(run)])]))
        var scene = RenderedScene()
        scene.models = [.init(model)]
        let picture = try renderer.picture(of: black, camera: camera, scene)
        for (place, isRed) in zip(run.places, [true, false]) {
            let p = try #require(camera.project(place))
            let seen = picture.bgr(Int(p.x), Int(p.y))
            #expect((seen.red > 200) == isRed && (seen.green > 200) != isRed, "\(seen)")
        }
    }

    @Test("A raised thing darkens its plane away from the light, once however many parts overlap")
    func shadow() throws {
        let model = try SceneModel(RenderingSamples.square(side: 0.012, y: 0.05, colour: RenderingSamples.red))
        let grey = try Picture(width: 640, height: 360, bgr: .init(repeating: 200, count: 640 * 360 * 3))
        // The middle of the shadow: from the middle of the square along the light to the plane.
        let light = SceneCamera.toLight
        let dark = middle + WorldVector(x: 0, y: 0.05, z: 0) - light * (0.05 / light.y)
        let p = try #require(camera.project(dark))
        func value(_ copies: Int) throws -> Int {
            var scene = RenderedScene()
            scene.models = .init(repeating: .init(model, at: at(middle), shadowPlane: at(middle)), count: copies)
            return Int(try renderer.picture(of: grey, camera: camera, scene).bgr(Int(p.x.rounded()), Int(p.y.rounded())).green)
        }
        let once = try value(1)
        // Black of 0.32 over 200.
        #expect(abs(once - 136) <= 1)
        #expect(try value(5) == once)
    }

    @Test("Edges are smooth")
    func smoothEdges() throws {
        let model = try SceneModel(RenderingSamples.square(side: 0.1))
        var scene = RenderedScene()
        scene.models = [.init(model, at: at(middle))]
        let picture = try renderer.picture(of: black, camera: camera, scene)
        let between = stride(from: 0, to: picture.bytes.count, by: 3).filter { (1...254).contains(picture.bytes[$0]) }.count
        // Round the square's four edges of some 90 pixels most have a pixel that is half covered.
        #expect(between > 100)
    }

    @Test("The same scene gives the same bytes, from another renderer too, after another scene, and in any thread")
    func repeatable() throws {
        var scene = RenderedScene()
        scene.models = [
            .init(try SceneModel(RenderingSamples.square(side: 0.1, isUnlit: false)), at: at(middle), shadowPlane: at(middle))
        ]
        scene.lines = [.init([middle, .init(x: 0, y: 0.1, z: 0)], colour: RenderingSamples.green, width: .metres(0.004))]
        scene.dots = (0..<50).map { .init(at: .init(x: 0.01 * Double($0), y: 0, z: 0), colour: RenderingSamples.red) }
        scene.labels = [.init(["two", "lines"], at: middle)]
        scene.marks = [.box(.init(x: 20, y: 30, width: 40, height: 50), colour: RenderingSamples.red, words: "50 %")]
        scene.status = .init(left: "1.00 s", right: "drawn")
        scene.notes = ["frame 1"]
        let first = try renderer.picture(of: black, camera: camera, scene).bytes
        _ = try renderer.picture(of: black, camera: camera, RenderedScene())
        #expect(try renderer.picture(of: black, camera: camera, scene).bytes == first)
        let other = try SceneRenderer(viewport: .init(showing: RenderingSamples.size))
        #expect(try other.picture(of: black, camera: camera, scene).bytes == first)
    }

    @Test("Only what a scene covers is drawn, and nothing of it is cut off")
    func part() throws {
        // The same dot drawn by itself, and with another in each corner, which makes the part the whole picture.
        var scene = RenderedScene()
        scene.dots = [.init(at: middle, colour: RenderingSamples.green, width: .units(40))]
        let alone = try renderer.picture(of: black, camera: camera, scene)
        for corner in [PixelPoint(x: 5, y: 5), .init(x: 634, y: 354)] {
            let ray = try #require(camera.ray(through: corner))
            scene.dots.append(.init(at: ray.point(at: 1), colour: RenderingSamples.red))
        }
        let all = try renderer.picture(of: black, camera: camera, scene)
        for y in (pixel.y - 25)...(pixel.y + 25) {
            for x in (pixel.x - 25)...(pixel.x + 25) { #expect(alone.bgr(x, y) == all.bgr(x, y)) }
        }
    }
}

/// The power 2.4 by two square roots and a fifth root found by bisection: no library is asked for what it is to judge.
private func pow24(_ v: Double) -> Double {
    // v^2.4 = (v^12)^(1/5).
    let target = (0..<12).reduce(1.0) { result, _ in result * v }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
        let m = (low + high) / 2
        if m * m * m * m * m < target { low = m } else { high = m }
    }
    return low
}
