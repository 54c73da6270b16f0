import FoundationEssentials
import Spaces
import Testing

@testable import Recordings

@Suite("Importing a plain film")
struct VideoDescriptionTests {
    /// Camera 0 of the desk recording of TemugeB/handpose3d (MIT): pose of the board in OpenCV's axes, unit one square of
    /// 0.0319 m, and the surface that the finger touches, z = 0.352 − 0.0456 x − 0.0077 y with z into the desk.
    static let board = """
        {
          "fx": 926.0774422800577, "fy": 925.7752194392244, "cx": 356.0891925607645, "cy": 355.24923198531565,
          "distortion": {"k1": -0.013959821820868506, "k2": 1.4192899312188747, "p1": -0.003533980225025572,
                         "p2": -0.0035674091977424003, "k3": -6.394324137393883},
          "image_size": [720, 720], "fps": 30,
          "board": {
            "rotation": [[-0.09562738931901762, 0.9953225224879513, -0.013728752319527221],
                         [-0.8585781965838023, -0.07549495398817564, 0.5070936720895154],
                         [0.5036853013171367, 0.060279251409959794, 0.861781601733595]],
            "translation": [-2.737788430243877, 1.0294088285275956, 16.78699719310363],
            "unit": 0.0319, "up": "-z"
          },
          "planes": [{"id": "mouse pad", "point": [0, 0, 0.352], "normal": [0.0456, 0.0077, 1], "extent": [1, 1]}]
        }
        """

    private func read(_ text: String) throws -> VideoDescription { try .init(text: Array(text.utf8), path: "film.json") }

    private func message(_ old: String, _ new: String) -> String? {
        do {
            _ = try read(Self.board.replacing(old, with: new))
            return nil
        } catch { return "\(error)" }
    }

    // cv2.projectPoints of OpenCV 4.6 with the same numbers; board points in squares.
    @Test(
        "puts a board that OpenCV found where OpenCV sees it",
        arguments: [
            ([0.0, 0.0, 0.0], "origin"), ([3, 2, 0], "on the board"), ([1, 4, 0.5], "under the board"),
        ])
    func opencv(point: [Double], name: String) throws {
        let description = try read(Self.board)
        let camera = Camera(
            model: .init(intrinsics: description.intrinsics, distortion: description.distortion),
            imageSize: .init(width: 720, height: 720), worldFromCamera: description.worldFromCamera)
        #expect(description.worldFromCamera.rigidityError < 1e-9)
        // Up is −z of the board: world x, y, z are the board's x, −z, y.
        let world = WorldPoint(x: point[0] * 0.0319, y: -point[2] * 0.0319, z: point[1] * 0.0319)
        let pixel = try #require(camera.project(world))
        let expected = try #require(Self.pixels[name])
        #expect(pixel.distance(to: .init(x: expected[0], y: expected[1])) < 1e-6, "\(pixel)")
        #expect(camera.position.y > 0, "the camera is above the desk")
    }

    private static let pixels: [String: [Double]] = [
        "origin": [204.73826980961013, 412.00160565474937],
        "on the board": [304.0047853003736, 269.8074838298302],
        "under the board": [414.8696893524139, 361.54072950353395],
    ]

    @Test("turns the plane's upper side to the camera")
    func plane() throws {
        let description = try read(Self.board)
        let plane = try #require(description.planes.first)
        #expect(plane.alignment == .horizontal)
        #expect(plane.worldFromAnchor.rigidityError < 1e-12)
        #expect(plane.worldFromAnchor.yAxis.y > 0.99)
        // Points of the touched surface lie in the plane.
        for (x, y) in [(0.0, 0.0), (3, 1), (-2, 5)] {
            let z = 0.352 - 0.0456 * x - 0.0077 * y
            let local = plane.worldFromAnchor.inverse(WorldPoint(x: x * 0.0319, y: -z * 0.0319, z: y * 0.0319))
            #expect(abs(local.y) < 1e-12)
        }
    }

    @Test("stands a camera over the table by height and tilt")
    func aboveTable() throws {
        let description = try read(
            #"{"fx":500,"fy":500,"cx":319.5,"cy":239.5,"camera_above_table":{"height":0.5,"tilt":0.7853981633974483}}"#)
        let camera = Camera(
            model: .init(intrinsics: description.intrinsics), imageSize: .init(width: 640, height: 480),
            worldFromCamera: description.worldFromCamera)
        let hit = try #require(
            camera.unprojectPoint(
                .init(x: 320, y: 240), ontoPlane: description.planes[0].worldFromAnchor, orientation: .landscapeRight,
                viewportSize: .init(width: 640, height: 480)))
        // 45° down from 0.5 m: straight ahead the table is 0.5 m away along the floor.
        #expect(hit.distance(to: .init(x: 0, y: 0, z: -0.5)) < 1e-12)
    }

    @Test("says what is wrong with the description")
    func messages() {
        #expect(message(#""fx": 926.0774422800577, "#, "") == "film.json: key fx: is missing")
        #expect(
            message(#""board""#, #""bord""#)
                == "film.json: the place of the camera is missing; give one of world_from_camera, camera_above_table or board")
        #expect(
            message(#""fps": 30"#, #""fps": 30, "camera_above_table": {"height": 1, "tilt": 1}"#)
                == "film.json: the place of the camera is given more than once; give one of world_from_camera, camera_above_table "
                + "or board")
        #expect(message("0.861781601733595", "0.5") == "film.json: key board.rotation: the matrix is not a rotation")
        #expect(message("-z", "y") == #"film.json: key board.up: expected -z or z, found "y""#)
        #expect(message("[0.0456, 0.0077, 1]", "[0, 0, 0]") == "film.json: key planes[0].normal: has length 0")
        #expect(
            message(#""point": [0, 0, 0.352], "#, "")
                == "film.json: key planes[0].point: is missing; or give world_from_anchor")
    }

    @Test("makes a recording that reads, with a line a frame")
    func imports() throws {
        let place = try Fixture()
        let film = place.root + "/My.Desk.MP4"
        try Data("film".utf8).write(to: URL(filePath: film))
        let description = try read(Self.board)
        let size = PixelSize(width: 720, height: 720)
        try importVideo(
            film, description: description, frameCount: 60, imageSize: size, framesPerSecond: 25, to: place.root + "/new")
        let recording = try Recording(opening: place.root + "/new")
        #expect(recording.header.name == "My.Desk")
        #expect(recording.filmPath == place.root + "/new/video.mp4")
        #expect(recording.viewport == Viewport(showing: size))
        let summary = try RecordingSummary(of: recording)
        #expect(summary.frames == 60 && summary.planesAdded == 1 && summary.cameraPath == 0)
        // The description's rate is used, not the film's.
        #expect(abs((summary.rate ?? 0) - 30) < 1e-9)
        #expect(try recording.frames().next()?.camera.model.distortion == description.distortion)
        #expect(checkText(recording.folder).isEmpty)
        #expect(throws: RecordingFailure.self) {
            try importVideo(
                film, description: description, frameCount: 60, imageSize: .init(width: 1280, height: 720), framesPerSecond: nil,
                to: place.root + "/other")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).sorted() == ["My.Desk.MP4", "new", "r"])
    }
}
