import Foundation
import Imaging
import Recordings
import Spaces
import TestSupport
import Testing

@testable import Commands

@Suite struct CalibrateCommandTests {
    /// The focal length of the camera that sees the pictures below, pixels.
    private static let focal = 600.0

    /// The board of 2000 pixels a metre as a camera sees it that looks at it from aside.
    private func view(of face: Picture, tilt: (Double, Double), width: Int, height: Int) throws -> Picture {
        let camera = CameraModel(
            intrinsics: .init(fx: Self.focal, fy: Self.focal, cx: Double(width - 1) / 2, cy: Double(height - 1) / 2))
        let facing = RigidTransform<AnchorSpace, CameraSpace>(
            xAxis: [1, 0, 0], yAxis: [0, 0, 1], zAxis: [0, -1, 0], translation: .zero)
        let boardFromCamera = facing.then(
            RigidTransform<CameraSpace, CameraSpace>(
                eulerAngles: EulerAngles(pitch: tilt.0, yaw: tilt.1, roll: 0), translation: [0, 0, -0.28])
        ).inverse
        var places: [PixelPoint] = []
        for y in 0..<height {
            for x in 0..<width {
                let hit = camera.unproject(.init(x: Double(x), y: Double(y))).flatMap { boardFromCamera($0).hitOfPlane() }
                let far = AnchorPoint(x: 1, y: 0, z: 1)
                let p = hit ?? far
                places.append(.init(x: p.x * 2000 + Double(face.width) / 2, y: p.z * 2000 + Double(face.height) / 2))
            }
        }
        return try Picture(
            width: width, height: height, bgr: face.greyLevels(at: places).flatMap { [UInt8($0), UInt8($0), UInt8($0)] })
    }

    @Test("A board is written at its true size, found in its own picture, and in the picture of its SVG")
    func board() throws {
        try withTemporaryFolder { folder in
            let spec = "charuco:5x7:0.03:0.022:6X6_250"
            #expect(outcome("board \(spec) --out \(folder)/b.png").code == 0)
            let picture = try Picture(contentsOf: folder + "/b.png")
            // 150 mm and twice 10 mm of white at 300 dots an inch.
            #expect(abs(Double(picture.width) - 0.17 / 0.0254 * 300) < 2)
            #expect(abs(Double(picture.height) - 0.23 / 0.0254 * 300) < 2)
            let board = try MarkerBoard(try #require(MarkerBoard.Design(spec)))
            #expect(try board.find(in: picture).count == 24)
            #expect(outcome("board \(spec) --out \(folder)/b.svg").code == 0)
            let svg = try String(contentsOfFile: folder + "/b.svg", encoding: .utf8)
            let size = try #require(svg.firstMatch(of: /width="([0-9.]+)mm" height="([0-9.]+)mm"/))
            let width = try #require(Double(size.1))
            let length = try #require(Double(size.2))
            #expect(abs(width - 170) < 0.2 && abs(length - 230) < 0.2)
            let text = try #require(svg.firstMatch(of: /base64,([A-Za-z0-9+\/=]+)/)).1
            let png = try #require(Data(base64Encoded: String(text)))
            #expect(try Picture(decoding: Array(png), name: "b.svg").size == picture.size)
        }
    }

    @Test("Pictures of a board give a camera file that import reads")
    func calibrate() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/views", withIntermediateDirectories: true)
            let board = try MarkerBoard(.chessboard(columns: 7, rows: 5, square: 0.02))
            let face = try board.picture(pixelsPerMetre: 2000, margin: 60)
            for (i, tilt) in [(0.5, 0.1), (-0.5, 0), (0.1, 0.5), (0, -0.5), (0.3, 0.3), (-0.3, 0.3)].enumerated() {
                try view(of: face, tilt: tilt, width: 560, height: 420).write(to: folder + "/views/\(i).png")
            }
            let said = outcome(
                "calibrate \(folder)/views --board chessboard:7x5:0.02 --out \(folder)/camera.json --picture \(folder)/where.png")
            #expect(said.code == 0, "\(said.messages)")
            #expect(said.data.split(separator: "\n").count == 9)
            #expect(said.messages.contains("Warning: only 6 views"))
            let camera = try VideoDescription(opening: folder + "/camera.json", needsPlace: false)
            #expect(camera.imageSize == PixelSize(width: 560, height: 420))
            let fx = try #require(said.data.split(separator: "\n").first?.split(separator: " "))
            #expect(fx[0] == "fx" && abs(camera.intrinsics.fx - (Double(fx[1]) ?? 0)) < 0.01)
            #expect(abs(camera.intrinsics.fx - Self.focal) < 0.02 * Self.focal)
            #expect(try Picture(contentsOf: folder + "/where.png").size == PixelSize(width: 560, height: 420))
            // Such a file does not say where the camera stands: that is asked for, by name.
            #expect(throws: RecordingFailure.self) { try VideoDescription(opening: folder + "/camera.json") }
        }
    }

    @Test("A source without the board says so, and what to check")
    func noBoard() throws {
        try withTemporaryFolder { folder in
            try DeskFixture.writeFilm(to: folder + "/clip.mp4", frames: 12)
            let said = outcome("calibrate \(folder)/clip.mp4 --board chessboard:9x6:0.025 --out \(folder)/camera.json")
            #expect(said.code == 1)
            #expect(said.messages.contains("not found in any") && said.messages.contains("inner corners"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/camera.json"))
        }
    }

    @Test(
        "Words that are no board are refused with what is accepted",
        arguments: [
            "chessboard:9x6", "chessboard:9:0.025", "chessboard:2x6:0.025", "chess:9x6:0.025", "chessboard:9x6:0",
            "charuco:5x7:0.03",
        ])
    func noWords(text: String) {
        let said = outcome("calibrate clip.mp4 --board \(text)")
        #expect(said.code == 64)
        #expect(said.messages.contains("'\(text)'") && said.messages.contains("chessboard:9x6:0.025"))
    }
}
