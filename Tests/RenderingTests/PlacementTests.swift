import AirDrawing
import FoundationEssentials
import Imaging
import Meshes
import Recordings
import SceneUnderstanding
import Spaces
import Testing

@testable import Rendering

/// Things that are put into a recording of the repository.
struct PlacementTests {
    private let recording: Recording

    init() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        recording = try Recording(opening: repository + "/recordings/square")
    }

    private func frame(at time: Double) throws -> Frame {
        let session = try Session(running: recording)
        while let frame = try session.next() { if frame.timestamp >= time - 1e-9 { return frame } }
        throw CancellationError()
    }

    @Test("A thing stands under the tap, on the plane, upright, its front toward the camera")
    func standing() throws {
        let frame = try frame(at: 1)
        let viewport = recording.viewport
        let tap = ViewPoint(x: 200, y: 320)
        let placement = try #require(Placement(of: "cup", identifier: "a", tap: tap, frame: frame, viewport: viewport))
        let place = placement.anchor.worldFromAnchor
        let seen = try #require(
            frame.camera.projectPoint(place.origin, orientation: viewport.orientation, viewportSize: viewport.size))
        #expect(abs(seen.x - tap.x) < 1e-6 && abs(seen.y - tap.y) < 1e-6)
        let plane = try #require(frame.planes.first { $0.identifier == placement.plane })
        #expect(abs(plane.local(place.origin).y) < 1e-9)
        #expect(abs(WorldVector(place.yAxis).dot(plane.normal) - 1) < 1e-9 && place.rigidityError < 1e-9)
        let toward = frame.camera.position - place.origin
        #expect(WorldVector(place.zAxis).dot(toward) > 0 && abs(WorldVector(place.xAxis).dot(toward)) < 1e-9)
    }

    @Test("It goes up and down with its plane, and does not slide")
    func following() throws {
        let frame = try frame(at: 1)
        var placement = try #require(
            Placement(of: "cup", identifier: "a", tap: .init(x: 200, y: 320), frame: frame, viewport: recording.viewport))
        let before = placement.anchor.worldFromAnchor.origin
        let plane = try #require(frame.planes.first { $0.identifier == placement.plane })
        var higher = plane.worldFromAnchor
        higher.translation += [0.2, 0.03, 0]
        let moved = PlaneAnchor(
            identifier: plane.identifier, alignment: plane.alignment, worldFromAnchor: higher, center: plane.center,
            extentX: plane.extentX, extentZ: plane.extentZ)
        placement.follow([.updated(moved)])
        let after = placement.anchor.worldFromAnchor.origin
        #expect((after - before - WorldVector(x: 0, y: 0.03, z: 0)).length < 1e-9)
        // The heir of a plane that goes is followed from then on.
        placement.follow([.removed(identifier: plane.identifier, mergedInto: "heir")])
        placement.follow([.updated(plane)])
        #expect(placement.anchor.worldFromAnchor.origin == after)
    }

    @Test("A tap on nothing sets nothing down")
    func nothing() throws {
        // In the first frame no plane is known yet.
        let first = try frame(at: 0)
        #expect(
            Placement(of: "cup", identifier: "a", tap: .init(x: 200, y: 320), frame: first, viewport: recording.viewport) == nil)
    }

    @Test("A snapshot stands 10 cm before the camera, a 6000th of the view's points in size, and shows the view")
    func snapshot() throws {
        let frame = try frame(at: 1)
        let viewport = recording.viewport
        let picture = try Snapshot(of: frame, viewport: viewport).picture
        #expect(abs(picture.width - 375.0 / 6000) < 1e-12 && abs(picture.height - 667.0 / 6000) < 1e-12)
        #expect(abs(picture.worldFromPicture.origin.distance(to: frame.camera.position) - 0.1) < 1e-9)
        // Its corners are seen as a rectangle that stands upright in the view, round the optical axis.
        func seen(_ x: Double, _ z: Double) throws -> ViewPoint {
            let corner = picture.worldFromPicture(AnchorPoint(x: x * picture.width / 2, y: 0, z: z * picture.height / 2))
            return try #require(
                frame.camera.projectPoint(corner, orientation: viewport.orientation, viewportSize: viewport.size))
        }
        let (a, b, c) = (try seen(-1, -1), try seen(1, -1), try seen(-1, 1))
        #expect(abs(a.y - b.y) < 1e-6 && abs(a.x - c.x) < 1e-6 && b.x > a.x && c.y > a.y)
        // Focal length in view points, times size over distance.
        let focal = frame.camera.model.intrinsics.fx * ViewCanvas(viewport).scale.inverse
        #expect(abs((b.x - a.x) - focal * picture.width / 0.1) < 1e-6)
        let mesh = try Snapshot(of: frame, viewport: viewport).mesh(named: "view")
        #expect(mesh.materials[0].isUnlit && mesh.materials[0].texture != nil)
        try mesh.validate()
        // Seen from where it was taken, the middle of the picture in the world is the middle of the view.
        let renderer = try SceneRenderer(viewport: viewport)
        var scene = RenderedScene()
        scene.pictures = [picture]
        let shown = try renderer.picture(of: frame, scene)
        let model = try SceneModel(mesh)
        scene.pictures = []
        scene.models = [.init(model)]
        let asMesh = try renderer.picture(of: frame, scene)
        // A JPEG in between: not the same, and nearly.
        let difference = zip(shown.bytes, asMesh.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(shown.bytes.count) < 2)
    }
}

extension Double {
    fileprivate var inverse: Double { 1 / self }
}
