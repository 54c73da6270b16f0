import Spaces
import Testing

@Suite("The camera model")
struct CameraModelTests {
    // Camera 0 of the desk recording of TemugeB/handpose3d (MIT), as it was calibrated.
    static let desk = CameraModel(
        intrinsics: .init(fx: 926.0774422800577, fy: 925.7752194392244, cx: 356.0891925607645, cy: 355.24923198531565),
        distortion: .init(
            k1: -0.013959821820868506, k2: 1.4192899312188747, p1: -0.003533980225025572, p2: -0.0035674091977424003,
            k3: -6.394324137393883))

    // cv2.projectPoints of OpenCV 4.6; its points have y down and z forward.
    @Test(
        "projects through a lens as OpenCV does",
        arguments: [
            ([0.0, 0.0, 1.0], [356.0891925607645, 355.24923198531565]),
            ([0.1, 0.2, 1.5], [417.6865118528908, 478.4777455972087]),
            ([-0.3, 0.25, 1.2], [122.5632262022126, 549.1527522951543]),
            ([0.31, -0.3, 1], [644.0662276956277, 75.44907845075073]),
            ([-0.35, -0.33, 1.1], [58.172356089051334, 74.41771088090059]),
            ([0.02, -0.4, 1.3], [370.13778824736147, 67.78938075374879]),
        ])
    func projects(point: [Double], pixel: [Double]) throws {
        let found = try #require(Self.desk.project(.init(x: point[0], y: -point[1], z: -point[2])))
        #expect(found.distance(to: .init(x: pixel[0], y: pixel[1])) < 1e-9)
    }

    // cv2.undistortPointsIter of OpenCV 4.6, 500 rounds, 1e-15.
    @Test(
        "takes the lens out as OpenCV does",
        arguments: [
            ([360.0, 360.0], [0.004223421649779879, 0.005132164783466295]),
            ([100, 200], [-0.27351304582509794, -0.16572741231820629]),
            ([650, 80], [0.31646002779461435, -0.2951821305790073]),
            ([20, 700], [-0.379841399646353, 0.3920079002059335]),
            ([660, 640], [0.32978296508640303, 0.3091316927991501]),
            ([100, 680], [-0.2751054096377913, 0.3505757371397453]),
        ])
    func unprojects(pixel: [Double], ideal: [Double]) throws {
        let ray = try #require(Self.desk.unproject(.init(x: pixel[0], y: pixel[1])))
        #expect(abs(ray.direction.x - ideal[0]) < 1e-9)
        #expect(abs(-ray.direction.y - ideal[1]) < 1e-9)
        #expect(ray.direction.z == -1)
    }

    // This lens model reaches no further than 0.5295 focal lengths from the axis: the outermost corners have no ray. OpenCV
    // gives the point back unchanged there, which looks like an answer and is none.
    @Test("gives no ray where the lens model cannot lead")
    func corner() {
        #expect(Self.desk.unproject(.init(x: 0, y: 0)) == nil)
    }

    @Test("leads from the pixels of the desk camera to rays and back")
    func roundTrip() throws {
        for y in stride(from: 0.0, to: 720, by: 45) {
            for x in stride(from: 0.0, to: 720, by: 45) {
                let p = PixelPoint(x: x, y: y)
                guard p.distance(to: .init(x: 356.1, y: 355.2)) < 0.51 * 925 else { continue }
                let ray = try #require(Self.desk.unproject(p))
                let back = try #require(Self.desk.project(ray.point(at: 0.7)))
                #expect(back.distance(to: p) < 1e-8)
            }
        }
    }

    @Test("sees nothing behind the camera, and nothing so far aside that the lens model folds it back")
    func refuses() {
        #expect(Self.desk.project(.init(x: 0, y: 0, z: 1)) == nil)
        #expect(Self.desk.project(.init(x: 0, y: 0, z: 0)) == nil)
        // 45° aside: the polynomial of this lens turns round there and would give a pixel inside the picture's neighbourhood.
        #expect(Self.desk.project(.init(x: 1, y: 0, z: -1)) == nil)
        #expect(Self.desk.unproject(.init(x: 1e6, y: 0)) == nil)
        #expect(Self.desk.unproject(.init(x: .nan, y: 0)) == nil)
    }

    @Test("looks along −z with y up: what is higher in the room is higher in the picture")
    func axes() throws {
        let k = CameraModel(intrinsics: .init(fx: 1000, fy: 1000, cx: 639.5, cy: 359.5))
        #expect(k.project(.init(x: 0.1, y: 0.1, z: -1)) == PixelPoint(x: 739.5, y: 259.5))
    }
}
