import Foundation
import Imaging
import Recordings
import Spaces
import Testing

@testable import SceneUnderstanding

private let data = ProcessInfo.processInfo.environment["AIRDRAW_DATA"].map { $0 + "/images" }

@Suite(
    "Reference images in photographs", .enabled(if: data != nil, "AIRDRAW_DATA is not set: no photograph is looked at"),
    .serialized)
struct RealReferenceTests {
    @Test("The corners of a wall that is seen aslant lie within 3 pixels of where they truly are")
    func wall() throws {
        let folder = try #require(data) + "/graf"
        let reference = try ReferencePicture(Picture(contentsOf: folder + "/graf1.png"))
        let pyramid = try PicturePyramid()
        try pyramid.next(Picture(contentsOf: folder + "/graf3.png"))
        let text = try String(contentsOfFile: folder + "/H1to3p.xml", encoding: .utf8)
        let numbers = try #require(text.components(separatedBy: "<data>").last?.components(separatedBy: "</data>").first)
            .split { $0.isWhitespace }.compactMap { Double($0) }
        let truth = Homography<PixelSpace, PixelSpace>(numbers)
        let find = try #require(ReferenceFinder([reference]).look(in: pyramid, camera: nil).first)
        let refined = try ReferenceAlignment(of: reference, in: pyramid, from: find.homography)
        for homography in [find.homography, refined.homography] {
            for (x, y) in [(-0.5, -0.5), (799.5, -0.5), (799.5, 639.5), (-0.5, 639.5)] {
                let corner = PixelPoint(x: x, y: y)
                let error = try #require(homography(corner)).distance(to: #require(truth(corner)))
                #expect(error < 3, "\(x), \(y): \(error)")
            }
        }
        #expect(refined.agreement > 0.6)
    }

    @Test("A box is found among other things")
    func box() throws {
        let folder = try #require(data) + "/graf"
        let reference = try ReferencePicture(Picture(contentsOf: folder + "/box.png"))
        let pyramid = try PicturePyramid()
        try pyramid.next(Picture(contentsOf: folder + "/box_in_scene.png"))
        let find = try #require(ReferenceFinder([reference]).look(in: pyramid, camera: nil).first)
        let refined = try ReferenceAlignment(of: reference, in: pyramid, from: find.homography)
        #expect(find.inliers > 40 && refined.agreement > 0.6)
        // And nothing else is taken for it.
        try pyramid.next(Picture(contentsOf: folder + "/graf3.png"))
        #expect(try ReferenceFinder([reference]).look(in: pyramid, camera: nil).isEmpty)
    }

    private struct Board: Decodable {
        var grid: [[[Double]]]
    }

    @Test("A board of tags on a desk is where its tags say, in every frame")
    func board() throws {
        let folder = try #require(data) + "/tag-board"
        let board = try JSONDecoder().decode(
            Board.self, from: Data(contentsOf: URL(filePath: folder + "/apriltag_data.json")))
        let camera = CameraModel(
            intrinsics: .init(fx: 607.178466796875, fy: 607.2342529296875, cx: 321.39129638671875, cy: 241.91822814941406))
        // The board's x runs down and its y to the right: the part with its two upper rows of tags, in metres of the board.
        let (top, left, height, width) = (-0.03, -0.03, 0.26, 0.515)
        /// The pose of the middle of that part, from the pose of the board in OpenCV's axes.
        func truth(_ index: Int) -> RigidTransform<AnchorSpace, CameraSpace> {
            let m = board.grid[index]
            func turned(_ j: Int, _ sign: Double = 1) -> SIMD3<Double> { sign * SIMD3(m[0][j], -m[1][j], -m[2][j]) }
            let middle = turned(0) * (top + height / 2) + turned(1) * (left + width / 2) + turned(3)
            // Right is the board's y, down its x, and its z points at the camera.
            return .init(xAxis: turned(1), yAxis: turned(2), zAxis: turned(0), translation: middle)
        }
        func picture(_ index: Int) throws -> Picture {
            let number = String(index)
            return try Picture(
                contentsOf: folder + "/color_image_" + String(repeating: "0", count: 4 - number.count) + number + ".jpg")
        }
        // The reference is what the first frame shows of that part, a pixel a millimetre.
        let first = try picture(0)
        let pose = truth(0)
        let rectified = try ReferenceSamples.grey(width: 515, height: 260) { u, v in
            let p = AnchorPoint(x: (Double(u) + 0.5) / 1000 - width / 2, y: 0, z: (Double(v) + 0.5) / 1000 - height / 2)
            guard let pixel = camera.project(pose(p)) else { return 0 }
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            let (fx, fy) = (pixel.x - Double(x), pixel.y - Double(y))
            func grey(_ x: Int, _ y: Int) -> Double {
                let c = first.bgr(x, y)
                return 0.114 * Double(c.blue) + 0.587 * Double(c.green) + 0.299 * Double(c.red)
            }
            return (1 - fy) * ((1 - fx) * grey(x, y) + fx * grey(x + 1, y)) + fy
                * ((1 - fx) * grey(x, y + 1) + fx * grey(x + 1, y + 1))
        }
        let image = try ReferenceImage(name: "board", picture: rectified, physicalWidth: width)
        let tracker = try ReferenceImageTracker([image])
        var rotations: [Double] = []
        var translations: [Double] = []
        for index in board.grid.indices {
            guard let sight = try tracker.next(picture(index), camera: camera).first else { continue }
            let known = truth(index)
            rotations.append(sight.cameraFromAnchor.angle(to: known) * 180 / .pi)
            let distance = (known.translation * known.translation).sum().squareRoot()
            translations.append(100 * sight.cameraFromAnchor.origin.distance(to: known.origin) / distance)
        }
        #expect(Double(rotations.count) >= 0.95 * Double(board.grid.count))
        let middle = rotations.count / 2
        #expect(rotations.sorted()[middle] <= 0.7 && translations.sorted()[middle] <= 0.7)
        #expect(rotations.allSatisfy { $0 < 5 })
        print(
            "tag board: rotation \(rotations.sorted()[middle])°, translation \(translations.sorted()[middle]) %, worst \(rotations.max() ?? 0)°"
        )
    }

    @Test("A wall with pictures scores high")
    func score() throws {
        let quality = try ReferenceImageQuality(of: Picture(contentsOf: #require(data) + "/graf/graf1.png"))
        #expect(quality.score > 75)
    }
}
