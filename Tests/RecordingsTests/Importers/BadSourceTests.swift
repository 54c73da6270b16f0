import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Damaged and incomplete sources")
struct BadSourceTests {
    private func ios(_ change: (inout [TrueFrame]) -> Void) -> [String: String] {
        var frames = TrueFrame.five
        change(&frames)
        return iosLoggerFiles(frames)
    }

    @Test("A quaternion of length 0 is an error with its line; one that is nearly 1 long is brought to 1, with a word")
    func quaternions() throws {
        var files = strayScannerFiles()
        let head = "timestamp, frame, x, y, z, qx, qy, qz, qw\n"
        files["odometry.csv"] = head + "1, 0, 0, 0, 0, 1, 0, 0, 0\n2, 1, 0, 0, 0, 0, 0, 0, 0\n"
        #expect(
            try ImportSample(files).failure()
                == "source/odometry.csv:3: the quaternion has length 0, which is no rotation; take the line out, or correct its rotation"
        )
        files["odometry.csv"] = head + "1, 0, 0, 0, 0, 1, 0, 0, 0\n2, 1, 0, 0, 0, 0.7, 0.75, 0, 0\n"
        let imported = try ImportSample(files).imported()
        #expect(imported.frames[1].camera.worldFromCamera.rigidityError < 1e-12)
        #expect(imported.report.warnings.contains { $0.hasSuffix("1 quaternion brought to length 1") })
        files["odometry.csv"] = head + "1, 0, 0, 0, 0, 3, 0, 0, 0\n"
        #expect(try ImportSample(files).failure()?.contains("the quaternion has length 3, and a rotation has length 1") == true)
    }

    @Test("A time that goes back costs its frame, and more than a tenth of them is an error")
    func times() throws {
        let many = (0..<40).map { i in
            var frame = TrueFrame.five[0]
            frame.time += Double(i == 20 ? 5 : i) / 30
            return frame
        }
        let sample = try ImportSample(strayScannerFiles(many))
        sample.filmFrames = 40
        let imported = try sample.imported()
        #expect(imported.frames.count == 39)
        #expect(imported.frames.map(\.index) == Array(0..<39))
        #expect(imported.frames[20].picture == .videoFrame(21))
        #expect(
            imported.report.warnings.contains { $0.contains("odometry.csv:22: the time") && $0.hasSuffix("1 frame left out") })
        let back = (0..<40).map { i in
            var frame = TrueFrame.five[0]
            frame.time += Double(i % 20) / 30
            return frame
        }
        let failure = try ImportSample(strayScannerFiles(back)).failure()
        #expect(
            failure?.contains("so it is with 20 of 40 frames; the clock was set back, or two sessions are in one file") == true)
    }

    @Test("A pose that jumps is counted")
    func jumps() throws {
        let imported = try ImportSample(ios { $0[3].position.x += 4 }).imported()
        #expect(imported.frames.count == 5)
        #expect(imported.report.warnings.contains { $0.contains("Frames.txt:4: the pose jumps") && $0.contains("2 times") })
        #expect(try ImportSample(ios { _ in }).imported().report.warnings == [])
    }

    @Test("A film with fewer or more pictures than the list has frames: what has both is imported, and it is said")
    func counts() throws {
        let sample = try ImportSample(iosLoggerFiles())
        sample.filmFrames = 3
        let short = try sample.imported()
        #expect(short.frames.count == 3)
        #expect(short.report.warnings.contains { $0.contains("the film has 3 pictures and the list 5 frames: 2 without") })
        sample.filmFrames = 9
        #expect(try sample.imported().report.warnings.contains { $0.contains("the film has 9 pictures and the list 5 frames") })
        var lists = record3DFiles()
        lists["metadata"] = lists["metadata"]?.replacing(#","frameTimestamps":["#, with: #","frameTimestamps":[1,2,3],"x":["#)
        let imported = try ImportSample(lists).imported()
        #expect(imported.frames.count == 3)
        #expect(
            imported.report.warnings.contains { $0.contains("5 poses, 3 times, 5 intrinsics, 5 pictures; frames that lack one") })
    }

    @Test("Frames without their picture are left out and counted; without any picture the path alone is imported")
    func missingPictures() throws {
        var files = scannerAppFiles()
        files["frame_00002.jpg"] = nil
        let imported = try ImportSample(files).imported()
        #expect(imported.frames.count == 4 && imported.frames[2].picture == .file("images/000002.jpg"))
        #expect(
            imported.report.warnings.contains {
                $0.contains("frame_00002.json: there is no picture for this frame; 1 frame of 5 left out for that")
            })
        let sample = try ImportSample(scannerAppFiles(pictures: false))
        let path = try sample.imported()
        #expect(path.frames.count == 5 && path.header.pictures == .none && !path.report.hasPictures)
        #expect(path.header.imageSize == .init(width: 1920, height: 1440), "the projection gives it away")
        #expect(path.report.warnings.contains { $0.contains("which nothing can be drawn on") })
        #expect(path.report.notes.contains("the place on Earth (GPS) was not taken over"))
        let summary = try RecordingSummary(of: Recording(opening: sample.root + "/out"))
        #expect(summary.frames == 5 && summary.missing.first == "pictures")
        #expect(checkText(sample.root + "/out") == [])
        var bare = strayScannerFiles()
        bare["rgb.mp4"] = nil
        #expect(try ImportSample(bare).failure()?.contains("give --image-size W,H to import the camera's path alone") == true)
    }

    @Test("A last line that was cut off is left out; any other wrong line is an error with its number")
    func cutLines() throws {
        var files = iosLoggerFiles()
        let poses = files["ARposes.txt"] ?? ""
        files["ARposes.txt"] = String(poses.dropLast(60))
        let imported = try ImportSample(files).imported()
        #expect(imported.frames.count == 4)
        #expect(imported.report.warnings.contains { $0.contains("ARposes.txt:5: the last line is cut off and was left out") })
        // Cut within its last number, it has all columns and makes no sense.
        let end = try #require(poses.lastIndex(of: ","))
        files["ARposes.txt"] = String(poses[...end]) + "-"
        let within = try ImportSample(files).imported()
        #expect(within.frames.count == 4)
        #expect(within.report.warnings.contains { $0.contains("ARposes.txt:5: the last line is cut off and was left out") })
        files["ARposes.txt"] = poses.replacing("402896.5,", with: "402896.5,abc,")
        #expect(try ImportSample(files).failure()?.hasPrefix("source/ARposes.txt:1: expected 8 columns") == true)
        files["ARposes.txt"] = poses.replacing("402896.5,0.0,", with: "402896.5,nan,")
        #expect(try ImportSample(files).failure() == #"source/ARposes.txt:1: key tx: expected a number, found "nan""#)
    }

    @Test("A matrix that is not rigid is an error with its frame")
    func notRigid() throws {
        var files = transformsFiles()
        let first = TrueFrame.five[0].matrix[0][0]
        files["transforms.json"] = files["transforms.json"]?.replacing("\(first)", with: "\(first * 3)")
        let failure = try ImportSample(files).failure()
        #expect(failure?.hasPrefix("source/transforms.json: frames[0]: key transform_matrix: the matrix is not rigid") == true)
    }

    @Test("Pictures that a file names outside of the source are not looked at")
    func outside() throws {
        var files = transformsFiles()
        files["transforms.json"] = files["transforms.json"]?.replacing("images/0", with: "../../etc/passwd")
        let imported = try ImportSample(files).imported()
        #expect(imported.frames.count == 4)
    }

    @Test("What is no layout, a recording, or an archive that is cut off is said in one sentence")
    func nothing() throws {
        #expect(try ImportSample(["a.txt": "x"]).failure()?.hasPrefix("source: its files are of no layout that is known") == true)
        #expect(try ImportSample(Fixture.valid).failure() == "source: it is a recording already")
        let sample = try ImportSample([:])
        let names = record3DFiles().keys.sorted()
        let whole = ZipSample(names.map { .init($0, record3DFiles()[$0] ?? "") }).bytes
        try sample.write(Array(whole[..<(whole.count / 2)]), to: "a.r3d")
        #expect(sample.failure("a.r3d") == "source/a.r3d: the archive is cut off or damaged; copy it anew")
        try sample.write([1, 2, 3], to: "b.r3d")
        #expect(sample.failure("b.r3d") == "source/b.r3d: the archive is cut off or damaged; copy it anew")
        // A file beside those of a layout is not that layout.
        for (name, text) in strayScannerFiles() { try sample.write(Array(text.utf8), to: name) }
        try sample.write([0x1F, 0x8B], to: "d.tgz")
        #expect(sample.failure("d.tgz") == "source/d.tgz: of archives, zip alone is read; unpack it, and import the folder")
        #expect(try sample.imported("odometry.csv").report.layout == .strayScanner)
        #expect(sample.failure("c") == "cannot open source/c: it does not exist")
        #expect(try ImportSample(dataLoggerFiles()).failure(layout: .tumRGBD) == "source: there is no groundtruth.txt in it")
    }
}
