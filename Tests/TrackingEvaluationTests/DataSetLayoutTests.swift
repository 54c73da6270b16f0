import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Layouts of data sets")
struct DataSetLayoutTests {
    private func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> GroundTruth {
        .visible(.rect(.init(cornerX: x, cornerY: y, width: w, height: h)))
    }

    private func fileNames(_ sequence: EvaluationSequence) -> [String] {
        guard case .files(let paths) = sequence.pictures else { return [] }
        return paths.map(lastComponent)
    }

    @Test("OTB counts from 1, takes commas, tabs and spaces, and a file for each of two targets")
    func otb() throws {
        let folder = try SampleFolder()
        try folder.write("11,21,30,40\n12\t22\t30\t40\n", "Car/groundtruth_rect.txt").pictures(1...2, in: "Car/img/")
        try folder.write("1 1 2 2\n1,\t1,2 2\n", "Jogging/groundtruth_rect.1.txt")
        try folder.write("5 5 2 2\n6 6 2 2\n", "Jogging/groundtruth_rect.2.txt").pictures(1...2, in: "Jogging/img/")
        try folder.write("IV\tFM\n", "Car/attrs.txt")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "otb")
        #expect(set.name == "set")
        #expect(set.sequences.map(\.name) == ["Car", "Jogging-1", "Jogging-2"])
        #expect(set.sequences[0].truth == [rect(10, 20, 30, 40), rect(11, 21, 30, 40)])
        #expect(set.sequences[0].attributes == ["IV", "FM"])
        #expect(set.sequences[2].truth == [rect(4, 4, 2, 2), rect(5, 5, 2, 2)])
        #expect(set.sequences[0].notes == ["groundtruth_rect.txt mixes commas and tabs"])
        #expect(set.notes == ["layout otb, guessed: found groundtruth_rect.txt beside img/"])
        #expect(try openDataSet(folder.path, layout: "otb").notes == [])
        #expect(try openDataSet(folder.path + "/Car").sequences.map(\.name) == ["Car"])
    }

    @Test("VOT has rectangles and polygons, tags and anchors, and a list")
    func vot() throws {
        let folder = try SampleFolder()
        try folder.write("ball\ngone\n", "list.txt")
        try folder.write("0,0,4,2\n10,10,20,10,20,20,10,20\nnan,nan,nan,nan\n1\n", "ball/groundtruth.txt")
        try folder.write("1\n0\n-1\n0\n", "ball/anchor.value").write("0\n1\n0\n0\n", "ball/occlusion.tag")
        try folder.write("0\n0\n0\n0\n", "ball/motion_change.label").pictures(1...4, in: "ball/color/", digits: 8)
        try folder.write("0,0,4,2\n", "spare/groundtruth.txt").pictures(1...1, in: "spare/color/")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "vot")
        #expect(set.sequences.map(\.name) == ["ball"])
        let ball = set.sequences[0]
        let corners = [(10.0, 10.0), (20, 10), (20, 20), (10, 20)].map { PixelPoint(x: $0.0 - 0.5, y: $0.1 - 0.5) }
        #expect(ball.truth == [rect(0, 0, 4, 2), .visible(.polygon(corners)), .absent, .unknown])
        #expect(ball.anchors.map(\.frame) == [0, 2])
        #expect(ball.anchors.map(\.forward) == [true, false])
        #expect(ball.attributes == ["occlusion"])
        #expect(set.notes.contains("list.txt names 1 folder that is not there: gone"))
        #expect(set.notes.contains("1 folder is not named in list.txt: left out"))
        #expect(ball.notes.contains("1 frame has a polygon"))
    }

    @Test("VOT's masks are read as the boxes round them")
    func votMasks() throws {
        let folder = try SampleFolder("fish")
        try folder.write("m3,4,5,6,1,2\nm0,0,0,0\n", "groundtruth.txt").pictures(1...2, in: "color/")
        let sequence = try openDataSet(folder.path, layout: "vot").sequences[0]
        #expect(sequence.truth == [rect(3, 4, 5, 6), .absent])
        #expect(sequence.notes.contains("2 masks read as the box round the mask"))
    }

    @Test("GOT-10k drops frames whose target is covered wholly, and a test clip has one box")
    func got10k() throws {
        let folder = try SampleFolder()
        try folder.write("GOT-10k_Val_000001\nGOT-10k_Val_000002\n", "list.txt")
        let first = "GOT-10k_Val_000001/"
        try folder.write("1.0000,2.0000,3.0000,4.0000\n2,2,3,4\n3,2,3,4\n", first + "groundtruth.txt")
        try folder.write("8\n0\n3\n", first + "cover.label").write("0\n0\n0\n", first + "absence.label")
        try folder.write(
            "[METAINFO]\nobject_class: giant panda\nmotion_class: walking\nresolution: (1920, 1080)\n", first + "meta_info.ini")
        try folder.pictures(1...3, in: first, digits: 8)
        try folder.write("5,5,5,5\n", "GOT-10k_Val_000002/groundtruth.txt").pictures(1...3, in: "GOT-10k_Val_000002/", digits: 8)
        let set = try openDataSet(folder.path)
        #expect(set.layout == "got10k")
        #expect(set.sequences[0].truth == [rect(1, 2, 3, 4), .absent, rect(3, 2, 3, 4)])
        #expect(set.sequences[0].attributes == ["giant panda", "walking"])
        #expect(set.sequences[1].truth == [rect(5, 5, 5, 5), .unknown, .unknown])
        #expect(set.sequences[1].notes.contains("truth for the first of 3 pictures alone"))
    }

    @Test("LaSOT's flags stand on one line, in folders of classes")
    func lasot() throws {
        let folder = try SampleFolder()
        try folder.write("1,1,5,5\n2,2,5,5\n3,3,5,5\n", "cup/cup-4/groundtruth.txt").pictures(
            1...3, in: "cup/cup-4/img/", digits: 8)
        try folder.write("0,1,0\n", "cup/cup-4/full_occlusion.txt").write("0,0,0", "cup/cup-4/out_of_view.txt")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "lasot")
        #expect(set.sequences.map(\.name) == ["cup-4"])
        #expect(set.sequences[0].truth == [rect(0, 0, 5, 5), .absent, rect(2, 2, 5, 5)])
        #expect(set.sequences[0].notes == ["the target is absent in 1 frame: 1"])
    }

    @Test("TrackingNet keeps truth and frames apart, and sorts 10 after 9")
    func trackingNet() throws {
        let folder = try SampleFolder("TEST")
        try folder.write("1,2,3,4\n", "anno/a.txt").write("1,2,3,4\n", "anno/b.txt").pictures(0...10, in: "frames/a/", digits: 1)
        let set = try openDataSet(folder.path)
        #expect(set.layout == "trackingnet")
        #expect(set.sequences.map(\.name) == ["a"])
        #expect(fileNames(set.sequences[0]) == (0...10).map { "\($0).jpg" })
        #expect(set.sequences[0].truth[0] == rect(1, 2, 3, 4))
        #expect(set.notes.contains("1 clip of anno has no pictures, such as b: left out"))
    }

    @Test("UAV123 has NaN out of view, and clips that are parts of one folder")
    func uav123() throws {
        let folder = try SampleFolder()
        try folder.write("1,1,2,2\nNaN,NaN,NaN,NaN\n", "anno/UAV123/bird1_2.txt").write("1,1,2,2\n", "anno/UAV123/boat1.txt")
        try folder.pictures(774...778, in: "data_seq/UAV123/bird1/", digits: 6).pictures(
            1...1, in: "data_seq/UAV123/boat1/", digits: 6)
        let set = try openDataSet(folder.path)
        #expect(set.layout == "uav123")
        #expect(fileNames(set.sequences[0]) == ["000775.jpg", "000776.jpg"])
        #expect(set.sequences[0].truth == [rect(0, 0, 2, 2), .absent])
    }

    @Test("NfS gives edges, and at 30 pictures a second every eighth line")
    func nfs() throws {
        let folder = try SampleFolder()
        let lines = (0..<24).map { "0 \($0) 10 \($0 + 5) 20 \($0) \($0 == 8 ? 1 : 0) 0 0 \"ball\"" }.joined(separator: "\n")
        try folder.write(lines, "airboard/30/airboard.txt").pictures(1...3, in: "airboard/30/airboard/", digits: 5)
        try folder.write(lines, "airboard/240/airboard.txt").pictures(1...24, in: "airboard/240/airboard/", digits: 5)
        let set = try openDataSet(folder.path)
        #expect(set.layout == "nfs")
        #expect(set.sequences.map(\.name) == ["airboard-240", "airboard-30"])
        #expect(set.sequences[0].truth[1] == rect(1, 10, 5, 10))
        #expect(set.sequences[1].truth == [rect(0, 10, 5, 10), .absent, rect(16, 10, 5, 10)])
    }

    @Test("TC128 says its range of pictures")
    func tc128() throws {
        let folder = try SampleFolder()
        try folder.write("1,1,2,2\n2,2,2,2\n", "Bee_ce/Bee_ce_gt.txt").write("3,4", "Bee_ce/Bee_ce_frames.txt")
        try folder.write("FM,OCC", "Bee_ce/Bee_ce_att.txt").pictures(1...6, in: "Bee_ce/img/")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "tc128")
        #expect(fileNames(set.sequences[0]) == ["0003.jpg", "0004.jpg"])
        #expect(set.sequences[0].attributes == ["FM", "OCC"])
        #expect(set.sequences[0].truth == [rect(0, 0, 2, 2), rect(1, 1, 2, 2)])
    }

    @Test("TLD gives first and last pixel, counted from 1, and NaN where the target is absent")
    func tld() throws {
        let folder = try SampleFolder("06_car")
        try folder.write("11,21,40,60\nNaN,NaN,NaN,NaN\n", "gt.txt").write("11,21,30,60", "init.txt").write("", "car.mpg")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "tld")
        let sequence = set.sequences[0]
        #expect(sequence.name == "06_car")
        #expect(sequence.pictures == .film(folder.path + "/car.mpg", skip: 0))
        #expect(sequence.truth == [rect(10, 20, 30, 40), .absent])
        #expect(sequence.notes.contains("init.txt has another first box than gt.txt (overlap 0.67); that of gt.txt is used"))
    }

    @Test("A CSV of points is read by its header: the tips, or the first camera")
    func points() throws {
        let folder = try SampleFolder()
        try folder.write(
            "frame,thumb_tip_x,thumb_tip_y,thumb_ip_x,thumb_ip_y\n0.0,1.5,2.5,3,4\n2.0,5,6,7,8\n", "cup/tips.csv"
        ).write("", "cup/video.mp4")
        try folder.write(
            "frame,cam0_x,cam0_y,cam1_x,cam1_y,world_x,world_y,world_z\r\n0,,,5,5,,,\r\n1,7,8,5,5,1,2,3\r\n", "desk/index.csv"
        ).write("", "desk/video.mp4")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "points")
        #expect(set.sequences.map(\.name) == ["cup", "desk"])
        #expect(
            set.sequences[0].truth == [
                .visible(.point(.init(x: 1.5, y: 2.5))), .unknown, .visible(.point(.init(x: 5, y: 6))),
            ])
        #expect(set.sequences[1].truth == [.unknown, .visible(.point(.init(x: 7, y: 8)))])
        #expect(set.sequences[1].notes.first == "index.csv: read cam0_x, cam0_y; not used: cam1_x, cam1_y")
    }

    @Test("TI1K gives a sequence for the thumb and one for the index, from numbers between 0 and 1")
    func ti1k() throws {
        let folder = try SampleFolder("wave")
        try folder.write("Frame_1 0 0 1 1 0.5 0.25 0.75 0.5\nFrame_3 0 0 1 1 0.5 0.5 0 0\n", "labels.txt")
        for i in 1...3 { try folder.picture("\(i).png", width: 64, height: 48) }
        let set = try openDataSet(folder.path)
        #expect(set.layout == "ti1k")
        #expect(set.sequences.map(\.name) == ["wave-index", "wave-thumb"])
        #expect(set.sequences[0].truth == [.visible(.point(.init(x: 47.5, y: 23.5))), .unknown, .absent])
        #expect(set.sequences[1].truth[0] == .visible(.point(.init(x: 31.5, y: 11.5))))
    }

    @Test("The recordings that come with AirDraw are a data set, whose nails are in most frames")
    func ownRecordings() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let set = try openDataSet("/\(root)/recordings")
        #expect(set.layout == "airdraw")
        #expect(set.sequences.map(\.name) == ["letter", "return", "spiral", "square"])
        for sequence in set.sequences {
            let boxes = sequence.truth.count { $0.region != nil }
            #expect(sequence.count > 100 && boxes > sequence.count / 2, "\(sequence.name)")
        }
    }

    @Test("A recording gives its nail boxes; a picture of the film that it leaves out has no truth")
    func airdraw() throws {
        let folder = try SampleFolder("square")
        try folder.write(
            """
            {"format": "airdraw-recording", "version": 1, "name": "square", "image_size": [64, 48], "viewport_size": [64, 48],
             "orientation": "landscape_right", "pictures": "video.mp4",
             "frame_defaults": {"fx": 50, "fy": 50, "cx": 32, "cy": 24,
               "world_from_camera": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}}
            """, "recording.json"
        ).write("", "video.mp4")
        try folder.write(
            [(0, 2), (1, 3), (2, 5)].map { "{\"index\": \($0), \"time\": \($0), \"video_frame\": \($1)}\n" }.joined(),
            "frames.jsonl")
        try folder.write("{\"index\": 0, \"nail_box\": [1, 2, 3, 4]}\n{\"index\": 2}\n", "truth/frames.jsonl")
        let set = try openDataSet(folder.path)
        #expect(set.layout == "airdraw")
        #expect(set.sequences[0].pictures == .film(folder.path + "/video.mp4", skip: 2))
        #expect(set.sequences[0].truth == [rect(1, 2, 3, 4), .unknown, .unknown, .absent])
    }
}
