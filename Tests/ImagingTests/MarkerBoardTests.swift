import Foundation
import Imaging
import Spaces
import Testing

@Suite struct MarkerBoardTests {
    static let designs: [MarkerBoard.Design] = [
        .chessboard(columns: 9, rows: 6, square: 0.02),
        .charuco(columns: 7, rows: 5, square: 0.02, marker: 0.014, dictionary: MarkerDictionary(named: "4X4_50")!),
        .charuco(columns: 6, rows: 4, square: 0.02, marker: 0.014, dictionary: MarkerDictionary(named: "6X6_250")!),
        .grid(columns: 4, rows: 3, marker: 0.025, gap: 0.008, dictionary: MarkerDictionary(named: "4X4_50")!, first: 0),
        .grid(columns: 3, rows: 2, marker: 0.03, gap: 0.01, dictionary: MarkerDictionary(named: "36h11")!, first: 5),
        .grid(columns: 1, rows: 1, marker: 0.06, gap: 0, dictionary: MarkerDictionary(named: "DICT_5X5_100")!, first: 42),
    ]

    @Test("A board as it is printed is found whole, its points where they were drawn to a quarter of a pixel", arguments: designs)
    func printed(design: MarkerBoard.Design) throws {
        let board = try MarkerBoard(design)
        let unit = 5000.0
        let margin = 80.0
        let picture = try board.picture(pixelsPerMetre: Int(unit), margin: Int(margin))
        #expect(abs(Double(picture.width) - (board.size.width * unit + 2 * margin)) <= 1)
        let sights = try board.find(in: picture)
        let wanted =
            switch design {
            case .chessboard(let columns, let rows, _): columns * rows
            case .charuco(let columns, let rows, _, _, _): (columns - 1) * (rows - 1)
            case .grid(let columns, let rows, _, _, _, _): 4 * columns * rows
            }
        #expect(sights.count == wanted)
        #expect(Set(sights.map(\.number)).count == sights.count)
        var isTurned = false
        for sight in sights {
            // Half a pixel: from the corner of the first pixel to its centre.
            func place(_ side: Double) -> PixelPoint {
                .init(
                    x: margin + (side * sight.point.x + board.size.width / 2) * unit - 0.5,
                    y: margin + (side * sight.point.z + board.size.length / 2) * unit - 0.5)
            }
            // A chessboard may be counted from its other end.
            if case .chessboard = design, sight.pixel.distance(to: place(1)) > 10 { isTurned = true }
            #expect(sight.pixel.distance(to: place(isTurned ? -1 : 1)) < 0.25, "\(sight)")
        }
    }

    @Test("The pose of a board is that of the camera it was calculated with", arguments: designs.dropFirst())
    func pose(design: MarkerBoard.Design) throws {
        let scene = try BoardScene(design)
        let camera = CameraModel(
            intrinsics: .init(fx: 620, fy: 622, cx: 322, cy: 236), distortion: .init(k1: 0.08, k2: -0.1, p1: 0.001, p2: -0.001))
        let truth = boardPose(tiltX: -0.5, tiltY: 0.25, roll: 0.3, x: 0.01, y: -0.01, distance: 0.3)
        let picture = try scene.picture(camera: camera, cameraFromBoard: truth, width: 640, height: 480)
        let sights = try scene.board.find(in: picture)
        #expect(sights.count >= 4)
        let poses = try PlanarPose.poses(of: sights.map(\.point), in: sights.map(\.pixel), camera: camera)
        let pose = try #require(PlanarPose.choose(from: poses, points: sights.count)).cameraFromAnchor
        let off = Vector3<CameraSpace>(pose.translation - truth.translation).length
        #expect(off < 0.002 * 0.3, "\(off * 1000) mm")
        #expect(pose.angle(to: truth) < 0.5 * .pi / 180, "\(pose.angle(to: truth) * 180 / .pi)°")
        print("MEASURED \(design): off by \(off * 1000) mm of 300 mm, \(pose.angle(to: truth) * 180 / .pi)°")
    }

    @Test("What is no board is refused with a reason")
    func refused() throws {
        let few = try #require(MarkerDictionary(named: "APRILTAG_16h5"))
        #expect(throws: ImagingFailure.self) {
            try MarkerBoard(.grid(columns: 10, rows: 10, marker: 0.02, gap: 0.01, dictionary: few, first: 0))
        }
        #expect(throws: ImagingFailure.self) {
            try MarkerBoard(.charuco(columns: 5, rows: 7, square: 0.02, marker: 0.03, dictionary: few))
        }
        #expect(throws: ImagingFailure.self) { try MarkerBoard(.chessboard(columns: 2, rows: 6, square: 0.02)) }
        #expect(throws: ImagingFailure.self) { try MarkerBoard(.chessboard(columns: 9, rows: 6, square: .nan)) }
        #expect(MarkerDictionary(named: "7X7_99") == nil)
        #expect(MarkerDictionary(named: "36H11")?.count == 587)
        #expect(MarkerDictionary(named: "aruco_original")?.count == 1024)
        // Nothing to see is no failure.
        let board = try MarkerBoard(Self.designs[1])
        #expect(try board.find(in: texture()).isEmpty)
    }
}

/// Photographs of boards, and what OpenCV's own functions say of them (`cv2` 4.6.0 from Python).
@Suite(.enabled(if: dataFolder != nil, "AIRDRAW_DATA is not set")) struct RealBoardTests {
    @Test("The pose of a photographed ChArUco board is that of OpenCV's estimatePoseCharucoBoard to 0.2 %")
    func charuco() throws {
        let picture = try Picture(contentsOf: try #require(dataFolder) + "/images/markers/choriginal.jpg")
        // tutorial_camera_charuco.yml
        let camera = CameraModel(
            intrinsics: .init(fx: 452.51072219637672, fy: 456.76707935146891, cx: 317.70297317353277, cy: 277.75155919135995),
            distortion: .init(
                k1: 0.12136925618707872, k2: -1.0854664722560681, p1: 1.1786843796668460e-04, p2: -4.6240686046485508e-04,
                k3: 2.9542589406810080))
        let board = try MarkerBoard(
            .charuco(
                columns: 5, rows: 7, square: 0.04, marker: 0.02, dictionary: try #require(MarkerDictionary(named: "6X6_250"))))
        let sights = try board.find(in: picture)
        #expect(sights.count == 24)
        // OpenCV's corners of ChArUco boards lie half a pixel aside: it counts them from the corner of the first pixel. Its pose is that of
        // such corners; ours, of the same corners in the right place, still agrees to the 0.2 % that are asked for.
        let poses = try PlanarPose.poses(of: sights.map(\.point), in: sights.map(\.pixel), camera: camera)
        let pose = try #require(PlanarPose.choose(from: poses, points: sights.count))
        // The middle of the board, R·(0.1, 0.14, 0) + t, in ARKit's axes; and the board's z axis, away from the viewer.
        let middle = SIMD3(-0.0140039894747543, 0.046543907291337616, -0.3397206883223091)
        let away = SIMD3(-0.04201991583969681, -0.40323113675941125, -0.9141329099318861)
        let off = Vector3<CameraSpace>(pose.cameraFromAnchor.translation - middle).length / Vector3<CameraSpace>(middle).length
        #expect(off < 0.002, "\(off * 100) %")
        let cosine = -(pose.cameraFromAnchor.yAxis * away).sum()
        #expect(cosine > 1 - 1e-5, "\(cosine)")
        print("MEASURED markers: ChArUco board off OpenCV's by \(off * 100) % of its distance")
    }

    @Test("Poses of single markers are those of OpenCV's estimatePoseSingleMarkers, corners refined, to 1.5 % in the median")
    func singleMarkers() throws {
        let picture = try Picture(contentsOf: try #require(dataFolder) + "/images/markers/singlemarkersoriginal.jpg")
        // tutorial_camera_params.yml
        let camera = CameraModel(
            intrinsics: .init(fx: 628.158, fy: 628.156, cx: 324.099, cy: 260.908),
            distortion: .init(k1: 0.0995485, k2: -0.206384, p1: 0.00754589, p2: 0.00336531))
        let theirs: [Int: SIMD3<Double>] = [
            40: [0.06341454340147475, 0.07316520796533389, 0.6723656767883412],
            98: [0.14692877489339282, 0.012253616501589387, 0.7288354903418134],
            62: [-0.13055103186855707, -0.005533518387074002, 0.7456466375364168],
            23: [-0.010697711478040946, -0.08601351918703837, 0.8609919237933534],
            124: [0.11819969644957022, -0.12042147231677747, 0.8732563665907913],
            203: [-0.16006432293864262, -0.1331903536697902, 0.8852205794255353],
        ]
        var shares: [Double] = []
        for (marker, translation) in theirs.sorted(by: { $0.key < $1.key }) {
            let board = try MarkerBoard(
                .grid(
                    columns: 1, rows: 1, marker: 0.05, gap: 0, dictionary: try #require(MarkerDictionary(named: "6X6_250")),
                    first: marker))
            let sights = try board.find(in: picture)
            #expect(sights.count == 4)
            let poses = try PlanarPose.poses(of: sights.map(\.point), in: sights.map(\.pixel), camera: camera)
            let ours = try #require(poses.first).cameraFromAnchor.translation
            let d = ours - translation * SIMD3(1, -1, -1)
            shares.append((d * d).sum().squareRoot() / (translation * translation).sum().squareRoot())
        }
        shares.sort()
        #expect(shares[3] < 0.015 && shares[5] < 0.05, "\(shares)")
        print("MEASURED markers: single markers off OpenCV's by \(shares.map { $0 * 100 }) % of their distance")
    }

    @Test("Tags of a filmed board are where its own file says, to 0.5 % in the median")
    func tags() throws {
        struct Truth: Decodable {
            struct Detection: Decodable {
                var cMo: [[Double]]
            }
            var tagSize: Double
            var detections: [[String: Detection]]
        }
        let folder = try #require(dataFolder) + "/images/tag-board"
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let truth = try decoder.decode(
            Truth.self, from: try Data(contentsOf: URL(fileURLWithPath: folder + "/apriltag_data.json")))
        // cam.json
        let camera = CameraModel(
            intrinsics: .init(fx: 607.178466796875, fy: 607.2342529296875, cx: 321.39129638671875, cy: 241.91822814941406))
        var shares: [Double] = []
        var seen = 0
        var there = 0
        for frame in stride(from: 0, to: truth.detections.count, by: 14) {
            let number = String(repeating: "0", count: 4 - "\(frame)".count) + "\(frame)"
            let picture = try Picture(contentsOf: folder + "/color_image_\(number).jpg")
            for (tag, detection) in truth.detections[frame].sorted(by: { $0.key < $1.key }) {
                let board = try MarkerBoard(
                    .grid(
                        columns: 1, rows: 1, marker: truth.tagSize, gap: 0,
                        dictionary: try #require(MarkerDictionary(named: "36h11")),
                        first: try #require(Int(tag))))
                there += 1
                let sights = try board.find(in: picture)
                guard sights.count == 4 else { continue }
                seen += 1
                let poses = try PlanarPose.poses(of: sights.map(\.point), in: sights.map(\.pixel), camera: camera)
                let ours = try #require(poses.first).cameraFromAnchor.translation
                let theirs = SIMD3(detection.cMo[0][3], -detection.cMo[1][3], -detection.cMo[2][3])
                let d = ours - theirs
                shares.append((d * d).sum().squareRoot() / (theirs * theirs).sum().squareRoot())
            }
        }
        shares.sort()
        #expect(seen * 10 >= there * 8, "\(seen) of \(there)")
        #expect(shares[shares.count / 2] < 0.005, "\(shares[shares.count / 2])")
        print(
            "MEASURED tag-board: \(seen) of \(there) tags, off by \(shares[shares.count / 2] * 100) % in the median, "
                + "\(shares[shares.count * 9 / 10] * 100) % at the 90th percentile")
    }
}

private var dataFolder: String? {
    ProcessInfo.processInfo.environment["AIRDRAW_DATA"].flatMap { $0.isEmpty ? nil : $0 }
}
