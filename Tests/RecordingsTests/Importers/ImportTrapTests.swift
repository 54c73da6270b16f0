import Spaces
import Testing

@testable import Recordings

@Suite("Traps of other recorders' formats")
struct ImportTrapTests {
    private typealias Pose = RigidTransform<CameraSpace, WorldSpace>

    private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double = 1e-9) -> Bool {
        let d = a - b
        return (d * d).sum().squareRoot() < tolerance
    }

    @Test("OpenCV's axes: half a turn about x in the file is a camera that stands as the world does")
    func openCVAxes() throws {
        var files = strayScannerFiles()
        files["odometry.csv"] = "timestamp, frame, x, y, z, qx, qy, qz, qw\n5.0, 000000, 1, 2, 3, 1, 0, 0, 0\n"
        let pose = try ImportSample(files).imported().frames[0].camera.worldFromCamera
        #expect(pose == Pose(xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: [1, 2, 3]))
    }

    @Test("Columns are found by the header and not by their place; blanks stand after commas")
    func columns() throws {
        let order = ["qw", "z", "y", "x", "frame", "extra", "qz", "timestamp", "qy", "qx"]
        let imported = try ImportSample(strayScannerFiles(columns: order)).imported()
        #expect(difference(imported.frames, TrueFrame.five, intrinsics: false) < 1e-9)
        let missing = try ImportSample(strayScannerFiles(columns: ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz"]))
        #expect(
            missing.failure()
                == "source/odometry.csv:1: the column qw is missing; the header has timestamp, frame, x, y, z, qx, qy, qz")
        var bare = strayScannerFiles()
        bare["odometry.csv"] = "1, 0, 0, 0, 0, 1, 0, 0, 0\n"
        #expect(try ImportSample(bare).failure()?.hasPrefix("source/odometry.csv:1: there is no header") == true)
    }

    @Test("The intrinsics of the last frame alone are taken for all, and that is said")
    func lastIntrinsics() throws {
        let imported = try ImportSample(strayScannerFiles()).imported()
        #expect(imported.frames.allSatisfy { $0.camera.model.intrinsics == TrueFrame.five[4].k })
        #expect(imported.report.notes.contains { $0.contains("of the last frame alone") })
        // Columns with the intrinsics of each frame come first.
        var files = strayScannerFiles()
        let lines = (files["odometry.csv"] ?? "").split(separator: "\n")
        files["odometry.csv"] = lines.enumerated().map { $0 == 0 ? $1 + ", fx, fy, cx, cy" : $1 + ", 1400, 1401, 960, 720" }
            .joined(separator: "\n")
        let own = try ImportSample(files).imported()
        #expect(own.frames[2].camera.model.intrinsics == .init(fx: 1400, fy: 1401, cx: 960, cy: 720))
    }

    @Test("K of Record3D runs down the columns; without intrinsics of each frame it is the first frame's")
    func columnMajor() throws {
        let imported = try ImportSample(record3DFiles(perFrame: false)).imported()
        #expect(imported.frames.allSatisfy { $0.camera.model.intrinsics == TrueFrame.five[0].k })
        #expect(imported.report.notes.contains { $0.contains("of the first frame alone") })
        var files = record3DFiles(perFrame: false)
        let k = TrueFrame.five[0].k
        files["metadata"] = files["metadata"]?.replacing(
            "[\(k.fx),0,0,0,\(k.fy),0,\(k.cx),\(k.cy),1]", with: "[\(k.fx),0,\(k.cx),0,\(k.fy),\(k.cy),0,0,1]")
        #expect(try ImportSample(files).failure()?.contains("key K: expected the camera matrix") == true)
    }

    @Test("A world that begins with the first camera is not called upright, and can be turned upright")
    func gravity() throws {
        let sample = try ImportSample(record3DFiles())
        let imported = try sample.imported()
        #expect(imported.header.worldAlignment == .unknown)
        #expect(imported.report.notes.contains { $0.contains("y of its world need not be up") })
        sample.settings.gravity = .init(x: 0, y: 0, z: -9.81)
        let turned = try sample.imported()
        #expect(turned.header.worldAlignment == .gravity)
        // z was up: it becomes y, by a quarter turn about x; x stays.
        let (a, b) = (imported.frames[3].camera.worldFromCamera, turned.frames[3].camera.worldFromCamera)
        #expect(near(b.translation, [a.translation.x, a.translation.z, -a.translation.y]))
        #expect(near(b.xAxis, [a.xAxis.x, a.xAxis.z, -a.xAxis.y]) && b.rigidityError < 1e-9)
        sample.settings.gravity = .init(x: 0, y: 1, z: 0)
        let over = try sample.imported().frames[3].camera.worldFromCamera
        #expect(abs(over.translation.y + a.translation.y) < 1e-9 && over.rigidityError < 1e-9)
    }

    // The first rows of the sample that ios_logger's repository holds.
    @Test("The quaternion of ios_logger begins with w, and its seconds since 1970 keep their microseconds")
    func scalarFirst() throws {
        let files = [
            "ARposes.txt": """
            1627530745.040137,-0.307707,-0.000469,-0.025242,0.976310,-0.174640,-0.124669,-0.027889
            1627530745.056804,-0.307707,-0.000469,-0.025242,0.976310,-0.174640,-0.124669,-0.027889

            """,
            "Frames.txt": """
            1627530745.040137,0,1461.888184,1461.888184,963.666687,694.755127
            1627530745.056804,1,1461.888184,1461.888184,963.666687,694.755127

            """,
            "Frames.m4v": "film",
        ]
        let imported = try ImportSample(files).imported()
        let pose = imported.frames[0].camera.worldFromCamera
        // The trace of a rotation is 1 + 2 cos, and its angle is twice the arc cosine of w: cos = 2 w² − 1.
        let trace = pose.xAxis.x + pose.yAxis.y + pose.zAxis.z
        #expect(abs(trace - (4 * 0.976310 * 0.976310 - 1)) < 1e-5)
        #expect(imported.frames[1].time == 0.016667)
        #expect(imported.header.timeBase == "first frame, which the source has at 1627530745.040137 s (seconds since 1970)")
        #expect(imported.frames[1].picture == .videoFrame(1))
    }

    @Test("ARKitScenes gives world to camera: the camera is at −Rᵀ t")
    func worldToCamera() throws {
        var files = arKitScenesFiles([TrueFrame.five[0]])
        // A quarter turn about z, then 5 m along the camera's x: the world's origin appears at (5, 0, 0).
        files["lowres_wide.traj"] = "402896.5 0 0 \(Double.pi / 2) 5 0 0\n"
        let pose = try ImportSample(files).imported().frames[0].camera.worldFromCamera
        #expect(near(pose.translation, [0, 5, 0]))
        #expect(near(pose.xAxis, [0, -1, 0]))
        // y down of OpenCV is the world's +x here, so y up is −x; it looks along +z.
        #expect(near(pose.yAxis, [-1, 0, 0]) && near(pose.zAxis, [0, 0, -1]))
    }

    // The first two rows of the sample that ARKit-Data-Logger's repository holds (MIT): a phone held upright.
    @Test("ARKit-Data-Logger counts nanoseconds, and its matrix runs along the rows")
    func nanoseconds() throws {
        let sample = try ImportSample([
            "ARKit_camera_pose.txt": """
            # Created at 2019-07-22 22:59:19 in PST in Burnaby Canada\u{20}
            105230574092166 -0.019570 0.989337 -0.144322 -0.042176 -0.973180 0.014244 0.229601 0.137348 0.229209 0.144945 0.962525 0.463405\u{20}
            105230590753958 -0.020700 0.989473 -0.143227 -0.043834 -0.973254 0.012841 0.229371 0.137641 0.228796 0.144144 0.962743 0.465135\u{20}

            """
        ])
        sample.settings.intrinsics = .init(fx: 1450, fy: 1450, cx: 959.5, cy: 719.5)
        sample.settings.imageSize = .init(width: 1920, height: 1440)
        let imported = try sample.imported()
        let pose = imported.frames[0].camera.worldFromCamera
        #expect(pose.xAxis.y < -0.9, "the long side hangs down")
        #expect(pose.yAxis.x > 0.9)
        #expect(pose.translation == [-0.042176, 0.137348, 0.463405])
        #expect(imported.frames[1].time == 0.016661792)
        #expect(imported.header.pictures == .none && imported.frames[0].picture == .none)
    }

    @Test("NeRFCapture names pictures without their ending and writes frames as they are done")
    func transforms() throws {
        let imported = try ImportSample(transformsFiles(order: [3, 1, 4, 0, 2])).imported()
        #expect(difference(imported.frames, TrueFrame.five) < 1e-9)
        #expect(imported.frames[3].picture == .file("images/000003.png"))
        #expect(imported.report.notes.contains { $0.contains("put in the order of their times") })
        #expect(imported.header.worldAlignment == .gravity)
        // Without times it is of another maker: the order is kept, and nothing is said about up.
        let other = try ImportSample(transformsFiles(timestamps: false)).imported()
        #expect(other.header.worldAlignment == .unknown && other.frames[4].time == 0.133333333)
        #expect(other.report.notes.contains { $0.contains("30 frames a second were assumed") })
    }

    @Test("A dictionary of frames has no order and may have many keys; the time may be a text")
    func dictionary() throws {
        let many = (0..<400).map { i in
            var frame = TrueFrame.five[0]
            frame.time += Double(i) / 60
            return frame
        }
        let imported = try ImportSample(recorderFiles(many)).imported()
        #expect(imported.frames.count == 400)
        #expect(imported.frames[0].light?.ambientIntensity == 900.5)
        #expect(imported.report.notes.contains("its feature points were not taken over"))
    }

    @Test("TUM's clocks differ: the pose at the picture's time is between two poses")
    func association() throws {
        var files = tumFiles()
        var frames = TrueFrame.five
        for i in frames.indices {
            frames[i].axis = [0, 1, 0]
            frames[i].angle = 0.01 * Double(i)
            frames[i].time = 1_311_868_164.0 + Double(i) * 0.01
        }
        files["groundtruth.txt"] = tumFiles(frames)["groundtruth.txt"]
        files["rgb.txt"] = "# timestamp filename\n1311868164.005 rgb/0.png\n1311868164.02 rgb/1.png\n1311868165.0 rgb/2.png\n"
        let sample = try ImportSample(files, name: "rgbd_dataset_freiburg1_desk")
        sample.pictureSize = .init(width: 640, height: 480)
        let imported = try sample.imported()
        #expect(imported.frames.count == 2)
        let between = imported.frames[0].camera.worldFromCamera
        #expect(near(between.translation, (frames[0].position + frames[1].position) / 2))
        // Half way between 0 and 0.01 rad about y: sin 0.005.
        #expect(abs(between.zAxis.x - 0.004_999_979_166_692_7) < 1e-9)
        #expect(difference([imported.frames[1]], [frames[2]], intrinsics: false, times: false) < 1e-9)
        #expect(imported.report.warnings.contains { $0.hasPrefix("1 picture without a pose within 20 ms") })
        #expect(imported.header.distortion?.k1 == 0.2624 && imported.header.frameDefaults.fx == 517.3)
        #expect(imported.header.worldAlignment == .unknown)
        let unnamed = try ImportSample(files)
        #expect(
            unnamed.failure()
                == "source: nothing in it says the focal length and the principal point; give --intrinsics FX,FY,CX,CY")
    }

    @Test("A picture that stands upright against its intrinsics: the camera is turned, and sees the same")
    func portrait() throws {
        for files in [strayScannerFiles(), transformsFiles()] {
            let sample = try ImportSample(files)
            sample.pictureSize = .init(width: 1440, height: 1920)
            let imported = try sample.imported()
            let frame = imported.frames[4]
            let truth = TrueFrame.five[4]
            let sensor = Camera(
                model: .init(intrinsics: truth.k), imageSize: .init(width: 1920, height: 1440),
                worldFromCamera: try #require(truth.pose))
            // A point of the world at pixel (x, y) of the sensor is at (1439 − y, x) of the picture turned clockwise.
            for pixel in [PixelPoint(x: 0, y: 0), .init(x: 1919, y: 30), .init(x: 700, y: 1200)] {
                let world = try #require(sensor.ray(through: pixel)).point(at: 2)
                let found = try #require(frame.camera.project(world))
                #expect(found.distance(to: .init(x: 1439 - pixel.y, y: pixel.x)) < 1e-6, "\(found)")
            }
            #expect(imported.report.warnings.contains { $0.contains("turned a quarter clockwise") })
        }
    }

    @Test("Intrinsics of another picture size are scaled about the edge where the shapes agree, and refused where they do not")
    func otherSize() throws {
        let sample = try ImportSample(transformsFiles())
        sample.pictureSize = .init(width: 960, height: 720)
        let imported = try sample.imported()
        let (k, truth) = (imported.frames[1].camera.model.intrinsics, TrueFrame.five[1].k)
        #expect(k.fx == truth.fx / 2 && k.cx == (truth.cx + 0.5) / 2 - 0.5)
        #expect(imported.report.warnings.contains { $0.contains("for pictures of 1920 × 1440, and the pictures are 960 × 720") })
        sample.pictureSize = .init(width: 1280, height: 720)
        #expect(sample.failure()?.contains("they do not belong together") == true)
        // Where the source does not say for which size they are, the principal point does.
        let stray = try ImportSample(strayScannerFiles())
        stray.pictureSize = .init(width: 960, height: 720)
        #expect(stray.failure()?.contains("say with --image-size W,H") == true)
        stray.settings.imageSize = .init(width: 1920, height: 1440)
        #expect(try stray.imported().frames[0].camera.model.intrinsics.fx == TrueFrame.five[4].k.fx / 2)
    }
}
