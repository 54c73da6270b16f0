import AirDrawing
import Imaging
import Meshes
import Spaces
import Testing

@testable import Rendering

/// Where things appear: measured in the rendered picture, against the camera model of Spaces.
struct SceneCameraTests {
    static let places: [WorldPoint] = [
        .init(x: 0.25, y: 0, z: -0.1), .init(x: 0.15, y: 0.05, z: 0), .init(x: 0.32, y: -0.05, z: -0.15),
    ]
    static let lenses: [LensDistortion?] = [nil, .init(k1: -0.28, k2: 0.09, p1: 0.002, p2: -0.003, k3: -0.01)]

    @Test("A dot appears within a twentieth of a pixel of where the camera model says", arguments: InterfaceOrientation.allCases)
    func dot(_ orientation: InterfaceOrientation) throws {
        let viewport = RenderingSamples.viewport(orientation)
        let renderer = try SceneRenderer(viewport: viewport)
        for lens in Self.lenses {
            let camera = RenderingSamples.camera(distortion: lens)
            for place in Self.places {
                var scene = RenderedScene()
                scene.dots = [.init(at: place, colour: RenderingSamples.white, width: .units(20))]
                let expected = try #require(
                    camera.projectPoint(place, orientation: orientation, viewportSize: viewport.size)
                        .map { renderer.canvas($0) })
                let picture = try renderer.picture(of: RenderingSamples.black(), camera: camera, scene)
                let seen = try #require(RenderingSamples.centroid(of: picture))
                #expect(abs(seen.x - expected.x) < 0.05 && abs(seen.y - expected.y) < 0.05, "\(seen) is not \(expected)")
            }
        }
    }

    @Test(
        "A corner of a mesh appears within half a pixel of where the camera model says", arguments: InterfaceOrientation.allCases)
    func mesh(_ orientation: InterfaceOrientation) throws {
        let viewport = RenderingSamples.viewport(orientation)
        let renderer = try SceneRenderer(viewport: viewport)
        // Small enough that its middle is the middle of its picture.
        let model = try SceneModel(RenderingSamples.square(side: 0.008))
        for lens in Self.lenses {
            let camera = RenderingSamples.camera(distortion: lens)
            for place in Self.places {
                var scene = RenderedScene()
                scene.models = [
                    .init(
                        model,
                        at: .init(
                            xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: place.coordinates))
                ]
                let expected = try #require(camera.project(place).map { renderer.canvas($0) })
                let picture = try renderer.picture(of: RenderingSamples.black(), camera: camera, scene)
                let seen = try #require(RenderingSamples.centroid(of: picture))
                #expect(abs(seen.x - expected.x) < 0.5 && abs(seen.y - expected.y) < 0.5, "\(seen) is not \(expected)")
            }
        }
    }

    @Test("Far from the world's origin things appear where they are too")
    func farAway() throws {
        let shift = SIMD3<Double>(3000, -200, 5000)
        var camera = RenderingSamples.camera()
        camera.worldFromCamera.translation += shift
        let viewport = Viewport(showing: RenderingSamples.size)
        let renderer = try SceneRenderer(viewport: viewport)
        let place = WorldPoint(Self.places[0].coordinates + shift)
        let square = RenderingSamples.square(side: 0.008)
        guard case .mesh(let flat) = square.objects[0].parts[0] else { return }
        let moved = Mesh(
            positions: flat.positions.map { $0 + place.coordinates }, normals: flat.normals, triangles: flat.triangles)
        let model = try SceneModel(
            .init(materials: square.materials, objects: [.init(name: "far", material: "paint", parts: [.mesh(moved)])]))
        var scene = RenderedScene()
        scene.models = [.init(model)]
        let expected = try #require(camera.project(place))
        let seen = try #require(
            RenderingSamples.centroid(of: renderer.picture(of: RenderingSamples.black(), camera: camera, scene)))
        #expect(abs(seen.x - expected.x) < 0.5 && abs(seen.y - expected.y) < 0.5)
    }

    @Test("What is behind the camera is not drawn, and what reaches past it is cut off")
    func behind() throws {
        let camera = RenderingSamples.camera()
        let renderer = try SceneRenderer(viewport: .init(showing: RenderingSamples.size))
        let back = camera.worldFromCamera(Point3<CameraSpace>(x: 0, y: 0, z: 1))
        var scene = RenderedScene()
        scene.dots = [.init(at: back, colour: RenderingSamples.white)]
        scene.labels = [.init(["behind"], at: back)]
        let black = try RenderingSamples.black()
        #expect(try renderer.picture(of: black, camera: camera, scene).bytes == black.bytes)
        // A line from behind over the camera's shoulder to what it looks at ends where that is.
        let front = camera.worldFromCamera(Point3<CameraSpace>(x: 0, y: 0, z: -1))
        let aside = camera.worldFromCamera(Point3<CameraSpace>(x: 0.3, y: 0, z: 1))
        scene = RenderedScene()
        scene.lines = [.init([front, aside], colour: RenderingSamples.white)]
        let picture = try renderer.picture(of: black, camera: camera, scene)
        let end = try #require(camera.project(front))
        #expect(picture.bgr(Int(end.x) + 5, Int(end.y.rounded())).green > 100)
        #expect(picture.bgr(Int(end.x) - 5, Int(end.y.rounded())).green == 0)
        #expect(picture.bgr(Int(end.x) + 250, Int(end.y.rounded())).green > 100)
    }

    @Test("A lens model that folds back does not bring what is far aside into the picture")
    func foldingLens() throws {
        let camera = RenderingSamples.camera(distortion: .init(k1: -0.5))
        let renderer = try SceneRenderer(viewport: .init(showing: RenderingSamples.size))
        // r (1 − r² / 2) grows up to r = √(2/3).
        let reach = SceneCamera.reach(of: .init(k1: -0.5))
        #expect(abs(reach - (2.0 / 3).squareRoot()) < 0.002)
        // At r = √2 the model gives 0: the middle of the picture.
        let aside = camera.worldFromCamera(Point3<CameraSpace>(x: 2.0.squareRoot(), y: 0, z: -1))
        var scene = RenderedScene()
        scene.dots = [.init(at: aside, colour: RenderingSamples.white, width: .units(20))]
        let picture = try renderer.picture(of: RenderingSamples.black(), camera: camera, scene)
        #expect(RenderingSamples.centroid(of: picture) == nil)
    }
}
